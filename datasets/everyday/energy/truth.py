"""Computes every answer of the 'energy' domain from its files; see `premises.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from premises import *  # beside the folders of the domains

S=load('sites.csv'); M=load('meters.csv'); R=load('readings.csv')
site={s['site_id']:s for s in S}; meter={m['meter_id']:m for m in M}
for s in S: s['floor']=int(s['floor_area_m2']); s['budget']=int(s['annual_budget_eur']); s['limit']=int(s['max_kwh_per_reading'])
for r in R:
    r['k']=int(r['kwh']); r['c']=float(r['cost_eur']); r['m']=meter[r['meter_id']]; r['s']=site[r['m']['site_id']]
    r['site']=r['s']['site_name']; r['u']=r['m']['utility_type']; r['y']=r['reading_date'][:4]
for m in M: m['s']=site[m['site_id']]
yr=lambda y:[r for r in R if r['y']==y]
k=lambda r:r['k']; c=lambda r:r['c']; sn=lambda r:r['site']
def of(name): return [r for r in R if r['site']==name]
REG=['North','West','East','South']

kw=sumby(R,sn,k); regof={s['site_name']:s['region'] for s in S}
q('argmax_group','table','Which site in each region used the most kWh overall, all readings added up?',
  {g:top({n:v for n,v in kw.items() if regof[n]==g})[0] for g in REG})
q('lookup','values','who manages Fenland Store?',[s['manager'] for s in S if s['site_name']=='Fenland Store'])
q('topn','values','give me the three most expensive sites of 2024 by total cost of their readings, most expensive first',top(sumby(yr('2024'),sn,c),3))
q('above_avg','values','Which sites have more floor area than the average site?',above({s['site_name']:s['floor'] for s in S},mean(s['floor'] for s in S)))
q('refuse','refuse','How many tonnes of CO2 did Harbour House emit in 2024?',[])
avb={g:mean(s['budget'] for s in S if s['region']==g) for g in REG}
q('above_own_avg','values','Please list every site whose annual budget is higher than the average annual budget of its own region.',[n for g in REG for n in above({s['site_name']:s['budget'] for s in S if s['region']==g},avb[g])])
north=sumby([r for r in yr('2024') if r['s']['region']=='North' and r['u']=='electricity'],sn,c)
assert len(north)==5
q('group_filter','table','total electricity cost 2024 for each site in the North',north)
q('busiest','values','Looking at 2023 and 2024 together, on which weekday were the most readings taken?',top(countby(R,lambda r:wday(r['reading_date']))))
mg=sumby(R,lambda r:r['s']['manager'],c); assert len(mg)==len({s['manager'] for s in S})
q('who_above_avg','values','Add up the cost of all readings at the sites each manager looks after. Which managers come out above the average manager?',above(mg,mean(mg.values())))
q('compare','table','compare total kwh of Quayside Tower and Northgate Labs',{n:sum(map(k,of(n))) for n in('Quayside Tower','Northgate Labs')})
q('count','number','How many meters do we have altogether?',len(M))
q('fav','values','Which meter has Aisha Khan read most often?',top(countby([r for r in R if r['taken_by']=='Aisha Khan'],lambda r:r['meter_id'])))
d=sorted(day(r['reading_date']) for r in R if r['meter_id']=='M104')
q('span','number','How many days lie between the first and the last reading of meter M104?',(d[-1]-d[0]).days)
last={}
for r in R: last[r['meter_id']]=max(last.get(r['meter_id'],''),r['reading_date'])
end=day(max(last.values())); cut=D.date(end.year,end.month-6,end.day)
assert all(abs((day(v)-cut).days)>5 for v in last.values()),'border'
q('lapsed','values','which meters have been read at least once, but not any more in the six months before the latest reading date in the data?',[m for m,v in last.items() if day(v)<cut])
us=defaultdict(set)
for m in M: us[m['s']['site_name']].add(m['utility_type'])
U={m['utility_type'] for m in M}; assert len(U)==3
q('all_of','values','Which sites have a meter for every one of the utility types?',[n for n,v in us.items() if v==U])
q('limit','values','List the ids of the readings where the kWh went above the maximum per reading that is set for the site.',[r['reading_id'] for r in R if r['k']>r['s']['limit']])
q('zeros','table','How many meters does each site in the West have? Sites without any should show up with 0.',{s['site_name']:sum(m['site_id']==s['site_id'] for m in M) for s in S if s['region']=='West'})
q('share','number','What percentage of the total kWh of all readings was electricity?',100*sum(r['k'] for r in R if r['u']=='electricity')/sum(map(k,R)))
t=lambda y:sum(map(c,yr(y)))
q('growth','number','By how many percent did total cost change from 2023 to 2024 (negative = it went down)?',100*(t('2024')-t('2023'))/t('2023'))
q('ratio','number','what do we pay for 1,000 kwh of gas on average, i.e. total gas cost divided by total gas kwh, times 1000 (in EUR)?',1000*sum(r['c'] for r in R if r['u']=='gas')/sum(r['k'] for r in R if r['u']=='gas'))
hi=countby([r for r in R if r['k']>15000],sn)
q('at_least','values','Which sites had a reading of more than 15,000 kWh more than once?',[n for n,v in hi.items() if v>1])
q('before_after','number','number of meters installed before 1 January 2018?',sum(m['installed_on']<'2018-01-01' for m in M))
q('refuse','refuse','Could you tell me the mobile number of Sofia Keller?',[])
q('stats','number','Median cost of a gas reading?',median(r['c'] for r in R if r['u']=='gas'))
he=[r['k'] for r in of('Chalk Hill') if r['u']=='electricity']
q('diff','number','At Chalk Hill, what is the difference in kWh between the highest and the lowest electricity reading?',max(he)-min(he))
q('multi','values','I need the reading ids of estimated electricity readings from 2024 that cost more than 2,000 euros.',[r['reading_id'] for r in yr('2024') if r['u']=='electricity' and r['reading_type']=='estimated' and r['c']>2000])
q('negation','values','Are there meters that have never been read? Which ones?',[m['meter_id'] for m in M if m['meter_id'] not in last])
q('missing','values','for which meters is the last inspection date missing',[m['meter_id'] for m in M if not m['last_inspection']])
pr=[s for s in S if s['manager']=='Sofia Keller']
q('order','values',"Sofia Keller's sites, sorted from the largest floor area to the smallest",top({s['site_name']:s['floor'] for s in pr},len(pr)))
q('distinct','number','How many different sites has Marcus Bell taken readings at?',len({r['site'] for r in R if r['taken_by']=='Marcus Bell'}))
q('fragment','values','offices in the south with more than 3000 m2?',[s['site_name'] for s in S if s['building_type']=='office' and s['region']=='South' and s['floor']>3000])
q('lookup','values','When was meter M122 installed?',[meter['M122']['installed_on']])
tech=defaultdict(dict)
for g in REG: tech[g]=countby([r for r in R if r['s']['region']==g],lambda r:r['taken_by'])
q('argmax_group','table','For every region, name the person who took the most readings there.',{g:top(tech[g])[0] for g in REG})
mo=sumby(R,lambda r:r['reading_date'][:7],k)
q('busiest','values','Which month of the whole two years was the heaviest in total kWh? Answer as year-month like 2023-05.',top(mo))
q('compare','boolean','Did Chalk Hill use more kWh than Victory Rooms in 2024?',sum(r['k'] for r in of('Chalk Hill') if r['y']=='2024')>sum(r['k'] for r in of('Victory Rooms') if r['y']=='2024'))
q('limit','values','which sites blew their annual budget in 2024? (2024 cost of all their readings higher than the annual budget)',[n for n,v in sumby(yr('2024'),sn,c).items() if v>next(s['budget'] for s in S if s['site_name']==n)])
q('refuse','refuse','what will our electricity bill be in 2026?',[])
q('all_of','boolean','Is it true that every site in the East has at least one meter?',all(any(m['site_id']==s['site_id'] for m in M) for s in S if s['region']=='East'))
q('compare','number','How much more did electricity cost us than gas over all readings, in euros?',sum(r['c'] for r in R if r['u']=='electricity')-sum(r['c'] for r in R if r['u']=='gas'))
lab={}
for b in ['office','warehouse','retail','laboratory']: lab[b]=mean([float(r['k']) for r in R if r['s']['building_type']==b and r['u']=='electricity'])
q('stats','table','Please provide the mean kWh of an electricity reading by building type.',lab)
q('negation','values','Sites without a single gas meter, please - leave out the ones that have no meter at all.',[n for n,v in us.items() if 'gas' not in v])
def h(reg,a,b): return sum(r['k'] for r in R if r['s']['region']==reg and a<=r['reading_date']<=b)
a1,b1=h('South','2024-01-01','2024-06-30'),h('South','2024-07-01','2024-12-31')
q('growth','number','In the South, by what percentage did total kWh change between the first half of 2024 and the second half of 2024? A drop should be negative.',100*(b1-a1)/a1)
q('share','table','What share of all readings did each technician take, in percent?',{n:100*v/len(R) for n,v in countby(R,lambda r:r['taken_by']).items()})
q('refuse','refuse','how many people work at Castle View',[])
q('all_of','values','Has anybody taken readings in all four regions? Give me the names.',[n for n in sorted({r['taken_by'] for r in R}) if {r['s']['region'] for r in R if r['taken_by']==n}==set(REG)])
inten=sumby(R,sn,lambda r:r['k']/r['s']['floor'])
q('ratio','values','Taking the total kWh of all its readings divided by its floor area, which site is the most energy-hungry per square metre?',top(inten))
q('before_after','values','Which sites opened after 2015?',[s['site_name'] for s in S if s['opened_on']>'2015-12-31'])
q('multi','number','How many actual (not estimated) readings did Lena Fischer take in the North in 2024?',sum(r['reading_type']=='actual' and r['taken_by']=='Lena Fischer' and r['s']['region']=='North' and r['y']=='2024' for r in R))
q('refuse','refuse','Which tenant occupies Wharf Nine?',[])
q('above_avg','values','ids of the district heat readings that cost more than the average district heat reading',above({r['reading_id']:r['c'] for r in R if r['u']=='district_heat'},mean(r['c'] for r in R if r['u']=='district_heat')))
done()
