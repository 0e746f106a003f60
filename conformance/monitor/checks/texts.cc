// Texts with all that may stand in them, in tables: markers, their names, times and addresses.
#include "monitor/checks/texts.h"

#include <array>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "monitor/checks/same.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;

// The members of a whole marker of the process 7, each with what else would not do in its place.
struct Member {
  std::string_view name, value;
  std::array<std::string_view, 4> wrong;
  Reading reading;  // With one of those; without the member it is incomplete.
};
// clang-format off
constexpr Member required[] = {
  {"schema", "1", {"0", "-1", "\"1\"", "1.5"}, Reading::Incomplete},
  {"pid", "7", {"null", "\"7\"", "-7", "4294967303"}, Reading::Incomplete},
  {"mcpUrl", R"("http://127.0.0.1:6315/mcp")", {"null", "1", "[]", "true"}, Reading::Incomplete},
  {"ide", R"({"build":"IU-253"})", {"null", "1", "[]", "\"IU\""}, Reading::Incomplete},
  {"plugin", "{}", {"null", "1", "[]", "\"x\""}, Reading::Incomplete},
  {"createdAt", R"("2025-11-22T10:00:00Z")", {"null", "1", "\"\"", "\"yesterday\""},
   Reading::Incomplete},
};
// clang-format on

// A marker whose member `name` has this value, or is left out; `rest` stands behind the others.
std::string marker(std::string_view name = {}, std::optional<std::string_view> value = {},
                   std::string_view rest = {}) {
  std::string out;
  for (const auto& member : required) {
    if (member.name == name && !value) continue;
    const auto shown = member.name == name ? *value : member.value;
    out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", member.name, shown);
  }
  return fmt::format("{}{}}}", out, rest);
}

CheckVerdict reads(const Parts& parts, const std::string& text, Reading want) {
  engine::monitor::Texts texts;
  return same(text, port::word(want), port::word(parts.decode_marker(text, {7}, texts).reading));
}

CheckVerdict refused_by_member(const Parts& parts) {
  return all_of(required, [&](const Member& member) {
    auto out = reads(parts, marker(member.name), Reading::Incomplete);
    for (const auto wrong : member.wrong)
      if (out.holds) out = reads(parts, marker(member.name, wrong), member.reading);
    return out;
  });
}

CheckVerdict named_by_field(const Parts& parts) {
  return all_of(required, [&](const Member& member) {
    engine::monitor::Texts texts;
    const auto text = marker(member.name);
    return same(text, member.name, parts.decode_marker(text, {7}, texts).field);
  });
}

// Letters and escapes may be cut as well.
CheckVerdict cut_anywhere(const Parts& parts) {
  const auto whole =
      marker("plugin", "{\"v\":\"\xc3\xa9\xf0\x9f\x98\x80\\u00e9\\ud83d\\ude00\\n\"}");
  auto out = reads(parts, whole, Reading::Good);
  for (std::size_t size = 0; size < whole.size() && out.holds; ++size)
    out = reads(parts, whole.substr(0, size), Reading::Torn);
  return out;
}

struct WholeRow {
  std::string text;
  Reading reading;
};
// Arrays in each other in one of its members.
std::string nested(std::size_t depth) {
  return marker({}, {}, R"(,"x":)" + std::string(depth, '[') + std::string(depth, ']'));
}
CheckVerdict told_by_reason(const Parts& parts) {
  const std::string legacy = "http://127.0.0.1:6315/mcp\nmore\n", blanks(1 << 20, ' ');
  const std::array rows{
      WholeRow{legacy, Reading::Legacy},
      WholeRow{"https://localhost", Reading::Legacy},
      WholeRow{" \t\r\n" + legacy, Reading::Legacy},
      WholeRow{" \r\n\t" + marker() + "\t\n\r ", Reading::Good},
      WholeRow{marker("plugin", "\r\n\t{\n }\n"), Reading::Good},
      WholeRow{"", Reading::Torn},
      WholeRow{" \n", Reading::Torn},
      WholeRow{"[]", Reading::NotJson},
      WholeRow{"7", Reading::NotJson},
      WholeRow{"ftp://localhost", Reading::NotJson},
      WholeRow{marker() + "x", Reading::NotJson},
      WholeRow{nested(63), Reading::Good},
      WholeRow{nested(64), Reading::NotJson},
      WholeRow{marker("plugin", R"({"v":"\x"})"), Reading::NotJson},
      WholeRow{marker("plugin", R"({"v":"\ud83d"})"), Reading::NotJson},
      WholeRow{marker("plugin", "{\"v\":\"\xff\"}"), Reading::NotText},
      WholeRow{"{\"v\":\"\xff\"}", Reading::NotText},
      WholeRow{"{\"v\":\"\xff\xff\xff\xff", Reading::NotText},
      WholeRow{marker("schema", "2"), Reading::NewerSchema},
      WholeRow{marker("schema", "4294967295"), Reading::NewerSchema},
      WholeRow{marker("pid", "8"), Reading::OtherPid},
      WholeRow{marker("pid", "0"), Reading::OtherPid},
      WholeRow{blanks.substr(marker().size()) + marker(), Reading::Good},
      WholeRow{blanks.substr(marker().size() - 1) + marker(), Reading::TooLarge},
  };
  return all_of(rows, [&](const WholeRow& row) { return reads(parts, row.text, row.reading); });
}

struct ContentRow {
  std::string_view rest, want;
};
// clang-format off
constexpr ContentRow content_rows[] = {
  {"", "port 0 token  stream  sse "},
  {R"(,"port":6315,"token":"t")", "port 6315 token t stream  sse "},
  {R"(,"port":65535)", "port 65535 token  stream  sse "},
  {R"(,"port":65536)", "port 0 token  stream  sse "},
  {R"(,"port":65537)", "port 0 token  stream  sse "},
  {R"(,"port":-1,"token":7)", "port 0 token  stream  sse "},
  {R"(,"token":"\u0074\ud83d\ude00")", "port 0 token t\xf0\x9f\x98\x80 stream  sse "},
  {R"(,"intellijMcpServer":{"sseUrl":"http://h:1/a/sse"})",
   "port 0 token  stream http://h:1/a/stream sse http://h:1/a/sse"},
  {R"(,"intellijMcpServer":{"sseUrl":"http://h/sse?x#y","streamUrl":"http://h/s"})",
   "port 0 token  stream http://h/s sse http://h/sse?x#y"},
  {R"(,"intellijMcpServer":{"sseUrl":"http://h/sse?x#y"})",
   "port 0 token  stream http://h/stream sse http://h/sse?x#y"},
  {R"(,"intellijMcpServer":{"sseUrl":"http://h/events"})",
   "port 0 token  stream http://h/events/stream sse http://h/events"},
  {R"(,"intellijMcpServer":{"streamUrl":"http://h/s"})", "port 0 token  stream http://h/s sse "},
  {R"(,"intellijMcpServer":null)", "port 0 token  stream  sse "},
};
// clang-format on
CheckVerdict contents(const Parts& parts) {
  return all_of(content_rows, [&](const ContentRow& row) {
    engine::monitor::Texts texts;
    const auto text = marker({}, {}, row.rest);
    const auto got = parts.decode_marker(text, {7}, texts).marker;
    return same(text,
                fmt::format("pid 7 at 1763805600 http://127.0.0.1:6315/mcp IU-253 {}", row.want),
                fmt::format("pid {} at {} {} {} port {} token {} stream {} sse {}", got.pid.value,
                            got.created.value, texts.text(got.target.url), texts.text(got.build),
                            got.target.port, texts.text(got.target.token), texts.text(got.stream),
                            texts.text(got.sse)));
  });
}

struct PortsRow {
  std::string_view rest, want;
};
// clang-format off
constexpr PortsRow ports_rows[] = {
  {"", "own 0, web 0"},
  {R"(,"intellijMcpServer":{"sseUrl":"http://h:64342/sse"})", "own 64342, web 0"},
  {R"(,"intellijMcpServer":{"streamUrl":"http://h:64343/stream"})", "own 64343, web 0"},
  {R"(,"intellijWebServer":{"enabled":true,"host":"127.0.0.1","port":63342})", "own 0, web 63342"},
  {R"(,"intellijWebServer":{"port":65536},"intellijMcpServer":{"sseUrl":"h"})", "own 0, web 0"},
};
// clang-format on
CheckVerdict ports_of_servers(const Parts& parts) {
  return all_of(ports_rows, [&](const PortsRow& row) {
    engine::monitor::Texts texts;
    const auto text = marker({}, {}, row.rest);
    const auto got = parts.decode_marker(text, {7}, texts).marker;
    return same(text, row.want, fmt::format("own {}, web {}", got.own_port, got.web_port));
  });
}

// A marker of the newer form, of the process 7: it tells its servers in objects.
std::string newer(std::string_view rest) {
  return fmt::format(R"({{"schema":1,"pid":7,"ide":{{"build":"IU-261"}},"plugin":{{}},)"
                     R"("createdAt":"2025-11-22T10:00:00Z"{}}})",
                     rest);
}
struct NewerRow {
  std::string_view rest;
  Reading reading;
  std::string_view url, token;
};
// clang-format off
constexpr NewerRow newer_rows[] = {
  {R"(,"devrigEndpoint":{"rpcBaseUrl":"http://h:1/api/v1","headers":{"Authorization":"Bearer t"}})",
   Reading::Good, "http://h:1/api/v1/projects/stream", "t"},
  {R"(,"devrigEndpoint":{"rpcBaseUrl":"http://h:1/api/v1/","headers":{}},"mcpSteroidServer":null)",
   Reading::Good, "http://h:1/api/v1/projects/stream", ""},
  {R"(,"devrigEndpoint":{"rpcBaseUrl":"http://h:1"},"ideHome":"/opt/ide")",
   Reading::Good, "http://h:1/projects/stream", ""},
  {R"(,"devrigEndpoint":null,"mcpSteroidServer":{"mcpUrl":"http://h:1/mcp"})",
   Reading::NoBridge, "", ""},
  {R"(,"devrigEndpoint":null)", Reading::NoBridge, "", ""},
  {R"(,"intellijWebServer":null)", Reading::NoBridge, "", ""},
  {R"(,"devrigEndpoint":{"headers":{}})", Reading::Incomplete, "", ""},
  {R"(,"devrigEndpoint":{"rpcBaseUrl":7})", Reading::Incomplete, "", ""},
  {"", Reading::Incomplete, "", ""},
};
// clang-format on
CheckVerdict newer_form(const Parts& parts) {
  return all_of(newer_rows, [&](const NewerRow& row) {
    engine::monitor::Texts texts;
    const auto text = newer(row.rest);
    const auto [reading, got, field] = parts.decode_marker(text, {7}, texts);
    return same(text, fmt::format("{} {} {}", port::word(row.reading), row.url, row.token),
                fmt::format("{} {} {}", port::word(reading), texts.text(got.target.url),
                            texts.text(got.target.token)));
  });
}

struct NumberRow {
  std::string_view text;
  std::optional<std::uint32_t> want;
};
std::string shown(const std::optional<std::uint32_t>& number) {
  return number ? std::to_string(*number) : "nothing";
}

// clang-format off
constexpr NumberRow name_rows[] = {
  {".7.mcp-steroid", 7}, {".4294967295.mcp-steroid", 4'294'967'295}, {".10.mcp-steroid", 10},
  {".4294967296.mcp-steroid", {}}, {".0.mcp-steroid", {}}, {".07.mcp-steroid", {}},
  {"..mcp-steroid", {}}, {".mcp-steroid", {}}, {"7.mcp-steroid", {}}, {".7.mcp-steroids", {}},
  {".7a.mcp-steroid", {}}, {".-7.mcp-steroid", {}}, {". 7.mcp-steroid", {}}, {"", {}},
  {"x7.mcp-steroid", {}}, {"77.mcp-steroid", {}},
};

constexpr NumberRow stamp_rows[] = {
  {"1970-01-01T00:00:00Z", 0}, {"1970-01-01T00:00:01Z", 1}, {"1969-12-31T23:59:59Z", {}},
  {"1970-01-01T01:00:00+01:00", 0}, {"1969-12-31T23:30:00-00:30", 0},
  {"1970-01-01T00:59:59+01:00", {}}, {"1970-01-01T23:59:01+23:59", 1},
  {"2000-02-29T12:34:56Z", 951'827'696}, {"2100-03-01T00:00:00Z", 4'107'542'400},
  {"2023-12-31T23:59:59Z", 1'704'067'199}, {"2024-03-01T00:00:00Z", 1'709'251'200},
  {"2025-02-28T23:59:59.999999999Z", 1'740'787'199}, {"2025-09-09T09:09:09.5Z", 1'757'408'949},
  {"2025-11-22T15:30:00.25+05:30", 1'763'805'600}, {"2025-11-22T08:00:00-02:00", 1'763'805'600},
  {"2106-02-07T06:28:15Z", 4'294'967'295}, {"2106-02-07T06:28:16Z", {}},
  {"", {}}, {"2025-11-22", {}}, {"2025-11-22T10:00:00", {}}, {"2025-11-22T10:00:00.5", {}},
  {"2025-11-22T10:00:00.Z", {}}, {"2025-11-22T10:00:00Zx", {}}, {"2025-11-22T10:00:00z", {}},
  {"2025-11-22 10:00:00Z", {}}, {"2025-11-2:T10:00:00Z", {}}, {"2025-11-2/T10:00:00Z", {}},
  {"2025-00-22T10:00:00Z", {}}, {"2025-13-22T10:00:00Z", {}}, {"2025-11-00T10:00:00Z", {}},
  {"2025-11-31T10:00:00Z", {}}, {"2025-02-29T10:00:00Z", {}}, {"2025-11-22T24:00:00Z", {}},
  {"2025-11-22T23:60:00Z", {}}, {"2025-11-22T23:59:61Z", {}},
  {"2016-12-31T23:59:60Z", 1'483'228'800},
  {"2025-11-22T10:00:00+1:00", {}}, {"2025-11-22T10:00:00+01:0", {}},
  {"2025-11-22T10:00:00+01:000", {}}, {"2025-11-22T10:00:00+01000", {}},
  {"2025-11-22T10:00:00+01;00", {}}, {"2025-11-22T10:00:00*01:00", {}},
  {"2025-11-22T10:00:00+a1:00", {}}, {"2025-11-22T10:00:00+01:b0", {}},
  {"2025-11-22T10:00:00+-1:00", {}}, {"2025-11-22T10:00:00+24:00", {}},
  {"2025-11-22T10:00:00+01:60", {}},
};

struct OriginRow { std::string_view url, want; };
constexpr OriginRow origin_rows[] = {
  {"http://127.0.0.1:6315/mcp", "127.0.0.1 6315"}, {"http://localhost", "localhost 80"},
  {"http://h?x:1", "h 80"}, {"http://h#x:1", "h 80"}, {"http://h/x:1", "h 80"},
  {"http://h:1/", "h 1"}, {"http://h:65535", "h 65535"}, {"http://h/me@x", "h 80"},
  {"http://[::1]:81/x", "::1 81"}, {"http://[::1]", "::1 80"},
  {"", "none"}, {"http://", "none"}, {"http:///x", "none"}, {"http://:81", "none"},
  {"https://h", "none"}, {"h:81", "none"}, {"http://h:0", "none"}, {"http://h:65536", "none"},
  {"http://h:", "none"}, {"http://h:8a", "none"}, {"http://me@h", "none"},
  {"http://me:x@h:81/x", "none"}, {"http://[::1", "none"}, {"http://[ab:81", "none"},
  {"http://::1]", "none"}, {"http://::1", "none"}, {"http://[]", "none"},
};
// clang-format on
CheckVerdict origins(const Parts& parts) {
  return all_of(origin_rows, [&](const OriginRow& row) {
    const auto origin = parts.origin_of(row.url);
    return same(row.url, row.want,
                origin ? fmt::format("{} {}", origin->host, origin->port) : "none");
  });
}

// And where it lies, in each layout.
CheckVerdict names(const Parts& parts) {
  constexpr std::array<std::string_view, 2> paths{".4711.mcp-steroid",
                                                  ".mcp-steroid/markers/4711.mcp-steroid"};
  auto all = all_of(name_rows, [&](const NumberRow& row) {
    const auto pid = parts.pid_of_name(row.text);
    auto out =
        same(row.text, shown(row.want), shown(pid ? std::optional(pid->value) : std::nullopt));
    if (out.holds && pid) out = same(row.text, row.text, engine::monitor::name_of_marker(*pid));
    return out;
  });
  for (std::size_t i = 0; i < paths.size() && all.holds; ++i) {
    const auto& layout = engine::monitor::layouts[i];
    all = same(paths[i], paths[i], engine::monitor::path_of_marker({4711}, layout));
  }
  return all;
}

CheckVerdict stamps(const Parts& parts) {
  return all_of(stamp_rows, [&](const NumberRow& row) {
    const auto stamp = parts.stamp_of(row.text);
    auto out =
        same(row.text, shown(row.want), shown(stamp ? std::optional(stamp->value) : std::nullopt));
    for (std::size_t size = 0; stamp && size < row.text.size() && out.holds; ++size) {
      const auto cut = row.text.substr(0, size);
      out = same(cut, "no time", parts.stamp_of(cut) ? "a time" : "no time");
    }
    return out;
  });
}

// An engine sees that a token or an address has changed by its number alone.
CheckVerdict numbers(const Parts& parts) {
  engine::monitor::Texts texts;
  const auto token = [&](std::string_view said) {
    const auto text = marker({}, {}, fmt::format(",\"token\":\"{}\"", said));
    return parts.decode_marker(text, {7}, texts).marker.target.token;
  };
  const auto none = token(""), first = token("a"), second = token("b");
  const bool apart = none == no_text && first != second && first != no_text && second != no_text &&
                     token("a") == first;
  const bool kept = texts.text(first) == "a" && texts.text(second) == "b" &&
                    texts.text(no_text).empty() && texts.text({60'000}).empty();
  texts.keep(std::array{second});
  const bool freed = texts.size() == 1 && texts.text(first).empty() && texts.text(second) == "b";
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  for (std::size_t i = 1; i < most; ++i) texts.id(std::to_string(i));
  const bool full =
      texts.size() == most && texts.id("one more") == no_text && texts.id("b") == second;
  return same("tokens, and 65,535 texts", "true true true true",
              fmt::format("{} {} {} {}", apart, kept, freed, full));
}

// clang-format off
constexpr Check text_rows[] = {
  {.rule = "MON-02", .says = "a marker without a required field, or with a wrong one, is refused",
   .run = refused_by_member},
  {.rule = "MON-02", .says = "what a file is instead of a marker is told by its reason",
   .run = told_by_reason},
  {.rule = "MON-02", .says = "a file's name is of the process whose number is its whole middle",
   .run = names},
  {.rule = "MON-08", .says = "the field that a marker lacks is named", .run = named_by_field},
  {.rule = "MON-33", .says = "a marker names the ports of its IDE's own servers",
   .run = ports_of_servers},
  {.rule = "MON-05", .says = "a marker that is cut anywhere is being written", .run = cut_anywhere},
  {.rule = "MON-07", .says = "the time at which a marker was made is one instant in every zone",
   .run = stamps},
  {.rule = "MON-11", .says = "an IDE is followed by what its marker says", .run = contents},
  {.rule = "MON-02", .says = "a marker of the newer form tells its servers in objects",
   .run = newer_form},
  {.rule = "MON-11", .says = "texts are told apart by their numbers", .run = numbers},
  {.rule = "MON-20", .says = "a server's address is a host and a port", .run = origins},
};
// clang-format on

}  // namespace

std::span<const Check> text_checks() { return text_rows; }

}  // namespace conformance::monitor
