// Marker files, lines and answers, as texts.
#include "engine/monitor/decode.h"

#include <gtest/gtest.h>

#include <array>

#include <ostream>
#include <string>

namespace engine::monitor {

void PrintTo(Reading reading, std::ostream* out) { *out << port::word(reading); }
void PrintTo(LineKind kind, std::ostream* out) { *out << port::word(kind); }
void PrintTo(ProbeResult result, std::ostream* out) { *out << port::word(result); }

namespace {

constexpr std::string_view good_marker =
    R"({"schema":1,"pid":7,"mcpUrl":"http://127.0.0.1:6315/mcp","ide":{"build":"IU-253.1"},)"
    R"("plugin":{"v":"\u00e9é\\"},"createdAt":"2025-11-22T10:00:00.25Z","port":6315,"token":"t",)"
    R"("intellijMcpServer":{"sseUrl":"http://127.0.0.1:64342/sse"}})";

// The good one, with `from` replaced by `to`; all of it, if there is none.
struct MarkerRow {
  std::string_view name, from, to;
  Reading reading;
};
std::string text_of(const MarkerRow& row) {
  if (row.from.empty()) return std::string(row.to);
  std::string out(good_marker);
  const auto at = out.find(row.from);
  EXPECT_NE(at, out.npos);
  return out.replace(at, row.from.size(), row.to);
}
class MonitorMarker : public testing::TestWithParam<MarkerRow> {};

TEST_P(MonitorMarker, IsReadOrRefusedByName) {
  Texts texts;
  EXPECT_EQ(decode_marker(text_of(GetParam()), {7}, texts).reading, GetParam().reading);
}

// clang-format off
constexpr MarkerRow marker_rows[] = {
    {"good", "", good_marker, Reading::Good},
    {"unknown_fields", R"({"schema")", R"({"x":{"y":[1]},"schema")", Reading::Good},
    {"unknown_field_of_ide", R"("ide":{)", R"("ide":{"z":[{}],)", Reading::Good},
    {"unknown_field_of_server", R"("sseUrl")", R"("w":null,"sseUrl")", Reading::Good},
    {"other_pid", R"("pid":7)", R"("pid":8)", Reading::OtherPid},
    {"newer_schema", R"("schema":1)", R"("schema":2)", Reading::NewerSchema},
    {"no_schema", R"("schema":1,)", "", Reading::Incomplete},
    {"no_pid", R"("pid":7,)", "", Reading::Incomplete},
    {"no_url", R"("mcpUrl")", R"("url")", Reading::Incomplete},
    {"no_ide", R"("ide")", R"("IDE")", Reading::Incomplete},
    {"no_plugin", R"("plugin")", R"("plug")", Reading::Incomplete},
    {"no_created", R"("createdAt")", R"("created")", Reading::Incomplete},
    {"strange_created", "2025-11-22T10", "yesterday", Reading::Incomplete},
    {"legacy", "", "http://127.0.0.1:6315/mcp\nIntelliJ\n", Reading::Legacy},
    {"empty", "", "", Reading::Torn},
    {"array", "", "[]", Reading::NotJson},
    {"two", "", "{}{}", Reading::NotJson},
    {"words", "", "hello", Reading::NotJson},
    {"bytes", "", "\xff\xfe nothing that one could read", Reading::NotText},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(All, MonitorMarker, testing::ValuesIn(marker_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(MonitorMarkerText, GivesWhatItSays) {
  Texts texts;
  const auto [reading, marker, field] = decode_marker(good_marker, {7}, texts);
  EXPECT_EQ(field, "");
  ASSERT_EQ(reading, Reading::Good);
  EXPECT_EQ(marker.created.value, 1'763'805'600u);
  EXPECT_EQ(texts.text(marker.target.url), "http://127.0.0.1:6315/mcp");
  EXPECT_EQ(marker.target.port, 6315);
  EXPECT_EQ(texts.text(marker.target.token), "t");
  EXPECT_EQ(texts.text(marker.build), "IU-253.1");
  EXPECT_EQ(texts.text(marker.sse), "http://127.0.0.1:64342/sse");
  EXPECT_EQ(texts.text(marker.stream), "http://127.0.0.1:64342/stream");
}

TEST(MonitorMarkerText, CutAnywhereIsTorn) {
  const auto letters =
      text_of({"", R"("port":6315)", R"("x":"\ud83d\ude00 \u00e9😀","port":-6.3e+1)", {}});
  for (std::size_t size = 0; size < letters.size(); ++size) {
    Texts texts;
    EXPECT_EQ(decode_marker(letters.substr(0, size), {7}, texts).reading, Reading::Torn) << size;
  }
}

// It would be read again and again, and what was known of its IDE would stay for ever.
TEST(MonitorMarkerText, WithItsEndIsNotTornWhateverStandsBeforeThat) {
  Texts texts;
  const auto read = [&](std::string_view text) { return decode_marker(text, {7}, texts).reading; };
  EXPECT_EQ(read("{\"a\":\"\xff\"}"), Reading::NotText);
  EXPECT_EQ(read(R"({"a":"\ud83d"})"), Reading::NotJson);
  EXPECT_EQ(read(R"({"a":"\q"})"), Reading::NotJson);
  EXPECT_EQ(read(R"({"a":01})"), Reading::NotJson);
}

TEST(MonitorMarkerText, OfAMegabyteAndMoreIsNotRead) {
  Texts texts;
  EXPECT_EQ(decode_marker(std::string(marker_bytes_max + 1, ' '), {7}, texts).reading,
            Reading::TooLarge);
}

TEST(MonitorMarkerName, IsOfAProcess) {
  EXPECT_EQ(pid_of_name(".4711.mcp-steroid"), Pid{4711});
  EXPECT_EQ(name_of_marker({4711}), ".4711.mcp-steroid");
  for (const auto* name : {"4711.mcp-steroid", "..mcp-steroid", ".0.mcp-steroid", ".07.mcp-steroid",
                           ".-1.mcp-steroid", ".4711.mcp-steroid~", ".99999999999.mcp-steroid"})
    EXPECT_EQ(pid_of_name(name), std::nullopt) << name;
}

struct LineRow {
  std::string_view name, text;
  LineKind kind;
};
class MonitorLine : public testing::TestWithParam<LineRow> {};

TEST_P(MonitorLine, IsOfAKind) {
  EXPECT_EQ(decode_line(GetParam().text).line.kind, GetParam().kind);
}

constexpr std::string_view whole_snapshot =
    R"({"type":"snapshot","seq":3,"clientInstanceId":"a","projects":[{"x":1}],"y":2})";
// clang-format off
constexpr LineRow line_rows[] = {
    {"ping", R"({"type":"ping","more":1})", LineKind::Ping},
    {"snapshot", whole_snapshot, LineKind::Snapshot},
    {"no_seq", R"({"type":"snapshot","projects":[]})", LineKind::Malformed},
    {"no_projects", R"({"type":"snapshot","seq":3})", LineKind::Malformed},
    {"no_type", R"({"seq":3})", LineKind::Malformed},
    {"half", R"({"type":"snap)", LineKind::Malformed},
    {"empty", "", LineKind::Malformed},
    {"unknown", R"({"type":"weather"})", LineKind::Unknown},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(All, MonitorLine, testing::ValuesIn(line_rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(MonitorLineText, GivesWhatASnapshotSays) {
  const auto line = decode_line(whole_snapshot);
  EXPECT_EQ(line.seq, 3u);
  EXPECT_EQ(line.instance, R"("a")");
  EXPECT_EQ(line.projects, R"([{"x":1}])");
}

TEST(MonitorLineText, OfAMegabyteAndMoreIsMalformed) {
  const auto of = [](std::size_t size) {
    jsonl::Lines lines(stream_line_max);
    const std::string ping = R"({"type":"ping"})";
    auto out = LineKind::Unknown;
    lines.feed(ping + std::string(size - ping.size(), ' ') + "\n",
               [&](const jsonl::Line& line) { out = decode_line(line).line.kind; });
    return out;
  };
  EXPECT_EQ(of(stream_line_max), LineKind::Ping);
  EXPECT_EQ(of(stream_line_max + 1), LineKind::Malformed);
}

TEST(MonitorAbout, IsAnIdeOrNot) {
  const auto of = [](std::uint16_t status, std::string_view body) {
    return decode_about(status, body).result;
  };
  EXPECT_EQ(decode_about(200, R"({"productName":"IDEA","buildNumber":"253.1","x":0})").build,
            "253.1");
  EXPECT_EQ(of(404, R"({"productName":"IDEA","buildNumber":"253.1"})"), ProbeResult::NotOk);
  EXPECT_EQ(of(200, "<html>"), ProbeResult::NotJson);
  EXPECT_EQ(of(200, R"({"name":"a bakery"})"), ProbeResult::NotAnIde);
  EXPECT_EQ(of(200, "3"), ProbeResult::NotAnIde);
}

TEST(MonitorTexts, AreNumberedOnceAndAddressesAreTakenApart) {
  Texts texts;
  EXPECT_EQ(texts.id(""), no_text);
  EXPECT_EQ(texts.id("a"), texts.id("a"));
  EXPECT_NE(texts.id("a"), texts.id("b"));
  EXPECT_EQ(authorization_of(""), std::nullopt);
  EXPECT_EQ(authorization_of("t"), "Bearer t");
  EXPECT_EQ(stream_of_sse("http://h:1/sse"), "http://h:1/stream");
  EXPECT_EQ(origin_of("http://127.0.0.1:6315/mcp"), (Origin{"127.0.0.1", 6315}));
  EXPECT_EQ(origin_of("http://[::1]:80"), (Origin{"::1", 80}));
  for (const auto* url : {"https://h:1/", "http://:1/", "http://h:0/", "http://u@h:1/", "file:///"})
    EXPECT_EQ(origin_of(url), std::nullopt) << url;
  EXPECT_EQ(stamp_of("1970-01-01T01:00:01+01:00"), Stamp{1});
  for (const auto* text : {"1970-01-01", "1970-13-01T00:00:00Z", "1970-01-01T00:00:00"})
    EXPECT_EQ(stamp_of(text), std::nullopt) << text;
}

TEST(MonitorTexts, ForgetsWhatIsNotUsedAndGivesItsNumberAgain) {
  Texts texts;
  const auto first = texts.id("a"), second = texts.id("b");
  texts.keep(std::array{second});
  EXPECT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts.text(first), "");
  EXPECT_EQ(texts.text(second), "b");
  EXPECT_EQ(texts.id("b"), second);
  EXPECT_EQ(texts.id("c"), first);
  // However many come, if few are used there is always room.
  for (int i = 0; i < 70'000; ++i) {
    const auto id = texts.id(std::to_string(i));
    EXPECT_NE(id, no_text);
    if (i % 1'000 == 0) texts.keep(std::array{id});
  }
}

}  // namespace
}  // namespace engine::monitor
