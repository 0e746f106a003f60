// Vectors of the client: right clients pass them, however they number and put in order what they
// say, and broken ones fail some.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <variant>

#include "appserver/subject.h"
#include "conformance/appserver/area.h"
#include "conformance/appserver/judged.h"
#include "conformance/appserver/plans.h"
#include "run/vectors_testing.h"
#include "sim/program/stepper.h"
#include "sim/search/parallel.h"
#include "spec/appserver/clause_judge.h"

namespace conformance::appserver {
namespace {

using namespace port::appserver;
using sim::appserver::SubjectState;

const nlohmann::json& appserver_vectors() {
  static const auto all = exported(area());
  return all;
}

// Our engine with numbers of its own, another jitter, and what it says at once in another order.
class Another final : public sim::appserver::Subject {
 public:
  explicit Another(std::shared_ptr<const Subject> engine) : engine_(std::move(engine)) {}

  SubjectState initial() const override { return engine_->initial(); }
  void rebase(SubjectState& state, port::Instant now) const override {
    engine_->rebase(state, now);
  }
  void step(SubjectState& state, const Event& event, Commands& out) const override {
    Event heard = event;
    std::visit([](auto& what) { renumber(what, [](auto& id) { id.value = unmade(id); }); },
               heard.what);
    engine_->step(state, heard, out);
    // What is sent stays in its order, and so does what else there is; the one is said first.
    std::stable_partition(out.begin(), out.end(), [](const Command& command) {
      return !std::holds_alternative<Send>(command) &&
             !std::holds_alternative<port::appserver::Reported>(command);
    });
    for (auto& command : out)
      std::visit([](auto& what) { renumber(what, [](auto& id) { id.value = made(id); }); },
                 command);
  }

 private:
  static std::uint32_t made(ProcessId id) { return id.value * 3; }
  static std::uint32_t unmade(ProcessId id) { return id.value / 3; }
  static std::uint32_t made(RequestId id) { return id.value == 0 ? 0 : id.value * 7 + 100; }
  static std::uint32_t unmade(RequestId id) {
    const bool is_ours = id.value > 100 && (id.value - 100) % 7 == 0;
    return is_ours ? (id.value - 100) / 7 : id.value == 0 ? 0 : id.value + 1'000'000;
  }

  template <class What, class Renumber>
  static void renumber(What& what, const Renumber& one) {
    if constexpr (requires { what.process; }) one(what.process);
    if constexpr (requires { what.message; })
      std::visit(
          [&](auto& message) {
            if constexpr (requires { RequestId{message.id}; }) one(message.id);
          },
          what.message);
    if constexpr (std::is_same_v<What, port::appserver::Reported>) {
      const bool of_request =
          what.report == Report::UnknownResponse || what.report == Report::LateResponse;
      RequestId id{what.of};
      if (of_request && what.of < 1'000'000) one(id);
      what.of = of_request && what.of >= 1'000'000 ? what.of - 1'000'000 : id.value;
    }
    if constexpr (std::is_same_v<What, SetTimer>)
      if (what.timer.kind == TimerKind::Restart) what.after = jittered(what.after);
  }
  // As late as it may be.
  static port::Duration jittered(port::Duration after) {
    const port::Duration most = engine::appserver::real_limits().backoff_max;
    port::Duration least{250};
    while (least < most && std::min(2 * least, most) <= after) least = std::min(2 * least, most);
    return least + least / 4;
  }

  std::shared_ptr<const Subject> engine_;
};

std::shared_ptr<const sim::appserver::Subject> another(std::uint32_t seed, std::uint8_t opts_out) {
  static auto limits = engine::appserver::real_limits();
  limits.opts_out = opts_out;
  return std::make_shared<Another>(client_of("engine", limits, seed));
}

TEST(AppserverVectors, AnotherClientFailsNone) {
  const auto played = played_all(appserver_vectors(), [](const nlohmann::json& setup) {
    return stepper_of(another(setup["seed"], setup["opts_out"]));
  });
  EXPECT_EQ(played.failed, 0u) << played.failures;
  EXPECT_EQ(played.left, 0u);
  RecordProperty("passed", static_cast<int>(played.passed));
}

// What the vectors leave to a client, the judge does, too.
TEST(AppserverVectors, AnotherClientBreaksNoRule) {
  for (const auto& [name, says] : plan_names(false)) {
    const auto plan = *plan_named(name);
    using spec::appserver::clauses::clauses_on, spec::appserver::clauses::Party;
    const JudgedWorlds judged(plan, another(plan.client.seed, plan.client.opts_out),
                              spec::appserver::clauses::Judge({}, clauses_on(Party::Client)));
    const auto found = model_of(judged)->explore(plan, "engine", {}, sim::Serial());
    EXPECT_TRUE(found.failures.empty()) << name;
  }
}

TEST(AppserverVectors, AreEqualEachTime) { EXPECT_EQ(exported(area()), appserver_vectors()); }

// Of broken clients; the others break rules that only other schedules meet, or texts.
TEST(AppserverVectors, MutantsFailSome) {
  const auto tried = tried_mutants(area(), appserver_vectors(), 5, [](std::string_view name) {
    return client_named(name) != nullptr;
  });
  EXPECT_GE(10 * tried.caught, 7 * tried.all) << tried.escaped;
  RecordProperty("caught", static_cast<int>(tried.caught));
}

}  // namespace
}  // namespace conformance::appserver
