#include "story/story_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "command/words.h"
#include "conformance/run/rerun.h"
#include "page_texts.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::CellKind;
using conformance::Story;
using conformance::StoryDifference;
using conformance::StoryMark;
using conformance::StoryStep;
using conformance::StoryTurn;

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

// May be broken behind each of its dots.
std::string field_name(const std::string& name) {
  auto out = html_escaped(name);
  for (std::size_t at = 0; (at = out.find('.', at)) != out.npos; at += 6)
    out.insert(at + 1, "<wbr>");
  return out;
}

std::string show(const StoryTurn& turn) {
  return fmt::format("{} {}: {}", conformance::show_instant(turn.at_ms), turn.actor, turn.text);
}

// What was chosen, in a few words.
std::string says(const Story& story, const StoryStep& step) {
  auto at = conformance::show_instant(step.at_ms);
  if (step.choice < step.turns.size()) return show(step.turns[step.choice]);
  if (step.cells.empty()) return at;
  const auto& cell = step.cells.front();
  return fmt::format("{} {}: {}", at, story.lanes.at(cell.lane), cell.text);
}

std::string changed_part(const StoryStep& step) {
  std::string rows;
  for (const auto& field : step.changed)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"was\">{}</td><td class=\"now\">{}</td></tr>\n",
        field_name(field.name), html_escaped(field.before), html_escaped(field.after));
  return "<div class=\"part\"><h3>What it changed</h3>\n" +
         (rows.empty() ? std::string("<p class=\"soft\">No field.</p>")
                       : "<table class=\"fields changed\"><thead><tr><th scope=\"col\">field</th>"
                         "<th scope=\"col\">before</th><th scope=\"col\">after</th></tr></thead>\n"
                         "<tbody>\n" +
                             rows + "</tbody></table>") +
         "</div>\n";
}

std::string turns_part(const StoryStep& step) {
  std::string lines;
  for (std::size_t i = 0; i < step.turns.size(); ++i)
    lines +=
        fmt::format("<li{} data-choice=\"{}\">{}{}</li>\n",
                    i == step.choice ? " class=\"took\"" : "", i, html_escaped(show(step.turns[i])),
                    i == step.choice ? " <span class=\"soft\">(this happened)</span>" : "");
  return fmt::format("<div class=\"part\"><h3>{}</h3>\n<ul class=\"others\">\n{}</ul></div>\n",
                     step.turns.size() < 2 ? "Nothing else could have happened here"
                                           : "What else could have happened here",
                     lines);
}

// What a step changed and what else could have happened; nothing if that is not known.
std::string more(const StoryStep& step) {
  if (step.turns.empty()) return {};
  return fmt::format("<details class=\"more\"><summary>{} changed, {}</summary>\n{}{}</details>\n",
                     counted(step.changed.size(), "field"),
                     counted(step.turns.size() - 1, "other choice"), changed_part(step),
                     turns_part(step));
}

// The first state, which the script takes on from step to step.
std::string start_table(const Story& story) {
  std::string rows;
  for (const auto& field : story.start)
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"was\"></td></tr>\n",
                        field_name(field.name), html_escaped(field.value));
  return fmt::format(
      "<details id=\"whole\"><summary>The whole state, {}</summary>\n<table class=\"fields\" "
      "id=\"start\"><thead><tr><th scope=\"col\">field</th><th scope=\"col\">value</th>"
      "<th scope=\"col\">before this "
      "step</th></tr></thead>\n<tbody>\n{}</tbody></table></details>\n",
      counted(story.start.size(), "field"), rows);
}

// Shown by the script alone.
std::string player(const Story& story) {
  if (story.start.empty()) return {};
  return "<section id=\"player\" class=\"player\" aria-label=\"Step by step\">\n"
         "<div class=\"bar\"><span class=\"buttons\">"
         "<button type=\"button\" aria-label=\"First step\" title=\"Home\">\xc2\xab "
         "First</button>"
         "<button type=\"button\" aria-label=\"One step back\" "
         "title=\"\xe2\x86\x90\">\xe2\x80\xb9 Back</button>"
         "<button type=\"button\" aria-label=\"Next step\" title=\"\xe2\x86\x92\">Next "
         "\xe2\x80\xba</button>"
         "<button type=\"button\" aria-label=\"Last step\" title=\"End\">Last "
         "\xc2\xbb</button></span>\n"
         "<p id=\"where\" aria-live=\"polite\"></p></div>\n"
         "<div class=\"panes\" id=\"panes\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"The state at this step\"><div class=\"two\" id=\"two\"></div>\n" +
         start_table(story) + "</div>\n</section>\n";
}

std::string rules(const Story& story) {
  if (story.rules.empty()) return {};
  std::string out = "<h2>Rules</h2>\n<dl class=\"rules\">\n";
  for (const auto& rule : story.rules)
    out += fmt::format(
        "<dt id=\"{0}\">{0} <span class=\"soft\">{1} \xc2\xb7 {2}</span></dt><dd>{3}</dd>\n",
        html_escaped(rule.id), html_escaped(rule.clause), html_escaped(rule.level),
        html_escaped(rule.text));
  return out + "</dl>\n";
}

// A link to the text of a rule, if it is on the page.
std::string rule_link(const Story& story, const std::string& id) {
  const bool here = std::ranges::count(story.rules, id, &conformance::StoryRule::id) > 0;
  return here ? fmt::format("<a href=\"#{0}\">{0}</a>", html_escaped(id)) : html_escaped(id);
}

std::string step_text(const Story& story, std::size_t index) {
  const auto& step = story.steps[index];
  const bool later = index > 0 && story.steps[index - 1].at_ms != step.at_ms;
  const bool same = index > 0 && !later;
  auto out = fmt::format(
      "<li class=\"step{}{}{}\" id=\"s{}\" data-taken=\"{}\" "
      "data-says=\"{}\">\n<span class=\"time\"><b>{}</b>{}</span>\n",
      later ? " later" : (same ? " same" : ""), step.differences.empty() ? "" : " apart",
      step.deciding ? " deciding" : "", index + 1, step.taken, html_escaped(says(story, step)),
      conformance::show_instant(step.at_ms), turn(step));
  if (step.deciding)
    out += "<div class=\"verdict\" style=\"grid-row:1\">Here the rule is broken</div>\n";
  out += cells(story, step, step.deciding ? 2 : 1);
  for (const auto& difference : step.differences)
    if (difference.begins || step.deciding) out += beliefs(difference);
  return out + more(step) + "</li>\n";
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
  add("subject", without_folders(story.subject));
  add("given", story.given);
  add("run", story.length);
  add("shrunk", story.shrunk);
  add("searched", story.searched);
  std::string about;
  for (const auto& rule : story.rules)
    if (rule.id != story.rule) about += (about.empty() ? "" : ", ") + rule_link(story, rule.id);
  if (!about.empty()) out += fmt::format("<dt>also about</dt><dd>{}</dd>\n", about);
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
  const bool failed = story.failed();
  std::string out = "<p class=\"kicker\">";
  out += failed ? "<span class=\"pill bad\">FAIL</span>" : "<span class=\"pill\">RUN</span>";
  if (!story.rule.empty()) out += fmt::format("<span>{}</span>", rule_link(story, story.rule));
  if (known)
    out += fmt::format("<span class=\"soft\">{} \xc2\xb7 {}</span>", html_escaped(story.clause),
                       html_escaped(story.level));
  const auto& says = known ? story.text : story.says;
  out += fmt::format("</p>\n<h1>{}</h1>\n",
                     html_escaped(says.empty() ? std::string("One run, step by step") : says));
  if (!story.scenario.empty())
    out += fmt::format("<p class=\"reported\"><b>{}</b> {}</p>\n",
                       html_escaped(without_folders(story.scenario)), html_escaped(story.reported));
  if (story.want.empty() && story.got.empty()) return out;
  out += fmt::format(
      "<dl class=\"versus\"><dt class=\"want\">want</dt><dd class=\"want\">{}</dd>"
      "<dt class=\"got\">got</dt><dd class=\"got\">{}</dd></dl>\n",
      html_escaped(story.want), html_escaped(story.got));
  for (const auto& text : {story.differs, story.why})
    if (!text.empty()) out += fmt::format("<p class=\"soft\">{}</p>\n", html_escaped(text));
  return out;
}

constexpr std::string_view key_of_marks =
    "<p class=\"legend\"><span class=\"dot choice\">chosen to happen</span>"
    "<span class=\"dot\">what then was seen</span>"
    "<span class=\"dot act\">what the subject did</span>"
    "<span><span class=\"turn\">2 of 3</span> taken out of its natural turn</span>"
    "<span class=\"apart-key\">two sides hold different things to be so</span>"
    "<span class=\"keys\"><kbd>\xe2\x86\x90</kbd> <kbd>\xe2\x86\x92</kbd> <kbd>Home</kbd> "
    "<kbd>End</kbd> step by step</span></p>\n";

std::string replay_box(const std::string& replay) {
  const auto here = without_folders(replay);
  return command_box(here) +
         (here == replay ? "" : "<p class=\"soft\">To be run in the folder of that file.</p>\n");
}

}  // namespace

std::string story_page(const Story& story, const StoryLinks& links, const StoryTurns& turns) {
  auto body = page_top(links.index, without_folders(story.subject)) + "<main>\n" + heading(story);
  body += facts(story, links);
  if (!story.replay.empty()) body += replay_box(story.replay);
  body += "<h2>What happened</h2>\n" + std::string(key_of_marks) + lanes(story) + player(story) +
          turns_section(story, turns) + rules(story) + "</main>\n";
  body += page_foot("orrery " ORRERY_VERSION
                    ". Times are virtual; the same choices give the same run, always.");
  const auto name = story.rule.empty() ? std::string("A run") : story.rule;
  // The page is whole without its scripts, of which each needs nothing of the others: to step, the
  // list is read, and to take another turn the graph.
  return html(
      {.title = name + " \xe2\x80\x93 Orrery",
       .style = std::string(story_style),
       .body = body,
       .script = std::string(copy_script) + std::string(turns_script) + std::string(step_script)});
}

}  // namespace tools
