#include "engine/modality/surface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "engine/modality/engine.h"

namespace engine::modality {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Surface read(std::vector<Parameter> parameters) { return read_surface(parameters); }

// Named, since a literal would rather become a bool than a view.
Parameter text(std::string_view name, std::string_view value) { return {name, value}; }
Parameter number(std::string_view name, double value) { return {name, value}; }

auto lists_the_valid_values() {
  return AllOf(HasSubstr("smart_non_modal"), HasSubstr("non_modal"), HasSubstr("unleashed"));
}

// modal.

TEST(PolicySurface, MeansSmartNonModalWhenNothingIsSaid) {
  const Surface surface = read({});
  EXPECT_EQ(surface.request, Request{.body_timeout = default_body_timeout});
  EXPECT_EQ(surface.request.mode, Mode::SmartNonModal);
  EXPECT_EQ(surface.request.body_timeout, Duration{600'000});
  EXPECT_THAT(surface.error, IsEmpty());
}

TEST(PolicySurface, TakesExactlyItsThreeValues) {
  EXPECT_EQ(read({text("modal", "smart_non_modal")}).request.mode, Mode::SmartNonModal);
  EXPECT_EQ(read({text("modal", "non_modal")}).request.mode, Mode::NonModal);
  EXPECT_EQ(read({text("modal", "unleashed")}).request.mode, Mode::Unleashed);
}

TEST(PolicySurface, RefusesEveryOtherText) {
  for (const std::string_view value :
       {"", "raw", "Unleashed", "unleashed ", " non_modal", "smart", "true"}) {
    const Surface surface = read({text("modal", value)});
    EXPECT_EQ(surface.request.defect, Defect::UnknownMode) << value;
    EXPECT_THAT(surface.error, lists_the_valid_values());
  }
}

TEST(PolicySurface, RefusesEveryOtherKindOfValue) {
  for (const auto& parameter :
       {Parameter{"modal", true}, Parameter{"modal", 1.0}, Parameter{"modal", OtherValue{}}}) {
    EXPECT_EQ(read({parameter}).request.defect, Defect::UnknownMode);
  }
}

TEST(PolicySurface, RefusesFormerParametersWhateverTheirValue) {
  for (const std::string_view name : {"dialog_killer", "cancel_on_modal", "allow_modal"}) {
    for (const auto& parameter :
         {Parameter{name, false}, Parameter{name, true}, Parameter{name, OtherValue{}},
          text(name, "unleashed"), number(name, 0)}) {
      const Surface surface = read({text("modal", "non_modal"), parameter});
      EXPECT_EQ(surface.request.defect, Defect::FormerParameter);
      EXPECT_THAT(surface.error, AllOf(HasSubstr(std::string(name)), lists_the_valid_values()));
    }
  }
}

TEST(PolicySurface, PassesOverParametersOfOthers) {
  EXPECT_EQ(read({text("code", "1 + 1"), text("Modal", "x"), {"reason", OtherValue{}}}), read({}));
  EXPECT_EQ(read({}).request, (Request{.body_timeout = default_body_timeout}));
  EXPECT_TRUE(read({}).error.empty());
}

TEST(PolicySurface, EchoesWhatWasSentShortAndInOneLine) {
  const std::string sent = "a\nb" + std::string(5'000, 'x');
  const Surface surface = read({text("modal", sent)});
  EXPECT_THAT(surface.error, AllOf(HasSubstr("a?bxxx"), Not(HasSubstr("\n"))));
  EXPECT_LT(surface.error.size(), 200u);
}

TEST(PolicySurface, TakesTheLastOfTwoValuesButForgivesNone) {
  EXPECT_EQ(read({text("modal", "unleashed"), text("modal", "non_modal")}).request.mode,
            Mode::NonModal);
  EXPECT_EQ(read({text("modal", "x"), text("modal", "non_modal")}).request.defect,
            Defect::UnknownMode);
}

TEST(PolicySurface, SaysAllThatIsWrongAndNamesTheFirst) {
  const Surface surface =
      read({number("timeout", -1), {"allow_modal", true}, text("modal", "maybe")});
  EXPECT_EQ(surface.request.defect, Defect::UnknownMode);
  EXPECT_THAT(surface.error,
              AllOf(HasSubstr("timeout"), HasSubstr("allow_modal"), HasSubstr("maybe")));
}

// timeout.

struct TimeoutRow {
  std::string name;
  double seconds;
  Duration wanted;  // Zero: refused.
};

class TimeoutParameter : public testing::TestWithParam<TimeoutRow> {};

TEST_P(TimeoutParameter, IsRefusedOrBecomesMilliseconds) {
  const Surface surface = read({number("timeout", GetParam().seconds)});
  const bool taken = GetParam().wanted > Duration::zero();
  EXPECT_EQ(surface.request.defect, taken ? Defect::None : Defect::BadTimeout);
  EXPECT_EQ(surface.error.empty(), taken);
  EXPECT_EQ(surface.request.body_timeout, taken ? GetParam().wanted : default_body_timeout);
}

using Double = std::numeric_limits<double>;
constexpr Duration refused{0};

INSTANTIATE_TEST_SUITE_P(
    Rows, TimeoutParameter,
    testing::Values(TimeoutRow{"WholeSeconds", 30, Duration{30'000}},
                    TimeoutRow{"Fraction", 0.25, Duration{250}},
                    TimeoutRow{"RoundedDespiteBinary", 16.1, Duration{16'100}},
                    TimeoutRow{"BelowAMillisecond", 1e-9, Duration{1}},
                    TimeoutRow{"SmallestOfAll", Double::denorm_min(), Duration{1}},
                    TimeoutRow{"Largest", 1'000'000, body_timeout_max},
                    TimeoutRow{"BeyondTheLargest", 1'000'000.001, body_timeout_max},
                    TimeoutRow{"BeyondThirtyTwoBits", 4'294'967.297, body_timeout_max},
                    TimeoutRow{"LargestOfAll", Double::max(), body_timeout_max},
                    TimeoutRow{"Zero", 0, refused}, TimeoutRow{"MinusZero", -0.0, refused},
                    TimeoutRow{"Negative", -1, refused}, TimeoutRow{"NegativeTiny", -1e-9, refused},
                    TimeoutRow{"Infinite", Double::infinity(), refused},
                    TimeoutRow{"MinusInfinite", -Double::infinity(), refused},
                    TimeoutRow{"NotANumber", Double::quiet_NaN(), refused}),
    [](const auto& row) { return row.param.name; });

TEST(PolicySurface, RefusesATimeoutThatIsNoNumber) {
  for (const auto& parameter :
       {text("timeout", "30"), Parameter{"timeout", true}, Parameter{"timeout", OtherValue{}}}) {
    EXPECT_EQ(read({parameter}).request.defect, Defect::BadTimeout);
  }
}

RC_GTEST_PROP(PolicySurface, KeepsEveryAcceptedTimeoutWithinItsLimits, (double seconds)) {
  const Surface surface = read({number("timeout", seconds)});
  const Duration timeout = surface.request.body_timeout;
  RC_ASSERT(timeout >= Duration{1});
  RC_ASSERT(timeout <= body_timeout_max);
  RC_ASSERT(surface.error.empty() == (surface.request.defect == Defect::None));
}

// The words of a result.

Finish at(Stage stage, Reason reason, Modality modality) {
  return {Verdict::Failed, stage, reason, modality};
}

TEST(PolicyMessage, NamesTheModeTheBlockerAndTheWayOut) {
  EXPECT_THAT(
      message(Mode::NonModal, at(Stage::Gate, Reason::DialogAtGate, Modality::Dialog)),
      AllOf(HasSubstr("modal=non_modal"), HasSubstr("a modal dialog"), HasSubstr("unleashed")));
  EXPECT_THAT(
      message(Mode::SmartNonModal, at(Stage::Gate, Reason::ProgressAtGate, Modality::Progress)),
      AllOf(HasSubstr("modal=smart_non_modal"), HasSubstr("progress"), HasSubstr("unleashed"),
            Not(HasSubstr("a modal dialog"))));
}

TEST(PolicyMessage, SaysThatRetryingCanHelpOnceTheBudgetIsSpent) {
  EXPECT_THAT(message(Mode::SmartNonModal,
                      at(Stage::Gate, Reason::ProgressOutlivedBudget, Modality::Progress)),
              HasSubstr("Retrying later can help"));
}

TEST(PolicyMessage, SaysThatTheScriptDidNotRunIffItDidNot) {
  for (const Stage stage : {Stage::Surface, Stage::Gate, Stage::Sync, Stage::Smart}) {
    EXPECT_THAT(message(Mode::Raw, at(stage, Reason::DialogAtGate, Modality::Dialog)),
                HasSubstr("The script did not run."));
  }
  for (const Stage stage : {Stage::Monitor, Stage::Body}) {
    EXPECT_THAT(message(Mode::Raw, at(stage, Reason::DialogDuringBody, Modality::Dialog)),
                Not(HasSubstr("did not run")));
  }
}

TEST(PolicyMessage, PointsAtAllowModalDialogAfterTheMonitorTripped) {
  EXPECT_THAT(
      message(Mode::SmartNonModal, at(Stage::Monitor, Reason::DialogDuringBody, Modality::Dialog)),
      AllOf(HasSubstr("allowModalDialog"), HasSubstr("stage monitor")));
}

TEST(PolicyMessage, ListsTheValidValuesOfModal) {
  EXPECT_THAT(message(Mode::SmartNonModal, at(Stage::Surface, Reason::UnknownMode, Modality::None)),
              lists_the_valid_values());
}

TEST(PolicyMessage, WarnsThatEditsMayMissTheDisk) {
  EXPECT_THAT(message(Warn{Warning::PostSyncFailed, Reason::SyncTimedOut}),
              AllOf(HasSubstr("may not be on disk"), HasSubstr("took too long")));
  EXPECT_THAT(message(Warn{Warning::PostSyncSkipped, Reason::None}),
              HasSubstr("may not be on disk"));
  EXPECT_THAT(message(Warn{Warning::SyncSkipped, Reason::None}), HasSubstr("Documents"));
  EXPECT_THAT(message(Warn{Warning::SmartSkipped, Reason::None}), HasSubstr("Smart mode"));
}

TEST(PolicyMessage, HasWordsForEveryReason) {
  for (int reason = 0; reason <= static_cast<int>(Reason::BodyTimedOut); ++reason) {
    const std::string said = message(Mode::Raw, at(Stage::Body, Reason(reason), Modality::Dialog));
    EXPECT_THAT(said, AllOf(HasSubstr("stage body"), HasSubstr(". "), Not(HasSubstr("{}"))));
  }
}

}  // namespace
}  // namespace engine::modality
