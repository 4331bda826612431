"""Computes every answer of the 'homeshop' domain from its files; see `premises.py`."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from premises import *  # beside the folders of the domains

C=load('Customers.csv'); O=load('Orders.csv'); P=load('Products.csv')
cust={c['Customer ID']:c for c in C}; prod={p['Product ID']:p for p in P}
for p in P: p['price']=float(p['Unit Price']); p['stock']=int(p['Stock']); p['rl']=int(p['Reorder Level'])
for o in O:
    o['t']=float(o['Order Total']); o['n']=int(o['Quantity']); o['c']=cust[o['Customer ID']]; o['p']=prod[o['Product ID']]
    o['name']=o['c']['Customer Name']; o['pn']=o['p']['Product Name']; o['cat']=o['p']['Category']; o['city']=o['c']['City']; o['d']=o['Order Date']; o['y']=o['d'][:4]
assert len({c['Customer Name'] for c in C})==len(C) and len({p['Product Name'] for p in P})==len(P)
t=lambda o:o['t']; n=lambda o:o['n']; nm=lambda o:o['name']; pn=lambda o:o['pn']
CAT=['Audio','Kitchen','Garden','Office','Toys']; CITY=sorted({c['City'] for c in C}); SEG=sorted({c['Segment'] for c in C})
DEL=[o for o in O if o['Status']=='Delivered']
yr=lambda y:[o for o in O if o['y']==y]

units=sumby(O,pn,n)
q('argmax_group','table','What is the best-selling product in each category? Go by units ordered, any order status.',{g:top({x:v for x,v in units.items() if x in [p['Product Name'] for p in P if p['Category']==g]})[0] for g in CAT})
q('above_avg','values','which products are pricier than the average unit price of our catalogue?',above({p['Product Name']:p['price'] for p in P},mean(p['price'] for p in P)))
q('lookup','values','What city does Marta Reis live in?',[c['City'] for c in C if c['Customer Name']=='Marta Reis'])
spend=sumby(O,nm,t)
q('topn','values','Who are our top 5 customers by the sum of their order totals (count every order, whatever the status)? Biggest first please.',top(spend,5))
q('refuse','refuse','how old is Fergus Doyle?',[])
q('group_filter','table','sum of delivered order totals per segment, 2024 only',sumby([o for o in DEL if o['y']=='2024'],lambda o:o['c']['Segment'],t))
q('busiest','values','In which month of 2024 did we receive the most orders?',top(countby(yr('2024'),lambda o:mname(o['d']))))
q('who_above_avg','values','Taking all orders regardless of status: which customers spent more in total than the average customer did? Only customers who have ordered count towards the average.',above(spend,mean(spend.values())))
q('compare','table','revenue from delivered orders: Audio vs Kitchen',{g:sum(o['t'] for o in DEL if o['cat']==g) for g in('Audio','Kitchen')})
q('fav','values','What did Daria Novak buy most, measured in units over all orders?',top(sumby([o for o in O if o['name']=='Daria Novak'],pn,n)))
d=sorted(day(o['d']) for o in O if o['name']=='Julia Steiner')
q('span','number',"number of days between Julia Steiner's first and last order?",(d[-1]-d[0]).days)
last={}
for o in O: last[o['name']]=max(last.get(o['name'],''),o['d'])
end=day(max(last.values())); cut=D.date(end.year,end.month-6,min(end.day,30))
assert all(abs((day(v)-cut).days)>3 for v in last.values()),'border'
q('lapsed','values','Which customers have ordered in the past but placed no order during the six months leading up to the most recent order date in the data?',[x for x,v in last.items() if day(v)<cut])
cats=defaultdict(set)
for o in O: cats[o['name']].add(o['cat'])
q('all_of','values','Who has ordered something from every category?',[x for x,v in cats.items() if v==set(CAT)])
q('count','number','how many orders were cancelled',sum(o['Status']=='Cancelled' for o in O))
q('limit','values',"Kindly list the IDs of all orders whose total exceeds the ordering customer's credit limit.",[o['Order ID'] for o in O if o['t']>int(o['c']['Credit Limit'])])
q('zeros','table','Orders per customer in Graz, including the ones who never ordered (show 0)',{c['Customer Name']:sum(o['Customer ID']==c['Customer ID'] for o in O) for c in C if c['City']=='Graz'})
q('share','number','What share of our orders was paid by PayPal, in percent?',100*sum(o['Payment Method']=='PayPal' for o in O)/len(O))
dv=lambda y:sum(o['t'] for o in DEL if o['y']==y)
q('growth','number','delivered revenue growth 2023 -> 2024 in %?',100*(dv('2024')-dv('2023'))/dv('2023'))
sg=lambda s:mean(o['t'] for o in O if o['c']['Segment']==s)
q('ratio','number','What is the ratio of the average order total of Business customers to that of Consumer customers (all orders)?',sg('Business')/sg('Consumer'))
cnt=countby(O,nm)
q('at_least','values','customers with at least 6 orders?',[x for x,v in cnt.items() if v>=6])
q('before_after','number','How many customers signed up before 1 March 2023?',sum(c['Signup Date']<'2023-03-01' for c in C))
q('refuse','refuse','What rating did customers give the Robot Kit?',[])
q('stats','number','What is the median order total of the delivered orders?',median(map(t,DEL)))
q('diff','number','how far apart are our most expensive and our cheapest Garden product in price?',max(p['price'] for p in P if p['Category']=='Garden')-min(p['price'] for p in P if p['Category']=='Garden'))
q('multi','values','Order IDs for returned orders in 2024 paid by card, please.',[o['Order ID'] for o in yr('2024') if o['Status']=='Returned' and o['Payment Method']=='Card'])
q('negation','values','Which products has nobody ever ordered?',[p['Product Name'] for p in P if p['Product Name'] not in units])
q('missing','values','who has no phone number on file',[c['Customer Name'] for c in C if not c['Phone']])
pr=[p for p in P if p['Supplier']=='Nordlicht']
q('order','values','Give me all Nordlicht products ordered by unit price, cheapest first.',top({p['Product Name']:p['price'] for p in pr},len(pr),low=True))
q('distinct','number','In 2023, how many different customers placed an order?',len({o['name'] for o in yr('2023')}))
q('fragment','values','orders over 200 from Leeds?',[o['Order ID'] for o in O if o['city']=='Leeds' and o['t']>200])
sp={g:sumby([o for o in O if o['city']==g],nm,t) for g in CITY}
q('argmax_group','table','For each city, which customer has the highest combined order total? All statuses count.',{g:top(sp[g])[0] for g in CITY})
avp={g:mean(p['price'] for p in P if p['Category']==g) for g in CAT}
q('above_own_avg','values','Products that cost more than the mean price within their own category - which are they?',[x for g in CAT for x in above({p['Product Name']:p['price'] for p in P if p['Category']==g},avp[g])])
q('busiest','values','Which quarter of 2024 brought in the most money from delivered orders?',top(sumby([o for o in DEL if o['y']=='2024'],lambda o:quarter(o['d']),t)))
q('lookup','number','unit price of the Patio Heater?',next(p['price'] for p in P if p['Product Name']=='Patio Heater'))
q('compare','boolean','Have customers from Lyon placed more orders than customers from Dublin?',sum(o['city']=='Lyon' for o in O)>sum(o['city']=='Dublin' for o in O))
q('limit','values','Which Kitchen and Garden products have a stock below their reorder level?',[p['Product Name'] for p in P if p['Category'] in('Kitchen','Garden') and p['stock']<p['rl']])
q('refuse','refuse','Which courier delivered order SO-5020?',[])
q('at_least','values','Has anyone ordered the same product in more than one order? Give the customer names.',list(dict.fromkeys(a for (a,b),v in countby(O,lambda o:(o['name'],o['pn'])).items() if v>1)))
q('compare','number','How much more, in total order value over all statuses, did Paula Mendes spend than Tessa Vermeer?',spend['Paula Mendes']-spend['Tessa Vermeer'])
q('share','table',"each category's percentage of all units ordered (every status)",{g:100*sum(o['n'] for o in O if o['cat']==g)/sum(map(n,O)) for g in CAT})
q('negation','values','Customers from Utrecht or Porto who have never placed an order?',[c['Customer Name'] for c in C if c['City'] in('Utrecht','Porto') and c['Customer Name'] not in cnt])
q('compare','boolean','Do we have more Business customers than Consumer customers?',sum(c['Segment']=='Business' for c in C)>sum(c['Segment']=='Consumer' for c in C))
def oq(a,b): return sum(a<=o['d']<=b for o in O)
x,y=oq('2024-07-01','2024-09-30'),oq('2024-10-01','2024-12-31')
q('growth','number','By what percentage did the number of orders change from the third to the fourth quarter of 2024? Negative if it fell.',100*(y-x)/x)
q('refuse','refuse','what profit margin do we make on the Soundbar Lumo',[])
q('busiest','values','which day of the week gets the most orders, taking the whole order history?',top(countby(O,lambda o:wday(o['d']))))
q('before_after','values','IDs of orders placed after 30 November 2024 that have been delivered already',[o['Order ID'] for o in DEL if o['d']>'2024-11-30'])
q('multi','number','How many orders from Business customers in 2024 had a discount of 10% or more and were not cancelled?',sum(o['c']['Segment']=='Business' and int(o['Discount %'])>=10 and o['Status']!='Cancelled' for o in yr('2024')))
q('stats','table','Average order total by payment method, all orders',{g:mean(o['t'] for o in O if o['Payment Method']==g) for g in ['Card','PayPal','Invoice']})
q('refuse','refuse','What did Leopold Krause order last?',[])
never_del=[x for x in cnt if not any(o['name']==x for o in DEL)]
q('negation','values','Which customers placed at least one order but never had a single one delivered?',never_del)
done()
