"""Computes every answer of the 'projects' domain from its files; see `lasting.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from lasting import group_count, group_mean, mean, one, q, top, write, yes

JOBS = records(HERE, "jobs.csv")
VISITS = records(HERE, "visits.csv")
day = lambda s: datetime.strptime(s, "%d %b %Y")


def gap(r, a, b):
    return (day(r[b]) - day(r[a])).days


def work(r):
    return gap(r, "Start", "finished")


def pay(r):
    return gap(r, "finished", "Paid on")


def mins(r):
    h, m = r["Time on site"].split(":")
    return int(h) * 60 + int(m)


DONE = [r for r in JOBS if r["finished"]]
STARTED = [r for r in JOBS if r["Start"]]
PAID = [r for r in JOBS if r["Paid on"]]


@q('duration', 'values', "Which client's job took the longest from start to finish?")
def q01():
    return top([(r["Client"], work(r)) for r in DONE])


@q('duration', 'number', "How many days did the work at Hugh Trelawney's take, start to finish?")
def q02():
    return work(one(JOBS, Client="Hugh Trelawney"))


@q('duration', 'number', 'Bluebell Cafe: days between their request and us starting')
def q03():
    return gap(one(JOBS, Client="Bluebell Cafe"), "Requested", "Start")


@q('other', 'number', 'how many jobs have not been paid for yet?')
def q04():
    return len(JOBS) - len(PAID)


@q('duration', 'number', 'On average how many days pass between finished and paid?')
def q05():
    return mean(pay(r) for r in PAID)


@q('duration', 'number', 'average days from start to finish for an extension')
def q06():
    return mean(work(r) for r in DONE if r["Type"] == "Extension")


@q('duration', 'values', 'What type of job do we get done quickest on average, counting from the start date to the finish date?')
def q07():
    return top(group_mean(DONE, "Type", work), low=True)


@q('duration', 'values', 'which lead has the longest average wait between request and start')
def q08():
    return top(group_mean(STARTED, "Lead", lambda r: gap(r, "Requested", "Start")))


@q('other', 'number', 'Total value of the Coldstream jobs')
def q09():
    return sum(float(r["Value"]) for r in JOBS if r["Town"] == "Coldstream")


@q('duration', 'number', 'How many clients paid more than 30 days after their job was finished?')
def q10():
    return sum(pay(r) > 30 for r in PAID)


@q('duration', 'values', 'Who took the longest to pay us once the work was finished?')
def q11():
    return top([(r["Client"], pay(r)) for r in PAID])


@q('duration', 'values', 'clients who paid in fewer than 7 days after completion')
def q12():
    return [r["Client"] for r in PAID if pay(r) < 7]


@q('duration', 'values', 'The three slowest payers after finishing, please')
def q13():
    return top([(r["Client"], pay(r)) for r in PAID], 3)


@q('other', 'values', 'Biggest job by value - who for?')
def q14():
    return top([(r["Client"], float(r["Value"])) for r in JOBS])


@q('duration', 'number', "how many weeks did Ivan Petrov's kitchen take from start to finish")
def q15():
    return work(one(JOBS, Client="Ivan Petrov")) / 7


@q('duration', 'boolean', 'Did the roof for Heron Books take longer than the one for Maeve Corrigan?')
def q16():
    return yes(work(one(JOBS, Client="Heron Books")) > work(one(JOBS, Client="Maeve Corrigan")))


@q('duration', 'number', 'Northway Gym - number of days from request to payment?')
def q17():
    return gap(one(JOBS, Client="Northway Gym"), "Requested", "Paid on")


@q('duration', 'number', 'How many jobs were wrapped up in 10 days or less after starting?')
def q18():
    return sum(work(r) <= 10 for r in DONE)


@q('duration', 'values', 'In which town is the average gap between finish and payment the longest?')
def q19():
    return top(group_mean(PAID, "Town", pay))


@q('duration', 'values', 'whose job was the shortest one Femi Adeyemi led, start to finish?')
def q20():
    return top([(r["Client"], work(r)) for r in DONE if r["Lead"] == "Femi Adeyemi"], low=True)


@q('other', 'values', 'Which jobs have no finish date? Job numbers only.')
def q21():
    return [r["Job"] for r in JOBS if not r["finished"]]


@q('duration', 'number', 'What was the total number of days, start to finish, over all finished kitchen jobs?')
def q22():
    return sum(work(r) for r in DONE if r["Type"] == "Kitchen")


@q('duration', 'number', 'How many hours has Anneli spent on site altogether?')
def q23():
    return sum(mins(r) for r in VISITS if r["Worker"] == "Anneli") / 60


@q('duration', 'number', 'total hours on site for job J127')
def q24():
    return sum(mins(r) for r in VISITS if r["Job"] == "J127") / 60


@q('duration', 'values', 'What was the longest site visit? (visit number)')
def q25():
    return top([(r["Visit"], mins(r)) for r in VISITS])


@q('other', 'values', 'Who made the most site visits?')
def q26():
    return top(group_count(VISITS, "Worker"))


@q('duration', 'number', "Bill's average time on site per visit, in minutes")
def q27():
    return mean(mins(r) for r in VISITS if r["Worker"] == "Bill")


@q('duration', 'number', 'how many visits lasted under an hour?')
def q28():
    return sum(mins(r) < 60 for r in VISITS)


@q('duration', 'number', 'Hours on site in March 2025, everyone together')
def q29():
    return sum(mins(r) for r in VISITS if day(r["Date"]).strftime("%Y-%m") == "2025-03") / 60


@q('other', 'number', 'How many miles did Dai drive for site visits in all?')
def q30():
    return sum(int(r["Miles"]) for r in VISITS if r["Worker"] == "Dai")


if __name__ == "__main__":
    write(HERE)
