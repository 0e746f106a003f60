// Vectors of tool calls: right engines pass them, whatever they look at, and broken ones fail some.
#include <gtest/gtest.h>

#include <memory>

#include "ack/program.h"
#include "ack/second_engine_testing.h"
#include "conformance/ack/area.h"
#include "conformance/ack/plans.h"
#include "run/vectors_testing.h"
#include "sim/ack/subject.h"
#include "sim/program/stepper.h"

namespace conformance::ack {
namespace {

const nlohmann::json& ack_vectors() {
  static const auto all = exported(area());
  return all;
}

TEST(AckVectors, ASecondEngineFailsNone) {
  const auto played = played_all(ack_vectors(), [](const nlohmann::json& setup) {
    const auto& table = table_of(*revision_named(setup["revision"].get<std::string>()));
    using Second = sim::ack::EngineSubject<SecondEngine>;
    return stepper_of(std::make_shared<const Second>(SecondEngine(table)), table);
  });
  EXPECT_EQ(played.failed, 0u) << played.failures;
  EXPECT_GT(played.passed, 4 * played.left) << played.passed << ", left " << played.left;
}

TEST(AckVectors, AreEqualEachTime) { EXPECT_EQ(exported(area()), ack_vectors()); }

// The others break rules that only other schedules meet, or texts.
TEST(AckVectors, MutantsFailSome) {
  const auto tried = tried_mutants(area(), ack_vectors(), 1);
  EXPECT_GE(10 * tried.caught, 8 * tried.all) << tried.escaped;
  RecordProperty("caught", static_cast<int>(tried.caught));
}

}  // namespace
}  // namespace conformance::ack
