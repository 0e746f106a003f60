#include "conformance/print.h"

#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/overload.h"
#include "lanes.h"
#include "spec/policy_rules.h"
#include "spec/rules.h"

namespace conformance {
namespace {

using spec::policy::Act;
using spec::policy::Fact;

constexpr std::size_t field_columns = 12;

Lane lane_of(std::string_view actor) {
  if (actor == "engine") return Lane::Engine;
  if (actor == "IDE") return Lane::Ide;
  return actor == "background" ? Lane::Background : Lane::Script;
}

Lane lane_of(const Fact& fact) {
  using namespace spec::policy;
  return std::visit(
      [](const auto& what) {
        using What = std::decay_t<decltype(what)>;
        constexpr bool script = std::is_same_v<What, Called> ||
                                std::is_same_v<What, MethodCalled> ||
                                std::is_same_v<What, BodyReturned> ||
                                std::is_same_v<What, BodyThrew> || std::is_same_v<What, EditMade>;
        return script ? Lane::Script : Lane::Ide;
      },
      fact);
}

// What the label of a choice says less well: the answer itself.
bool replaces_label(const Fact& fact) {
  using namespace spec::policy;
  return std::visit(
      engine::Overload{
          [](const Called&) { return true; }, [](const ModalityAnswered&) { return true; },
          [](const DialogsAnswered&) { return true; }, [](const SmartAnswered&) { return true; },
          [](const CloseAnswered&) { return true; }, [](const MethodCalled&) { return true; },
          [](const BodyReturned&) { return true; }, [](const BodyThrew&) { return true; },
          [](const EditMade&) { return true; }, [](const auto&) { return false; }},
      fact);
}

// What the label of a choice says better: which kind of dialog it was.
bool said_by_label(const Fact& fact, const RerunStep& step) {
  using namespace spec::policy;
  if (step.label.actor != "IDE" || &std::get<Fact>(step.seen.front()) != &fact) return false;
  return std::holds_alternative<DialogDisposed>(fact) ||
         std::holds_alternative<ProgressEnded>(fact) ||
         std::holds_alternative<IndexingEnded>(fact) || std::holds_alternative<WriteEnded>(fact) ||
         std::holds_alternative<SmartReached>(fact);
}

void lay_out(const RerunStep& step, std::string_view mark, Lanes& lanes) {
  lanes.row(show_instant(step.at_ms), std::string(mark));
  bool labelled = step.label.actor == "setup";
  if (!step.seen.empty()) {
    const auto* first = std::get_if<Fact>(&step.seen.front());
    labelled = labelled || (first != nullptr && replaces_label(*first) &&
                            lane_of(*first) == lane_of(step.label.actor));
  }
  if (!labelled) lanes.add(lane_of(step.label.actor), step.label.text);
  for (const auto& seen : step.seen) {
    if (const auto* act = std::get_if<Act>(&seen)) {
      lanes.add(Lane::Engine, "> " + show(*act));
      continue;
    }
    const auto& fact = std::get<Fact>(seen);
    if (labelled || !said_by_label(fact, step)) lanes.add(lane_of(fact), show(fact));
  }
}

std::string setup_line(const Rerun& run) {
  std::string out;
  for (const auto& step : run.steps) {
    if (step.label.actor != "setup") break;
    out += (out.empty() ? "" : ", ") + step.label.text;
  }
  return out;
}

std::string lanes_text(const Rerun& run, std::size_t columns) {
  Lanes lanes;
  const bool broken = run.breach.has_value();
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const auto& step = run.steps[i];
    if (run.cycle_begin == i) lanes.rule("--- from here on, the same for ever:");
    if (step.label.actor == "setup" && step.seen.empty()) continue;
    lay_out(step, broken && i + 1 == run.steps.size() ? "!" : "", lanes);
  }
  if (broken && !run.breach->got && run.breach->want)
    lanes.add(Lane::Engine, "missing: " + show(*run.breach->want));
  if (run.end == Rerun::End::Hang && run.choices_left == 0)
    lanes.rule("--- nothing can happen any more");
  std::string out;
  if (const auto setup = setup_line(run); !setup.empty())
    out = print_field("given", setup, columns);
  return out + lanes.text(columns);
}

std::string heading(const spec::Rule& rule, std::size_t columns) {
  return fmt::format("FAIL {} ({}, {})\n", rule.id, rule.clause, show(rule.level)) +
         print_field("rule", rule.text, columns);
}

std::string print_complaint(const Complaint& complaint, std::size_t columns) {
  const auto* rule = spec::find_rule(complaint.rule);
  std::string out;
  if (rule != nullptr) {
    out = heading(*rule, columns);
  } else {
    const bool both = !complaint.rule.empty() && !complaint.says.empty();
    out = fmt::format("FAIL {}{}{}\n", complaint.rule, both ? " " : "", complaint.says);
  }
  return out + print_field("want", complaint.want, columns) +
         print_field("got", complaint.got, columns);
}

std::string_view end_without_breach(const Rerun& run) {
  switch (run.end) {
    case Rerun::End::Running: return "no rule is broken so far; more could happen";
    case Rerun::End::Final: return "the call ends, and no rule is broken";
    case Rerun::End::Broken: return "a rule is broken";
    case Rerun::End::Hang: return "the call never ends, and no rule says so";
    case Rerun::End::NoChoice: return "the run diverges: there is no such choice";
  }
  return {};
}

}  // namespace

std::string_view show(spec::Level level) {
  switch (level) {
    case spec::Level::Must: return "MUST";
    case spec::Level::Should: return "SHOULD";
    case spec::Level::Proposed: return "proposed";
  }
  return {};
}

std::string show_instant(std::int64_t ms) { return fmt::format("{}.{:03}s", ms / 1000, ms % 1000); }

std::string print_field(std::string_view name, std::string_view text, std::size_t columns) {
  std::string out;
  for (const auto& line : break_at_words(text, columns - field_columns)) {
    out += fmt::format("  {:<{}}{}\n", out.empty() ? name : "", field_columns - 2, line);
  }
  return out;
}

std::string print_breach(const Rerun& run, std::size_t columns) {
  if (!run.breach) return {};
  const auto text = [](const std::optional<Act>& act) {
    return act ? show(*act) : std::string("nothing");
  };
  return heading(spec::policy::policy_rules[run.breach->rule], columns) +
         print_field("want", text(run.breach->want), columns) +
         print_field("got", text(run.breach->got), columns);
}

std::string broken_rule(const Rerun& run) {
  if (!run.breach) return {};
  return std::string(spec::policy::policy_rules[run.breach->rule].id);
}

std::string print_lanes(const Rerun& run, std::size_t columns) { return lanes_text(run, columns); }

Complaint unexpected_outcome(const sim::Expectation& expect, const sim::Outcome& outcome) {
  std::string want;
  for (const auto& result : expect.results)
    want += (want.empty() ? "" : " or ") + sim::show(result);
  return {.rule = {},
          .says = "the call ends as the scenario does not expect",
          .want = want,
          .got = sim::show(outcome)};
}

std::string print_failure(const PrintRequest& request) {
  const auto run = rerun({.plan = request.plan,
                          .subject = request.subject,
                          .path = request.path,
                          .endless = request.endless});
  std::string out;
  if (request.complaint != nullptr) {
    out = print_complaint(*request.complaint, request.columns);
  } else if (run.breach) {
    out = print_breach(run, request.columns);
  } else if (request.expect != nullptr && run.end == Rerun::End::Final) {
    out = print_complaint(unexpected_outcome(*request.expect, run.outcome), request.columns);
  } else {
    out = fmt::format("FAIL {}\n", end_without_breach(run));
  }
  if (request.subject != "engine") out += print_field("subject", request.subject);
  const auto count = run.steps.size();
  auto length = fmt::format("{} choice{}", count, count == 1 ? "" : "s");
  if (run.cycle_begin)
    length += fmt::format(", the last {} for ever", run.steps.size() - *run.cycle_begin);
  out += print_field("run", length) + print_lanes(run, request.columns);
  if (!request.shrunk.empty()) out += print_field("shrunk", request.shrunk, request.columns);
  if (!request.searched.empty()) out += print_field("searched", request.searched, request.columns);
  // Never broken: it is there to be copied.
  if (!request.replay.empty()) out += fmt::format("  {:<{}}{}\n", "replay", 10, request.replay);
  return out;
}

}  // namespace conformance
