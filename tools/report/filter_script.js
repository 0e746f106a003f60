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
