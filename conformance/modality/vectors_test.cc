// Vectors of script calls: right engines pass them, whatever they look at, and broken ones fail
// some.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "conformance/modality/area.h"
#include "modality/second_subject_testing.h"
#include "run/vectors_testing.h"
#include "sim/program/stepper.h"

namespace conformance::modality {
namespace {

const nlohmann::json& modality_vectors() {
  static const auto all = exported(area());
  return all;
}

TEST(ModalityVectors, ASecondEngineFailsNone) {
  const auto played = played_all(modality_vectors(), [](const nlohmann::json& setup) {
    port::modality::Limits limits{};
    sim::read_answer(setup["limits"], "limits", limits);
    return sim::stepper_of<sim::modality::Subject>(std::make_shared<second::Engine>(limits));
  });
  EXPECT_EQ(played.failed, 0u) << played.failures;
  EXPECT_GT(played.passed, 2 * played.left) << played.passed << ", left " << played.left;
}

TEST(ModalityVectors, AreEqualEachTime) { EXPECT_EQ(exported(area()), modality_vectors()); }

// The others break rules that only other schedules meet, or texts: of all, a fifth.
TEST(ModalityVectors, MutantsFailSome) {
  const auto tried = tried_mutants(area(), modality_vectors(), 8);
  EXPECT_GE(4 * tried.caught, 3 * tried.all) << tried.escaped;
  RecordProperty("caught", static_cast<int>(tried.caught));
}

}  // namespace
}  // namespace conformance::modality
