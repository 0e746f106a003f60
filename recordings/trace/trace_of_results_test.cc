// What results list of their artifacts, in logs that tell of captures and in ones that do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include <fmt/format.h>

#include "trace/call_lines_testing.h"

namespace conformance {
namespace {

using namespace call_lines;

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Artifacts that a result counts need no lines of their own where no line tells of any.
TEST(TraceOfResults, ArtifactsAreCountedByWhomTellsThem) {
  const auto result = [](int artifacts) {
    return line(147, fmt::format(R"("finish":{{"verdict":"failed","stage":"gate",)"
                                 R"("reason":"dialog_at_gate","artifacts":{},)"
                                 R"("blocked_by":"dialog"}})",
                                 artifacts));
  };
  const Lines bare{R"({"trace":1,"area":"modality"})"},
      all{R"({"trace":1,"area":"modality","tells":"all"})"},
      call{line(50, R"("dialog_opened":{"dialog":"n","modal":true})"),
           called(100, "non_modal", 600'000),
           line(100, R"("schedule_refresh":{})"),
           line(101, R"("read_modality":{"operation":"main"})"),
           line(102, R"("modality_read":{"operation":"main","modality":"dialog"})"),
           line(104, R"("decide":{"stage":"gate","reason":"dialog_at_gate"})")},
      told{line(105, R"("capture":{"artifact":"screenshot","cause":"gate"})"),
           line(125, R"("captured":{"artifact":"screenshot"})"),
           line(126, R"("capture":{"artifact":"thread_dump","cause":"gate"})"),
           line(146, R"("captured":{"artifact":"thread_dump"})")},
      end{line(147, R"("schedule_refresh":{})")};
  const auto broken = [&](const Lines& head, const Lines& captures, int artifacts) {
    return found_in("modality", head + call + captures + end + Lines{result(artifacts)}).breaches;
  };
  EXPECT_THAT(broken(bare, {}, 2), IsEmpty());
  EXPECT_THAT(broken(bare, {}, 0), ElementsAre("MOD-31:8"));
  EXPECT_THAT(broken(bare, told, 2), IsEmpty());
  EXPECT_THAT(broken(bare, told, 1), ElementsAre("MOD-74:13"));
  EXPECT_THAT(broken(all, told, 1), ElementsAre("MOD-74:13"));
  EXPECT_THAT(broken(all, {}, 2), Not(IsEmpty()));
}

// A good result may list what was captured on the way, or not.
TEST(TraceOfResults, AGoodResultListsWhatItLikes) {
  const auto ended = [](std::string_view verdict) {
    const Lines head{R"({"trace":1,"area":"modality"})"};
    const Lines call{called(100, "unleashed", 600'000),
                     line(100, R"("schedule_refresh":{})"),
                     line(101, R"("start_body":{})"),
                     line(300, R"("body_returned":{})"),
                     line(301, R"("decide":{"stage":"post","reason":"none"})"),
                     line(301, R"("schedule_refresh":{})"),
                     line(302, fmt::format(R"("finish":{{"verdict":"{}","stage":"post",)"
                                           R"("artifacts":2}})",
                                           verdict))};
    return found_in("modality", head + call).breaches;
  };
  EXPECT_THAT(ended("ok"), IsEmpty());
  EXPECT_THAT(ended("failed"), ElementsAre("MOD-05:8"));
}

// What comes before the refresh of a result comes before the result where no refresh is told.
TEST(TraceOfResults, AResultBehindARefreshThatIsNotToldHasItsArtifacts) {
  const Lines head{R"({"trace":1,"area":"modality"})"},
      call{line(50, R"("dialog_opened":{"dialog":"n","modal":true})"),
           called(100, "non_modal", 600'000), line(101, R"("read_modality":{"operation":"main"})"),
           line(102, R"("modality_read":{"operation":"main","modality":"dialog"})")},
      decided{line(104, R"("decide":{"stage":"gate","reason":"dialog_at_gate"})")},
      shot{line(105, R"("capture":{"artifact":"screenshot","cause":"gate"})"),
           line(125, R"("captured":{"artifact":"screenshot"})")},
      dump{line(126, R"("capture":{"artifact":"thread_dump","cause":"gate"})"),
           line(146, R"("captured":{"artifact":"thread_dump"})")};
  const auto found = [&](const Lines& captures, int artifacts) {
    const Lines result{line(147, fmt::format(R"("finish":{{"verdict":"failed","stage":"gate",)"
                                             R"("reason":"dialog_at_gate","artifacts":{}}})",
                                             artifacts))};
    return found_in("modality", head + call + decided + captures + result);
  };
  const auto broken = [&](const Lines& captures, int artifacts) {
    return found(captures, artifacts).breaches;
  };
  EXPECT_THAT(broken(shot + dump, 2), IsEmpty());
  EXPECT_THAT(broken({}, 2), IsEmpty());
  EXPECT_THAT(broken({}, 0), ElementsAre("MOD-31:7"));
  EXPECT_THAT(broken(shot, 1), ElementsAre("MOD-31:9"));
  // It speaks of the line, and not of the refresh.
  EXPECT_THAT(found(shot, 1).says, ElementsAre(AllOf(HasSubstr(": Finish comes only if captured"),
                                                     Not(HasSubstr("ScheduleRefresh")))));
  const Lines withdrawn{line(103, R"("cancelled":{})"),
                        line(103, R"("decide":{"stage":"gate","reason":"cancelled"})"),
                        line(104, R"("finish":{"verdict":"failed","stage":"gate",)"
                                  R"("reason":"cancelled"})")};
  EXPECT_THAT(found_in("modality", head + call + withdrawn).breaches, IsEmpty());
}

// What a failure says of trying again, where nobody can say that it helps or does not: a progress
// goes by itself, and no dialog does.
TEST(TraceOfResults, ARefusalOverAProgressMaySayThatTryingAgainHelps) {
  const auto refused = [](std::string_view blocker, std::string_view retry) {
    const Lines begins{
        line(50, blocker == "progress" ? R"("progress_started":{})"
                                       : R"("dialog_opened":{"dialog":"n","modal":true})"),
        called(100, "non_modal", 600'000), line(100, R"("schedule_refresh":{})")};
    const auto ends = fmt::format(R"("stage":"gate","reason":"{}_at_gate")", blocker);
    const Lines more{line(101, R"("decide":{)" + ends + "}"), line(102, R"("schedule_refresh":{})"),
                     line(102, R"("finish":{"verdict":"failed",)" + ends +
                                   fmt::format(R"(,"artifacts":2,"blocked_by":"{}",)"
                                               R"("retry_later":{}}})",
                                               blocker, retry))};
    return found_in("modality", Lines{head} + begins + more).breaches;
  };
  EXPECT_THAT(refused("progress", "true"), IsEmpty());
  EXPECT_THAT(refused("progress", "false"), IsEmpty());
  EXPECT_THAT(refused("dialog", "false"), IsEmpty());
  EXPECT_THAT(refused("dialog", "true"), ElementsAre("MOD-114:7"));
  const auto at_the_surface = [](std::string_view retry) {
    return found_in("modality",
                    Lines{head, called(0, "non_modal", 0),
                          line(0, R"("decide":{"stage":"surface","reason":"bad_timeout"})"),
                          line(0, fmt::format(R"("finish":{{"verdict":"failed","stage":"surface",)"
                                              R"("reason":"bad_timeout","retry_later":{}}})",
                                              retry))})
        .breaches;
  };
  EXPECT_THAT(at_the_surface("false"), IsEmpty());
  EXPECT_THAT(at_the_surface("true"), ElementsAre("MOD-114:4"));
}

}  // namespace
}  // namespace conformance
