#include "sim/modality/scenario.h"

#include <algorithm>

#include <fmt/format.h>

#include "port/check.h"
#include "sim/modality/runs.h"
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
    fixed.waits = plan.waits;
    for (const auto& another : plan.another)
      fixed.another.push_back({.calls = {named(another.calls[0])},
                               .at = another.at,
                               .body = {"body", another.body.instructions}});
    begin_setup(setup_, ide_, agenda_, plan);
  }

  void take(const Choice& choice) {
    if (choice.slot == slot::setup) return set(choice);
    now_ms_ += choice.after_ms;
    auto pinned = choice;
    if (is_call(choice)) {
      begin(choice);
      pinned.alternative = 0;
    } else if (is_script(choice)) {
      const auto run = run_in(is_of_second(choice) ? 1 : 0, called_);
      append(run == 0 ? out_.plan.body : out_.plan.another[run - 1].body, choice.alternative);
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
    for (auto& another : out_.plan.another)
      if (another.body.instructions.empty()) another.body = {};
    return std::move(out_);
  }

 private:
  // What the choice stands for depends on how far the setup is, which set_up() keeps.
  void set(const Choice& choice) {
    auto& fixed = out_.plan;
    const auto taken = choice.alternative;
    switch (setup_.stage) {
      case SetupStage::Call:
        fixed.calls.push_back(named(plan_.calls[taken]));
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

  static Plan::Call named(Plan::Call call) {
    call.cell = 0;
    call.name = call_name(call.request);
    return call;
  }

  static bool is_script(const Choice& choice) {
    return choice.slot == slot::script || choice.slot == first_slot_of_second + run_slot::script;
  }

  // Another run. When a later one may come follows from what was before.
  void begin(const Choice& choice) {
    auto& another = out_.plan.another[called_ - 1];
    another.calls = {named(plan_.another[called_ - 1].calls[choice.alternative])};
    if (called_ == 1) another.at = {now_ms_, now_ms_};
    ++called_;
  }

  void append(Program& body, std::uint8_t alternative) {
    if (alternative == 0) return;
    const auto& program = plan_.alphabet[alternative - 1u];
    body.name = "body";
    body.instructions.insert(body.instructions.end(), program.instructions.begin(),
                             program.instructions.end());
  }

  const Plan& plan_;
  Setup setup_;
  Ide ide_;
  IdeAgenda agenda_;
  std::int32_t now_ms_ = 0;
  std::size_t called_ = 1;
  Pinned out_;
};

}  // namespace

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinner pinner(plan);
  for (const auto& choice : choices) pinner.take(choice);
  return pinner.finish();
}

}  // namespace sim::modality
