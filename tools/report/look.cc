#include "report/look.h"

namespace tools {

const std::string_view index_style = R"(
.hero{display:grid;grid-template-columns:minmax(0,1fr) minmax(15rem,23rem);gap:2rem 3.5rem;
align-items:center;padding:1.2rem 0 .8rem}
.hero h1{font-size:clamp(2.4rem,6vw,4rem);line-height:1.05;margin:0 0 1rem;
letter-spacing:-.03em}
.hero h1.good{color:var(--good)}.hero h1.bad{color:var(--bad)}.hero h1.doubt{color:var(--doubt)}
.hero p{margin:0 0 1rem;font-size:1.08rem;max-width:36rem;text-wrap:pretty}
.hero svg{width:100%;height:auto;display:block;overflow:visible}
.hero figure{margin:0}
.hero figcaption{font-size:.78rem;color:var(--soft);text-align:center;margin-top:.6rem;
text-wrap:balance}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1px;
background:var(--line);border:1px solid var(--line);border-radius:14px;overflow:hidden;
margin:1.6rem 0}
.figures div{background:var(--card);padding:.95rem 1.1rem}
.figures b{display:block;font-size:1.45rem;font-weight:650;letter-spacing:-.02em;
line-height:1.25}
.figures .bad b{color:var(--bad)}
.figures span{font-size:.82rem;color:var(--soft)}
nav.parts{display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;font-size:.93rem;
padding:.4rem 0 0}
section{scroll-margin-top:1rem;margin-top:3.2rem}
section:focus{outline:none}
section>h2{font-size:1.5rem;margin:0 0 .35rem;letter-spacing:-.02em}
section>p{color:var(--soft);margin:0 0 1.1rem;max-width:46rem;text-wrap:pretty}
table{width:100%;border-collapse:separate;border-spacing:0;background:var(--card);
border:1px solid var(--line);border-radius:14px;overflow:hidden;font-size:.92rem}
th{font-weight:600;font-size:.8rem;color:var(--soft);text-align:left;white-space:nowrap}
th,td{padding:.6rem .85rem;border-bottom:1px solid var(--line);vertical-align:baseline}
tr:last-child td{border-bottom:0}
tbody tr:hover td{background:color-mix(in srgb,var(--brass-wash) 35%,var(--card))}
.number{text-align:right;white-space:nowrap}
.strong{font-weight:600;white-space:nowrap}
.letter{display:inline-block;width:1.45rem;text-align:center;border-radius:5px;
font:600 .78rem/1.45rem var(--mono);background:var(--line);color:var(--soft);margin-right:.2rem}
.letter.on{background:var(--ink);color:var(--card)}
.meter{display:inline-block;width:4.5rem;height:.42rem;border-radius:9px;background:var(--line);
margin-right:.55rem;vertical-align:.08rem;overflow:hidden}
.meter i{display:block;height:100%;background:var(--good);border-radius:9px}
.failure{display:grid;grid-template-columns:5.4rem minmax(0,1fr);gap:.2rem 1.2rem;
background:var(--card);border:1px solid var(--line);border-left:4px solid var(--bad);
border-radius:10px;padding:1rem 1.2rem;margin-bottom:.8rem;align-items:baseline}
.failure .id{font-weight:650;color:var(--bad);white-space:nowrap}
.failure p{margin:0 0 .5rem;font-weight:600;text-wrap:pretty}
.failure ul{margin:0;padding:0;list-style:none;columns:24rem 2;column-gap:2rem;
font-size:.93rem}
.failure li{break-inside:avoid;padding:.1rem 0;overflow-wrap:anywhere}
.share{display:inline-block;min-width:3.2rem}
summary{cursor:pointer;color:var(--act);font-size:.88rem}
pre{overflow-x:auto;margin:.5rem 0;padding:.8rem 1rem;background:var(--paper);
border-radius:8px;line-height:1.45}
.clause td{background:var(--paper);font-weight:650;padding-top:1rem}
.clause:hover td{background:var(--paper)!important}
.text{max-width:38rem}.story-text{max-width:44rem}
.names{font-size:.84rem;color:var(--soft);margin:.35rem 0 0;overflow-wrap:anywhere}
.names b{color:var(--ink);font-weight:600}
ul.names{padding-left:1.1rem}
@media (max-width:860px){.hero{grid-template-columns:1fr}
.hero figure{max-width:19rem;margin:0 auto}}
[hidden]{display:none!important}
.filter{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;background:var(--card);
border:1px solid var(--line);border-radius:14px;padding:.7rem 1rem;font-size:.88rem}
.filter label{display:grid;gap:.15rem;color:var(--soft);font-size:.8rem}
.filter input,.filter select,.filter button{font:inherit;color:var(--ink);background:var(--paper);
border:1px solid var(--line);border-radius:8px;padding:.35rem .6rem;min-height:2.4rem;
max-width:100%}
.filter button{color:var(--act);cursor:pointer}
.filter output{color:var(--soft);padding:.4rem 0}
@media (min-width:861px){.filter{position:sticky;top:0;z-index:4}
section,[id]{scroll-margin-top:5.5rem}}
.group{margin:0 0 .8rem}
.group>summary{font-size:.98rem;padding:.45rem 0}
.group>summary b{color:var(--ink)}
.found>td,.failure.found,p.found,.found>th{background:var(--brass-wash)!important}
td a.pill{text-decoration:none}td a.pill:hover{text-decoration:underline}
.hero svg a:hover circle{stroke:var(--ink);stroke-width:2}
.legend{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.3rem;font-size:.9rem}
.legend li{display:flex;gap:.7rem;align-items:baseline}
.mark{flex:none;min-width:2.1rem;text-align:center;border-radius:5px;padding:.05rem .3rem;
font:600 .8rem/1.4 var(--mono)}
.mark.good{background:var(--good-wash);color:var(--good)}
.mark.doubt{background:var(--doubt-wash);color:var(--doubt)}
.mark.bad{background:var(--bad);color:var(--card)}
.mark.cost{background:var(--line);color:var(--ink)}
.grid{overflow-x:auto;border:1px solid var(--line);border-radius:14px;background:var(--card);
padding-bottom:.3rem}
table.matrix{display:table;border:0;border-radius:0;font-size:.78rem;width:auto;min-width:100%}
.matrix thead{display:table-header-group}.matrix tbody{display:table-row-group}
.matrix tr{display:table-row;background:none;border:0!important;padding:0}
.matrix th,.matrix td{display:table-cell;padding:1px;border:0;text-align:center;
vertical-align:middle}
.matrix thead th{vertical-align:bottom;height:8.2rem;padding:.4rem 1px}
.matrix thead th span{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap}
.matrix tbody th{position:sticky;left:0;background:var(--card);text-align:left;
padding:.1rem .6rem;white-space:normal;min-width:7.5rem;max-width:15rem;z-index:1}
.matrix td .mark{display:block;min-width:2.35rem;text-decoration:none;line-height:1.25;
padding:.1rem .1rem}
.matrix .mark small{display:block;font-size:.7rem;font-weight:400;white-space:nowrap;
letter-spacing:-.04em}
@media (max-width:860px){table,tbody,tr,td{display:block;border:0;background:none}
thead{display:none}tr{background:var(--card);border:1px solid var(--line)!important;
border-radius:12px;padding:.55rem 1rem;margin-bottom:.6rem}
td{padding:.2rem 0;display:flex;gap:1rem;justify-content:space-between;align-items:baseline}
tbody tr:hover td{background:none}
td[data-label]::before{content:attr(data-label);color:var(--soft);font-size:.82rem;
flex:none}
td.block{display:block}td.block::before{display:block}
td.strong,td.number{white-space:normal;text-align:left}
tr.clause{border:0!important;background:none;padding:1.2rem 0 .2rem;margin:0}
.clause td{background:none;padding:0}.failure{grid-template-columns:1fr}
td.strong{font-size:1.02rem}}
)";

const std::string_view filter_script = R"(
(function(){
  var doc=document,form=doc.getElementById('filter');
  if(!form)return;
  function all(what){return [].slice.call(doc.querySelectorAll(what))}
  var names=['area','outcome','rule','word'],rows=all('[data-area]'),groups=all('details.group');
  var first=groups.map(function(group){return group.open}),marked=null,was='';
  // "#place?area=ack&word=push": where to be, and what to show.
  function parts(){
    var hash=location.hash.slice(1),cut=hash.indexOf('?');
    return {place:decodeURIComponent(cut<0?hash:hash.slice(0,cut)),
      filters:cut<0?null:new URLSearchParams(hash.slice(cut+1))};
  }
  function asked(){
    var out=new URLSearchParams();
    names.forEach(function(name){
      var value=form.elements[name].value.trim();
      if(value)out.set(name,value);
    });
    return out.toString();
  }
  function fits(row,want){
    if(want.area&&row.getAttribute('data-area')!==want.area)return false;
    if(want.outcome&&row.getAttribute('data-outcome')!==want.outcome)return false;
    if(want.rule&&(' '+row.getAttribute('data-rules')+' ').indexOf(' '+want.rule)<0)return false;
    return !want.word||row.textContent.toLowerCase().indexOf(want.word)>=0;
  }
  function apply(){
    var now=asked(),shown=0,want={};
    if(now===was)return;
    names.forEach(function(name){want[name]=form.elements[name].value.trim()});
    want.rule=want.rule.toUpperCase();want.word=want.word.toLowerCase();
    rows.forEach(function(row){row.hidden=!fits(row,want);shown+=row.hidden?0:1});
    groups.forEach(function(group,i){
      var any=group.querySelector('[data-area]:not([hidden])');
      group.hidden=!any;group.open=now?!!any:first[i];
    });
    form.elements.count.textContent=now?shown+' of '+rows.length+' entries':'';
    was=now;
  }
  function go_to(place){
    var here=place&&doc.getElementById(place);
    if(marked)marked.classList.remove('found');
    marked=here;
    if(!here)return;
    here.hidden=false;here.classList.add('found');
    for(var up=here;up;up=up.parentElement){
      if(up.tagName==='DETAILS')up.open=true;
      if(up.hidden)up.hidden=false;
    }
    here.setAttribute('tabindex','-1');here.focus({preventScroll:true});here.scrollIntoView();
  }
  function keep(place){
    var filters=asked();
    history.replaceState(null,'','#'+place+(filters?'?'+filters:''));
  }
  function read(){
    var what=parts();
    if(what.filters)names.forEach(function(name){
      form.elements[name].value=what.filters.get(name)||''});
    apply();
    if(!what.filters&&asked())keep(what.place);
    go_to(what.place);
  }
  form.addEventListener('input',function(){apply();keep('')});
  form.addEventListener('submit',function(event){event.preventDefault()});
  form.addEventListener('reset',function(){setTimeout(function(){apply();keep('')},0)});
  window.addEventListener('hashchange',read);
  form.hidden=false;
  read();
})();
)";

}  // namespace tools
