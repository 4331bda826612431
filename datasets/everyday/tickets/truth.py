"""Computes every answer of the 'tickets' domain from its files; see `lasting.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from lasting import distinct, group_mean, mean, one, q, top, write, yes

T = records(HERE, "tickets.csv")
dt = lambda s: datetime.strptime(s, "%d/%m/%Y %H:%M")
CLOSED = [r for r in T if r["Closed at"]]
REPLIED = [r for r in T if r["1st reply"]]
BY = {r["Ticket"]: r for r in T}


def wait(r):
    "minutes from opening to first reply"
    return (dt(r["1st reply"]) - dt(r["Opened"])).total_seconds() / 60


def hours(r):
    "hours from opening to closing"
    return (dt(r["Closed at"]) - dt(r["Opened"])).total_seconds() / 3600


@q('duration', 'values', 'Which ticket took the longest to close?')
def q01():
    return top([(r["Ticket"], hours(r)) for r in CLOSED])


@q('duration', 'number', 'How many minutes went by before T-4443 got its first reply?')
def q02():
    return wait(BY["T-4443"])


@q('duration', 'number', 'T-4423: hours from opened to closed?')
def q03():
    return hours(BY["T-4423"])


@q('other', 'number', 'How many tickets are still open?')
def q04():
    return len(T) - len(CLOSED)


@q('duration', 'number', 'What is the average time to first reply in minutes, over every ticket that got one?')
def q05():
    return mean(wait(r) for r in REPLIED)


@q('duration', 'number', 'avg hours to close a printer ticket')
def q06():
    return mean(hours(r) for r in CLOSED if r["Category"] == "Printer")


@q('duration', 'values', 'Which agent gets tickets closed fastest on average?')
def q07():
    return top(group_mean(CLOSED, "Agent", hours), low=True)


@q('duration', 'values', 'what category of problem takes longest to resolve, on average?')
def q08():
    return top(group_mean(CLOSED, "Category", hours))


@q('other', 'number', 'how many tickets has Priya got in total')
def q09():
    return sum(r["Agent"] == "Priya" for r in T)


@q('duration', 'number', 'How many tickets got their first reply in under 15 minutes?')
def q10():
    return sum(wait(r) < 15 for r in REPLIED)


@q('duration', 'number', 'How many tickets waited over an hour and a half for the first reply?')
def q11():
    return sum(wait(r) > 90 for r in REPLIED)


@q('duration', 'values', 'tickets closed in fewer than 150 minutes from opening')
def q12():
    return [r["Ticket"] for r in CLOSED if hours(r) * 60 < 150]


@q('duration', 'number', 'Number of tickets that took more than 2 days to close')
def q13():
    return sum(hours(r) > 48 for r in CLOSED)


@q('duration', 'values', 'Which customer had the longest wait for a first reply on a ticket?')
def q14():
    return [BY[t]["Customer"] for t in top([(r["Ticket"], wait(r)) for r in REPLIED])]


@q('other', 'values', 'Which tickets have never had a reply?')
def q15():
    return [r["Ticket"] for r in T if not r["1st reply"]]


@q('duration', 'values', 'three longest-running tickets, opening to closing (ticket numbers)')
def q16():
    return top([(r["Ticket"], hours(r)) for r in CLOSED], 3)


@q('duration', 'values', 'The two slowest first replies were on which tickets?')
def q17():
    return top([(r["Ticket"], wait(r)) for r in REPLIED], 2)


@q('duration', 'boolean', 'On average, is Hana quicker than Stu to send a first reply?')
def q18():
    m = dict(group_mean(REPLIED, "Agent", wait))
    return yes(m["Hana"] < m["Stu"])


@q('duration', 'number', 'After the first reply on T-4410, how many minutes until it was closed?')
def q19():
    return (dt(BY["T-4410"]["Closed at"]) - dt(BY["T-4410"]["1st reply"])).total_seconds() / 60


@q('duration', 'number', "total hours Marlow Print's closed tickets were open for")
def q20():
    return sum(hours(r) for r in CLOSED if r["Customer"] == "Marlow Print")


@q('other', 'number', 'average rating for the tickets Stu handled')
def q21():
    return mean(float(r["Rating"]) for r in T if r["Agent"] == "Stu" and r["Rating"])


@q('duration', 'values', 'Mean first reply time per priority - which priority waits longest?')
def q22():
    return top(group_mean(REPLIED, "Prio", wait))


@q('duration', 'number', 'How long do urgent tickets wait for a first reply on average, in minutes?')
def q23():
    return mean(wait(r) for r in REPLIED if r["Prio"] == "Urgent")


@q('other', 'values', 'When was T-4426 closed?')
def q24():
    return BY["T-4426"]["Closed at"]


@q('duration', 'values', "Hana's quickest first reply: which ticket?")
def q25():
    return top([(r["Ticket"], wait(r)) for r in REPLIED if r["Agent"] == "Hana"], low=True)


@q('duration', 'number', 'how many hours did it take to close the Dunmore Vets ticket')
def q26():
    return hours(one(T, Customer="Dunmore Vets"))


@q('duration', 'values', 'Which Penrose Solicitors ticket was sorted out in the shortest time?')
def q27():
    return top([(r["Ticket"], hours(r)) for r in CLOSED if r["Customer"] == "Penrose Solicitors"], low=True)


@q('duration', 'values', 'Between web and phone, which kind of ticket gets closed sooner on average?')
def q28():
    return top([p for p in group_mean(CLOSED, "Via", hours) if p[0] in ("web", "phone")], low=True)


@q('other', 'values', 'Who gave us a rating of 2? (customers)')
def q29():
    return distinct(r["Customer"] for r in T if r["Rating"] == "2")


@q('duration', 'number', 'For the Network tickets opened in January, total hours from open to close?')
def q30():
    return sum(hours(r) for r in CLOSED if r["Category"] == "Network" and dt(r["Opened"]).month == 1)


if __name__ == "__main__":
    write(HERE)
