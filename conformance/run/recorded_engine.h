// Our engine as a program that remembers what it was told.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "sim/files/document.h"
#include "sim/program/program.h"
#include "sim/program/stepper.h"
#include "sim/state/subject_fault.h"

namespace conformance {

// Something that our engine was told, and what it answered.
struct Told {
  const Told* before = nullptr;  // Null: a run begins, and `event` is its setup.
  std::int32_t after_ms = 0;
  nlohmann::json event = {}, answer = {};
  std::unique_ptr<sim::Stepper> engine = nullptr;
  std::map<std::string, std::size_t> next = {};
};

// Our engine as a program that remembers all ways on which it went.
class Recorder final : public sim::Program {
 public:
  explicit Recorder(const Area& area) : area_(area) {}

  bool speaks(std::string_view area) const override { return area == area_.name(); }
  bool tells_state() const override { return false; }
  sim::ProgramState begin(std::string_view setup) override {
    const auto [root, is_new] = roots_.emplace(std::string(setup), told_.size());
    if (is_new) {
      Told told{.event = sim::own_document<nlohmann::json>(setup)};
      told.engine = area_.checks().stepper("engine", told.event);
      if (told.engine == nullptr) throw sim::SubjectFault{"its setup is the check's own"};
      told_.push_back(std::move(told));
    }
    return state_of(root->second);
  }
  std::shared_ptr<const sim::ProgramStep> tell(const sim::ProgramState& state,
                                               std::int32_t after_ms, std::string_view event,
                                               const Read& read) override {
    auto& from = told_[state.key[0]];
    const auto [next, is_new] =
        from.next.emplace(fmt::format("{} {}", after_ms, event), told_.size());
    if (is_new) {
      Told told{.before = &from,
                .after_ms = after_ms,
                .event = sim::own_document<nlohmann::json>(fmt::format("{{{}}}", event))};
      told.engine = from.engine->copy();
      told.answer = told.engine->hear(after_ms, told.event);
      told_.push_back(std::move(told));
    }
    return std::make_shared<sim::ProgramStep>(
        sim::ProgramStep{.next = state_of(next->second), .says = read(told_[next->second].answer)});
  }

  // Each run to its end, from its beginning on.
  std::vector<std::vector<const Told*>> runs() const {
    std::vector<std::vector<const Told*>> out;
    for (const auto& last : told_) {
      if (!last.next.empty() || last.before == nullptr) continue;
      auto& run = out.emplace_back();
      for (const Told* at = &last; at != nullptr; at = at->before) run.push_back(at);
      std::ranges::reverse(run);
    }
    return out;
  }

 private:
  static sim::ProgramState state_of(std::size_t number) {
    return {{static_cast<std::uint32_t>(number)}};
  }

  const Area& area_;
  std::deque<Told> told_;  // What it holds stays where it is.
  std::map<std::string, std::size_t> roots_;
};

}  // namespace conformance
