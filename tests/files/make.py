"""Writes the files of this folder, each with other software than ours.

    python3 -m venv v && v/bin/pip install pandas pyarrow openpyxl xlsxwriter xlwt odfpy duckdb rdflib networkx lxml
    v/bin/python tests/files/make.py

All data is made up. Files are small and need no change unless their content does.
"""

import csv
import datetime as dt
import gzip
import json
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from pathlib import Path

import duckdb
import networkx as nx
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import rdflib
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

HERE = Path(__file__).parent

ORDERS = [
    (1001, "Ada Finch", "Lamp", 2, 39.5, dt.date(2024, 1, 15), True),
    (1002, "Ben Okoro", "Desk", 1, 249.0, dt.date(2024, 1, 31), False),
    (1003, "Ada Finch", "Chair", 4, 89.25, dt.date(2024, 2, 3), True),
    (1004, "Cleo Maas", "Lamp", 1, 39.5, dt.date(2024, 2, 29), True),
    (1005, "Dana Ruiz", "Shelf", 3, 120.0, dt.date(2024, 3, 9), False),
    (1006, "Ben Okoro", "Chair", 2, 89.25, dt.date(2024, 3, 12), True),
    (1007, "Eli Novak", "Desk", 1, 249.0, dt.date(2024, 4, 1), None),
    (1008, "Cleo Maas", "Rug", 1, 310.75, dt.date(2024, 4, 22), True),
]
COLUMNS = ["Order", "Customer", "Product", "Quantity", "Price", "Ordered", "Paid"]


def tables():
    frame = pd.DataFrame(ORDERS, columns=COLUMNS)
    frame["Paid"] = frame["Paid"].map({True: "yes", False: "no", None: None})
    frame.to_csv(HERE / "orders_csv.csv", index=False)
    frame.to_excel(HERE / "orders_xlsx.xlsx", index=False, sheet_name="Orders")  # openpyxl
    frame.to_parquet(HERE / "orders_parquet.parquet", index=False)  # pyarrow
    frame.assign(Ordered=frame["Ordered"].astype(str)).to_json(
        HERE / "orders_jsonl.jsonl", orient="records", lines=True)
    frame.assign(Ordered=frame["Ordered"].astype(str)).to_json(HERE / "orders_json.json", orient="records", indent=2)
    table = pa.Table.from_pandas(frame, preserve_index=False)
    feather.write_feather(table, HERE / "orders_feather.feather", compression="lz4")
    with pa.ipc.new_stream(HERE / "orders_stream.arrows", table.schema) as stream:
        stream.write_table(table)
    database = HERE / "orders_sqlite.sqlite"
    database.unlink(missing_ok=True)
    with sqlite3.connect(database) as connection:
        frame.to_sql("orders_sqlite", connection, index=False)
    connection.close()
    duck = duckdb.connect()
    duck.execute("CREATE TABLE o AS SELECT * FROM frame")
    duck.execute(f"COPY o TO '{HERE}/orders_duckdb.parquet' (FORMAT parquet, COMPRESSION zstd)")
    sheet = xlwt.Workbook()
    page = sheet.add_sheet("Orders")
    date = xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for column, name in enumerate(COLUMNS):
        page.write(0, column, name)
    for row, values in enumerate(frame.itertuples(index=False), 1):
        for column, value in enumerate(values):
            if isinstance(value, dt.date):
                page.write(row, column, value, date)
            elif value is not None:
                page.write(row, column, value)
    sheet.save(HERE / "orders_xls.xls")
    document = OpenDocumentSpreadsheet()
    page = Table(name="Orders")
    for values in [COLUMNS, *frame.itertuples(index=False)]:
        row = TableRow()
        for value in values:
            if value is None:
                cell = TableCell()
            elif isinstance(value, dt.date):
                cell = TableCell(valuetype="date", datevalue=value.isoformat())
            elif isinstance(value, (int, float)):
                cell = TableCell(valuetype="float", value=value)
            else:
                cell = TableCell(valuetype="string")
            if value is not None:
                cell.addElement(P(text=str(value)))
            row.addElement(cell)
        page.addElement(row)
    document.spreadsheet.addElement(page)
    document.save(HERE / "orders_ods.ods")
    text = (HERE / "orders_csv.csv").read_bytes()
    with gzip.GzipFile(HERE / "orders_gzip.csv.gz", "wb", mtime=0) as packed:
        packed.write(text)
    subprocess.run(["zstd", "-qf", HERE / "orders_csv.csv", "-o", HERE / "orders_zstd.csv.zst"], check=True)
    with zipfile.ZipFile(HERE / "orders_zip.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders_zip.csv", text)
        archive.writestr("notes.txt", "not a table")


def untidy_workbook():
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Sales"
    page["B1"] = "Sales by city"
    page.merge_cells("B1:F1")
    page["B2"], page["C2"] = "as of", dt.date(2024, 5, 1)
    page["B4"], page["C4"], page["E4"] = "City", "2023", "2024"
    page.merge_cells("B4:B5")
    page.merge_cells("C4:D4")
    page.merge_cells("E4:F4")
    for column, name in zip("CDEF", ["Sales", "Share", "Sales", "Share"]):
        page[f"{column}5"] = name
    rows = [("Kiel", 120, 0.125, 131.5, 0.13), ("Bonn", 340, 0.35, 327, 0.325), (None, 12, 0.0125, 9, 0.01)]
    for number, values in enumerate(rows, 6):
        for column, value in zip("BCDEF", values):
            page[f"{column}{number}"] = value
        for column in "DF":
            page[f"{column}{number}"].number_format = "0.0%"
    page.merge_cells("B7:B8")
    visits = book.create_sheet("Visits")
    visits.append(["Visitor", "Came", "Stayed", "Sum"])
    visits.append(["Ada Finch", dt.datetime(2024, 3, 1, 10, 30), dt.timedelta(hours=26, minutes=5), "=1+1"])
    visits.append(["Ben Okoro", dt.datetime(2024, 3, 2), dt.timedelta(minutes=45), 3])
    hidden = book.create_sheet("Rates")
    hidden.sheet_state = "hidden"
    hidden.append(["Code", "Rate"])
    hidden.append(["A", 0.19])
    book.create_sheet("Empty")
    book.save(HERE / "untidy.xlsx")


def hidden_workbook():
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Stock"
    for row in [("Part", "Cost", "Count"), ("Bolt", 2, 40), ("Nut", 1, 90), ("Washer", 1, 70)]:
        page.append(row)
    page.row_dimensions[3].hidden = True
    page.column_dimensions["B"].hidden = True
    book.save(HERE / "hidden.xlsx")
    sheet = xlwt.Workbook()
    cells = sheet.add_sheet("Stock")
    for row, values in enumerate(page.values):
        for column, value in enumerate(values):
            cells.write(row, column, value)
    cells.row(2).hidden = True
    cells.col(1).hidden = True
    sheet.add_sheet("Näheres").write(0, 0, "no part of the stock")
    sheet.save(HERE / "hidden_xlwt.xls")
    for kind in ["ods", "xls"]:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "hidden.xlsx", f"{folder}/hidden_libreoffice.xlsx")
            subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", HERE,
                            f"{folder}/hidden_libreoffice.xlsx"], check=True)


def lines():
    """Cells with line breaks, as people write them with Alt+Enter."""
    frame = pd.DataFrame({
        "Room\nnumber": ["A1", "A2", "B1"],
        "Equipment": ["projector\nwhiteboard", "two screens", "projector\n\npiano, tuned"],
        "Seats": [12, 30, 80],
    })
    frame.to_csv(HERE / "lines_csv.csv", index=False)
    with open(HERE / "lines_windows.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(frame.columns)
        writer.writerows([[str(value).replace("\n", "\r\n") for value in row] for row in frame.itertuples(index=False)])
    frame.to_excel(HERE / "lines_xlsx.xlsx", index=False, sheet_name="Rooms")
    frame.to_json(HERE / "lines_json.json", orient="records", indent=1)
    frame.to_parquet(HERE / "lines_parquet.parquet", index=False)
    database = HERE / "lines_sqlite.sqlite"
    database.unlink(missing_ok=True)
    connection = sqlite3.connect(database)
    frame.to_sql("lines_sqlite", connection, index=False)
    connection.close()
    for kind in ["ods", "xls"]:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "lines_xlsx.xlsx", f"{folder}/lines_libreoffice.xlsx")
            subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", HERE,
                            f"{folder}/lines_libreoffice.xlsx"], check=True)


def linked():
    database = HERE / "shop.sqlite"
    database.unlink(missing_ok=True)
    connection = sqlite3.connect(database)
    connection.executescript("""
        CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id),
                             product TEXT, amount REAL, ordered TEXT);
        CREATE VIEW large AS SELECT product, amount FROM orders WHERE amount > 100;
        INSERT INTO customers VALUES (1, 'Ada Finch', 'Kiel'), (2, 'Ben Okoro', 'Bonn'), (3, 'Cleo Maas', 'Kiel');
        INSERT INTO orders VALUES (1, 1, 'Lamp', 39.5, '2024-01-15'), (2, 2, 'Desk', 249, '2024-01-31'),
            (3, 1, 'Chair', 89.25, '2024-02-03'), (4, 3, 'Rug', 310.75, '2024-04-22'), (5, NULL, 'Lamp', 39.5, NULL);
    """)
    connection.commit()
    connection.close()
    nested = {"exported": "2024-05-01", "people": [
        {"id": 7, "name": "Ada Finch", "address": {"city": "Kiel", "zip": "24103"}, "tags": ["new", "vip"],
         "visits": [{"on": "2024-03-01", "cost": 12.5}, {"on": "2024-03-08", "cost": 20}]},
        {"id": 8, "name": "Ben Okoro", "address": {"city": "Bonn"}, "tags": [],
         "visits": [{"on": "2024-04-02", "cost": 7}]},
    ]}
    (HERE / "people.json").write_text(json.dumps(nested, indent=1) + "\n")
    struct = pa.table({
        "name": ["Ada Finch", "Ben Okoro"],
        "address": [{"city": "Kiel", "zip": "24103"}, {"city": "Bonn", "zip": None}],
        "tags": [["new", "vip"], []],
        "at": pa.array([dt.datetime(2024, 3, 1, 10, 30), None], pa.timestamp("us")),
        "amount": pa.array(["12.50", "0.10"]).cast(pa.decimal128(8, 2)),
        "kind": pa.array(["a", "b"]).dictionary_encode(),
    })
    pq.write_table(struct, HERE / "nested.parquet")


def graphs():
    graph = rdflib.Graph()
    graph.parse(format="turtle", data="""
        @prefix e: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        e:f1 rdfs:label "Night Train" ; e:directed_by e:p1 ; e:year 1999 .
        e:p1 rdfs:label "Ines Vale" .
    """)
    graph.serialize(HERE / "films.rdf", format="pretty-xml")
    graph.serialize(HERE / "films_jsonld.jsonld", format="json-ld")
    both = rdflib.Dataset()
    named = both.graph(rdflib.URIRef("http://example.org/films"))
    for triple in graph:
        named.add(triple)
    both.serialize(HERE / "films_trig.trig", format="trig")
    both.serialize(HERE / "films_nquads.nq", format="nquads")
    network = nx.DiGraph()
    network.add_node("n1", name="Ines Vale", born=1961)
    network.add_node("n2", name="Night Train", kind="film")
    network.add_edge("n1", "n2", label="directed", year=1999)
    nx.write_graphml(network, HERE / "films_graphml.graphml")


tables()
untidy_workbook()
hidden_workbook()
lines()
linked()
graphs()
