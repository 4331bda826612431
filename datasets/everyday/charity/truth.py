#!/usr/bin/env python3
"""Computes the answers of the charity questions from the files beside it and writes questions.jsonl."""
import os, sys
from collections import Counter
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import (  # beside the folders of the domains
    asking, best, day, finish, graphs, group, kg, lasted, mean, one, records, share, step, tkg,
    total, digits as num)


def rd(name): return records(HERE, name)


K, T = graphs(HERE, "charity")
out, inn, heads = kg(K)
facts, now, at, in_year = tkg(T)

Q = []
q = asking("charity", Q, most=16)
def refuse(question, why): q("unanswerable", question, "refuse", [], why)

S = rd("shops.csv")
for r in S:
    r["open"], r["ft"], r["rent"], r["target"], r["ga"] = day(r["Date Opened"], "%d/%m/%Y"), num(r["Floor Space (sq ft)"]), num(r["Annual Rent"]), num(r["Weekly Sales Target"]), num(r["Gift Aid Sign-up"])
    r["lease"] = None if r["Lease Expires"] == "freehold" else day(r["Lease Expires"], "%d/%m/%Y")
    r["area"] = one(out(r["Shop"], "is in area"))
SN = {r["Shop"]: r for r in S}
D = rd("donations.csv")
for r in D:
    r["in"], r["sold"] = day(r["Date Received"], "%d/%m/%Y"), day(r["Date Sold"], "%d/%m/%Y")
    r["guide"], r["price"] = num(r["Guide Price"]), num(r["Sold For"])
    assert (r["price"] is None) == (r["sold"] is None) == (r["Sold Through"] == "") == (r["Sold For"] == "unsold")
    assert r["in"] >= SN[r["Shop"]]["open"] and (r["sold"] is None or r["sold"] >= r["in"])
    assert not r["Sorted By"] or r["Shop"] in out(r["Sorted By"], "volunteers at")
DN = {r["Donation Number"]: r for r in D}
assert len(SN) == len(S) and len(DN) == len(D)
assert {f[0] for f in now("managed by")} == set(SN) and len(now("managed by")) == len(SN)
H = "St Oswin's Hospice"
shops = lambda rows: [r["Shop"] for r in rows]
nos = lambda rows: [r["Donation Number"] for r in rows]
typ = lambda t: [r for r in S if r["Type of Shop"] == t]
cat = lambda c: [r for r in D if r["Category"] == c]
through = lambda c: [r for r in D if r["Sold Through"] == c]
sold = [r for r in D if r["price"] is not None]

q("lookup", "What's the phone number of the Yarm shop?", "values", SN["Yarm Boutique"]["Telephone"], "shops: Telephone")
q("lookup", "seaham, when does the lease run out", "values", SN["Seaham Church Street"]["lease"], "shops: Lease Expires")
q("lookup", "Who drives Van 2?", "values", out("Van 2", "is driven by"), "KG is driven by")
q("lookup", "D24-0111 - what did we think it was worth before it sold?", "number", DN["D24-0111"]["guide"], "donations: Guide Price")
q("lookup", "A lady has just brought in a box of old Maling. Who is it that looks at ceramics for us and tells us the value?", "values", out("Ceramics", "is valued by"), "KG is valued by")

q("filter_list", "Which shops are open on Sundays?", "values", shops(r for r in S if r["Open Sundays?"] == "Yes"), "shops: Open Sundays? Yes")
q("filter_list", "all the boutiques please", "values", shops(typ("Boutique")), "shops: Type of Shop Boutique")
q("filter_list", "Give me the donation numbers of everything that made more than £400 at auction.", "values", nos(r for r in through("auction") if r["price"] > 400), "donations: Sold Through auction, Sold For > 400")
q("filter_list", "We've a pile of lamps and kettles that can't go out until they're checked. Which volunteers can do PAT testing?", "values", inn("PAT testing", "is trained in"), "KG is trained in PAT testing")
q("filter_list", "shops where we pay over 20 grand a year in rent", "values", shops(r for r in S if r["rent"] and r["rent"] > 20000), "shops: Annual Rent > 20000")
q("filter_list", "What hasn't sold yet at Alnwick Bondgate? Just the donation numbers.", "values", nos(r for r in D if r["Shop"] == "Alnwick Bondgate" and r["price"] is None), "donations: Shop, Sold For unsold")

q("count", "How many of our shops accept furniture?", "number", sum(r["Takes Furniture?"] == "Yes" for r in S), "shops: Takes Furniture? Yes")
q("count", "number of clothing donations w/ gift aid", "number", sum(r["Gift Aid"] == "Yes" for r in cat("Clothing")), "donations: Category Clothing, Gift Aid Yes")
q("count", "How many people volunteer at the Durham North Road shop?", "number", len(inn("Durham North Road", "volunteers at")), "KG volunteers at")
q("count", "In 2023 we got in how many donations from house clearances?", "number", sum(r["in"].year == 2023 and r["Came From"] == "house clearance" for r in D), "donations: Date Received in 2023, Came From house clearance")

q("sum", "What have our eBay sales brought in altogether?", "number", total(through("eBay"), "price"), "donations: sum of Sold For, Sold Through eBay")
q("sum", "furniture sold so far, total in pounds", "number", total(cat("Furniture"), "price"), "donations: sum of Sold For, Category Furniture")
q("sum", "If you put the books & music shops together, how many square feet is that?", "number", total(typ("Books & Music"), "ft"), "shops: sum of Floor Space, Type of Shop")

q("average", "What is the average weekly target of a boutique?", "number", mean(typ("Boutique"), "target"), "shops: mean Weekly Sales Target, Type of Shop Boutique")
q("average", "avg guide price for jewelery", "number", mean(cat("Jewellery"), "guide"), "donations: mean Guide Price, Category Jewellery")
q("average", "I'm writing the trustees' report. What's the mean rent of our general shops, leaving out the ones we own?", "number", mean(typ("General"), "rent"), "shops: mean Annual Rent, Type of Shop General, not freehold")

q("min_max", "What's the most we have ever got for one donation?", "number", max(r["price"] for r in sold), "donations: max Sold For")
q("min_max", "cheapest rent we've got anywhere", "number", min(r["rent"] for r in S if r["rent"]), "shops: min Annual Rent")
q("min_max", "When did the first shop of ours open its doors?", "values", min(r["open"] for r in S), "shops: earliest Date Opened")

q("superlative", "Which shop has the most floor space?", "values", best({r["Shop"]: r["ft"] for r in S}), "shops: largest Floor Space")
q("superlative", "newest shop in the chain?", "values", best({r["Shop"]: r["open"] for r in S}), "shops: latest Date Opened")
q("superlative", "Where is Gift Aid sign-up best? Tell me the shop.", "values", best({r["Shop"]: r["ga"] for r in S if r["ga"]}), "shops: largest Gift Aid Sign-up")
q("superlative", "Of all our leases, which shop's has the earliest end date?", "values", best({r["Shop"]: r["lease"] for r in S if r["lease"]}, low=True), "shops: earliest Lease Expires")

q("top_k", "What are the three shops with the highest weekly targets?", "values", best({r["Shop"]: r["target"] for r in S}, 3), "shops: three largest Weekly Sales Target")
q("top_k", "2 pieces of furniture that fetched the most, donation nos pls", "values", best({r["Donation Number"]: r["price"] for r in cat("Furniture") if r["price"]}, 2), "donations: Category Furniture, two largest Sold For")
q("top_k", "Which two volunteers have sorted more of the donations than anyone else? I'd like to send them a card.", "values", best(Counter(r["Sorted By"] for r in D if r["Sorted By"]), 2), "donations: two most frequent Sorted By")

q("comparison", "Which shop is bigger, Seaham Church Street or Consett Middle Street?", "values", best({s: SN[s]["ft"] for s in ("Seaham Church Street", "Consett Middle Street")}), "shops: Floor Space of both")
q("comparison", "do more donations come as walk-ins or by house clearance", "values", best({c: sum(r["Came From"] == c for r in D) for c in ("walk-in", "house clearance")}), "donations: rows of both Came From")
q("comparison", "Berwick Marygate and Alnwick Bondgate are forever competing. Whose weekly target is higher?", "values", best({s: SN[s]["target"] for s in ("Berwick Marygate", "Alnwick Bondgate")}), "shops: Weekly Sales Target of both")

q("difference", "How much more rent a year do we pay for Jesmond Acorn Road than for Tynemouth Front Street?", "number", SN["Jesmond Acorn Road"]["rent"] - SN["Tynemouth Front Street"]["rent"], "shops: Annual Rent subtracted")
q("difference", "Bewick's birds, the one from Elvet Books, D24-0111: by how many pounds did it beat the guide price?", "number", DN["D24-0111"]["price"] - DN["D24-0111"]["guide"], "donations: Sold For minus Guide Price")
horse = one(r for r in D if r["Item"] == "Rocking horse")
q("difference", "days from getting the rocking horse in to selling it?", "number", (horse["sold"] - horse["in"]).days, "donations: Date Sold minus Date Received")

q("percent", "What percentage of all the donations have Gift Aid on them?", "number", share(D, lambda r: r["Gift Aid"] == "Yes"), "donations: Gift Aid Yes over all rows")
q("percent", "unsold donations, % of everything in the log", "number", share(D, lambda r: r["price"] is None), "donations: Sold For unsold over all rows")
q("percent", "What percent of our general shops are open Sundays?", "number", share(typ("General"), lambda r: r["Open Sundays?"] == "Yes"), "shops: Open Sundays? Yes over Type of Shop General")

q("group_by", "How many donations have we had in each category?", "table", Counter(r["Category"] for r in D), "donations: rows per Category")
q("group_by", "avg weekly target by shop type", "table", {k: mean(v, "target") for k, v in group(S, lambda r: r["Type of Shop"]).items()}, "shops: mean Weekly Sales Target per Type of Shop")
q("group_by", "For each way we sell things (eBay and so on), how much money did it make in total?", "table", {k: total(v, "price") for k, v in group(sold, lambda r: r["Sold Through"]).items()}, "donations: sum of Sold For per Sold Through")
q("group_by", "can you count up the trained volunteers for every skill", "table", Counter(t for h, r, t in K if r == "is trained in"), "KG is trained in, rows per tail")

q("group_superlative", "Which area has the most shops?", "values", best(Counter(t for h, r, t in K if r == "is in area")), "KG is in area: most frequent tail")
q("group_superlative", "what category has earned us the most overall", "values", best({k: total(v, "price") for k, v in group(sold, lambda r: r["Category"]).items()}), "donations: largest sum of Sold For per Category")
q("group_superlative", "Which shop has put the most donations in the log?", "values", best(Counter(r["Shop"] for r in D)), "donations: most frequent Shop")
q("group_superlative", "Walk-in, legacy, business and so on: from which of these does a donation sell for most on average?", "values", best({k: mean(v, "price") for k, v in group(sold, lambda r: r["Came From"]).items()}), "donations: largest mean Sold For per Came From")

q("yes_no", "Does the Redcar shop take furniture?", "boolean", SN["Redcar High Street"]["Takes Furniture?"] == "Yes", "shops: Takes Furniture?")
q("yes_no", "that norman cornish print berwick had, did it go in the end?", "boolean", one(r for r in D if r["Shop"] == "Berwick Marygate" and "Cornish" in r["Item"])["price"] is not None, "donations: Sold For of the item")
q("yes_no", "Has Colin Urwin had the Gift Aid training?", "boolean", "Gift Aid" in out("Colin Urwin", "is trained in"), "KG is trained in")
q("yes_no", "Do we own the Whitley Bay building or not?", "boolean", SN["Whitley Bay Park View"]["Lease Expires"] == "freehold", "shops: Lease Expires freehold")

q("negation", "Which shops in the Tees Valley area do not open on Sundays?", "values", shops(r for r in S if r["area"] == "Tees Valley" and r["Open Sundays?"] == "No"), "KG is in area; shops: Open Sundays? No")
q("negation", "which shop hasnt logged a single donation", "values", set(SN) - {r["Shop"] for r in D}, "shops without a row in donations")
q("negation", "At Durham North Road, who of the volunteers hasn't been trained in steaming?", "values", inn("Durham North Road", "volunteers at") - inn("steaming", "is trained in"), "KG volunteers at, is trained in")
q("negation", "areas whose rag never went to Northern Fibres", "values", {f[0] for f in facts("rag collected by")} - {f[0] for f in facts("rag collected by", tail="Northern Fibres")}, "TKG rag collected by, heads without the tail")

q("time_point", "Who was the manager of Durham North Road in March 2015?", "values", one(at("managed by", date(2015, 3, 15), "Durham North Road"))[2], "TKG managed by on that day")
q("time_point", "where was the alnwick shop in the year 2000?", "values", one(in_year("traded from", 2000, "Alnwick Bondgate"))[2], "TKG traded from in 2000")
q("time_point", "Who is our patron at the moment?", "values", one(now("patron", H))[2], "TKG open patron")
q("time_point", "rag collection Wearside, summer 2010 - which firm", "values", one(at("rag collected by", date(2010, 7, 15), "Wearside"))[2], "TKG rag collected by on that day")

q("before_after", "Who was head of retail before Nadia Hussain?", "values", step(facts("head of retail"), 2, "Nadia Hussain", -1), "TKG head of retail, the fact before")
q("before_after", "sharon metcalf left morpeth, who took over from her", "values", step(facts("managed by", "Morpeth Newgate"), 2, "Sharon Metcalf", 1), "TKG managed by, next fact")
q("before_after", "What address did the Stockton shop have before it moved to 110 High Street?", "values", step(facts("traded from", "Stockton High Street"), 2, "110 High Street", -1), "TKG traded from, the fact before")

q("duration", "For how many full years was Patricia Dowson in charge of retail?", "number", lasted(one(facts("head of retail", tail="Patricia Dowson"))), "TKG completed years")
q("duration", "jonny carrick - patron for how many complete yrs?", "number", lasted(one(facts("patron", tail="Jonny Carrick"))), "TKG completed years")
q("duration", "Among the people managing a shop today, who has been in that job longest?", "values", best({f[2]: f[3].toordinal() for f in now("managed by")}, low=True), "TKG open managed by with the earliest start")

q("multi_hop", "Who is the area manager over the Yarm Boutique?", "values", out(one(out("Yarm Boutique", "is in area")), "has area manager"), "KG is in area, has area manager")
q("multi_hop", "whoever values our vinyl, which town is their firm in", "values", out(one(out(one(out("Vinyl & Music", "is valued by")), "works for")), "is based in"), "KG is valued by, works for, is based in")
q("multi_hop", "Gary Telfer has rung in sick. Which shops won't get their van collection?", "values", {s for v in inn("Gary Telfer", "is driven by") for s in out(v, "collects for")}, "KG is driven by, collects for")
assert all(out(v, "is driven by") == {"Gary Telfer"} for v in inn("Gary Telfer", "is driven by"))

q("cross_source", "How much annual rent do the shops in Tony Marsden's area cost us in total?", "number", total([r for r in S if "Tony Marsden" in out(r["area"], "has area manager")], "rent"), "KG has area manager, is in area; shops: sum of Annual Rent")
q("cross_source", "Who was head of retail on the day we opened the Darlington warehouse?", "values", one(at("head of retail", SN["Darlington Warehouse Outlet"]["open"]))[2], "shops: Date Opened; TKG on that day")
q("cross_source", "how many donations were logged by shops specialising in designer labels", "number", sum(r["Shop"] in inn("designer labels", "specialises in") for r in D), "KG specialises in; donations: rows")
top = one(best({r["Donation Number"]: r["price"] for r in sold}))
q("cross_source", "I want to say well done to a manager. Who runs the shop that got the highest price ever for a donation, as of now?", "values", one(now("managed by", DN[top]["Shop"]))[2], "donations: Shop of the largest Sold For; TKG open managed by")

q("missing", "Which 2023 donations don't say who sorted them? Donation numbers please.", "values", nos(r for r in D if r["in"].year == 2023 and not r["Sorted By"]), "donations: Date Received in 2023, Sorted By empty")

refuse("How many hours did Oksana Melnyk do for us last month?", "no volunteer hours in any file")
refuse("what did consett take at the till last week", "no till takings in any file, only targets")
refuse("Who sorted donation D23-0050?", "donations: Sorted By empty")
refuse("Who was the hospice's patron in 1995?", "TKG: the first patron fact starts in 2001")
refuse("price per kilo Re:Wear gives us for rag?", "no rag prices in any file")
refuse("One of the customers would like to write to Shabana Malik, what is her email?", "no e-mail addresses in any file")
assert DN["D23-0050"]["Sorted By"] == "" and not in_year("patron", 1995)

finish(HERE, Q)
