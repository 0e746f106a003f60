#include "sim/modality/pin.h"

#include <algorithm>

#include <fmt/format.h>

#include "port/check.h"
#include "sim/modality/setup.h"

namespace sim::modality {
namespace {

class Pinner {
 public:
  explicit Pinner(const Plan& plan) : plan_(plan) {
    auto& fixed = out_.plan;
    fixed.limits = plan.limits;
    fixed.grid = plan.grid;
    fixed.latencies = plan.latencies;
    fixed.start = plan.start;
    fixed.body = {"body", plan.body.instructions};
    fixed.background = plan.background;
    begin_setup(setup_, ide_, agenda_, plan);
  }

  void take(const Choice& choice) {
    if (choice.slot == slot::setup) return set(choice);
    now_ms_ += choice.after_ms;
    auto pinned = choice;
    if (choice.slot == slot::script) {
      if (choice.alternative > 0) append(plan_.alphabet[choice.alternative - 1u]);
      pinned.alternative = 0;
    } else if (choice.slot == slot::free_background) {
      pinned.slot = static_cast<std::uint8_t>(slot::background + out_.plan.background.size());
      pinned.alternative = 0;
      out_.plan.background.push_back(
          {plan_.free_background[choice.alternative], {now_ms_, now_ms_}});
    }
    out_.choices.push_back(pinned);
  }

  std::variant<Pinned, std::string> finish() {
    if (setup_.stage != SetupStage::Done) return "the run ends before its call begins";
    const auto events = out_.plan.background.size();
    if (events > background_max)
      return fmt::format("{} background events; a fixed plan has room for {}", events,
                         background_max);
    if (out_.plan.body.instructions.empty()) out_.plan.body = {};
    return std::move(out_);
  }

 private:
  // What the choice stands for depends on how far the setup is, which set_up() keeps.
  void set(const Choice& choice) {
    auto& fixed = out_.plan;
    const auto taken = choice.alternative;
    switch (setup_.stage) {
      case SetupStage::Call:
        fixed.calls.push_back(plan_.calls[taken]);
        fixed.calls[0].cell = 0;
        fixed.calls[0].name = call_name(fixed.calls[0].request);
        out_.choices.push_back({.slot = slot::setup});
        break;
      case SetupStage::Stack:
        if (taken > 0) fixed.start.stack.push_back(plan_.start_kinds[taken - 1u]);
        break;
      case SetupStage::Documents: {
        const auto& documents = plan_.start_documents[taken];
        auto& start = fixed.start.documents;
        start.resize(std::max(start.size(), documents.size()));
        std::ranges::copy(documents, start.begin());
        break;
      }
      case SetupStage::Index: fixed.start.index = plan_.start_index[taken]; break;
      case SetupStage::Done: CHECK(setup_.stage != SetupStage::Done);
    }
    set_up(setup_, ide_, agenda_, plan_, choice);
  }

  void append(const Program& program) {
    auto& body = out_.plan.body;
    body.name = "body";
    body.instructions.insert(body.instructions.end(), program.instructions.begin(),
                             program.instructions.end());
  }

  const Plan& plan_;
  Setup setup_;
  Ide ide_;
  IdeAgenda agenda_;
  std::int32_t now_ms_ = 0;
  Pinned out_;
};

}  // namespace

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinner pinner(plan);
  for (const auto& choice : choices) pinner.take(choice);
  return pinner.finish();
}

}  // namespace sim::modality
