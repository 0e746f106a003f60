#include "story/turns.h"

#include <array>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/numbers.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::RunGraph;

void put(std::uint64_t number, std::string& out) {
  for (; number >= 128; number >>= 7) out += static_cast<char>(number % 128 + 128);
  out += static_cast<char>(number);
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63u];
  }
  return out;
}

// Text of a script element: nothing in it can end the element.
std::string json_text(const nlohmann::ordered_json& value) {
  auto out = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  for (std::size_t at = 0; (at = out.find('<', at)) != out.npos; at += 6)
    out.replace(at, 1, "\\u003c");
  return out;
}

std::string graph_json(const conformance::Story& story, const StoryTurns& turns) {
  const auto& graph = *turns.graph;
  const auto pack = packed(graph);
  nlohmann::ordered_json out{{"command", without_folders(turns.command)},
                             {"path", story.path},
                             {"failed", story.failed()},
                             {"states", graph.states.size()}};
  auto labels = nlohmann::ordered_json::array();
  for (const auto& label : graph.labels) labels.push_back({label.actor, label.text});
  auto endings = nlohmann::ordered_json::array();
  for (const auto& ending : graph.endings) endings.push_back({ending.good ? 1 : 0, ending.says});
  out["labels"] = std::move(labels);
  out["ways"] = pack.ways;
  out["endings"] = std::move(endings);
  out["graph"] = pack.states;
  return json_text(out);
}

std::string counts(const RunGraph& graph) {
  std::array<std::uint64_t, 3> of{};
  for (const auto& state : graph.states) ++of[static_cast<std::size_t>(state.fate)];
  if (of[1] + of[2] == 0)
    return fmt::format("{}: no way from any of them fails.", counted(graph.states.size(), "state"));
  return fmt::format(
      "{}. From {} no way fails, from {} some ways fail, and from {} every way does.",
      counted(graph.states.size(), "state"), grouped(of[0]), grouped(of[1]), grouped(of[2]));
}

}  // namespace

PackedGraph packed(const RunGraph& graph) {
  PackedGraph out;
  std::map<std::pair<std::uint32_t, std::int32_t>, std::size_t> numbers;
  std::string bytes;
  std::size_t met = 1;
  for (std::size_t from = 0; from < graph.states.size(); ++from) {
    const auto& state = graph.states[from];
    put(std::uint64_t{state.ending} * 3 + static_cast<std::uint64_t>(state.fate), bytes);
    if (state.ending != 0) continue;
    put(state.ways.size(), bytes);
    for (const auto& way : state.ways) {
      const std::pair what(way.label, way.after_ms);
      const auto [number, is_new] = numbers.emplace(what, out.ways.size());
      if (is_new) out.ways.push_back(what);
      put(number->second, bytes);
      const bool next = way.to == met;
      if (next) ++met;
      const bool back = way.to < from;
      const auto apart = back ? from - way.to : way.to - from;
      put(next ? 0 : 1 + 2 * apart - (back ? 1 : 0), bytes);
    }
  }
  out.states = base64(bytes);
  return out;
}

std::string turns_section(const conformance::Story& story, const StoryTurns& turns) {
  if (!turns.graph && turns.why_not.empty()) return {};
  const std::string head = "<section id=\"turns\" class=\"walk\"><h2>Take another turn</h2>\n";
  if (!turns.graph)
    return head + fmt::format("<p>{}</p>\n</section>\n", html_escaped(turns.why_not));
  return head +
         fmt::format("<p>All that can happen is in this page: {}</p>\n", counts(*turns.graph)) +
         "<noscript><p>To walk it needs JavaScript.</p></noscript>\n"
         "<div id=\"walk\" hidden>\n<p id=\"standing\" class=\"standing\" role=\"status\"></p>\n"
         "<p class=\"moves\"><button type=\"button\" data-move=\"start\">Start over</button>"
         "<button type=\"button\" data-move=\"back\">One back</button>"
         "<button type=\"button\" data-move=\"run\">The run above</button>"
         "<button type=\"button\" data-move=\"fail\">Nearest failure</button>"
         "<button type=\"button\" data-move=\"good\">Nearest good end</button></p>\n"
         "<div class=\"sides\"><div><h3>What can happen now</h3>\n<ol id=\"next\" start=\"0\"></ol>"
         "</div>\n<div><h3>What was taken</h3>\n<ol id=\"taken\"></ol></div></div>\n" +
         command_box(without_folders(turns.command)) +
         "</div>\n<script type=\"application/json\" id=\"graph\">" + graph_json(story, turns) +
         "</script>\n</section>\n";
}

const std::string_view turns_script = R"(
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
)";

}  // namespace tools
