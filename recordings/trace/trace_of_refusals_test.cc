// Which rule a refusal breaks that has no reason, and which viewer has closed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "trace/tool_lines_testing.h"

namespace conformance::refusals {
namespace {

using namespace tool_lines;

using testing::ElementsAre;
using testing::IsEmpty;

// It may show another file in the end than the one that it opened with, and its number says which
// it is. One whose file none opened with stood before the log.
TEST(TraceOfRefusals, AViewerThatClosesIsTheOneOfItsNumberOrOfItsFile) {
  const auto closes = [](std::string_view opened, std::string_view before,
                         std::string_view closed) {
    Lines lines{ack_head, at(0, "store_ready", ""),
                at(50, "window_opened", R"("window":"viewer",)" + std::string(opened))};
    if (!before.empty())
      lines.push_back(at(60, "window_closed", R"("window":"viewer",)" + std::string(before)));
    return found_in(
               "ack",
               with(lines, {at(100, "called",
                               R"("call":"a","request":{"tool":"dialog_close",)"
                               R"("target":"file-viewer","one":true,"path":"/a"})"),
                            at(103, "dispatch", R"("call":"a")"),
                            at(200, "window_closed", R"("window":"viewer",)" + std::string(closed)),
                            at(300, "respond", R"("call":"a","response":{"status":"ok"})")}))
        .breaches;
  };
  const std::string_view a = R"("path":"/a")", b = R"("path":"/b")",
                         first = R"("number":1,"path":"/a")", turned = R"("number":1,"path":"/b")",
                         second = R"("number":2,"path":"/b")";
  EXPECT_THAT(closes(a, "", a), IsEmpty());
  EXPECT_THAT(closes(a, b, a), IsEmpty());
  EXPECT_THAT(closes(first, second, first), IsEmpty());
  EXPECT_THAT(closes(first, "", turned), IsEmpty());
  EXPECT_THAT(closes(a, "", b), ElementsAre("ACK-26:7"));
}

// Which rule says so is told of a refusal that has no reason.
TEST(TraceOfRefusals, ARefusalForNoReasonBreaksTheRuleOfThatReason) {
  const auto refuses = [](std::string_view tool, std::string_view status) {
    return found_in(
               "ack",
               with(ready,
                    {at(50, "window_opened", R"("window":"viewer","number":1,"path":"/a")"),
                     at(100, "called", fmt::format(R"("call":"a","request":{{"tool":{}}})", tool)),
                     at(101, "respond",
                        fmt::format(R"("call":"a","response":{{"status":"{}"}})", status))}))
        .breaches;
  };
  constexpr std::string_view closes = R"("dialog_close","target":"file-viewer")";
  EXPECT_THAT(refuses(closes, "not_ready"), ElementsAre("ACK-23:7"));
  EXPECT_THAT(refuses(closes, "invalid_params"), ElementsAre("ACK-12:7"));
  EXPECT_THAT(refuses(R"("mkdir")", "not_ready"), ElementsAre("ACK-35:7"));
  EXPECT_THAT(refuses(R"("mkdir")", "refused"), ElementsAre("ACK-35:7"));
  EXPECT_THAT(refuses(R"("mkdir")", "invalid_params"), ElementsAre("ACK-08:7"));
}

}  // namespace
}  // namespace conformance::refusals
