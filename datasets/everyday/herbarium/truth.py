"""Computes every gold answer from the four data files and prints each line that differs from
   questions.jsonl (python3 truth.py --write writes that file first)."""
import json, os, sys, datetime as dt
from collections import Counter, defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from domain import records
S, L = records(HERE, 'specimens.csv'), records(HERE, 'seedlots.csv')
K, T = records(HERE, 'herbarium.kg.tsv'), records(HERE, 'herbarium.tkg.tsv')
ACC, LOT = {r['Acc. No']: r for r in S}, {r['Lot No']: r for r in L}
assert len(ACC) == len(S) and len(LOT) == len(L)
VH, VB = 'Velmark Herbarium', 'Velmark Seed Bank'

def num(x):
    x = round(float(x), 2)
    return str(int(x)) if x == int(x) else str(x)
def sel(rows, **kw): return [r for r in rows if all(r[k.replace('__', ' ')] == v for k, v in kw.items())]
def by(rows, col, v): return [r for r in rows if r[col] == v]
def vals(rows, col): return sorted({r[col] for r in rows})
def acc(rows): return vals(rows, 'Acc. No')
def lots(rows): return vals(rows, 'Lot No')
def n(rows): return num(len(rows))
def f(rows, col): return [float(r[col]) for r in rows if r[col] != '']
def mean(xs): return sum(xs) / len(xs)
def best(pairs, k=1, low=False):
    """the k keys with the largest (smallest) value; no tie at the border nor among them"""
    p = sorted(pairs, key=lambda kv: kv[1], reverse=not low)
    assert len({v for _, v in p[:k + 1]}) == min(k + 1, len(p)), p[:k + 2]
    return [x for x, _ in p[:k]]
def kg(h=None, r=None, t=None, want='tail'):
    return sorted({x[want] for x in K if (h is None or x['head'] == h) and (r is None or x['relation'] == r) and (t is None or x['tail'] == t)})
def one(xs):
    assert len(xs) == 1, xs
    return xs[0]
def hop(h, *rels):
    for r in rels: h = one(kg(h, r))
    return h
def tk(h=None, r=None, t=None):
    return sorted([x for x in T if (h is None or x['head'] == h) and (r is None or x['relation'] == r) and (t is None or x['tail'] == t)], key=lambda x: x['start'])
def on(rows, day):   # day may be a year or a date; only full dates or clear years are asked
    return [x for x in rows if x['start'] <= day and (x['end'] == '' or x['end'] >= day)]
def nxt(r, t, who, step):
    xs = tk(r=r, t=t); i = one([i for i, x in enumerate(xs) if x['head'] == who])
    return xs[i + step]['head']
D = dt.date.fromisoformat
def years(x):
    a, b = D(x['start']), D(x['end'])
    return b.year - a.year - ((b.month, b.day) < (a.month, a.day))
def days(x): return (D(x['end']) - D(x['start'])).days
def tab(d): return sorted(f'{k} | {num(v)}' for k, v in d.items())
def groups(rows, col):
    g = defaultdict(list)
    for r in rows: g[r[col]].append(r)
    return g
def sums(rows, key, col):
    c = defaultdict(float)
    for r in rows: c[r[key]] += float(r[col] or 0)
    return c
loans = tk(r='on loan to')
out_now = [x for x in loans if x['end'] == '']
V, N, B, TB, X = 'values', 'number', 'boolean', 'table', 'refuse'
yn = lambda b: ['yes' if b else 'no']

Q = [
# lookup
('Who collected VLK-01022?', 'lookup', V, lambda: [ACC['VLK-01022']['Coll. by']], 'specimens: Coll. by'),
('altitude on the label of VLK-02033, in m', 'lookup', N, lambda: [num(ACC['VLK-02033']['Alt. (m)'])], 'specimens: Alt. (m)'),
('Where was Agneta Thornqvist born?', 'lookup', V, lambda: kg('Agneta Thornqvist', 'born in'), 'KG born in'),
('On what day was seed lot SB 0247 gathered in the field?', 'lookup', V, lambda: [LOT['SB 0247']['Harv. date']], 'seedlots: Harv. date'),
('A visitor asked me what ordinary folk call Nigritella nigra. The everyday name please', 'lookup', V, lambda: kg('Nigritella nigra', 'common name'), 'KG common name'),
# filter_list
('Please list the accession numbers of all our holotypes.', 'filter_list', V, lambda: acc(by(S, 'Type', 'Holotype')), 'specimens: Type Holotype'),
('which romanian specimens are in poor shape, acc nos', 'filter_list', V, lambda: acc(sel(S, Country='Romania', **{'Cond.': 'poor'})), 'specimens: Country Romania, Cond. poor'),
('I need the accession numbers of everything Lindqvane brought home from Grauhorn Pass', 'filter_list', V, lambda: acc(sel(S, Locality='Grauhorn Pass', **{'Coll. by': 'Tobias Lindqvane'})), 'specimens: Coll. by and Locality'),
('Which seed lots in Freezer B contain more than 5000 seeds? Lot numbers will do.', 'filter_list', V, lambda: lots([r for r in by(L, 'Store', 'Freezer B') if float(r['Seeds (n)']) > 5000]), 'seedlots: Store Freezer B, Seeds > 5000'),
('plants listed as vulnerable', 'filter_list', V, lambda: kg(r='red list status', t='vulnerable', want='head'), 'KG red list status'),
# count
('How many specimens did Hedwig Straubinger collect for us?', 'count', N, lambda: [n(by(S, 'Coll. by', 'Hedwig Straubinger'))], 'specimens: rows with Coll. by'),
('number of seed lots waiting to be regenerated', 'count', N, lambda: [n(by(L, 'Status', 'to regenerate'))], 'seedlots: Status to regenerate'),
('The beetles are at it again. How many accessions are marked as damaged by insects?', 'count', N, lambda: [n(by(S, 'Cond.', 'insect dam.'))], 'specimens: Cond. insect dam.'),
('How many diffrent species did Mihai Dobrescan harvest seed from?', 'count', N, lambda: [n(vals(by(L, 'Harv. by', 'Mihai Dobrescan'), 'Taxon'))], 'seedlots: distinct Taxon for Harv. by'),
('How many loans have ever gone to the Kopparby Arctic Plant Centre? Returned ones and open ones alike.', 'count', N, lambda: [n(tk(r='on loan to', t='Kopparby Arctic Plant Centre'))], 'TKG on loan to, facts'),
# sum
('How many seeds are there in Freezer A altogether?', 'sum', N, lambda: [num(sum(f(by(L, 'Store', 'Freezer A'), 'Seeds (n)')))], 'seedlots: sum of Seeds for Store Freezer A'),
('add up the herbarium sheets of all Orchidaceae accessions, some have more than one sheet', 'sum', N, lambda: [num(sum(f(by(S, 'Fam.', 'Orchidaceae'), 'Shts')))], 'specimens: sum of Shts, Orchidaceae'),
('total no of seeds of Trifolium alpinum in the seed bank?', 'sum', N, lambda: [num(sum(f(by(L, 'Taxon', 'Trifolium alpinum'), 'Seeds (n)')))], 'seedlots: sum of Seeds for the taxon'),
# average
('What is the mean germination percentage of the lots that Joan Faraday-Okell harvested?', 'average', N, lambda: [num(mean(f(by(L, 'Harv. by', 'Joan Faraday-Okell'), 'Germ. (%)')))], 'seedlots: mean Germ. (%), blanks left out'),
('avg elevaton of the specimens from Switzerland (metres)', 'average', N, lambda: [num(mean(f(by(S, 'Country', 'Switzerland'), 'Alt. (m)')))], 'specimens: mean Alt. (m), blanks left out'),
('How moist are the lots in Cold room 1 on average? I mean the moisture content in percent.', 'average', N, lambda: [num(mean(f(by(L, 'Store', 'Cold room 1'), 'MC (%)')))], 'seedlots: mean MC (%) for Cold room 1'),
# min_max
('What is the greatest height in metres at which any of our specimens was collected?', 'min_max', N, lambda: [num(max(f(S, 'Alt. (m)')))], 'specimens: max Alt. (m)'),
('lowest germination % among lots with status active', 'min_max', N, lambda: [num(min(f(by(L, 'Status', 'active'), 'Germ. (%)')))], 'seedlots: min Germ. (%), Status active'),
('when did we last run a germination test?', 'min_max', V, lambda: [max(r['Germ. test'] for r in L)], 'seedlots: latest Germ. test'),
# superlative
('Which species do we have the heaviest seed of, going by thousand-seed weight?', 'superlative', V, lambda: [LOT[one(best([(r['Lot No'], float(r['TSW (g)'])) for r in L]))]['Taxon']], 'seedlots: Taxon of the largest TSW (g)'),
('our biggest lot in seed numbers - whats the lot no?', 'superlative', V, lambda: best([(r['Lot No'], float(r['Seeds (n)'])) for r in L]), 'seedlots: largest Seeds (n)'),
('Who picked the specimen that comes from highest up in the mountains?', 'superlative', V, lambda: [ACC[one(best([(r['Acc. No'], float(r['Alt. (m)'])) for r in S if r['Alt. (m)']]))]['Coll. by']], 'specimens: Coll. by of the largest Alt. (m)'),
# top_k
('Give me the lot numbers of the four lots with the most seeds.', 'top_k', V, lambda: sorted(best([(r['Lot No'], float(r['Seeds (n)'])) for r in L], 4)), 'seedlots: four largest Seeds (n)'),
('top three Saxifragaceae specimens by altitude, accession no only', 'top_k', V, lambda: sorted(best([(r['Acc. No'], float(r['Alt. (m)'])) for r in S if r['Alt. (m)'] and r['Fam.'] == 'Saxifragaceae'], 3)), 'specimens: three largest Alt. (m), Saxifragaceae'),
('Who are the two people who have identified the most specimens?', 'top_k', V, lambda: sorted(best(Counter(r['Det. by'] for r in S if r['Det. by']).items(), 2)), 'specimens: rows by Det. by, two largest'),
# comparison
('Do we hold more specimens from Italy or from Slovenia?', 'comparison', V, lambda: best([(c, len(by(S, 'Country', c))) for c in ('Italy', 'Slovenia')]), 'specimens: rows of each country'),
('SB 0144 vs SB 0089, which has the lower thousand seed weight', 'comparison', V, lambda: best([(l, float(LOT[l]['TSW (g)'])) for l in ('SB 0144', 'SB 0089')], low=True), 'seedlots: TSW (g) of both lots'),
('Who ran the seed bank for longer, Joan Faraday-Okell or Bruno Castellaz?', 'comparison', V, lambda: best([(p, days(one(tk(p, 'manager of', VB)))) for p in ('Joan Faraday-Okell', 'Bruno Castellaz')]), 'TKG manager of, length of both facts'),
# difference
('By how many metres was VLK-00161 found higher up than VLK-00177?', 'difference', N, lambda: [num(float(ACC['VLK-00161']['Alt. (m)']) - float(ACC['VLK-00177']['Alt. (m)']))], 'specimens: Alt. (m), subtracted'),
('how many more active lots than base lots', 'difference', N, lambda: [num(len(by(L, 'Status', 'active')) - len(by(L, 'Status', 'base')))], 'seedlots: Status counts, subtracted'),
('SB 0094 germinated way better than SB 0231. How many percentage points apart are they?', 'difference', N, lambda: [num(float(LOT['SB 0094']['Germ. (%)']) - float(LOT['SB 0231']['Germ. (%)']))], 'seedlots: Germ. (%), subtracted'),
# percent
('What percentage of the specimens is in good condition?', 'percent', N, lambda: [num(100 * len(by(S, 'Cond.', 'good')) / len(S))], 'specimens: share of rows with Cond. good'),
('share of seed lots that are exhausted, in %', 'percent', N, lambda: [num(100 * len(by(L, 'Status', 'exhausted')) / len(L))], 'seedlots: share of rows with Status exhausted'),
('Of the Asteraceae specimens, what percent come from Romania?', 'percent', N, lambda: [num(100 * len(sel(S, Country='Romania', **{'Fam.': 'Asteraceae'})) / len(by(S, 'Fam.', 'Asteraceae')))], 'specimens: share of Romania among Asteraceae'),
# group_by
('specimens per coutnry', 'group_by', TB, lambda: tab(Counter(r['Country'] for r in S)), 'specimens: rows by Country'),
('Could you break the seed lots down by status, with the number of lots in each?', 'group_by', TB, lambda: tab(Counter(r['Status'] for r in L)), 'seedlots: rows by Status'),
('What is the average moisture content in each of the stores?', 'group_by', TB, lambda: tab({k: mean(f(g, 'MC (%)')) for k, g in groups(L, 'Store').items()}), 'seedlots: mean MC (%) by Store'),
# group_superlative
('Which plant family is represented by the most accessions in the herbarium?', 'group_superlative', V, lambda: best(Counter(r['Fam.'] for r in S).items()), 'specimens: rows by Fam., most'),
('locality with the fewest specimens?', 'group_superlative', V, lambda: best(Counter(r['Locality'] for r in S).items(), low=True), 'specimens: rows by Locality, fewest'),
('If you sum up all their lots, whose harvests make up the largest number of seeds?', 'group_superlative', V, lambda: best(sums(L, 'Harv. by', 'Seeds (n)').items()), 'seedlots: sum of Seeds by Harv. by, largest'),
# yes_no
('Is Sefa Tuilagi-Brandt the one managing the seed bank nowadays?', 'yes_no', B, lambda: yn(any(x['end'] == '' for x in tk('Sefa Tuilagi-Brandt', 'manager of', VB))), 'TKG manager of, open fact'),
('got any holotype among the Poaceae?', 'yes_no', B, lambda: yn(sel(S, Type='Holotype', **{'Fam.': 'Poaceae'})), 'specimens: Fam. Poaceae, Type Holotype'),
('Does Freezer C stand in the Seed Vault?', 'yes_no', B, lambda: yn('Seed Vault' in kg('Freezer C', 'stands in')), 'KG stands in'),
# negation
('Which plant families do not have a single type specimen, of whatever sort?', 'negation', V, lambda: sorted(set(vals(S, 'Fam.')) - {r['Fam.'] for r in S if r['Type']}), 'specimens: all families less those with a Type'),
('From our list of institutes and the cities they are located in: which of them never got a loan from us?', 'negation', V, lambda: sorted(set(kg(r='located in', want='head')) - {x['tail'] for x in loans}), 'KG located in, less TKG on loan to'),
('collectors with pressed specimens here who never harvested any seed lot', 'negation', V, lambda: sorted(set(vals(S, 'Coll. by')) - set(vals(L, 'Harv. by'))), 'specimens Coll. by less seedlots Harv. by'),
# time_point
('Who was curator of the herbarium in 1965?', 'time_point', V, lambda: [x['head'] for x in on(tk(r='curator of', t=VH), '1965-06-30')], 'TKG curator of covering 1965'),
('To which institute was VLK-01519 lent at New Year 2006?', 'time_point', V, lambda: [x['tail'] for x in on(tk('VLK-01519', 'on loan to'), '2006-01-01')], 'TKG on loan to covering 2006-01-01'),
('the herbarium in 1942, during the war - what building was it in?', 'time_point', V, lambda: [x['tail'] for x in on(tk(VH, 'housed in'), '1942-06-30')], 'TKG housed in covering 1942'),
('accession numbers of sheets away on loan on 2013-01-01', 'time_point', V, lambda: sorted(x['head'] for x in on(loans, '2013-01-01')), 'TKG on loan to covering the day'),
# before_after
('Who took over as curator of the herbarium after Leonie Abendroth?', 'before_after', V, lambda: [nxt('curator of', VH, 'Leonie Abendroth', 1)], 'TKG curator of, the next fact'),
('seed bank manager right befor Mihai Dobrescan', 'before_after', V, lambda: [nxt('manager of', VB, 'Mihai Dobrescan', -1)], 'TKG manager of, the fact before his'),
('VLK-01810 has travelled twice. First it was in Kopparby. Which institute borrowed it after that?', 'before_after', V, lambda: [tk('VLK-01810', 'on loan to')[1]['tail']], 'TKG on loan to, the fact after Kopparby'),
# duration
('For how many full years was Otto Wrensham curator?', 'duration', N, lambda: [num(years(one(tk('Otto Wrensham', 'curator of', VH))))], 'TKG start to end, completed years'),
('how many days from sending VLK-00473 off to Quillmere until it was returned', 'duration', N, lambda: [num(days(one(tk('VLK-00473', 'on loan to', 'Quillmere Natural History Museum'))))], 'TKG end minus start in days'),
('How many completed years did Celestine Ravoux spend as director in Lonvaux?', 'duration', N, lambda: [num(years(one(tk('Celestine Ravoux', 'director of', 'Lonvaux Botanical Museum'))))], 'TKG start to end, completed years'),
# multi_hop
('Which floor is Freezer A on?', 'multi_hop', V, lambda: [hop('Freezer A', 'stands in', 'on floor')], 'KG stands in > on floor'),
('Mihai Dobrescan had a teacher, and that teacher had one too. Who was the latter?', 'multi_hop', V, lambda: [hop('Mihai Dobrescan', 'trained under', 'trained under')], 'KG trained under > trained under'),
('In what country is the Serrabella Botanic Institute?', 'multi_hop', V, lambda: [hop('Serrabella Botanic Institute', 'located in', 'city in')], 'KG located in > city in'),
("red list status of the lady's slipper", 'multi_hop', V, lambda: [hop(one(kg(r='common name', t="lady's slipper", want='head')), 'red list status')], 'KG common name (backwards) > red list status'),
# cross_source
('On which floor of the house are the Orchidaceae specimens kept?', 'cross_source', V, lambda: [hop(one(vals(by(S, 'Fam.', 'Orchidaceae'), 'Cabinet')), 'stands in', 'on floor')], 'specimens Cabinet, KG stands in > on floor'),
('How many of our specimens were collected by somebody born in Kopparby?', 'cross_source', N, lambda: [n([r for r in S if r['Coll. by'] in kg(r='born in', t='Kopparby', want='head')])], 'KG born in, specimens rows by Coll. by'),
('one of the specimens still out on loan was collected by Hedwig Straubinger, which acc no is it', 'cross_source', V, lambda: [one([x['head'] for x in out_now if ACC[x['head']]['Coll. by'] == 'Hedwig Straubinger'])], 'TKG open on loan to, specimens Coll. by'),
('How many seed lots are kept at -20 °C?', 'cross_source', N, lambda: [n([r for r in L if r['Store'] in kg(r='kept at', t='-20 °C', want='head')])], 'KG kept at, seedlots rows by Store'),
('What species are the specimens that went to the Kopparby Arctic Plant Centre and have not come back yet?', 'cross_source', V, lambda: sorted({ACC[x['head']]['Taxon'] for x in out_now if x['tail'] == 'Kopparby Arctic Plant Centre'}), 'TKG open on loan to, specimens Taxon'),
('edelweiss: how many seeds have we got of it', 'cross_source', N, lambda: [num(sum(f([r for r in L if r['Taxon'] in kg(r='common name', t='edelweiss', want='head')], 'Seeds (n)')))], 'KG common name, seedlots sum of Seeds'),
# missing
('Which seed lots have no germination result on file?', 'missing', V, lambda: lots([r for r in L if r['Germ. (%)'] == '']), 'seedlots: empty Germ. (%)'),
('acc nos of the specimens where nobody wrote down an altitude', 'missing', V, lambda: acc([r for r in S if r['Alt. (m)'] == '']), 'specimens: empty Alt. (m)'),
('The determiner field is blank for some specimens. For how many?', 'missing', N, lambda: [n([r for r in S if r['Det. by'] == ''])], 'specimens: empty Det. by'),
# unanswerable
('What flower colour is noted on the label of VLK-02033?', 'unanswerable', X, lambda: [], 'no colour in any file'),
('Who was director of the Sandmoor Botanic Garden in 1990?', 'unanswerable', X, lambda: [], 'no director of that garden is recorded'),
('when did tobias lindqvane die', 'unanswerable', X, lambda: [], 'no dates of death in any file'),
('Which specimens did Rosalind Okwuosa collect at Lake Ostry?', 'unanswerable', X, lambda: [], 'nobody of that name in the files'),
('postage we paid for the loans to Quillmere in 2012', 'unanswerable', X, lambda: [], 'no costs in any file'),
('I want to put VLK-02434 on a map. What are its GPS coordinates?', 'unanswerable', X, lambda: [], 'no coordinates in any file'),
]
lines = []
for i, (q, kind, at, fn, why) in enumerate(Q, 1):
    a = fn()
    assert (at == X) == (not a) and (at not in (N, B) or len(a) == 1), (q, a)
    lines.append(json.dumps({'id': f'herbarium-{i:02d}', 'question': q, 'kind': kind, 'answer_type': at, 'answers': a, 'why': why}, ensure_ascii=False))
path = os.path.join(HERE, 'questions.jsonl')
if '--write' in sys.argv:
    with open(path, 'w', encoding='utf-8') as o: o.write('\n'.join(lines) + '\n')
have = open(path, encoding='utf-8').read().splitlines()
for k in range(max(len(have), len(lines))):
    a, b = (have[k] if k < len(have) else None), (lines[k] if k < len(lines) else None)
    if a != b: print('file :', a, '\ntruth:', b)
