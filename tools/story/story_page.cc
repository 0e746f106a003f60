#include "story/story_page.h"

#include <fmt/format.h>

#include "story/page.h"

namespace tools {
namespace {

using conformance::CellKind;
using conformance::Story;
using conformance::StoryDifference;
using conformance::StoryMark;
using conformance::StoryStep;

constexpr std::string_view style = R"(
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
.name{display:none}
@media (max-width:720px){.heads,.keys{display:none}.story{border-radius:12px}
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
@media print{.heads{position:static}.step{break-inside:avoid}}
)";

constexpr std::string_view script = R"(
(function(){
  var steps=[].slice.call(document.querySelectorAll('.step')),at=-1;
  function go(to){
    if(to<0||to>=steps.length)return;
    if(at>=0){steps[at].classList.remove('here');steps[at].removeAttribute('aria-current')}
    at=to;steps[at].classList.add('here');steps[at].setAttribute('aria-current','step');
    steps[at].scrollIntoView({block:'nearest'});
  }
  document.addEventListener('keydown',function(event){
    if(event.altKey||event.ctrlKey||event.metaKey||event.shiftKey)return;
    if(event.key==='ArrowRight'||event.key==='j')go(at+1);
    else if(event.key==='ArrowLeft'||event.key==='k')go(at<0?steps.length-1:at-1);
    else return;
    event.preventDefault();
  });
  steps.forEach(function(step,i){step.addEventListener('click',function(){go(i)})});
})();
)";

std::string_view class_of(CellKind kind) {
  switch (kind) {
    case CellKind::Choice: return "choice";
    case CellKind::Fact: return "fact";
    case CellKind::Command: return "act";
    case CellKind::Missing: return "missing";
  }
  return {};
}

std::string_view class_of(StoryMark::Kind kind) {
  switch (kind) {
    case StoryMark::Kind::Unavoidable: return "unavoidable";
    case StoryMark::Kind::Cycle: return "cycle";
    case StoryMark::Kind::End: return "end";
  }
  return {};
}

std::string side(const conformance::StorySide& side) {
  return fmt::format("<span class=\"side\"><b>{}</b> {} <i>since {}</i></span>",
                     html_escaped(side.who), html_escaped(side.says),
                     conformance::show_instant(side.since_ms));
}

std::string beliefs(const StoryDifference& difference) {
  return fmt::format(
      "<div class=\"beliefs\">{}<span class=\"unlike\" title=\"differs from\">\xe2\x89\xa0</span>{}"
      "</div>\n",
      side(difference.believed), side(difference.truth));
}

std::string cells(const Story& story, const StoryStep& step, std::size_t first_line) {
  std::string out;
  const auto lines = conformance::lines_of(step);
  for (std::size_t i = 0; i < step.cells.size(); ++i) {
    const auto& cell = step.cells[i];
    out += fmt::format(
        "<div class=\"cell {}\" style=\"grid-column:{};grid-row:{}\"><span class=\"name\">{}"
        "</span><span>{}</span></div>\n",
        class_of(cell.kind), cell.lane + 2, lines[i] + first_line,
        html_escaped(story.lanes.at(cell.lane)), html_escaped(cell.text));
  }
  return out;
}

// Where the run leaves the natural order.
std::string turn(const StoryStep& step) {
  if (step.choice == 0) return {};
  return fmt::format(
      "<span class=\"turn\" title=\"Of {} things that could come next, not the "
      "natural one\">{} of {}</span>",
      step.choices, step.choice + 1, step.choices);
}

std::string step_text(const Story& story, std::size_t index) {
  const auto& step = story.steps[index];
  const bool later = index > 0 && story.steps[index - 1].at_ms != step.at_ms;
  const bool same = index > 0 && !later;
  auto out =
      fmt::format("<li class=\"step{}{}{}\" id=\"s{}\">\n<span class=\"time\"><b>{}</b>{}</span>\n",
                  later ? " later" : (same ? " same" : ""),
                  step.differences.empty() ? "" : " apart", step.deciding ? " deciding" : "",
                  index + 1, conformance::show_instant(step.at_ms), turn(step));
  if (step.deciding)
    out += "<div class=\"verdict\" style=\"grid-row:1\">Here the rule is broken</div>\n";
  out += cells(story, step, step.deciding ? 2 : 1);
  for (const auto& difference : step.differences)
    if (difference.begins || step.deciding) out += beliefs(difference);
  return out + "</li>\n";
}

std::string lanes(const Story& story) {
  auto out = fmt::format(
      "<section class=\"story\" style=\"--lanes:{}\" aria-label=\"The run, step by step\">\n"
      "<div class=\"heads\" aria-hidden=\"true\"><span>virtual time</span>",
      story.lanes.size());
  std::string threads = "<i></i>";
  for (const auto& lane : story.lanes) {
    out += fmt::format("<span>{}</span>", html_escaped(lane));
    threads += "<i></i>";
  }
  out += fmt::format("</div>\n<div class=\"threads\" aria-hidden=\"true\">{}</div>\n", threads);
  out += "<ol class=\"steps\">\n";
  auto mark = story.marks.begin();
  for (std::size_t i = 0; i <= story.steps.size(); ++i) {
    for (; mark != story.marks.end() && mark->before <= i; ++mark)
      out += fmt::format("<li class=\"mark {}\">{}</li>\n", class_of(mark->kind),
                         html_escaped(mark->text));
    if (i < story.steps.size()) out += step_text(story, i);
  }
  return out + "</ol>\n</section>\n";
}

std::string facts(const Story& story, const StoryLinks& links) {
  std::string out;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html_escaped(value));
  };
  add("subject", story.subject);
  add("given", story.given);
  add("run", story.length);
  add("shrunk", story.shrunk);
  add("searched", story.searched);
  std::string files;
  const auto file = [&](std::string_view name, std::string_view href) {
    if (!href.empty())
      files += fmt::format("{}<a href=\"{}\" download>{}</a>", files.empty() ? "" : " \xc2\xb7 ",
                           html_escaped(href), name);
  };
  file("capsule, for orrery replay", links.capsule);
  file("trace, for Perfetto or chrome://tracing", links.trace);
  if (!files.empty()) out += fmt::format("<dt>files</dt><dd>{}</dd>\n", files);
  return out.empty() ? out : "<dl class=\"facts\">\n" + out + "</dl>\n";
}

std::string heading(const Story& story) {
  const bool known = !story.text.empty();
  const bool failed = known || !story.rule.empty() || !story.want.empty() || !story.says.empty();
  std::string out = "<p class=\"kicker\">";
  out += failed ? "<span class=\"pill bad\">FAIL</span>" : "<span class=\"pill\">RUN</span>";
  if (!story.rule.empty()) out += fmt::format("<span>{}</span>", html_escaped(story.rule));
  if (known)
    out += fmt::format("<span class=\"soft\">{} \xc2\xb7 {}</span>", html_escaped(story.clause),
                       html_escaped(story.level));
  const auto& says = known ? story.text : story.says;
  out += fmt::format("</p>\n<h1>{}</h1>\n",
                     html_escaped(says.empty() ? std::string("One run, step by step") : says));
  if (story.want.empty() && story.got.empty()) return out;
  return out + fmt::format(
                   "<dl class=\"versus\"><dt class=\"want\">want</dt><dd class=\"want\">{}</dd>"
                   "<dt class=\"got\">got</dt><dd class=\"got\">{}</dd></dl>\n",
                   html_escaped(story.want), html_escaped(story.got));
}

constexpr std::string_view key_of_marks =
    "<p class=\"legend\"><span class=\"dot choice\">chosen to happen</span>"
    "<span class=\"dot\">what then was seen</span>"
    "<span class=\"dot act\">what the subject did</span>"
    "<span><span class=\"turn\">2 of 3</span> taken out of its natural turn</span>"
    "<span class=\"apart-key\">two sides hold different things to be so</span>"
    "<span class=\"keys\"><kbd>\xe2\x86\x90</kbd> <kbd>\xe2\x86\x92</kbd> step by "
    "step</span></p>\n";

}  // namespace

std::string story_page(const Story& story, const StoryLinks& links) {
  auto body = page_top(links.index, story.subject) + "<main>\n" + heading(story);
  body += facts(story, links);
  if (!story.replay.empty()) body += command_box(story.replay);
  body += "<h2>What happened</h2>\n" + std::string(key_of_marks) + lanes(story) + "</main>\n";
  body += page_foot("orrery " ORRERY_VERSION
                    ". Times are virtual; the same choices give the same run, always.");
  const auto name = story.rule.empty() ? std::string("A run") : story.rule;
  return html({.title = name + " \xe2\x80\x93 Orrery",
               .style = std::string(style),
               .body = body,
               .script = std::string(copy_script) + std::string(script)});
}

}  // namespace tools
