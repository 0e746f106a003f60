// Vectors of the monitor: right monitors pass them, however they number their connections, and
// broken ones fail some.
#include <gtest/gtest.h>

#include <memory>
#include <variant>

#include "conformance/monitor/area.h"
#include "conformance/monitor/mutants/mutant.h"
#include "monitor/subject.h"
#include "run/vectors_testing.h"
#include "sim/program/stepper.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;
using sim::monitor::SubjectState;

const nlohmann::json& monitor_vectors() {
  static const auto all = exported(area());
  return all;
}

// Our engine, of which a step differs.
class Otherwise : public sim::monitor::Subject {
 public:
  explicit Otherwise(std::shared_ptr<const Subject> engine) : engine_(std::move(engine)) {}

  SubjectState initial() const final { return engine_->initial(); }
  void rebase(SubjectState& state, port::Instant now) const final { engine_->rebase(state, now); }

 protected:
  std::shared_ptr<const Subject> engine_;
};
template <class One>
PlayedAll played_by(const nlohmann::json& vectors) {
  return played_all(vectors, [](const nlohmann::json& setup) {
    return sim::stepper_of<sim::monitor::Subject>(std::make_shared<One>(
        subject_of("engine", limits_of_setup(setup), setup["seed"].get<unsigned>())));
  });
}

// With numbers of its own, other pauses, and what it says at once in another order.
class Another final : public Otherwise {
 public:
  using Otherwise::Otherwise;

  void step(SubjectState& state, const sim::monitor::TimedEvent& event,
            Commands& out) const override {
    auto heard = event;
    std::visit(
        [](auto& what) {
          if constexpr (requires { what.connection; }) what.connection.value /= 3;
        },
        heard.what);
    engine_->step(state, heard, out);
    std::stable_partition(out.begin(), out.end(), [](const Command& command) {
      return std::holds_alternative<ProjectsShown>(command) || is_timer(command);
    });
    for (auto& command : out) {
      std::visit(
          [](auto& what) {
            if constexpr (requires { what.connection; }) what.connection.value *= 3;
          },
          command);
      if (auto* set = std::get_if<SetTimer>(&command))
        if (set->timer.kind == TimerKind::Worker && set->after.count() < 15'000)
          set->after = port::Duration{set->after.count() * 11 / 10};
    }
  }
};

TEST(MonitorVectors, AnotherMonitorFailsNone) {
  const auto played = played_by<Another>(monitor_vectors());
  EXPECT_EQ(played.failed, 0u) << played.failures;
  EXPECT_GT(played.passed, played.left) << played.passed << ", left " << played.left;
  RecordProperty("passed", static_cast<int>(played.passed));
}

// Who asks no address of a process that is not seen keeps each rule that decides: MON-09 is
// proposed.
class OfThisNamespace final : public Otherwise {
 public:
  using Otherwise::Otherwise;

  void step(SubjectState& state, const sim::monitor::TimedEvent& event,
            Commands& out) const override {
    auto heard = event;
    if (auto* read = std::get_if<MarkerRead>(&heard.what); read != nullptr && !read->alive)
      read->marker.target.token = no_text;
    engine_->step(state, heard, out);
  }
};

TEST(MonitorVectors, OfMustAskNothingOfAnotherNamespace) {
  const auto played = played_by<OfThisNamespace>(exported(area(), spec::Level::Must));
  EXPECT_EQ(played.failed, 0u) << played.failures;
  EXPECT_GT(played.passed, played.left) << played.passed << ", left " << played.left;
}

TEST(MonitorVectors, AreEqualEachTime) { EXPECT_EQ(exported(area()), monitor_vectors()); }

// Of broken monitors; the others break rules that only other schedules meet, or texts.
TEST(MonitorVectors, MutantsFailSome) {
  const auto tried = tried_mutants(area(), monitor_vectors(), 4, [](std::string_view name) {
    return fault_of(*mutant_named(mutants(), name)) == sim::monitor::Fault::None;
  });
  EXPECT_GE(10 * tried.caught, 6 * tried.all) << tried.escaped;
  RecordProperty("caught", static_cast<int>(tried.caught));
}

}  // namespace
}  // namespace conformance::monitor
