#include "story/look.h"

namespace tools {

const std::string_view story_style = R"(
.kicker{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:1.2rem 0 .7rem;
font-weight:600}
h1{font-size:clamp(1.15rem,2.4vw,1.55rem);font-weight:600;margin:0 0 1.6rem;max-width:56rem;
text-wrap:pretty}
.versus{display:grid;grid-template-columns:auto 1fr;background:var(--card);
border:1px solid var(--line);border-radius:12px;overflow:hidden;margin:0 0 1.6rem}
.versus>*{padding:.7rem 1.1rem;margin:0;overflow-wrap:anywhere}
.versus dt{font-weight:650;font-size:.85rem}
.versus dd{font-family:var(--mono);font-size:.9rem}
.versus .want{background:var(--good-wash);color:var(--good)}
.versus .got{background:var(--bad-wash);color:var(--bad)}
.facts{display:grid;grid-template-columns:minmax(5.5rem,auto) 1fr;gap:.35rem 1.4rem;
margin:0 0 1.6rem;font-size:.94rem}
.facts dt{color:var(--soft)}.facts dd{margin:0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:2.4rem 0 .9rem}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;color:var(--soft);font-size:.82rem;
margin:0 0 .8rem}
.dot::before{content:"";display:inline-block;width:7px;height:7px;border-radius:50%;
border:1.5px solid var(--soft);margin-right:.5rem;vertical-align:.06em}
.dot.choice::before{width:10px;height:10px;background:var(--ink);border-color:var(--ink);
vertical-align:-.06em}
.dot.act::before{background:var(--act);border-color:var(--act)}
.legend .apart-key{border-left:4px solid var(--brass);
padding-left:.5rem}
kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;padding:0 .35rem;
background:var(--card)}
.story{position:relative;isolation:isolate;background:var(--card);border:1px solid var(--line);
border-radius:14px}
.heads,.step{display:grid;grid-template-columns:7.4rem repeat(var(--lanes),minmax(0,1fr));
column-gap:1.1rem;padding:0 1.1rem}
.heads{position:sticky;top:0;z-index:2;background:var(--card);
border-bottom:1px solid var(--line);border-radius:14px 14px 0 0;padding-top:.75rem;
padding-bottom:.75rem;font-size:.84rem;font-weight:650}
.heads :first-child{color:var(--soft);font-weight:500}
.steps{position:relative;list-style:none;margin:0;padding:.4rem 0 .9rem}
.step{position:relative;padding-top:.2rem;padding-bottom:.2rem;row-gap:.1rem;
scroll-margin:4rem 0 2rem}
.step.later{margin-top:.55rem;padding-top:.6rem}
.step.later::after{content:"";position:absolute;left:1.1rem;right:1.1rem;top:0;
border-top:1px solid var(--line)}
.step.apart::before{content:"";position:absolute;left:0;top:0;bottom:0;width:4px;
background:var(--brass)}
.time{grid-column:1;grid-row:1;font-size:.84rem;color:var(--soft);text-align:right;
white-space:nowrap;padding-top:.12rem}
.time b{font-weight:400}
.later .time b{color:var(--ink);font-weight:600}
.same .time b{display:none}
.turn{display:inline-block;margin-left:.5rem;padding:0 .45rem;border-radius:99px;
background:var(--brass-wash);color:var(--brass);font-size:.74rem;font-weight:650}
.threads{position:absolute;inset:0;display:grid;padding:0 1.1rem;column-gap:1.1rem;
grid-template-columns:7.4rem repeat(var(--lanes),minmax(0,1fr));pointer-events:none}
.threads i{border-left:1px solid var(--line)}
.threads i:first-child{border:0}
.cell{position:relative;font-family:var(--mono);font-size:.84rem;overflow-wrap:anywhere;
padding:.1rem 0 .1rem 1rem;min-width:0}
.cell::after{content:"";position:absolute;left:-3px;top:.58em;width:7px;height:7px;
border-radius:50%;background:var(--card);border:1.5px solid var(--soft)}
.cell.choice::after{left:-4.5px;width:10px;height:10px;background:var(--ink);
border-color:var(--ink)}
.cell.act::after{background:var(--act);border-color:var(--act)}
.cell.choice{font-family:inherit;font-size:.93rem}
.cell.fact{color:var(--soft)}
.cell.act{color:var(--act)}
.cell.missing{color:var(--bad);border:1.5px dashed var(--bad);border-radius:8px;
padding:.3rem .6rem;background:var(--card)}
.cell.missing::after{content:none}
.cell.missing::before{content:"missing: ";font-weight:700}
.beliefs{grid-column:2/-1;display:flex;flex-wrap:wrap;gap:.35rem;padding:.35rem 0 .3rem;
align-items:center}
.side{display:inline-block;background:var(--brass-wash);color:var(--ink);border-radius:8px;
padding:.14rem .6rem;font-size:.82rem}
.side b{color:var(--brass);font-weight:650}
.side i{font-style:normal;color:var(--soft)}
.unlike{color:var(--brass);font-weight:700}
.mark{display:flex;align-items:center;gap:.8rem;margin:.9rem 1.1rem;font-size:.86rem;
font-weight:600;color:var(--doubt)}
.mark::before,.mark::after{content:"";flex:1;border-top:2px dashed currentColor;opacity:.55}
.mark.unavoidable{color:var(--bad)}
.step.deciding{background:var(--bad-wash);margin-top:.7rem;padding-top:.8rem;
padding-bottom:.9rem}
.step.deciding::after{content:none}
.step.deciding::before{background:var(--bad);width:5px}
.deciding .cell.act{color:var(--bad);font-weight:650}
.deciding .cell.act::after{background:var(--bad);border-color:var(--bad)}
.deciding .cell.fact{color:var(--ink)}
.deciding .time b{display:inline;color:var(--bad);font-weight:700}
.deciding .side{background:var(--card)}
.verdict{grid-column:2/-1;color:var(--bad);font-weight:650;font-size:.9rem;
padding-bottom:.25rem}
.step.here{outline:2px solid var(--brass);outline-offset:-2px;border-radius:8px}
.reported{max-width:56rem;margin:0 0 1.6rem;text-wrap:pretty}
.more{grid-column:2/-1;font-size:.84rem;padding:.1rem 0 .3rem}
.more summary,.player summary{cursor:pointer;color:var(--act)}
.more h3,.player h3{font-size:.84rem;margin:.5rem 0 .3rem}
.fields{border-collapse:collapse;font-size:.82rem;max-width:100%}
.fields th,.fields td{padding:.12rem .9rem .12rem 0;text-align:left;vertical-align:baseline;
font-family:var(--mono);font-weight:400;overflow-wrap:break-word}
.fields thead th{font:600 .76rem/1.4 system-ui,sans-serif;color:var(--soft)}
.fields .was{color:var(--soft)}.fields .now{font-weight:700}
.fields tr.moved th,.fields tr.moved td{background:var(--brass-wash)}
.fields tr.moved th::before{content:"\25cf\20";color:var(--brass)}
.others{list-style:none;margin:0;padding:0}
.others li{padding:.12rem 0;overflow-wrap:anywhere}
.others .took{font-weight:650}
.others button,.bar button,.walk button{font:inherit;font-size:.82rem;border:1px solid var(--line);
border-radius:8px;background:var(--card);color:var(--act);padding:.2rem .6rem;cursor:pointer}
.bar button,.walk button{padding:.45rem .8rem;min-height:2.6rem}
.bar button[aria-disabled=true]{color:var(--soft);cursor:default;opacity:.6}
.others button:hover,.bar button:hover,.walk button:hover{border-color:var(--brass)}
.js .more{display:none}
.player{display:none}
.js .player{display:block;position:sticky;bottom:0;z-index:3;background:var(--card);
border:1px solid var(--line);border-top:3px solid var(--brass);border-radius:12px 12px 0 0;
margin:1rem 0 0;padding:.6rem 1.1rem .3rem;box-shadow:0 -6px 18px rgb(0 0 0/.1)}
.bar{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center}
.bar .buttons{display:flex;gap:.35rem}
.bar p{margin:0;font-size:.9rem;overflow-wrap:anywhere}
.panes{height:min(34vh,22rem);overflow:auto;margin:.4rem 0 0}
.panes .two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));
gap:0 2rem}
.js .steps .step{scroll-margin-bottom:48vh;cursor:pointer}
.walk{margin-top:2.4rem;scroll-margin-top:1rem}
.walk .standing{font-weight:650}
.moves{display:flex;flex-wrap:wrap;gap:.4rem;margin:.6rem 0}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem}
.sides h3{font-size:.9rem;margin:.6rem 0 .3rem}
.sides ol{margin:0 0 1rem;padding-left:2.2rem;max-height:60vh;overflow:auto}
.sides li{padding:.15rem 0}
.sides li button{text-align:left;overflow-wrap:anywhere}
.sides li.doomed{list-style:none;color:var(--bad);font-weight:650;padding:.5rem 0 .2rem;
border-top:2px dashed currentColor}
dl.rules dt{font-weight:650;margin-top:.9rem;scroll-margin-top:1rem}
dl.rules dt:target{color:var(--brass)}
dl.rules dd{margin:.15rem 0 0;max-width:56rem}
.name{display:none}
@media (max-width:720px){.heads{display:none}
.panes{height:26vh}.bar .buttons{flex:1}.bar .buttons button{flex:1}.bar p{width:100%}
.js .player{margin-left:-.5rem;margin-right:-.5rem;padding:.5rem .8rem .2rem}
.story{border-radius:12px}
.step{display:block;padding:.3rem .9rem .35rem 1.05rem}
.step.later{margin-top:.8rem}
.time{text-align:left;display:block;padding-bottom:.25rem}.time:empty{display:none}
.turn{margin-left:0}.time b+.turn{margin-left:.5rem}
.threads,.cell::after{display:none}
.cell{display:flex;gap:.7rem;align-items:baseline;padding-left:0}
.cell.missing{padding:.3rem .6rem}.cell.missing .name{display:none}
.name{display:block;flex:0 0 4.6rem;font:600 .72rem/1.4 system-ui,sans-serif;
color:var(--soft);text-align:right;overflow-wrap:anywhere}
.beliefs{padding-left:0}.versus>*{padding:.6rem .8rem}.mark{margin:.8rem .9rem}
.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}}
@media print{.heads{position:static}.js .player{display:none}.js .more{display:block}
.step{break-inside:avoid}}
)";

const std::string_view step_script = R"(
(function(){
  var doc=document,root=doc.documentElement,player=doc.getElementById('player');
  if(!player)return;
  root.classList.add('js');
  function all(from,what){return [].slice.call(from.querySelectorAll(what))}
  function id(name){return doc.getElementById(name)}
  var steps=all(doc,'.step'),at=-1,buttons=all(player,'.buttons button');
  var rows=all(doc,'#start tbody tr'),place={};
  var start=rows.map(function(row){return row.cells[1].textContent});
  rows.forEach(function(row,i){place[row.cells[0].textContent]=i});
  function changes(step){return all(step,'.changed tbody tr')}
  // The state after step `to`, by field, with those that it changed marked; -1: at the beginning.
  function show_state(to){
    var now=start.slice(),last={};
    for(var i=0;i<=to;i++)changes(steps[i]).forEach(function(row){
      var k=place[row.cells[0].textContent];
      now[k]=row.cells[2].textContent;
      if(i===to)last[k]=row.cells[1].textContent;
    });
    rows.forEach(function(row,k){
      row.className=k in last?'moved':'';
      row.cells[1].textContent=now[k];
      row.cells[2].textContent=k in last?'was '+last[k]:'';
    });
  }
  // Not `disabled`: who walks by keyboard would lose the place.
  function ends(first,last){
    buttons.forEach(function(button,i){button.setAttribute('aria-disabled',i<2?first:last)});
  }
  function go(to,quiet){
    if(to<-1||to>=steps.length)return;
    if(at>=0){steps[at].classList.remove('here');steps[at].removeAttribute('aria-current')}
    at=to;
    ends(at<0,at===steps.length-1);
    if(at<0){
      if(!quiet)history.replaceState(null,'','#start');
      id('where').textContent='Step 0 of '+steps.length+': before anything happens';
      id('two').textContent='';
      return show_state(at);
    }
    var step=steps[at],more=step.querySelector('.more');
    step.classList.add('here');step.setAttribute('aria-current','step');
    if(!quiet){
      step.scrollIntoView({block:'nearest'});
      history.replaceState(null,'','#'+step.id);
    }
    id('where').textContent='Step '+(at+1)+' of '+steps.length+': '+step.getAttribute('data-says');
    var two=id('two');
    two.textContent='';
    if(more)all(more,'.part').forEach(function(part){two.appendChild(part.cloneNode(true))});
    all(two,'.others li').forEach(function(line){offer(line,+step.getAttribute('data-taken'))});
    show_state(at);
    id('panes').scrollTop=0;
  }
  // What else could have happened: the run up to here, and then that.
  function offer(line,taken){
    if(line.classList.contains('took')||!window.orreryTurn)return;
    var button=doc.createElement('button');
    button.type='button';button.textContent='Take it';
    button.setAttribute('aria-label','Take it: '+line.textContent);
    button.addEventListener('click',function(){
      window.orreryTurn(taken,+line.getAttribute('data-choice'))});
    line.appendChild(doc.createTextNode(' '));line.appendChild(button);
  }
  function move(key){
    if(key==='ArrowRight'||key==='j')go(at+1);
    else if(key==='ArrowLeft'||key==='k')go(at-1);
    else if(key==='Home')go(-1);
    else if(key==='End')go(steps.length-1);
    else return false;
    return true;
  }
  doc.addEventListener('keydown',function(event){
    if(event.altKey||event.ctrlKey||event.metaKey||event.shiftKey)return;
    if(event.target.closest&&event.target.closest('input,select,textarea,#turns'))return;
    if(move(event.key))event.preventDefault();
  });
  ['Home','ArrowLeft','ArrowRight','End'].forEach(function(key,i){
    buttons[i].addEventListener('click',function(){move(key)})});
  steps.forEach(function(step,i){step.addEventListener('click',function(){go(i)})});
  function named(){return steps.indexOf(doc.getElementById(location.hash.slice(1)))}
  window.addEventListener('hashchange',function(){go(named())});
  if(steps.length)go(location.hash==='#start'?-1:Math.max(0,named()),true);
})();
)";

}  // namespace tools
