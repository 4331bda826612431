"""Computes every answer of the 'voyages' domain from its files; see `lasting.py`."""
import os, sys
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records  # beside the folders of the domains
from lasting import group_mean, mean, one, q, top, write, yes

V = records(HERE, "voyages.csv")
BERTHS = records(HERE, "berths.csv")
dt = lambda s: datetime.strptime(s, "%Y-%m-%d %H:%M")
IN = [r for r in V if r["arr"]]
LEFT = [r for r in BERTHS if r["Cast off"]]
BY = {r["voy"]: r for r in V}


def sea(r):
    "hours under way"
    return (dt(r["arr"]) - dt(r["dep"])).total_seconds() / 3600


def late(r):
    "minutes behind the ETA"
    return (dt(r["arr"]) - dt(r["ETA"])).total_seconds() / 60


def stay(r):
    "hours alongside"
    return (dt(r["Cast off"]) - dt(r["Tied up"])).total_seconds() / 3600


@q('duration', 'values', 'Which voyage took the longest?')
def q01():
    return top([(r["voy"], sea(r)) for r in IN])


@q('duration', 'number', 'How many hours did VY306 take from departure to arrival?')
def q02():
    return sea(BY["VY306"])


@q('duration', 'number', 'how many minutes after its ETA did VY317 get in')
def q03():
    return late(BY["VY317"])


@q('duration', 'values', 'Which vessel has the longest average passage time?')
def q04():
    return top(group_mean(IN, "vessel", sea))


@q('other', 'number', 'number of voyages carrying fuel')
def q05():
    return sum(r["cargo"] == "fuel" for r in V)


@q('duration', 'number', 'average passage time in hours for voyages carrying feed')
def q06():
    return mean(sea(r) for r in IN if r["cargo"] == "feed")


@q('duration', 'number', 'Total hours at sea for Solan?')
def q07():
    return sum(sea(r) for r in IN if r["vessel"] == "Solan")


@q('duration', 'number', 'How many of the voyages lasted more than 24 hours?')
def q08():
    return sum(sea(r) > 24 for r in IN)


@q('duration', 'values', 'Voyages that came in more than 6 hours behind their ETA - which ones?')
def q09():
    return [r["voy"] for r in IN if late(r) > 360]


@q('duration', 'values', 'list every voyage that was done in under 10 hours')
def q10():
    return [r["voy"] for r in IN if sea(r) < 10]


@q('other', 'values', 'Which voyages have no arrival logged?')
def q11():
    return [r["voy"] for r in V if not r["arr"]]


@q('duration', 'values', 'Who was skipper on the shortest passage?')
def q12():
    return [BY[v]["skipper"] for v in top([(r["voy"], sea(r)) for r in IN], low=True)]


@q('duration', 'values', 'top three voyages by time at sea')
def q13():
    return top([(r["voy"], sea(r)) for r in IN], 3)


@q('duration', 'boolean', 'Was VY301 more than two hours early on its ETA?')
def q14():
    return yes(late(BY["VY301"]) < -120)


@q('duration', 'values', 'Which took longer, VY305 or VY311?')
def q15():
    return top([(v, sea(BY[v])) for v in ("VY305", "VY311")])


@q('other', 'number', 'Tonnes of salmon, all voyages together')
def q16():
    return sum(float(r["tonnes"]) for r in V if r["cargo"] == "salmon")


@q('duration', 'number', 'mean delay of Guillemot against ETA, in minutes, early arrivals counted as negative')
def q17():
    return mean(late(r) for r in IN if r["vessel"] == "Guillemot")


@q('duration', 'values', 'Which skipper averages the least time at sea per voyage?')
def q18():
    return top(group_mean(IN, "skipper", sea), low=True)


@q('duration', 'number', 'Adding up all completed voyages from Lerwick, how many hours were spent under way?')
def q19():
    return sum(sea(r) for r in IN if r["from"] == "Lerwick")


@q('duration', 'number', 'By how many hours was VY302 longer than VY304?')
def q20():
    return sea(BY["VY302"]) - sea(BY["VY304"])


@q('other', 'values', 'which vessel sailed with the lightest load?')
def q21():
    return [BY[v]["vessel"] for v in top([(r["voy"], float(r["tonnes"])) for r in V], low=True)]


@q('duration', 'number', 'How long was Corran tied up in Kirkwall, in hours?')
def q22():
    return stay(one(BERTHS, Vessel="Corran", Port="Kirkwall"))


@q('duration', 'values', 'Longest stay at a berth? I need the stay id.')
def q23():
    return top([(r["Stay"], stay(r)) for r in LEFT])


@q('duration', 'number', 'average hours a vessel stays alongside in Stornoway (tied up to cast off)')
def q24():
    return mean(stay(r) for r in LEFT if r["Port"] == "Stornoway")


@q('duration', 'number', 'how many stays in port went on for more than 5 days')
def q25():
    return sum(stay(r) > 120 for r in LEFT)


@q('duration', 'values', 'Which vessel had the shortest stay at a berth?')
def q26():
    return [one(BERTHS, Stay=s)["Vessel"] for s in top([(r["Stay"], stay(r)) for r in LEFT], low=True)]


@q('duration', 'number', 'Hours Morven spent tied up, all its stays together')
def q27():
    return sum(stay(r) for r in LEFT if r["Vessel"] == "Morven")


@q('other', 'number', 'What do the berth fees at Lerwick add up to?')
def q28():
    return sum(float(r["Fee"]) for r in BERTHS if r["Port"] == "Lerwick")


@q('other', 'values', 'skipper of VY319?')
def q29():
    return BY["VY319"]["skipper"]


@q('other', 'number', 'How many departures were there from Kirkwall?')
def q30():
    return sum(r["from"] == "Kirkwall" for r in V)


if __name__ == "__main__":
    write(HERE)
