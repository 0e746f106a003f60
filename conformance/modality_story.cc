#include "modality_story.h"

#include <algorithm>
#include <utility>

#include "engine/overload.h"

namespace conformance {
namespace {

using namespace spec::policy;

// What the label of a choice says less well: the answer itself.
bool replaces_label(const Fact& fact) {
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
  if (step.label.actor != "IDE" || &std::get<Fact>(step.seen.front()) != &fact) return false;
  return std::holds_alternative<DialogDisposed>(fact) ||
         std::holds_alternative<ProgressEnded>(fact) ||
         std::holds_alternative<IndexingEnded>(fact) || std::holds_alternative<WriteEnded>(fact) ||
         std::holds_alternative<SmartReached>(fact);
}

bool label_is_replaced(const RerunStep& step) {
  if (step.label.actor == "setup") return true;
  if (step.seen.empty()) return false;
  const auto* first = std::get_if<Fact>(&step.seen.front());
  return first != nullptr && replaces_label(*first) && lane_of(*first) == lane_of(step.label.actor);
}

StoryStep told(const RerunStep& step) {
  StoryStep out{.at_ms = step.at_ms, .choice = step.index, .choices = step.choices};
  const bool setup = step.label.actor == "setup";
  const bool replaced = label_is_replaced(step);
  if (!replaced)
    out.cells.push_back({lane_of(step.label.actor), CellKind::Choice, step.label.text});
  for (const auto& seen : step.seen) {
    if (const auto* act = std::get_if<Act>(&seen)) {
      out.cells.push_back({modality_lane::engine, CellKind::Command, show(*act)});
      continue;
    }
    const auto& fact = std::get<Fact>(seen);
    const bool chosen = replaced && !setup && out.cells.empty();
    if (replaced || !said_by_label(fact, step))
      out.cells.push_back({lane_of(fact), chosen ? CellKind::Choice : CellKind::Fact, show(fact)});
  }
  return out;
}

std::string given(const Rerun& run) {
  std::string out;
  for (const auto& step : run.steps) {
    if (step.label.actor != "setup") break;
    out += (out.empty() ? "" : ", ") + step.label.text;
  }
  return out;
}

// Where the story goes on after the choices of the setup, which show nothing.
std::vector<std::size_t> steps_kept(const Rerun& run) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    if (run.steps[i].label.actor != "setup" || !run.steps[i].seen.empty()) out.push_back(i);
  return out;
}

// Where this step of the run, or the next that is kept, stands in the story.
std::size_t place_of(const std::vector<std::size_t>& kept, std::size_t step) {
  return static_cast<std::size_t>(std::ranges::lower_bound(kept, step) - kept.begin());
}

bool same(const StoryDifference& a, const StoryDifference& b) {
  return a.believed.who == b.believed.who && a.believed.says == b.believed.says &&
         a.truth.who == b.truth.who && a.truth.says == b.truth.says;
}

void tell_differences(const Rerun& run, const std::vector<std::size_t>& kept, Story& story) {
  const auto all = differences_of(run);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    auto& here = story.steps[i].differences;
    here = all[kept[i]];
    for (auto& difference : here)
      difference.begins = i == 0 || std::ranges::none_of(all[kept[i - 1]], [&](const auto& other) {
                            return same(difference, other);
                          });
  }
}

void tell_ends(const Rerun& run, const std::vector<std::size_t>& kept,
               std::optional<std::size_t> unavoidable_after, Story& story) {
  using Mark = StoryMark::Kind;
  // Said of the last choice it would say nothing.
  if (unavoidable_after && *unavoidable_after < run.steps.size())
    story.marks.push_back({place_of(kept, *unavoidable_after), Mark::Unavoidable,
                           "from here on no schedule avoids it"});
  if (run.cycle_begin)
    story.marks.push_back({place_of(kept, *run.cycle_begin), Mark::Cycle,
                           run.cycle_ms == 0 ? "from here on, the same for ever at this instant:"
                                             : "from here on, the same for ever:"});
  if (run.end == Rerun::End::Hang && run.choices_left == 0)
    story.marks.push_back({story.steps.size(), Mark::End, "nothing can happen any more"});
  std::ranges::stable_sort(story.marks, {}, &StoryMark::before);
  if (!run.breach || story.steps.empty()) return;
  auto& last = story.steps.back();
  last.deciding = true;
  // It was done in the light of what was held before.
  if (story.steps.size() > 1)
    for (auto before : story.steps[story.steps.size() - 2].differences) {
      before.begins = false;
      if (std::ranges::none_of(last.differences, [&](const auto& x) { return same(x, before); }))
        last.differences.push_back(std::move(before));
    }
  if (!run.breach->got && run.breach->want)
    last.cells.push_back({modality_lane::engine, CellKind::Missing, show(*run.breach->want)});
}

}  // namespace

std::size_t lane_of(std::string_view actor) {
  if (actor == "engine") return modality_lane::engine;
  if (actor == "IDE") return modality_lane::ide;
  return actor == "background" ? modality_lane::background : modality_lane::script;
}

std::size_t lane_of(const Fact& fact) {
  return std::visit(
      [](const auto& what) {
        using What = std::decay_t<decltype(what)>;
        constexpr bool script = std::is_same_v<What, Called> ||
                                std::is_same_v<What, MethodCalled> ||
                                std::is_same_v<What, BodyReturned> ||
                                std::is_same_v<What, BodyThrew> || std::is_same_v<What, EditMade>;
        return script ? modality_lane::script : modality_lane::ide;
      },
      fact);
}

Story modality_story(const Rerun& run, std::optional<std::size_t> unavoidable_after) {
  Story story;
  story.lanes = {"script", "engine", "IDE", "background"};
  story.given = given(run);
  const auto kept = steps_kept(run);
  for (const auto step : kept) story.steps.push_back(told(run.steps[step]));
  tell_differences(run, kept, story);
  tell_ends(run, kept, unavoidable_after, story);
  for (auto span : spans_of(run)) {
    span.begin = place_of(kept, span.begin);
    if (span.end) span.end = place_of(kept, *span.end);
    story.spans.push_back(std::move(span));
  }
  drop_unused_lanes(story);
  return story;
}

}  // namespace conformance
