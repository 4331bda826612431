"""Computes every answer of the 'fitness' domain from its files; see `managers.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from managers import agg, biggest, first, groups, inyear, last, mean, median, month, names, ndiff, num, q, quarter, ranked, rate, share, total, write, year

# ---------------------------------------------------------------- data
P = records(HERE, 'payments.csv')
B = records(HERE, 'bookings.csv')
M = {r['Name']: r for r in records(HERE, 'members.csv')}
C = {r['Club']: r for r in records(HERE, 'clubs.csv')}
for r in P:
    r['d'] = datetime.strptime(r['Date'], '%Y-%m-%d')
    r['Fee'] = num(r['Fee'])
for r in B:
    r['d'] = datetime.strptime(r['day'], '%d/%m/%Y')
    r['Mins'] = num(r['Mins'])
for r in P + B:
    m = M[r['member']]
    r['Plan'], r['Club'], r['City'] = m['Plan'], m['Club'], C[m['Club']]['City']


def who(rows):
    return {r['member'] for r in rows}


def booked(cl):
    return who(r for r in B if r['Class'] == cl)


# ---------------------------------------------------------------- questions
@q('Add up the Fee column over all receipts, whatever their status', 'total', 'number')
def _(): return total(r['Fee'] for r in P)

@q('How much money is sitting in receipts that are late or still open?', 'total with filter', 'number')
def _(): return total(r['Fee'] for r in P if r['Status'] in ('late', 'open'))

@q('average fee per receipt, split by membership plan', 'average per group over join', 'table')
def _(): return agg(P, 'Plan', 'Fee', mean)

@q("Total fees per club, going by the member's club. Only clubs that have any.", 'per group over join', 'table')
def _(): return agg(P, 'Club', 'Fee')

@q('And what are the total fees per city?', 'per group over two joins', 'table')
def _(): return agg(P, 'City', 'Fee')

@q('How many bookings does each class have?', 'count per group', 'table')
def _(): return agg(B, 'Class', None)

@q('avg minutes per booking for each class', 'average per group', 'table')
def _(): return agg(B, 'Class', 'Mins', mean)

@q('Top 3 members by total fees?', 'top k', 'values')
def _(): return ranked(agg(P, 'member', 'Fee'), 3)

@q('Among members with at least one receipt, who has the lowest fee total?', 'bottom k', 'values')
def _(): return ranked(agg(P, 'member', 'Fee'), 1, low=True)

@q('bookings per month from October to December 2023', 'per month', 'table')
def _(): return agg([r for r in inyear(B, 2023) if r['d'].month >= 10], month, None)

@q('What did the fees come to in each quarter of 2024?', 'per quarter', 'table')
def _(): return agg(inyear(P, 2024), quarter, 'Fee')

@q('number of receipts per year', 'per year', 'table')
def _(): return agg(P, year, None)

@q('Busiest month of 2024 for class bookings?', 'best month', 'values')
def _(): return ranked(agg(inyear(B, 2024), month, None), 1)

@q('Which members have never booked a class?', 'never', 'values')
def _(): return names(set(M) - who(B))

@q("Is there anybody with neither a receipt nor a booking? Who?", 'none at all', 'values')
def _(): return names(set(M) - who(B) - who(P))

@q("who booked classes in 2023 but didn't book anything in 2024", 'A but not B', 'values')
def _(): return names(who(inyear(B, 2023)) - who(inyear(B, 2024)))

@q('Who has booked both Spin and Pilates?', 'both A and B', 'values')
def _(): return names(booked('Spin') & booked('Pilates'))

@q('Spin people who never booked Pilates?', 'A but not B', 'values')
def _(): return names(booked('Spin') - booked('Pilates'))

@q('We have members with receipts who never booked any class, right? Names please', 'A but not B across tables', 'values')
def _(): return names(who(P) - who(B))

@q('What share of all fees (in %) does each plan contribute?', 'share of total', 'table')
def _(): return share(agg(P, 'Plan', 'Fee'))

@q('no-show rate per class, in percent of its bookings', 'share of status', 'table')
def _(): return rate(B, 'Class', lambda r: r['result'] == 'no-show')

@q('Change in total fees from 2023 to 2024 (amount, minus if they fell)?', 'growth absolute', 'number')
def _(): return total(r['Fee'] for r in inyear(P, 2024)) - total(r['Fee'] for r in inyear(P, 2023))

@q("By what percentage did Aisha Khan's fees grow from 2023 to 2024?", 'growth percent', 'number')
def _():
    a, b = (total(r['Fee'] for r in inyear(P, y) if r['member'] == 'Aisha Khan') for y in (2023, 2024))
    return (b - a) * 100 / a

@q('Date of the most recent receipt for each Premium member', 'last per customer', 'table')
def _(): return {k: last(g)['Date'] for k, g in groups([r for r in P if r['Plan'] == 'Premium'], 'member').items()}

@q("What was the first class Hugo Brandt booked?", 'first', 'values')
def _(): return first([r for r in B if r['member'] == 'Hugo Brandt'])['Class']

@q('largest single fee for each member of The Foundry', 'largest per customer', 'table')
def _(): return agg([r for r in P if r['Club'] == 'The Foundry'], 'member', 'Fee', biggest)

@q('For the Basic members who have booked something: how many different classes did each of them book?', 'number of different', 'table')
def _(): return ndiff([r for r in B if r['Plan'] == 'Basic'], 'member', 'Class')

@q('Rank the plans by total fees, highest first', 'ranking', 'values')
def _(): return ranked(agg(P, 'Plan', 'Fee'))

@q("What's the median age of our members?", 'median', 'number')
def _(): return median(num(r['Age']) for r in M.values())

@q('which clubs are larger than the average club (sqm)?', 'above average', 'values')
def _():
    a = {k: num(r['Area sqm']) for k, r in C.items()}
    return names(k for k in a if a[k] > mean(a.values()))

@q('Members with more than 5 receipts?', 'more than n', 'values')
def _(): return names(k for k, v in agg(P, 'member', None).items() if v > 5)

@q('Do the Plus members bring in more fees in total than the Premium members?', 'compare two', 'boolean')
def _():
    t = agg(P, 'Plan', 'Fee')
    return t['Plus'] > t['Premium']

@q('Any club without a single member? Which?', 'none at all', 'values')
def _(): return names(set(C) - {r['Club'] for r in M.values()})

@q('When did Kira Novak sign up?', 'lookup', 'values')
def _(): return M['Kira Novak']['signed_up']

@q('Premium members over 40?', 'filter with two conditions', 'values')
def _(): return names(k for k, r in M.items() if r['Plan'] == 'Premium' and num(r['Age']) is not None and num(r['Age']) > 40)

@q('how many direct debit receipts in 2024 were late', 'count with filters', 'number')
def _(): return sum(r['Method'] == 'direct debit' and r['Status'] == 'late' for r in inyear(P, 2024))

@q('Which of our members belong to a club in Leeds?', 'filter over join', 'values')
def _(): return names(k for k, r in M.items() if C[r['Club']]['City'] == 'Leeds')

@q('Has Aisha Khan ever paid in cash?', 'yes/no', 'boolean')
def _(): return any(r['member'] == 'Aisha Khan' and r['Method'] == 'cash' for r in P)

@q('How much do we pay the trainers per Yoga class?', 'not answerable', 'refuse')
def _(): return None

@q('Which class got the best star rating from members?', 'not answerable', 'refuse')
def _(): return None


if __name__ == '__main__':
    write(HERE)
