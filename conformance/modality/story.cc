#include "modality/story.h"

namespace conformance::modality {
namespace {

using namespace port::modality;

template <class What>
bool is(const Seen& seen) {
  const auto* what = seen.as<Happening>();
  return what != nullptr && std::holds_alternative<What>(*what);
}
template <class What>
bool is_fact(const Seen& seen) {
  const auto* fact = seen.as<Fact>();
  return fact != nullptr && std::holds_alternative<What>(*fact);
}

bool is_edit(const Seen& seen) {
  const auto* fact = seen.as<Fact>();
  const auto* touched = fact == nullptr ? nullptr : std::get_if<DocumentTouched>(fact);
  return touched != nullptr && touched->by == TouchedBy::Edit;
}

// What the label of a choice says less well: the answer itself.
bool replaces_label(const Seen& seen) {
  return is<Called>(seen) || is<ModalityRead>(seen) || is<DialogsListed>(seen) ||
         is<SmartRead>(seen) || is<CloseAnswered>(seen) || is<MethodCalled>(seen) ||
         is<BodyReturned>(seen) || is<BodyThrew>(seen) || is_edit(seen);
}

// What the label of a choice says better: which kind of dialog it was.
bool said_by_label(const Seen& seen, const RerunStep& step) {
  if (step.label.actor != "IDE" || &step.seen.front() != &seen) return false;
  return is<DialogDisposed>(seen) || is_fact<ProgressEnded>(seen) || is_fact<IndexingEnded>(seen) ||
         is<WriteEnded>(seen) || is<SmartReached>(seen);
}

}  // namespace

std::size_t lane_of(std::string_view actor) {
  if (actor == "engine") return modality_lane::engine;
  if (actor == "IDE") return modality_lane::ide;
  return actor == "background" ? modality_lane::background : modality_lane::script;
}

std::size_t lane_of(const Seen& seen) {
  if (seen.is_act()) return modality_lane::engine;
  const bool script = is<Called>(seen) || is<MethodCalled>(seen) || is<BodyReturned>(seen) ||
                      is<BodyThrew>(seen) || is_edit(seen);
  return script ? modality_lane::script : modality_lane::ide;
}

const StoryWords& words_of_story() {
  static const StoryWords words{
      .lanes = {"script", "engine", "IDE", "background"},
      .lane_of_actor = [](std::string_view actor) { return lane_of(actor); },
      .lane_of = [](const Seen& seen) { return lane_of(seen); },
      .replaces_label = replaces_label,
      .said_by_label = said_by_label,
      .differences_of = differences_of,
      .spans_of = spans_of};
  return words;
}

}  // namespace conformance::modality
