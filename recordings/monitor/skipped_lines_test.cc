// What a client calls a line that is no message.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

using ::testing::SizeIs;

FoundInStreams found_of(std::string_view raw, std::string_view kind) {
  return judged(joined({{awake, ide(0, "ide_added")},
                        opens(0, 1),
                        {line(1'000, 1, raw), skips(1'001, kind), line(1'002, 1, "nonsense"),
                         skips(1'003), slept(4'000, 0)}}));
}
constexpr std::string_view of_another = R"({\"type\":\"other\"})";

TEST(SkippedLines, AnObjectWithoutATypeIsOfEitherKind) {
  for (const std::string_view raw : {"{}", R"({\"Type\":\"ping\"})", R"({\"type\":7})"})
    for (const auto kind : {as_malformed, as_unknown})
      EXPECT_THAT(of_client(found_of(raw, kind)), IsEmpty());
  EXPECT_THAT(of_client(found_of(of_another, as_unknown)), IsEmpty());
  EXPECT_THAT(of_client(found_of(of_another, as_malformed)), SizeIs(1));
  EXPECT_THAT(of_client(found_of("[]", as_malformed)), IsEmpty());
  EXPECT_THAT(of_client(found_of("[]", as_unknown)), SizeIs(1));
  EXPECT_THAT(of_client(found_of("{", as_unknown)), SizeIs(1));
}

// Of a client that tells what it skips.
std::vector<std::string> found_behind_a_skip(const Lines& then) {
  return of_client(judged(joined({{awake, ide(0, "ide_added")},
                                  opens(0, 1),
                                  {line(500, 1, "nonsense"), skips(501, as_malformed)},
                                  then,
                                  {ping(4'900, 1), line(6'000, 1, "nonsense"),
                                   skips(6'001, as_malformed), slept(8'000, 0)}})));
}

// They are told of in their order.
TEST(SkippedLines, SeveralMayComeBeforeTheyAreToldOf) {
  const auto then = [](const Lines& told_of) {
    return found_behind_a_skip(
        joined({{line(1'000, 1, "{"), line(1'001, 1, of_another)}, told_of}));
  };
  EXPECT_THAT(then({skips(1'002, as_malformed), skips(1'003, as_unknown)}), IsEmpty());
  EXPECT_THAT(then({skips(1'002, ""), skips(1'003, "")}), IsEmpty());
  EXPECT_THAT(then({skips(1'002, "")}), ElementsAre("MON-25:11"));
  EXPECT_THAT(then({skips(1'002, as_unknown), skips(1'003, as_unknown)}), ElementsAre("MON-25:10"));
  EXPECT_THAT(then({skips(1'002, as_malformed), skips(1'003, as_unknown), skips(1'004, "")}),
              ElementsAre("MON-25:12"));
  EXPECT_THAT(then({skips(2'102, as_malformed), skips(2'103, as_unknown)}), Not(IsEmpty()));
}

TEST(SkippedLines, ABlankOneMayBeSkippedSilently) {
  for (const std::string_view blank : {"", R"( \t)", R"(\r)"}) {
    const auto then = [&](const Lines& behind) {
      return found_behind_a_skip(joined({{line(1'000, 1, blank)}, behind}));
    };
    EXPECT_THAT(then({}), IsEmpty());
    EXPECT_THAT(then({skips(1'001, as_malformed)}), IsEmpty());
    EXPECT_THAT(then({skips(1'001, ""), skips(1'002, "")}), ElementsAre("MON-25:10"));
    // One behind it need be told of.
    EXPECT_THAT(then({line(1'001, 1, of_another), skips(1'002, as_unknown)}), IsEmpty());
    EXPECT_THAT(then({line(1'001, 1, "{"), skips(1'002, ""), skips(1'003, "")}), IsEmpty());
    EXPECT_THAT(
        then({line(1'001, 1, of_another), skips(1'002, as_malformed), skips(1'003, as_unknown)}),
        IsEmpty());
    EXPECT_THAT(then({line(1'001, 1, of_another)}), ElementsAre("MON-25:10"));
    EXPECT_THAT(then({line(1'001, 1, of_another), skips(1'002, as_malformed)}),
                ElementsAre("MON-25:11"));
  }
}

TEST(SkippedLines, TheKindIsAWordThatIsKnownOrLeftOut) {
  for (const auto raw : {of_another, std::string_view("{")})
    EXPECT_THAT(of_client(found_of(raw, "")), IsEmpty());
  EXPECT_THAT(of_client(found_of(R"({\"type\":\"ping\"})", "")), SizeIs(1));
  const auto error = HasSubstr(R"("kind" must be "malformed" or "unknown", or be left out)");
  EXPECT_THAT(found_of("{", R"(,"kind":"nonsense")").error, error);
  EXPECT_THAT(found_of("{", R"(,"kind":7)").error, error);
}

}  // namespace
}  // namespace conformance::monitor
