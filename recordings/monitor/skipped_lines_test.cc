// What a client calls a line that is no message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include <fmt/format.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

FoundInStreams skips(std::string_view raw, std::string_view kind) {
  return judged(
      joined({{awake, ide(0, "ide_added")},
              opens(0, 1),
              {line(1'000, 1, raw), told(1'001, "line_skipped", fmt::format(R"("pid":7{})", kind)),
               line(1'002, 1, "nonsense"),
               told(1'003, "line_skipped", R"("pid":7,"kind":"malformed")"), slept(4'000, 0)}}));
}
auto of_skips(FoundInStreams found) {
  std::erase_if(found.breaches, [](const auto& each) { return each >= "MON-40"; });
  return found.breaches;
}
constexpr std::string_view as_malformed = R"(,"kind":"malformed")",
                           as_unknown = R"(,"kind":"unknown")";
constexpr std::string_view of_another = R"({\"type\":\"other\"})";

TEST(SkippedLines, AnObjectWithoutATypeIsOfEitherKind) {
  for (const std::string_view raw : {"{}", R"({\"Type\":\"ping\"})", R"({\"type\":7})"})
    for (const auto kind : {as_malformed, as_unknown})
      EXPECT_THAT(of_skips(skips(raw, kind)), IsEmpty());
  EXPECT_THAT(of_skips(skips(of_another, as_unknown)), IsEmpty());
  EXPECT_THAT(of_skips(skips(of_another, as_malformed)), SizeIs(1));
  EXPECT_THAT(of_skips(skips("[]", as_malformed)), IsEmpty());
  EXPECT_THAT(of_skips(skips("[]", as_unknown)), SizeIs(1));
  EXPECT_THAT(of_skips(skips("{", as_unknown)), SizeIs(1));
}

TEST(SkippedLines, TheKindIsAWordThatIsKnownOrLeftOut) {
  for (const auto raw : {of_another, std::string_view("{")})
    EXPECT_THAT(of_skips(skips(raw, "")), IsEmpty());
  EXPECT_THAT(of_skips(skips(R"({\"type\":\"ping\"})", "")), SizeIs(1));
  const auto error = HasSubstr(R"("kind" must be "malformed" or "unknown", or be left out)");
  EXPECT_THAT(skips("{", R"(,"kind":"nonsense")").error, error);
  EXPECT_THAT(skips("{", R"(,"kind":7)").error, error);
}

}  // namespace
}  // namespace conformance::monitor
