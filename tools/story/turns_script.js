(function(){
  var doc=document,source=doc.getElementById('graph');
  if(!source)return;
  var data=JSON.parse(source.textContent),bytes=atob(data.graph),at=0;
  function number(){
    var out=0,scale=1,byte;
    do{byte=bytes.charCodeAt(at++);out+=byte%128*scale;scale*=128}while(byte>127);
    return out;
  }
  // Of each state: its fate, its ending, and [way, target] of each choice.
  var fates=[],endings=[],ways=[],met=1;
  for(var s=0;s<data.states;s++){
    var head=number(),list=[];
    fates.push(head%3);endings.push((head-head%3)/3);
    if(!endings[s])for(var count=number();count>0;count--){
      var way=number(),code=number();
      list.push([way,code===0?met++:s+(code%2?(code-1)/2:-code/2)]);
    }
    ways.push(list);
  }
  var signs=['\u25cb no way fails','\u25d0 some ways fail','\u25cf every way fails'];
  var looks=['good','doubt','bad'];
  function id(name){return doc.getElementById(name)}
  function standing(state){
    var end=endings[state]&&data.endings[endings[state]-1];
    if(end)return [end[0]?'good':'bad',(end[0]?'\u2713 ':'\u2715 ')+end[1]];
    return [looks[fates[state]],signs[fates[state]]];
  }
  function pill(state){
    var out=doc.createElement('span'),stands=standing(state);
    out.className='pill '+stands[0];out.textContent=stands[1];
    return out;
  }
  function seconds(ms){return (ms/1000).toFixed(3)+'s'}
  function says(way,now){
    var what=data.ways[way],label=data.labels[what[0]];
    return seconds(now+what[1])+' '+label[0]+': '+label[1];
  }
  // The choices taken so far, and where they led.
  var path=[],passed=[{state:0,now:0}];
  function here(){return passed[passed.length-1]}
  function step(choice){
    var from=here(),way=ways[from.state][choice];
    if(!way)return false;
    path.push(choice);
    passed.push({state:way[1],now:from.now+data.ways[way[0]][1],says:says(way[0],from.now)});
    return true;
  }
  function cut(length){path.length=Math.min(path.length,length);passed.length=path.length+1}
  function follow(choices){cut(0);choices.every(step)}
  // The shortest way from a state to an ending of this kind; null if none leads there.
  function way_to(start,good){
    var from={},queue=[start];
    from[start]=[];
    for(var i=0;i<queue.length;i++){
      var state=queue[i],end=endings[state]&&data.endings[endings[state]-1];
      if(end&&!!end[0]===good){
        var out=[];
        for(;state!==start;state=from[state][0])out.unshift(from[state][1]);
        return out;
      }
      ways[state].forEach(function(way,choice){
        if(!(way[1] in from)){from[way[1]]=[state,choice];queue.push(way[1])}});
    }
    return null;
  }
  // From here, or else from as near before as can be.
  function nearest(good){
    for(var length=path.length;length>=0;length--){
      var way=way_to(passed[length].state,good);
      if(way&&(way.length||length<path.length))return path.slice(0,length).concat(way);
    }
    return null;
  }
  function button(text,act){
    var out=doc.createElement('button');
    out.type='button';out.textContent=text;out.addEventListener('click',act);
    return out;
  }
  function draw(){
    var now=here(),next=id('next'),taken=id('taken'),doomed=false;
    id('standing').textContent='After '+path.length+(path.length===1?' choice: ':' choices: ');
    id('standing').appendChild(pill(now.state));
    next.textContent='';taken.textContent='';
    ways[now.state].forEach(function(way,choice){
      var line=doc.createElement('li');
      line.appendChild(button(says(way[0],now.now),function(){step(choice);draw();land()}));
      line.appendChild(doc.createTextNode(' '));line.appendChild(pill(way[1]));
      next.appendChild(line);
    });
    if(!ways[now.state].length){
      var over=doc.createElement('li');
      over.className='over';over.textContent='The run is over.';
      next.appendChild(over);
    }
    passed.forEach(function(place,i){
      if(!doomed&&fates[place.state]===2){
        doomed=true;
        if(i<path.length||i>0){
          var mark=doc.createElement('li');
          mark.className='doomed';mark.textContent='From here on it cannot be avoided.';
          taken.appendChild(mark);
        }
      }
      if(i===path.length)return;
      var line=doc.createElement('li'),of=ways[place.state].length,after=passed[i+1];
      line.value=i+1;
      var back=button(after.says+(of>1?' ('+(path[i]+1)+' of '+of+')':''),
        function(){cut(i);draw();land()});
      back.title='Back to before this choice';
      line.appendChild(back);line.appendChild(doc.createTextNode(' '));
      line.appendChild(pill(after.state));
      taken.appendChild(line);
    });
    var last=path.length;
    while(last>0&&path[last-1]===0)last--;
    doc.querySelector('#turns .command code').textContent=
      data.command+(last?' --schedule '+path.slice(0,last).join(','):'');
  }
  function land(){(id('next').querySelector('button')||moves[1]).focus()}
  var moves=[].slice.call(doc.querySelectorAll('#turns [data-move]'));
  moves.forEach(function(move){
    move.addEventListener('click',function(){
      var what=move.getAttribute('data-move');
      if(what==='start')cut(0);
      else if(what==='back')cut(path.length-1<0?0:path.length-1);
      else if(what==='run')follow(data.path);
      else{
        var there=nearest(what==='good');
        if(there)follow(there);
      }
      draw();
    });
  });
  // From the stepper: the run up to there, and then another choice.
  window.orreryTurn=function(taken,choice){
    follow(data.path.slice(0,taken).concat(choice));draw();
    id('turns').scrollIntoView();land();
  };
  // Where the run could still go either way.
  if(data.failed){
    follow(data.path);
    while(path.length&&fates[here().state]===2)cut(path.length-1);
  }
  id('walk').hidden=false;
  draw();
})();
