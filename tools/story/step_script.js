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
