"""Computes every gold answer of the 'adagency' domain from the four data files.
  python3 truth.py          writes questions.jsonl
  python3 truth.py --check  compares questions.jsonl with what the files say
No answer is written down here; each is a computation over the files."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, distinct, finish, full_years, graphs, having, iso, kg, known, mean, means, num, one, records,
    share, step, sums, tkg, total)


V, N, B, T, X, HF = "values", "number", "boolean", "table", "refuse", "Harrow & Finch"
KG, TK = graphs(HERE, "adagency")
out, inn, heads = kg(KG)
facts, now, at, in_year = tkg(TK)
C, I = records(HERE, "campaigns.csv"), records(HERE, "invoices.csv")
for c in C:
    c["bgt"], c["spend"] = num(c["Bgt (k€)"]), num(c["Spend to date (EUR)"])
    c["imp"], c["clk"] = num(c["Impr. (000)"]), num(c["Clicks"])
    c["start"], c["end"] = (day(c[k], "%d/%m/%Y") for k in ("Start", "End"))
for i in I:
    i["net"], i["issued"], i["due"], i["paid"] = num(i["Net amt €"]), *(iso(i[k]) for k in ("Issued", "Due", "Paid on"))
    i["took"] = (i["paid"] - i["issued"]).days if i["paid"] else None
CAMP, INVO = {c["Campaign"]: c for c in C}, {i["INV No"]: i for i in I}
BRAND = {c["Camp ID"]: c["Brand"] for c in C}
def client(b): return one(out(b, "brand_of"))
def office(p): return one(out(p, "works at"))
def am_on(b, when): return one(at("account manager of", when, tail=b))[0]
def took(f): return (f[4] - f[3]).days
def names(cs): return [c["Campaign"] for c in cs]
def nos(xs): return [i["INV No"] for i in xs]
BRANDS, STAFF = heads("brand_of"), heads("works at")
CLIENTS = {client(b) for b in BRANDS}
# the files agree with each other
assert len(CAMP) == len(BRAND) == len(C) == len(known(C, "bgt")) and len(INVO) == len(I) == len(known(I, "net"))
assert {c["Brand"] for c in C} == BRANDS and {i["Bill to"] for i in I} == CLIENTS
assert all(client(BRAND[i["Camp ID"]]) == i["Bill to"] for i in I if i["Camp ID"])
for c in C: assert one(at("account held by", c["start"], c["Brand"], HF)) in at("account held by", c["end"], c["Brand"], HF)
assert {c["Lead creative"] for c in C} - {""} <= STAFF and {i["Raised by"] for i in I} <= STAFF
for o in map(office, STAFF):
    assert one(now("creative director of", tail=o))[0] == one(inn("creative director", "job_title") & inn(o, "works at"))
assert {f[0] for f in now("account manager of")} <= inn("account manager", "job_title")

Q = []
q = asking("adagency", Q)

# ------------------------------------------------------------ lookup
q("lookup", "What is Jonas Thiede's job at the agency?", V, out("Jonas Thiede", "job_title"), "KG job_title")
q("lookup", "whats the purchase order no. on HF24-0339", V, INVO["HF24-0339"]["PO ref"], "invoices: PO ref of HF24-0339")
q("lookup", "How many people clicked on the Ten Euro Ting ads? The click figure is enough.", N, CAMP["Ten Euro Ting"]["clk"], "campaigns: Clicks of Ten Euro Ting")
q("lookup", "Dock Street Studio - who's our landlord there?", V, out("Dock Street Studio", "landlord"), "KG landlord")
# ------------------------------------------------------------ filter_list
q("filter_list", "Which campaigns were pulled?", V, names(c for c in C if c["Status"] == "Pulled"), "campaigns: Status Pulled")
q("filter_list", "radio stuff with more than 40k to play with? just the campaign names", V, names(c for c in C if c["Channel"] == "Radio" and c["bgt"] > 40),
  "campaigns: Channel Radio, Bgt (k€) > 40 (Meter Made has exactly 40)")
q("filter_list", "I need someone who can do both SEO and copywriting. Who have we got?", V, inn("SEO", "has skill") & inn("copywriting", "has skill"), "KG has skill, both")
q("filter_list", "Which campaigns have spent more than their budget allowed?", V, names(c for c in C if (c["spend"] or 0) > 1000 * c["bgt"]),
  "campaigns: Spend to date (EUR) > 1000 * Bgt (k€)")
q("filter_list", "brands for pensoners, pls list", V, inn("pensioners", "aimed at"), "KG aimed at pensioners, read backwards")
q("filter_list", "Which brands used to be with Harrow & Finch but are with another agency today?", V,
  [b for b in BRANDS if facts("account held by", b, HF) and one(now("account held by", b))[2] != HF],
  "TKG account held by: an ended Harrow & Finch fact and an open fact of somebody else")
# ------------------------------------------------------------ count
q("count", "How many TV campaigns are in our list?", N, sum(c["Channel"] == "TV" for c in C), "campaigns: Channel TV")
q("count", "invoices to the Dentavel people issued in 2024 - how many?", N,
  sum(i["Bill to"] == "Dentavel BV" and i["issued"].year == 2024 for i in I), "invoices: Bill to Dentavel BV, Issued in 2024")
q("count", "Over the years, how many brands have had more than one account manager?", N,
  len(having(distinct(facts("account manager of"), 2, 0), lambda n: n > 1)), "TKG account manager of: distinct people by brand, brands with 2 or more")
q("count", "How many people report straight to Nell Ashcombe?", N, len(inn("Nell Ashcombe", "reports to")), "KG reports to, read backwards")
# ------------------------------------------------------------ sum
q("sum", "What is the net total of all invoices made out to Marrowfield Foods?", N,
  total([i for i in I if i["Bill to"] == "Marrowfield Foods Ltd"], "net"), "invoices: sum of Net amt for the client")
tv = [c for c in C if c["Channel"] == "TV"]
assert len(known(tv, "spend")) == len(tv)
q("sum", "cash burned on telly ads so far, all of them together, in eur", N, total(tv, "spend"), "campaigns: sum of Spend to date, Channel TV")
q("sum", "Some bills still have no payment against them. How many euros net is that in total?", N,
  total([i for i in I if not i["paid"]], "net"), "invoices: sum of Net amt where Paid on is empty")
# ------------------------------------------------------------ average
q("average", "What is the average budget of our radio campaigns, in thousands of euros?", N, mean([c for c in C if c["Channel"] == "Radio"], "bgt"), "campaigns: mean Bgt (k€), Channel Radio")
soc = [c for c in C if c["Channel"] == "Paid social"]
assert len(known(soc, "clk")) == len(soc)
q("average", "avg clicks for a paid social campaing", N, mean(soc, "clk"), "campaigns: mean Clicks, Channel Paid social (all filled)")
q("average", "How many days does Vantis Mobil take on average from the issue of an invoice to payment? Leave out whatever they haven't paid.", N,
  mean([i for i in I if i["Bill to"] == "Vantis Mobil GmbH"], "took"), "invoices: mean of Paid on - Issued in days, Vantis Mobil GmbH, empty Paid on left out")
# ------------------------------------------------------------ min_max
q("min_max", "On what date did the earliest display campaign start?", V, min(c["start"] for c in C if c["Channel"] == "Display"), "campaigns: earliest Start, Channel Display")
q("min_max", "tiniest invoice amount we ever sent out, net?", N, min(i["net"] for i in I), "invoices: smallest Net amt")
q("min_max", "What is the largest number of clicks that an e-mail campaign has ever brought in?", N,
  max(known((c for c in C if c["Channel"] == "E-mail"), "clk")), "campaigns: max Clicks, Channel E-mail")
# ------------------------------------------------------------ superlative
q("superlative", "Which campaign was clicked the most?", V, best({c["Campaign"]: c["clk"] or 0 for c in C}), "campaigns: row with the largest Clicks")
q("superlative", "who is our biggest all-rounder, i.e. the person with the longest list of skills?", V, best(Counter(h for h, r, t in KG if r == "has skill")), "KG has skill, counted by person")
q("superlative", "Of today's account managers, who has been in charge of the same brand for the longest time without a break?", V,
  one(best({(f[0], f[2]): f[3] for f in now("account manager of")}, low=True))[0], "TKG account manager of: the open fact with the earliest start")
q("superlative", "Which campaign had the longest run from its first to its last day?", V, best({c["Campaign"]: c["end"] - c["start"] for c in C}), "campaigns: largest End - Start")
# ------------------------------------------------------------ top_k
q("top_k", "top three campaigns by budget", V, best({c["Campaign"]: c["bgt"] for c in C}, 3), "campaigns: three largest Bgt (k€)")
q("top_k", "Please give me the numbers of the 5 biggest invoices by net amount.", V, best({i["INV No"]: i["net"] for i in I}, 5), "invoices: five largest Net amt")
# ------------------------------------------------------------ comparison
q("comparison", "Did Oats After Dark or Leftover Lies get more impressions?", V, best({n: CAMP[n]["imp"] for n in ("Oats After Dark", "Leftover Lies")}), "campaigns: Impr. (000) of both")
q("comparison", "bigger team: hamburg office or lisbon office?", V, best({o: len(inn(o, "works at")) for o in ("Hamburg office", "Lisbon office")}), "KG works at, counted")
bill = sums(I, "Bill to", "net")
q("comparison", "Over all invoices together, have we charged Dentavel BV or Tulpenbank NV the higher net sum?", V,
  best({c: bill[c] for c in ("Dentavel BV", "Tulpenbank NV")}), "invoices: sum of Net amt of each client")
q("comparison", "Tulpenbank and Nordpol Gyms - which of these accounts came to Harrow & Finch first?", V,
  best({b: one(facts("account held by", b, HF))[3] for b in ("Tulpenbank", "Nordpol Gyms")}, low=True), "TKG account held by Harrow & Finch, starts compared")
# ------------------------------------------------------------ difference
q("difference", "How many k€ lie between the budgets of Cabin Fever and Slow Boat Stories?", N,
  abs(CAMP["Cabin Fever"]["bgt"] - CAMP["Slow Boat Stories"]["bgt"]), "campaigns: Bgt (k€), subtracted")
q("difference", "Sofa Sundays went over budget. by how many euros exactly?", N, CAMP["Sofa Sundays"]["spend"] - 1000 * CAMP["Sofa Sundays"]["bgt"], "campaigns: Spend to date - 1000 * Bgt (k€)")
mk = Counter(c["mkt"] for c in C)
assert mk["DE"] > mk["PT"]
q("difference", "How many more campaigns have we got for the German market than for the Portuguese one?", N, mk["DE"] - mk["PT"], "campaigns: rows with mkt DE less rows with mkt PT")
# ------------------------------------------------------------ percent
q("percent", "What percentage of the campaigns in the list has the status done?", N, share(C, lambda c: c["Status"] == "Done"), "campaigns: share of Status Done")
q("percent", "marrowfield's share of everything we've invoiced (net), in %?", N, 100 * bill["Marrowfield Foods Ltd"] / sum(bill.values()), "invoices: Net amt of the client / Net amt of all")
q("percent", "Looking only at invoices that have been paid: what percentage of them was paid after the due date?", N,
  share([i for i in I if i["paid"]], lambda i: i["paid"] > i["due"]), "invoices: Paid on later than Due, among rows with Paid on")
# ------------------------------------------------------------ group_by
q("group_by", "campaigns per channel pls", T, Counter(c["Channel"] for c in C), "campaigns: rows by Channel")
q("group_by", "For every type of invoice, what is the total net amount?", T, sums(I, "type", "net"), "invoices: sum of Net amt by type")
q("group_by", "Which customers have more than 6 invoices, and how many does each of those have?", T,
  {k: v for k, v in Counter(i["Bill to"] for i in I).items() if v > 6}, "invoices: rows by Bill to, groups above 6")
q("group_by", "typical (mean) budget in k by country code", T, means(C, "mkt", "bgt"), "campaigns: mean Bgt (k€) by mkt")
# ------------------------------------------------------------ group_superlative
q("group_superlative", "Which brand has run the most campaigns with us?", V, best(Counter(c["Brand"] for c in C)), "campaigns: rows by Brand, largest")
q("group_superlative", "whose campaigns add up to the fattest budget? i mean which lead creative", V,
  best(sums((c for c in C if c["Lead creative"]), "Lead creative", "bgt")), "campaigns: sum of Bgt (k€) by Lead creative, largest")
# ------------------------------------------------------------ yes_no
q("yes_no", "Has anybody paid HF24-0315 yet?", B, INVO["HF24-0315"]["paid"], "invoices: Paid on of HF24-0315 is empty")
q("yes_no", "Was Casa Brisa ever an account of Tallow Street?", B, facts("account held by", "Casa Brisa", "Tallow Street"), "TKG account held by")
q("yes_no", "did imogen tarrant ever run the creative side in hamburg", B, facts("creative director of", "Imogen Tarrant", "Hamburg office"), "TKG creative director of: only Bristol and Lisbon")
q("yes_no", "Does Rui Sardinha know his way around photography?", B, "photography" in out("Rui Sardinha", "has skill"), "KG has skill")
# ------------------------------------------------------------ negation
q("negation", "Which of our clients do not belong to any parent company?", V, CLIENTS - heads("parent company"), "KG: all clients (brand_of) less those with a parent company")
q("negation", "brands w/o any slogan on file, past or present?", V, BRANDS - {f[0] for f in facts("slogan")}, "KG brands (brand_of) less those with a TKG slogan fact")
q("negation", "Who of the Lisbon office has no photography skills?", V, inn("Lisbon office", "works at") - inn("photography", "has skill"), "KG works at less has skill photography")
# ------------------------------------------------------------ time_point
q("time_point", "Who was the account manager for Mossy Soap on 1 January 2023?", V, am_on("Mossy Soap", date(2023, 1, 1)), "TKG account manager of on that day")
q("time_point", "what line was vantis advertising with back in 2020?", V, one(in_year("slogan", 2020, "Vantis"))[2], "TKG slogan covering 2020")
q("time_point", "In which building did our Hamburg colleagues sit at the end of 2018?", V, one(at("leases", date(2018, 12, 31), "Hamburg office"))[2], "TKG leases on 2018-12-31")
q("time_point", "As of 1 Jan 2022, which brands was Femke Dijkhuizen looking after?", V,
  [f[2] for f in at("account manager of", date(2022, 1, 1), "Femke Dijkhuizen")], "TKG account manager of on that day")
# ------------------------------------------------------------ before_after
q("before_after", "Who was creative director in Rotterdam directly before Yara Benali?", V,
  step(facts("creative director of", tail="Rotterdam office"), 0, "Yara Benali", -1), "TKG creative director of, the fact before hers")
q("before_after", "ribeiro volt left us, where did the account go next?", V, step(facts("account held by", "Ribeiro Volt"), 2, HF, 1), "TKG account held by, the fact after Harrow & Finch")
q("before_after", "Which accounts has Harrow & Finch won after 30 June 2022?", V,
  [f[0] for f in facts("account held by", tail=HF) if f[3] > date(2022, 6, 30)], "TKG account held by Harrow & Finch with start after that day")
# ------------------------------------------------------------ duration
q("duration", "For how many complete years was Rupert Selwyn creative director of the Bristol office?", N,
  full_years(*one(facts("creative director of", "Rupert Selwyn", "Bristol office"))[3:]), "TKG start to end, completed years")
sticky = CAMP["Sticky Situations"]
q("duration", "how many days did sticky situations run for? count the first and the last day too", N, (sticky["end"] - sticky["start"]).days + 1, "campaigns: End - Start + 1")
q("duration", "Before us, Fetch & Fallow was first with Oyster & Oak and then with Lumen Kessler. Which of the two kept it longer?", V,
  best({a: took(one(facts("account held by", "Fetch & Fallow", a))) for a in ("Oyster & Oak", "Lumen Kessler")}), "TKG account held by, lengths compared")
# ------------------------------------------------------------ multi_hop
q("multi_hop", "In which country does Lotte Verbruggen work?", V, out(one(out(office("Lotte Verbruggen"), "located in")), "in country"), "KG works at > located in > in country")
q("multi_hop", "which brands end up under Rheinholt if you go up the chain of owners?", V,
  {b for c in inn("Rheinholt AG", "parent company") for b in inn(c, "brand_of")}, "KG brand_of > parent company")
q("multi_hop", "Who is the boss of Sander Kooistra's boss?", V, out(one(out("Sander Kooistra", "reports to")), "reports to"), "KG reports to, twice")
# ------------------------------------------------------------ cross_source
q("cross_source", "How much money has been spent so far on campaigns for brands whose owner is part of the Ostrander Group?", N,
  total([c for c in C if "Ostrander Group" in out(client(c["Brand"]), "parent company")], "spend"), "campaigns: sum of Spend to date; KG brand_of + parent company")
q("cross_source", "Warm Welcome - on the day that campaign kicked off, who was the brand's account manager?", V,
  am_on(CAMP["Warm Welcome"]["Brand"], CAMP["Warm Welcome"]["start"]), "campaigns: Brand, Start; TKG account manager of on that day")
q("cross_source", "How many campaigns were led by someone from the Hamburg office?", N,
  sum(c["Lead creative"] in inn("Hamburg office", "works at") for c in C), "campaigns: Lead creative; KG works at")
q("cross_source", "Sometimes a colleague steps in. Which invoices that belong to a campaign were raised by somebody who was not the account manager of that campaign's brand on the issue date?", V,
  nos(i for i in I if i["Camp ID"] and am_on(BRAND[i["Camp ID"]], i["issued"]) != i["Raised by"]), "invoices: Camp ID, Issued, Raised by; campaigns: Brand; TKG account manager of on that day")
ll = one(out(one(now("leases", "Hamburg office"))[2], "landlord"))
q("cross_source", "The landlord of the building our Hamburg office is in now also owns some of our clients. What net total have we invoiced to these clients?", N,
  total([i for i in I if ll in out(i["Bill to"], "parent company")], "net"), "TKG open leases; KG landlord, parent company; invoices: sum of Net amt")
# ------------------------------------------------------------ missing
q("missing", "Which display campaigns have no clicks recorded?", V, names(c for c in C if c["Channel"] == "Display" and c["clk"] is None), "campaigns: Channel Display, empty Clicks")
q("missing", "lead creative not filled in - how many campaigns?", N, sum(not c["Lead creative"] for c in C), "campaigns: empty Lead creative")
# ------------------------------------------------------------ unanswerable
q("unanswerable", "What does Priya Rengarajan earn per month?", X, [], "no salaries in any file")
q("unanswerable", "how many new phone contracts did One Bar Wonders actually sell", X, [], "no sales or conversions in any file")
q("unanswerable", "How much rent do we pay for Pakhuis Zuid?", X, [], "the leases carry no rent")
assert CAMP["Barista Hours"]["clk"] is None
q("unanswerable", "Number of clicks for Barista Hours?", X, [], "the Clicks cell of Barista Hours is empty")
q("unanswerable", "Who is the marketing director at Tulpenbank?", X, [], "no people on the clients' side in any file")
q("unanswerable", "Which client has the best profit margin for us?", X, [], "no costs or margins in any file, only budgets, spend and invoices")
q("unanswerable", "hours owain put into boss of the bowl?", X, [], "no time sheets in any file")
assert not at("slogan", date(2021, 6, 30), "Solara Cruises")
q("unanswerable", "What was the slogan of Solara Cruises in the middle of 2021?", X, [], "no slogan of Solara Cruises is on record between 2020-01-01 and 2022-09-30")
assert len(Q) == 80
finish(HERE, Q)
