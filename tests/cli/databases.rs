//! Tables of real database servers: what is loaded of them, what a trace says, and what a refresh
//! finds. Where no server is installed, a line says that the test was skipped.
#![cfg(feature = "databases")]

use crate::support::home::Home;
use crate::support::servers::DatabaseServer;

/// The tables of `tests/files/shop.sqlite`, with what servers have beside them.
const CUSTOMERS: &str = "INSERT INTO customers VALUES (1, 'Ada Finch', 'Kiel'), (2, 'Ben Okoro', 'Bonn'), \
                         (3, 'Cleo Maas', 'Kiel')";
const ORDERS: &str = "INSERT INTO orders VALUES (1, 1, 'Lamp', 39.5, '2024-01-15'), \
                      (2, 2, 'Desk', 249, '2024-01-31'), (3, 1, 'Chair', 89.25, '2024-02-03'), \
                      (4, 3, 'Rug', 310.75, '2024-04-22'), (5, NULL, 'Lamp', 39.5, NULL)";

const QUERIES: [&str; 6] = [
    "get_information(source='shop/orders', relation='product', tail_entity='Desk', key='customer')",
    "get_information(source='shop/orders', relation='customer', tail_entity='Ada Finch', key='product')",
    "sum(set=get_information(source='shop/orders', relation='amount'))",
    "get_information(source='shop/orders', relation='ordered', tail_entity>'2024-02-01', key='product')",
    "count(set=get_information(source='shop/orders', relation='product'))",
    "get_information(source='shop/large', relation='amount', tail_entity>'100', key='product')",
];

fn skipped(what: &str) {
    println!("skipped: {what} is not installed");
}

/// What the program answers about the tables is what it answers about the same file.
fn answers_as_of_a_file(home: &Home) {
    let file = Home::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/shop.sqlite");
    file.ok(&["load", path]);
    for query in QUERIES {
        let (own, expected) = (home.answers(query), file.answers(query));
        assert!(own == expected && !own.is_empty(), "{query}: {own:?}, {expected:?}");
    }
}

#[test]
fn tables_of_postgresql_are_loaded_and_refreshed() {
    let Some(mut server) = DatabaseServer::postgres("s3cret word") else { return skipped("PostgreSQL") };
    server.sql(
        "shop",
        &format!(
            "CREATE TABLE customers (id integer PRIMARY KEY, name varchar(40) NOT NULL, city text); \
             CREATE TABLE orders (id bigint PRIMARY KEY, customer_id integer REFERENCES customers, \
             product text, amount float8, ordered date); \
             CREATE VIEW large AS SELECT product, amount FROM orders WHERE amount > 100; \
             {CUSTOMERS}; {ORDERS}; \
             CREATE SCHEMA odd; \
             CREATE TABLE odd.\"Big \"\"Things\"\"\" (id serial PRIMARY KEY, \"is new\" boolean, \
             seen timestamptz, price numeric(8, 2), note text, raw bytea); \
             INSERT INTO odd.\"Big \"\"Things\"\"\" VALUES \
             (1, true, '2024-03-01 10:30+00', 12.50, E'tab\\there \\\\N', '\\x00ff'), \
             (2, false, '2024-03-02 00:00+00', 'NaN', '', NULL)"
        ),
    );
    let home = Home::new();
    home.write("../.pgpass", "*:*:*:me:s3cret word\n");
    let address = server.address(None);
    let ran = home.ok(&["load", &address, "--table", "orders", "--table", "customers", "--table", "large"]);
    assert!(ran.stdout.contains("loaded shop/orders: table, 5 rows, 6 columns, 27 cells"), "{ran:#?}");
    assert!(ran.stderr.contains("table of PostgreSQL, 6 columns"), "{ran:#?}");
    assert!(ran.stderr.contains("The foreign key `customer_id` is followed"), "{ran:#?}");
    answers_as_of_a_file(&home);
    let trace = home.ok(&["query", QUERIES[0], "--trace"]).stdout;
    assert!(trace.contains("shop:orders:2 (row 2)"), "{trace}");

    // All of them, in another graph: names, schemas and values of every kind.
    let other = Home::new();
    let ran = other.ok(&["load", &server.address(Some("s3cret%20word"))]);
    assert!(ran.stdout.contains("loaded shop/odd.Big \"Things\": table, 2 rows"), "{ran:#?}");
    let whole = "get_information(source='shop/odd.Big \"Things\"')";
    let rows = other.ok(&["query", whole, "--format", "csv"]).stdout;
    assert!(rows.contains("true,2024-03-01 10:30:00,12.50,tab here \\N,[2 bytes]"), "{rows}");
    assert!(rows.contains("false,2024-03-02,"), "{rows}");
    assert!(!other.sources().contains("s3cret"), "{}", other.sources());

    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("3 sources have not changed"), "{ran:#?}");
    server.sql("shop", "UPDATE customers SET name = 'Ada Lovelace' WHERE id = 1; DROP VIEW large");
    let ran = home.ok(&["refresh"]);
    // The orders name the customer.
    assert!(
        ran.stdout.contains("replaced shop/customers") && ran.stdout.contains("replaced shop/orders"),
        "{ran:#?}"
    );
    assert!(ran.stderr.contains("gone: shop/large ("), "{ran:#?}");
    // Of this graph only some tables were chosen, the other one has all.
    server.sql(
        "shop",
        "CREATE TABLE returns (id integer PRIMARY KEY, product text); INSERT INTO returns VALUES (1, 'Rug')",
    );
    assert_eq!(home.ok(&["refresh"]).stdout, "");
    other.write("../.pgpass", "*:*:*:me:s3cret word\n");
    let ran = other.ok(&["refresh"]);
    assert!(ran.stdout.contains("new: shop/returns: table, 1 row"), "{ran:#?}");
    assert!(
        ran.stdout.contains("replaced shop/customers") && ran.stderr.contains("gone: shop/large"),
        "{ran:#?}"
    );
    let ran = other.ok(&["refresh"]);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("nothing is new in postgres://"), "{ran:#?}");
    let ada =
        "get_information(source='shop/orders', relation='product', tail_entity='Chair', key='customer')";
    assert_eq!(home.answers(ada), ["Ada Lovelace"]);

    let ran = home.fails(2, &["load", &address, "--table", "nothing", "--name", "x"]);
    assert!(ran.stderr.contains("this database has no table `nothing`"), "{ran:#?}");
    let ran = home.fails(2, &["load", &server.address(Some("wrong")), "--name", "x"]);
    assert!(ran.stderr.contains("PGPASSWORD") && !ran.stderr.contains("wrong"), "{ran:#?}");
    let missing = address.replace("/shop", "/nowhere");
    let ran = home.fails(2, &["load", &missing]);
    assert!(ran.stderr.contains("check the name of the database"), "{ran:#?}");

    server.stop();
    let ran = home.ok(&["refresh"]);
    assert!(ran.stderr.contains("left shop/orders as it is: cannot connect"), "{ran:#?}");
    assert_eq!(home.answers(ada), ["Ada Lovelace"]);
}

#[test]
fn tables_of_mariadb_are_loaded_and_refreshed() {
    let Some(mut server) = DatabaseServer::mariadb() else { return skipped("MariaDB") };
    server.sql(
        "shop",
        &format!(
            "CREATE TABLE customers (id integer PRIMARY KEY, name varchar(40) NOT NULL, city text); \
             CREATE TABLE orders (id bigint PRIMARY KEY, customer_id integer, product text, amount double, \
             ordered date, FOREIGN KEY (customer_id) REFERENCES customers (id)); \
             CREATE VIEW large AS SELECT product, amount FROM orders WHERE amount > 100; \
             {CUSTOMERS}; {ORDERS}; \
             CREATE TABLE `odd ``one``` (id integer PRIMARY KEY, flags bit(4), seen datetime, price decimal(8, 2), \
             note text, raw blob); \
             INSERT INTO `odd ``one``` VALUES (1, b'101', '2024-03-01 10:30:00', 12.50, 'a\\tb', x'00ff'), \
             (2, NULL, '2024-03-02 00:00:00', NULL, '', NULL)"
        ),
    );
    let home = Home::new();
    let address = server.address(None);
    let ran = home.ok(&["load", &address]);
    assert!(ran.stdout.contains("loaded shop/orders: table, 5 rows, 6 columns, 27 cells"), "{ran:#?}");
    assert!(ran.stderr.contains("view of MySQL, 2 columns"), "{ran:#?}");
    answers_as_of_a_file(&home);
    let rows = home.ok(&["query", "get_information(source='shop/odd `one`')", "--format", "csv"]).stdout;
    assert!(rows.contains("5,2024-03-01 10:30:00,12.50,a b,[2 bytes]"), "{rows}");

    let ran = home.ok(&["refresh", "shop/orders"]);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("1 source has not changed"), "{ran:#?}");
    server.sql("shop", "UPDATE orders SET amount = 250 WHERE id = 2; DROP TABLE `odd ``one```");
    let ran = home.ok(&["refresh"]);
    assert!(
        ran.stdout.contains("replaced shop/orders") && ran.stderr.contains("gone: shop/odd `one` ("),
        "{ran:#?}"
    );
    assert!(ran.stderr.contains("nothing is new in mysql://"), "{ran:#?}");
    assert!(ran.stderr.contains("1 source has not changed"), "{ran:#?}");
    server.sql(
        "shop",
        "CREATE TABLE returns (id integer PRIMARY KEY, product text); INSERT INTO returns VALUES (1, 'Rug')",
    );
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.starts_with("new: shop/returns: table, 1 row"), "{ran:#?}");

    let ran = home.fails(2, &["load", &server.address(Some("wrong")), "--name", "x"]);
    assert!(ran.stderr.contains("MYSQL_PWD") && !ran.stderr.contains("wrong"), "{ran:#?}");
    server.stop();
    let ran = home.ok(&["refresh"]);
    assert!(ran.stderr.contains("left shop/orders as it is: cannot connect"), "{ran:#?}");
}

#[test]
fn what_is_no_database_is_refused_with_the_form_of_one() {
    let home = Home::new();
    let ran = home.fails(2, &["load", "postgres://me:s3cret@localhost"]);
    assert!(ran.stderr.contains("names no database") && !ran.stderr.contains("s3cret"), "{ran:#?}");
    let file = home.write("a.csv", "a,b\n1,2\n");
    let ran = home.fails(2, &["load", file.to_str().unwrap(), "--table", "a"]);
    assert!(ran.stderr.contains("--table is for one database"), "{ran:#?}");
    // Nobody listens there.
    let ran = home.fails(2, &["load", "mysql://me@127.0.0.1:1/shop"]);
    assert!(ran.stderr.contains("cannot connect"), "{ran:#?}");
}
