"""Computes every answer of the 'wholesale' domain from its files; see `managers.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from managers import agg, biggest, first, groups, inyear, last, mean, median, month, names, ndiff, num, q, quarter, ranked, rate, share, total, write, year

# ---------------------------------------------------------------- data
O = records(HERE, 'orders.csv')
for r in O:
    r['d'] = datetime.strptime(r['Date'], '%d.%m.%Y')
    r['Qty'] = num(r['Qty'])
    r['Net'] = num(r['Net EUR'])
C = {r['Customer']: r for r in records(HERE, 'customers.csv')}
A = {r['Item']: r for r in records(HERE, 'articles.csv')}
for r in O:
    r['Region'] = C[r['cust']]['Region']
    r['Type'] = C[r['cust']]['Type']
    r['Cat'] = A[r['Item']]['Category']
    r['Sup'] = A[r['Item']]['Supplier']


def of(**kw):
    return [r for r in O if all(r[k] == v for k, v in kw.items())]


def who(rows):
    return {r['cust'] for r in rows}


# ---------------------------------------------------------------- questions
@q("What's the total net value of all the orders in the list?", 'total', 'number')
def _(): return total(r['Net'] for r in O)

@q('average net amount per order in 2023?', 'average', 'number')
def _(): return mean(r['Net'] for r in inyear(O, 2023))

@q('Give me net EUR per customer, whole period, for everyone who has ordered', 'per group', 'table')
def _(): return agg(O, 'cust', 'Net')

@q('How does the net order value break down by region?', 'per group over join', 'table')
def _(): return agg(O, 'Region', 'Net')

@q('total quantity ordered per article category', 'per group over join', 'table')
def _(): return agg(O, 'Cat', 'Qty')

@q('What does an order bring on average (net) for each customer type - hotel, retail and so on?', 'average per group over join', 'table')
def _(): return agg(O, 'Type', 'Net', mean)

@q('Who are our three biggest customers by net order value?', 'top k', 'values')
def _(): return ranked(agg(O, 'cust', 'Net'), 3)

@q('which 2 items sold the smallest quantity overall? only ones that were ordered at all', 'bottom k', 'values')
def _(): return ranked(agg(O, 'Item', 'Qty'), 2, low=True)

@q('Show me net per month for January to June 2024.', 'per month', 'table')
def _(): return agg([r for r in inyear(O, 2024) if r['d'].month <= 6], month, 'Net')

@q('Quarterly net order value for 2023, please', 'per quarter', 'table')
def _(): return agg(inyear(O, 2023), quarter, 'Net')

@q('how many units (Qty) did people order each year?', 'per year', 'table')
def _(): return agg(O, year, 'Qty')

@q('What was our best month ever in terms of net order value?', 'best month', 'values')
def _(): return ranked(agg(O, month, 'Net'), 1)

@q('Is there any customer on file who has never placed an order? Which one?', 'never', 'values')
def _(): return names(set(C) - who(O))

@q('Dead stock check: which articles were never ordered?', 'never', 'values')
def _(): return names(set(A) - {r['Item'] for r in O})

@q('Which customers ordered something in 2023 but nothing at all in 2024?', 'A but not B', 'values')
def _(): return names(who(inyear(O, 2023)) - who(inyear(O, 2024)))

@q('who bought both Green Sencha and Dark Chocolate', 'both A and B', 'values')
def _(): return names(who(of(Item='Green Sencha')) & who(of(Item='Dark Chocolate')))

@q('Customers that took Assam Tea at some point but never Green Sencha?', 'A but not B', 'values')
def _(): return names(who(of(Item='Assam Tea')) - who(of(Item='Green Sencha')))

@q('What percentage of total net order value comes from each region?', 'share of total', 'table')
def _(): return share(agg(O, 'Region', 'Net'))

@q("For every region: what percent of the orders (by count) are overdue?", 'share of status', 'table')
def _(): return rate(O, 'Region', lambda r: r['Status'] == 'overdue')

@q('By how many euros did the net order value of Bistro Lumen change from 2023 to 2024?', 'growth absolute', 'number')
def _():
    b = of(cust='Bistro Lumen')
    return total(r['Net'] for r in inyear(b, 2024)) - total(r['Net'] for r in inyear(b, 2023))

@q('and overall, how did 2024 do against 2023 in percent? net order value I mean', 'growth percent', 'number')
def _():
    a, b = (total(r['Net'] for r in inyear(O, y)) for y in (2023, 2024))
    return (b - a) * 100 / a

@q('Date of the very first order of each customer in the North region?', 'first per customer', 'table')
def _(): return {k: first(g)['Date'] for k, g in groups(of(Region='North'), 'cust').items()}

@q('When did Alpenhof last order?', 'last', 'values')
def _(): return last(of(cust='Alpenhof'))['Date']

@q('Biggest single order (net) for each customer in the South', 'largest per customer', 'table')
def _(): return agg(of(Region='South'), 'cust', 'Net', biggest)

@q('how many different articles has each canteen ordered so far?', 'number of different', 'table')
def _(): return ndiff(of(Type='Canteen'), 'cust', 'Item')

@q('How many distinct customers buy Sea Salt from us?', 'number of different', 'number')
def _(): return len(who(of(Item='Sea Salt')))

@q('Rank the article categories by net order value, best first.', 'ranking', 'values')
def _(): return ranked(agg(O, 'Cat', 'Net'))

@q('median net amount of an order', 'median', 'number')
def _(): return median(r['Net'] for r in O)

@q('How many orders were above the average net order amount?', 'above average', 'number')
def _():
    m = mean(r['Net'] for r in O)
    return sum(r['Net'] is not None and r['Net'] > m for r in O)

@q('Which customers have placed more than 5 orders?', 'more than n', 'values')
def _(): return names(k for k, v in agg(O, 'cust', None).items() if v > 5)

@q('Olive Oil vs. Green Sencha - which one has the higher net total?', 'compare two', 'values')
def _(): return ranked({k: total(r['Net'] for r in of(Item=k)) for k in ('Olive Oil', 'Green Sencha')}, 1)

@q("What's the credit limit of Hotel Seeblick?", 'lookup', 'number')
def _(): return num(C['Hotel Seeblick']['Credit limit'])

@q('who is our contact person at mensa neustadt', 'lookup', 'values')
def _(): return C['Mensa Neustadt']['Contact']

@q('How many overdue orders are there over 900 EUR net?', 'count with two conditions', 'number')
def _(): return sum(r['Net'] is not None and r['Net'] > 900 for r in of(Status='overdue'))

@q('List the order numbers from 2024 with a quantity of at least 20.', 'filter with two conditions', 'values')
def _(): return [r['Order No'] for r in inyear(O, 2024) if r['Qty'] >= 20]

@q("For which customers don't we have a credit limit recorded?", 'missing value', 'values')
def _(): return names(k for k, r in C.items() if not r['Credit limit'])

@q("Which supplier's articles account for the most net order value?", 'top 1 over join', 'values')
def _(): return ranked(agg(O, 'Sup', 'Net'), 1)

@q('Has Inselcafe ever ordered any tea?', 'yes/no', 'boolean')
def _(): return bool(of(cust='Inselcafe', Cat='Tea'))

@q('What profit margin did we make on coffee in 2024?', 'not answerable', 'refuse')
def _(): return None

@q('Which driver delivered most of the orders to Kantine Stahlwerk?', 'not answerable', 'refuse')
def _(): return None


if __name__ == '__main__':
    write(HERE)
