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
  EXPECT_THAT(then({skips(1'002, as_unknown), skips(1'003, as_unknown)}), ElementsAre("MON-25:11"));
  EXPECT_THAT(then({skips(1'002, as_malformed), skips(1'003, as_unknown), skips(1'004, "")}),
              ElementsAre("MON-25:12"));
  EXPECT_THAT(then({skips(2'102, as_malformed), skips(2'103, as_unknown)}), Not(IsEmpty()));
}

// The kind tells which, wherever the line and what tells of it were written down.
TEST(SkippedLines, TheyMayBeToldOfInAnyOrder) {
  const auto malformed = line(1'000, 1, "{"), unknown = line(1'000, 1, of_another);
  const auto as_first = skips(1'000, as_malformed), as_second = skips(1'000, as_unknown);
  for (const Lines& right : {Lines{malformed, unknown, as_second, as_first},
                             {as_first, as_second, malformed, unknown},
                             {as_second, as_first, malformed, unknown},
                             {as_second, malformed, unknown, as_first},
                             {as_first, malformed, as_second, unknown},
                             {malformed, as_second, as_first, unknown}})
    EXPECT_THAT(found_behind_a_skip(right), IsEmpty());
  EXPECT_THAT(found_behind_a_skip({as_first, as_first, malformed, unknown}),
              ElementsAre("MON-25:9"));
  EXPECT_THAT(found_behind_a_skip({as_first, malformed, unknown}), ElementsAre("MON-25:11"));
  EXPECT_THAT(found_behind_a_skip({as_second, malformed}), ElementsAre("MON-25:8"));
  // One that is not told of does not hide behind the next.
  for (const Lines& told : {Lines{line(1'001, 1, "{"), skips(1'002)},
                            {line(1'001, 1, "{"), skips(1'002), line(1'003, 1, ""), ping(1'004, 1)},
                            {line(1'500, 1, "{"), skips(1'501), ping(1'502, 1)}})
    EXPECT_THAT(found_behind_a_skip(joined({{unknown}, told})), SizeIs(1));
}

// The text of a refusal is none that a client skips.
TEST(SkippedLines, ATextOfARefusalIsNotToldOf) {
  const auto then = [](const Lines& refused, const Lines& told_of) {
    return of_client(judged(joined(
        {{awake, ide(0, "ide_added"), asks(0, 1)},
         refused,
         {ends(5, 1), ide(200, "ide_changed")},
         opens(210, 2),
         {line(220, 2, "[]"), skips(221, as_malformed)},
         told_of,
         {line(2'000, 2, "{"), skips(2'001, as_malformed), ping(5'000, 2), slept(8'000, 0)}})));
  };
  const auto text = line(4, 1, "Unauthorized"), bad = line(400, 2, "{");
  for (const Lines& refused :
       {Lines{answered(3, 1, 401), text}, {text, answered(4, 1, 401)}, {text}}) {
    EXPECT_THAT(then(refused, {}), IsEmpty());
    EXPECT_THAT(then(refused, {line(400, 2, of_another), skips(401, as_unknown)}), IsEmpty());
    for (const auto kind : {as_malformed, std::string_view()}) {
      EXPECT_THAT(then(refused, {bad, skips(401, kind)}), IsEmpty());
      EXPECT_THAT(then(refused, {skips(400, kind), bad}), IsEmpty());
    }
    EXPECT_THAT(then(refused, {bad}), SizeIs(1));
  }
  EXPECT_THAT(then({answered(3, 1, 401), text}, {skips(401, "")}), SizeIs(1));
  EXPECT_THAT(then({text, answered(4, 1, 401)}, {skips(401, "")}), SizeIs(1));
  // Its stream may have another one of that number.
  EXPECT_THAT(of_client(judged(joined({{awake, ide(0, "ide_added"), asks(0, 1)},
                                       {answered(3, 1, 401), text, ends(5, 1)},
                                       {ide(200, "ide_changed")},
                                       opens(210, 1),
                                       {line(400, 1, of_another), skips(401, as_unknown),
                                        line(401, 1, "{"), skips(402, ""), ping(5'000, 1)}}))),
              IsEmpty());
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
    EXPECT_THAT(found_behind_a_skip({skips(1'000, ""), line(1'000, 1, blank)}), IsEmpty());
    EXPECT_THAT(
        found_behind_a_skip({skips(1'000, ""), line(1'000, 1, blank), line(1'000, 1, of_another)}),
        IsEmpty());
    EXPECT_THAT(found_behind_a_skip({line(1'000, 1, blank), skips(1'000, ""), skips(1'000, ""),
                                     line(1'000, 1, of_another)}),
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
