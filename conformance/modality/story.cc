#include "modality/story.h"

#include "port/overload.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;

// What the label of a choice says less well: the answer itself.
bool replaces_label(const Seen& fact) {
  return std::visit(
      port::Overload{
          [](const Called&) { return true; }, [](const ModalityAnswered&) { return true; },
          [](const DialogsAnswered&) { return true; }, [](const SmartAnswered&) { return true; },
          [](const CloseAnswered&) { return true; }, [](const MethodCalled&) { return true; },
          [](const BodyReturned&) { return true; }, [](const BodyThrew&) { return true; },
          [](const EditMade&) { return true; }, [](const auto&) { return false; }},
      *fact.as<Fact>());
}

// What the label of a choice says better: which kind of dialog it was.
bool said_by_label(const Seen& seen, const RerunStep& step) {
  if (step.label.actor != "IDE" || &step.seen.front() != &seen) return false;
  const auto& fact = *seen.as<Fact>();
  return std::holds_alternative<DialogDisposed>(fact) ||
         std::holds_alternative<ProgressEnded>(fact) ||
         std::holds_alternative<IndexingEnded>(fact) || std::holds_alternative<WriteEnded>(fact) ||
         std::holds_alternative<SmartReached>(fact);
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

const StoryWords& words_of_story() {
  static const StoryWords words{
      .lanes = {"script", "engine", "IDE", "background"},
      .lane_of_actor = [](std::string_view actor) { return lane_of(actor); },
      .lane_of =
          [](const Seen& seen) {
            return seen.is_act() ? modality_lane::engine : lane_of(*seen.as<Fact>());
          },
      .replaces_label = replaces_label,
      .said_by_label = said_by_label,
      .differences_of = differences_of,
      .spans_of = spans_of};
  return words;
}

}  // namespace conformance::modality
