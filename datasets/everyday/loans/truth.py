"""Computes every answer of the 'loans' domain from its files; see `lasting.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from lasting import distinct, group_count, group_mean, mean, one, q, top, write, yes

LOANS = records(HERE, "loans.csv")
REPAIRS = records(HERE, "repairs.csv")
iso = lambda s: datetime.strptime(s, "%Y-%m-%d")
dmy = lambda s: datetime.strptime(s, "%d/%m/%Y")
BACK = [r for r in LOANS if r["returned_on"]]
FIXED = [r for r in REPAIRS if r["Back"]]


def out(r):
    return (iso(r["returned_on"]) - iso(r["borrowed_on"])).days


def late(r):
    return (iso(r["returned_on"]) - iso(r["due"])).days


def away(r):
    return (dmy(r["Back"]) - dmy(r["Sent"])).days


@q('duration', 'values', 'Which single loan lasted the longest before the item came back? Give me the loan number.')
def q01():
    return top([(r["Loan"], out(r)) for r in BACK])


@q('duration', 'number', 'How many days did Frances Doyle have the tile cutter?')
def q02():
    return out(one(LOANS, Member="Frances Doyle", Item="Tile cutter"))


@q('other', 'number', "how many loans haven't been returned yet")
def q03():
    return len(LOANS) - len(BACK)


@q('duration', 'number', 'how long did Len Hartley keep the hedge trimmer')
def q04():
    return out(one(LOANS, Member="Len Hartley", Item="Hedge trimmer"))


@q('duration', 'number', 'Average length of a completed loan in days?')
def q05():
    return mean(out(r) for r in BACK)


@q('duration', 'number', 'average days out for camping gear (returned loans only)')
def q06():
    return mean(out(r) for r in BACK if r["Category"] == "Camping")


@q('duration', 'values', "Which branch's loans last the longest on average?")
def q07():
    return top(group_mean(BACK, "Branch", out))


@q('other', 'values', 'Which branch lent out the most?')
def q08():
    return top(group_count(LOANS, "Branch"))


@q('duration', 'number', 'How many of the returned loans ran for more than 30 days?')
def q09():
    return sum(out(r) > 30 for r in BACK)


@q('duration', 'values', 'list the members who hung on to something for over 35 days before bringing it back')
def q10():
    return distinct(r["Member"] for r in BACK if out(r) > 35)


@q('duration', 'values', 'Which items came back less than 4 days after being borrowed?')
def q11():
    return distinct(r["Item"] for r in BACK if out(r) < 4)


@q('other', 'values', 'What has Beth Ashworth still not brought back?')
def q12():
    return [r["Item"] for r in LOANS if r["Member"] == "Beth Ashworth" and not r["returned_on"]]


@q('duration', 'number', 'How many days late was Dev Malhotra with the camp stove?')
def q13():
    return late(one(LOANS, Member="Dev Malhotra", Item="Camp stove"))


@q('duration', 'values', 'who brought something back the most days after it was due?')
def q14():
    return [r["Member"] for r in LOANS if r["Loan"] in top([(r["Loan"], late(r)) for r in BACK])]


@q('duration', 'number', 'Number of loans that came back more than 10 days overdue')
def q15():
    return sum(late(r) > 10 for r in BACK)


@q('other', 'number', 'How many items were handed in after their due date?')
def q16():
    return sum(iso(r["returned_on"]) > iso(r["due"]) for r in BACK)


@q('duration', 'boolean', 'Did Nuala Keane hold on to the scaffold tower for longer than two weeks?')
def q17():
    return yes(out(one(LOANS, Member="Nuala Keane", Item="Scaffold tower")) > 14)


@q('duration', 'values', 'Aisha Rahman or Tom Birkett - who kept the cordless drill longer?')
def q18():
    return top([(r["Member"], out(r)) for r in BACK if r["Item"] == "Cordless drill"])


@q('duration', 'values', 'top 3 longest loans, just the loan numbers please')
def q19():
    return top([(r["Loan"], out(r)) for r in BACK], 3)


@q('duration', 'number', 'Adding up the loans Grace Oduya has returned, how many days did she have our things in total?')
def q20():
    return sum(out(r) for r in BACK if r["Member"] == "Grace Oduya")


@q('other', 'number', 'loans made from the Harbour branch in February?')
def q21():
    return sum(r["Branch"] == "Harbour" and iso(r["borrowed_on"]).month == 2 for r in LOANS)


@q('duration', 'number', 'How long was the pressure washer away being repaired?')
def q22():
    return away(one(REPAIRS, Tool="Pressure washer"))


@q('duration', 'values', 'Which tool had the quickest repair?')
def q23():
    return top([(r["Tool"], away(r)) for r in FIXED], low=True)


@q('duration', 'values', 'repair turnaround per workshop: who is slowest on average?')
def q24():
    return top(group_mean(FIXED, "Workshop", away))


@q('duration', 'number', "What's the average turnaround at Fixit Shed, in days?")
def q25():
    return mean(away(r) for r in FIXED if r["Workshop"] == "Fixit Shed")


@q('other', 'number', 'Total repair cost at Tarn Engineering')
def q26():
    return sum(float(r["Cost"]) for r in REPAIRS if r["Workshop"] == "Tarn Engineering" and r["Cost"])


@q('duration', 'number', 'How many repairs took longer than three weeks?')
def q27():
    return sum(away(r) > 21 for r in FIXED)


@q('duration', 'number', 'how many weeks was the router away for repair')
def q28():
    return away(one(REPAIRS, Tool="Router")) / 7


@q('duration', 'number', "By how many days did the heat gun's repair outlast the jigsaw's?")
def q29():
    return away(one(REPAIRS, Tool="Heat gun")) - away(one(REPAIRS, Tool="Jigsaw"))


@q('other', 'values', 'priciest repair so far - which tool was it?')
def q30():
    return top([(r["Tool"], float(r["Cost"])) for r in REPAIRS if r["Cost"]])


if __name__ == "__main__":
    write(HERE)
