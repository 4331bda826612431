"""Computes every answer of the 'staffing' domain from its files; see `managers.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from managers import agg, biggest, first, groups, inyear, last, mean, median, month, names, ndiff, num, q, quarter, ranked, rate, share, total, write, year

# ---------------------------------------------------------------- data
T = records(HERE, 'timesheets.csv')
C = {r['Client name']: r for r in records(HERE, 'clients.csv')}
W = {r['Worker']: r for r in records(HERE, 'workers.csv')}
for r in T:
    r['d'] = datetime.strptime(r['Wk ending'], '%m/%d/%Y')
    r['Hrs'] = num(r['Hrs'])
    r['Bill'] = num(r['Billed USD'])
    r['Industry'], r['Tier'] = C[r['client']]['Industry'], C[r['client']]['Tier']
    r['Skill'], r['Branch'] = W[r['Worker']]['Skill'], W[r['Worker']]['Branch']


def of(**kw):
    return [r for r in T if all(r[k] == v for k, v in kw.items())]


def col(rows, k):
    return {r[k] for r in rows}


# ---------------------------------------------------------------- questions
@q('How many hours do we have on timesheets in total?', 'total', 'number')
def _(): return total(r['Hrs'] for r in T)

@q('what did we bill in 2023, all timesheets together?', 'total for a year', 'number')
def _(): return total(r['Bill'] for r in inyear(T, 2023))

@q('Average billed amount per timesheet for each client that has timesheets', 'average per group', 'table')
def _(): return agg(T, 'client', 'Bill', mean)

@q('Hours by skill - welders, nurses, cooks etc.', 'per group over join', 'table')
def _(): return agg(T, 'Skill', 'Hrs')

@q('billed USD per industry, both years together', 'per group over join', 'table')
def _(): return agg(T, 'Industry', 'Bill')

@q('Mean hours per timesheet for each branch our workers belong to?', 'average per group over join', 'table')
def _(): return agg(T, 'Branch', 'Hrs', mean)

@q('Who are the top three workers by amount billed?', 'top k', 'values')
def _(): return ranked(agg(T, 'Worker', 'Bill'), 3)

@q('which two clients used the fewest hours? leave out those with no timesheets', 'bottom k', 'values')
def _(): return ranked(agg(T, 'client', 'Hrs'), 2, low=True)

@q('Month by month, what did we bill from April through June 2024?', 'per month', 'table')
def _(): return agg([r for r in inyear(T, 2024) if 4 <= r['d'].month <= 6], month, 'Bill')

@q('hours worked per quarter in 2024', 'per quarter', 'table')
def _(): return agg(inyear(T, 2024), quarter, 'Hrs')

@q('How many timesheets were there in 2023 and how many in 2024?', 'per year', 'table')
def _(): return agg(T, year, None)

@q('In which month did we bill the most? Looking at the full two years.', 'best month', 'values')
def _(): return ranked(agg(T, month, 'Bill'), 1)

@q('Which clients on our list have never had a timesheet?', 'never', 'values')
def _(): return names(set(C) - col(T, 'client'))

@q('who on the worker list does not have a single timesheet?', 'never', 'values')
def _(): return names(set(W) - col(T, 'Worker'))

@q('Which workers have no timesheet in 2024?', 'not in a period', 'values')
def _(): return names(set(W) - col(inyear(T, 2024), 'Worker'))

@q('Who has worked for both Bluebird Foods and Hillcrest Foods?', 'both A and B', 'values')
def _(): return names(col(of(client='Bluebird Foods'), 'Worker') & col(of(client='Hillcrest Foods'), 'Worker'))

@q('Clients that had a cook from us but never a driver', 'A but not B over join', 'values')
def _(): return names(col(of(Skill='Cook'), 'client') - col(of(Skill='Driver'), 'client'))

@q('What percent of everything we billed comes from Gold, Silver and Bronze clients respectively?', 'share of total', 'table')
def _(): return share(agg(T, 'Tier', 'Bill'))

@q('Per industry, what % of timesheets are approved?', 'share of status', 'table')
def _(): return rate(T, 'Industry', lambda r: r['Status'] == 'approved')

@q('Difference in total hours, 2024 minus 2023?', 'growth absolute', 'number')
def _(): return total(r['Hrs'] for r in inyear(T, 2024)) - total(r['Hrs'] for r in inyear(T, 2023))

@q('How much did billing to Food clients grow in 2024 versus 2023, in percent?', 'growth percent', 'number')
def _():
    a, b = (total(r['Bill'] for r in inyear(of(Industry='Food'), y)) for y in (2023, 2024))
    return (b - a) * 100 / a

@q('by how much did billing change from September 2023 to October 2023, in dollars', 'difference between months', 'number')
def _():
    m = agg(T, month, 'Bill')
    return m['2023-10'] - m['2023-09']

@q('Last week ending on a timesheet for each worker of the Dayton branch who has any', 'last per worker', 'table')
def _(): return {k: last(g)['Wk ending'] for k, g in groups(of(Branch='Dayton'), 'Worker').items()}

@q('Who was the first worker we ever had at Apex Logistics?', 'first', 'values')
def _(): return first(of(client='Apex Logistics'))['Worker']

@q('For each client, the single highest billed timesheet amount', 'largest per client', 'table')
def _(): return agg(T, 'client', 'Bill', biggest)

@q('number of different workers sent to each client', 'number of different', 'table')
def _(): return ndiff(T, 'client', 'Worker')

@q('How many different clients has Eli Foster worked for?', 'number of different', 'number')
def _(): return len(col(of(Worker='Eli Foster'), 'client'))

@q('Please rank the industries by hours, most hours first.', 'ranking', 'values')
def _(): return ranked(agg(T, 'Industry', 'Hrs'))

@q('median billed amount of the approved timesheets?', 'median', 'number')
def _(): return median(r['Bill'] for r in of(Status='approved'))

@q('Which workers have an hourly rate above the average rate of all workers?', 'above average', 'values')
def _():
    t = {k: num(r['Rate/h']) for k, r in W.items() if r['Rate/h']}
    return names(k for k in t if t[k] > mean(t.values()))

@q('workers with more than 6 timesheets', 'more than n', 'values')
def _(): return names(k for k, v in agg(T, 'Worker', None).items() if v > 6)

@q('Bria Coleman or Eli Foster: who has more hours?', 'compare two', 'values')
def _(): return ranked({k: total(r['Hrs'] for r in of(Worker=k)) for k in ('Bria Coleman', 'Eli Foster')}, 1)

@q('Who is the account manager for Apex Logistics?', 'lookup', 'values')
def _(): return C['Apex Logistics']['Acct mgr']

@q('hire date of Carl Jensen?', 'lookup', 'values')
def _(): return W['Carl Jensen']['hired']

@q('Which client has no account manager assigned?', 'missing value', 'values')
def _(): return names(k for k, r in C.items() if not r['Acct mgr'])

@q('Show the timesheets (TS numbers) that are disputed and over 1,500 dollars.', 'filter with two conditions', 'values')
def _(): return [r['TS'] for r in of(Status='disputed') if r['Bill'] is not None and r['Bill'] > 1500]

@q('How many Healthcare clients do we have in total, whether active or not?', 'count', 'number')
def _(): return sum(r['Industry'] == 'Healthcare' for r in C.values())

@q('Did Evergreen Hotels book anybody in 2024?', 'yes/no', 'boolean')
def _(): return bool(inyear(of(client='Evergreen Hotels'), 2024))

@q('How satisfied was Fairview Hospital with our nurses?', 'not answerable', 'refuse')
def _(): return None

@q('Whose work permit expires next year?', 'not answerable', 'refuse')
def _(): return None


if __name__ == '__main__':
    write(HERE)
