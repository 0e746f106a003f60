// Our engine as a program, which fails where a test says so.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "conformance/gate/report.h"
#include "sim/program/any_stepper.h"
#include "sim/program/program.h"

namespace conformance {

class EngineProgram final : public sim::Program {
 public:
  struct Heard {
    nlohmann::json event, answer;
  };
  // Told an event behind others of a run: how it fails; empty, it does not.
  using Fails =
      std::function<std::string(const std::vector<Heard>& before, const nlohmann::json& event)>;

  EngineProgram(const Area& area, Fails fails, std::set<std::string> without = {})
      : area_(area), fails_(std::move(fails)), without_(std::move(without)) {}

  bool speaks(std::string_view area) const override { return area == area_.name(); }
  bool is_without(std::string_view word) const override {
    return without_.contains(std::string(word));
  }
  bool tells_state() const override { return false; }
  std::shared_ptr<const sim::SubjectFault> unsteadiness() const override { return unsteady; }
  void bound_cost(bool on) override { bounded = on; }
  void forget_cost() override { forgotten += std::exchange(taken, 0); }
  sim::ProgramState begin(std::string_view setup) override {
    const auto [root, is_new] = roots_.emplace(std::string(setup), told_.size());
    if (is_new) {
      told_.push_back({area_.checks().stepper("engine", nlohmann::json::parse(setup)), {}});
      if (told_.back().engine == nullptr) throw sim::SubjectFault{"its setup is the check's own"};
    }
    return state_of(root->second);
  }
  std::shared_ptr<const sim::ProgramStep> tell(const sim::ProgramState& state,
                                               std::int32_t after_ms, std::string_view event,
                                               const Read& read) override {
    const auto from = state.key[0];
    if (!bounded) ++unbounded;
    if (++taken > taken_max && bounded) throw sim::OutOfRoom{"it took all that it may"};
    const auto what = nlohmann::json::parse(fmt::format("{{{}}}", event));
    if (auto fault = fails_(told_[from].before, what); !fault.empty())
      return std::make_shared<sim::ProgramStep>(
          sim::ProgramStep{.next = state, .says = nullptr, .fault = std::move(fault)});
    const auto [next, is_new] =
        told_[from].next.emplace(fmt::format("{} {}", after_ms, event), told_.size());
    if (is_new) {
      Told told{told_[from].engine->copy(), told_[from].before};
      told.before.push_back({what, told.engine->hear(after_ms, what)});
      told_.push_back(std::move(told));
    }
    return std::make_shared<sim::ProgramStep>(sim::ProgramStep{
        .next = state_of(next->second), .says = read(told_[next->second].before.back().answer)});
  }

  std::shared_ptr<const sim::SubjectFault> unsteady;  // What is known of it.
  bool bounded = false;
  // How often it was asked: since that was forgotten, and before; how often it may be under a
  // bound; and how often it was without one.
  std::uint64_t taken = 0, forgotten = 0, unbounded = 0;
  std::uint64_t taken_max = std::numeric_limits<std::uint64_t>::max();

 private:
  struct Told {
    std::unique_ptr<sim::Stepper> engine;
    std::vector<Heard> before;
    std::map<std::string, std::size_t> next = {};
  };
  static sim::ProgramState state_of(std::size_t number) {
    return {{static_cast<std::uint32_t>(number)}};
  }

  const Area& area_;
  Fails fails_;
  std::set<std::string> without_;
  std::deque<Told> told_;
  std::map<std::string, std::size_t> roots_;
};

// Of units that are run alone.
class Silent final : public Listener {
 public:
  void decided(const CheckResult&) override {}
  void row(const RowResult&) override {}
  void searched(std::string_view, const SearchTotals&) override {}
  void progress(const Progress&) override {}
  bool keep_going() override { return true; }
};

}  // namespace conformance
