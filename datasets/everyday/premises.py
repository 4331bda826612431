"""What the questions of `energy` and `homeshop` share."""
import csv, os, sys
import datetime as D
from collections import defaultdict, Counter
from statistics import mean, median
from domain import finish as write

HERE = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
NAME = os.path.basename(HERE)
def load(f):
    with open(os.path.join(HERE,f),newline='',encoding='utf-8') as h: return list(csv.DictReader(h))
def day(s): return D.date.fromisoformat(s)
WD=['Monday','Tuesday','Wednesday','Thursday','Friday','Saturday','Sunday']
MN=['','January','February','March','April','May','June','July','August','September','October','November','December']
def wday(s): return WD[day(s).weekday()]
def mname(s): return MN[day(s).month]
def quarter(s): return f'Q{(day(s).month+2)//3}'
def sumby(rows,key,val):
    o=defaultdict(float)
    for r in rows: o[key(r)]+=val(r)
    return dict(o)
def countby(rows,key): return dict(Counter(key(r) for r in rows))
def top(d,n=1,low=False):
    """the n best keys, strictly ordered; a tie is an error"""
    s=sorted(d.items(),key=lambda x:x[1],reverse=not low)
    for i in range(min(n,len(s)-1)): assert abs(s[i][1]-s[i+1][1])>1e-6,('tie',s[:n+2])
    return [k for k,_ in s[:n]]
def above(d,limit):
    assert all(abs(v-limit)>1e-6 for v in d.values()),('equal to limit',limit)
    return [k for k,v in d.items() if v>limit]
def cell(v): return f'{v:.2f}' if isinstance(v,float) else str(v)
def table(d): return [f'{k} | {cell(v)}' for k,v in d.items()]
def N(x): return round(x,2) if isinstance(x,float) else x
OUT=[]
def q(kind,typ,question,ans):
    if typ=='number': ans=[N(ans)]
    elif typ=='boolean': ans=['yes' if ans else 'no']
    elif typ=='table': ans=table(ans); assert ans
    elif typ=='refuse': ans=[]
    else:
        ans=list(ans); assert ans and len(set(ans))==len(ans) and all(isinstance(a,str) for a in ans),ans
    OUT.append(dict(id=f'{NAME}-{len(OUT)+1:02}',question=question,kind=kind,answer_type=typ,answers=ans))
def done():
    for question in OUT: question["answers"] = [str(answer) for answer in question["answers"]]
    write(HERE, OUT)
