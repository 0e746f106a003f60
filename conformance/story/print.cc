#include "conformance/story/print.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/area/area.h"
#include "conformance/area/areas.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/story/run_story.h"
#include "conformance/story/wrong_act.h"

namespace conformance {
namespace {

void tell_rule(const spec::Rule& rule, Story& story) {
  story.rule = rule.id;
  story.clause = rule.clause;
  story.level = show(rule.level);
  story.text = rule.text;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ' ' && depth == 0)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

const spec::ClauseText* clause_of(const Breach& breach) {
  for (const auto* area : areas()) {
    const auto clauses = area->facts().clauses;
    const bool own = std::ranges::count(area->facts().rules, breach.rule->id, &spec::Rule::id) > 0;
    if (own && breach.clause && *breach.clause < clauses.size()) return &clauses[*breach.clause];
  }
  return nullptr;
}

// What sets apart two texts that begin alike: their words that differ, member by member. One that
// only `got` has says more than was asked for, as the number of a connection does.
std::string difference_of(const std::string& want, const std::string& got) {
  auto wanted = words_in(want), came = words_in(got);
  if (wanted[0] != came[0]) return {};
  std::string out;
  const auto add = [&](const std::string& one, const std::string& other) {
    out += fmt::format("{}{}, not {}", out.empty() ? "" : "; ", other.empty() ? "nothing" : other,
                       one.empty() ? "nothing" : one);
  };
  const auto name_of = [](const std::string& word) { return word.substr(0, word.find('=')); };
  const auto take = [](std::vector<std::string>& words, auto&& is) {
    const auto found = std::ranges::find_if(words, is);
    if (found == words.end()) return std::string();
    auto word = *found;
    words.erase(found);
    return word;
  };
  wanted.erase(wanted.begin()), came.erase(came.begin());
  std::erase_if(wanted, [&](const std::string& word) {
    return !take(came, [&](const std::string& other) { return other == word; }).empty();
  });
  const auto is_named = [](const std::string& word) { return word.find('=') != std::string::npos; };
  for (const auto& one : wanted)
    add(one, take(came, [&](const std::string& other) {
          return is_named(one) ? name_of(other) == name_of(one) : !is_named(other);
        }));
  for (const auto& other : came)
    if (!is_named(other) || out.empty()) add({}, other);
  return out;
}

void tell_breach(const Breach& breach, Story& story) {
  const auto text = [](const std::optional<Seen>& seen) {
    return seen ? seen->text() : std::string("nothing");
  };
  tell_rule(*breach.rule, story);
  story.want = text(breach.want);
  story.got = text(breach.got);
  if (breach.want && story.want != story.got) {
    story.differs = difference_of(story.want, story.got);
  } else if (const auto* clause = clause_of(breach)) {
    // By the clause that an act breaks which is wrong where it came.
    story.why = why_wrong(*clause);
    if (breach.want) story.want = "nothing yet";  // It is right as such, and comes too early.
    if (!breach.want && clause->form == spec::Form::Says) {
      story.want = breach.right ? breach.right->text() : fmt::format("another {}", clause->act);
      if (breach.right) story.differs = difference_of(story.want, story.got);
    }
  }
  if (!breach.unsteady) return;
  story.unsteady = true;
  story.shows = breach.unsteady->told;
  story.replay = breach.unsteady->again;
}

void tell_complaint(const Complaint& complaint, Story& story) {
  if (const auto* rule = find_rule(complaint.rule)) {
    tell_rule(*rule, story);
  } else {
    story.rule = complaint.rule;
    story.says = complaint.says;
  }
  story.want = complaint.want;
  story.got = complaint.got;
}

std::string length_of(const Rerun& run, std::optional<std::size_t> unavoidable_after) {
  const auto count = run.steps.size();
  auto out = fmt::format("{} choice{}", count, count == 1 ? "" : "s");
  if (run.cycle_begin)
    out += fmt::format(", the last {} for ever{}", count - *run.cycle_begin,
                       run.cycle_ms == 0 ? ", without time passing" : "");
  if (unavoidable_after && *unavoidable_after < count)
    out += *unavoidable_after == 0
               ? std::string(", unavoidable from the start")
               : fmt::format(", unavoidable after the first {}", *unavoidable_after);
  return out;
}

Story told(const Rerun& run, const Candidate& subject,
           std::optional<std::size_t> unavoidable_after) {
  auto story = run_story(run, unavoidable_after);
  story.subject = subject.name;
  story.length = length_of(run, unavoidable_after);
  if (run.breach) tell_breach(*run.breach, story);
  return story;
}

std::string place(const Rerun& run, std::size_t step) {
  if (step == 0 || step > run.steps.size()) return "in the initial state";
  const auto& taken = run.steps[step - 1];
  return fmt::format("after choice {} ({}: {} at {})", step, taken.label.actor, taken.label.text,
                     show_instant(taken.at_ms));
}

}  // namespace

std::optional<Complaint> two_ways_complaint(const Rerun& run) {
  if (!run.two_ways) return std::nullopt;
  const auto& [step, field] = *run.two_ways;
  const auto where = place(run, step);
  return Complaint{
      .rule = std::string(determinism_rule),
      .says = {},
      .want = fmt::format("{}, the second time too: {} = {}", where, field.name, field.before),
      .got = fmt::format("the second time: {} = {}", field.name, field.after)};
}

Complaint nondeterminism_complaint() {
  return {.rule = std::string(determinism_rule),
          .says = {},
          .want = "the last of these choices leads to the same state each time",
          .got = "two states, when it was first met; taken twice again, they were alike"};
}

std::string_view show(spec::Level level) {
  switch (level) {
    case spec::Level::Must: return "MUST";
    case spec::Level::Should: return "SHOULD";
    case spec::Level::Proposed: return "proposed";
  }
  return {};
}

std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:,=+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  const auto control = [](char c) { return (c >= 0 && c < ' ') || c == 127; };
  if (std::ranges::none_of(word, control)) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string{c};
    return out + "'";
  }
  std::string out = "$'";
  for (const char c : word)
    out += control(c)               ? fmt::format("\\{:03o}", static_cast<unsigned>(c))
           : c == '\'' || c == '\\' ? fmt::format("\\{}", c)
                                    : std::string{c};
  return out + "'";
}

namespace {
std::string& words_besides() {
  static std::string words;
  return words;
}
}  // namespace
void add_replay_words(std::string_view words) { words_besides() += words; }
const std::string& replay_words() { return words_besides(); }

std::string replay_command(const std::string& world, const Candidate& subject,
                           std::span<const std::uint16_t> path) {
  auto out = "orrery replay " + shell_word(world);
  if (subject.name != "engine") out += " --subject " + shell_word(std::string(subject.name));
  out += replay_words();
  const auto& rules = subject.rules;
  // Of a program those of MUST count where nothing else is said, unless it is one rule.
  const bool program = names_program(subject.name) && rules.only.empty();
  if (rules.weakest != (program ? spec::Level::Must : spec::Level::Proposed))
    out += fmt::format(" --level {}", word(rules.weakest));
  if (!rules.only.empty()) out += fmt::format(" --rule {}", rules.only);
  std::size_t count = path.size();
  while (count > 0 && path[count - 1] == 0) --count;
  std::string schedule;
  for (std::size_t i = 0; i < count; ++i)
    schedule += fmt::format("{}{}", i == 0 ? "" : ",", path[i]);
  return schedule.empty() ? out : out + " --schedule " + schedule;
}

Story story_of(const Rerun& run, const Candidate& subject) {
  auto story = told(run, subject, {});
  if (const auto two_ways = two_ways_complaint(run)) tell_complaint(*two_ways, story);
  return story;
}

std::string_view end_without_breach(const Rerun& run) {
  switch (run.end) {
    case Rerun::End::Running: return "no rule is broken so far; more could happen";
    case Rerun::End::Final: return "the call ends, and no rule is broken";
    case Rerun::End::Broken:
    case Rerun::End::Hang: return "a rule is broken";
    case Rerun::End::NoChoice: return "the run diverges: there is no such choice";
  }
  return {};
}

std::string print_breach(const Rerun& run, std::size_t columns) {
  Story story;
  if (const auto two_ways = two_ways_complaint(run))
    tell_complaint(*two_ways, story);
  else if (run.breach)
    tell_breach(*run.breach, story);
  else
    return {};
  return print_heading(story, columns);
}

std::string broken_rule(const Rerun& run) {
  if (!run.breach) return {};
  return std::string(run.breach->rule->id);
}

std::string print_lanes(const Rerun& run, std::size_t columns) {
  return print_lanes(run_story(run), columns);
}

Complaint unexpected_outcome(const AnyExpectation& expect, const AnyOutcome& outcome) {
  return {.rule = {},
          .says = "the run ends as the scenario does not expect",
          .want = fmt::format("{}", fmt::join(texts_of(expect), "; or ")),
          .got = show(outcome)};
}

Story failure_story(const PrintRequest& request) {
  const Doubt doubt(request.doubts ? request.subject.name : std::string_view(), request.endless);
  const auto run = rerun_to_failure({.plan = request.plan,
                                     .subject = request.subject,
                                     .path = request.path,
                                     .endless = request.endless,
                                     .fields = request.fields});
  auto story = told(run, request.subject, request.unavoidable_after);
  // A run that goes two ways says nothing else for sure.
  const auto two_ways = two_ways_complaint(run);
  const auto* complaint = two_ways ? &*two_ways : request.complaint;
  if (story.unsteady) complaint = nullptr;
  if (complaint != nullptr) {
    tell_complaint(*complaint, story);
  } else if (!run.breach && request.expect && run.end == Rerun::End::Final) {
    tell_complaint(unexpected_outcome(request.expect, run.outcome), story);
  } else if (!run.breach) {
    story.says = end_without_breach(run);
  }
  story.shrunk = request.shrunk;
  story.searched = request.searched;
  if (!story.unsteady) story.replay = request.replay;
  return story;
}

Story unsteady_story(const PrintRequest& request, const sim::SubjectFault& fault) {
  auto known = request;
  known.doubts = false;
  auto story = failure_story(known);
  story.says.clear();
  tell_breach(breach_of(fault), story);
  return story;
}

std::string print_failure(const PrintRequest& request) {
  return print_story(failure_story(request), request.columns);
}

}  // namespace conformance
