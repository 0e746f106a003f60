#include "engine/monitor/decode.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>

#include "engine/codec/json_scan.h"

namespace engine::monitor {
namespace {

using json::Type;
using json::Value;
using rpc::Reason;

// What a cut may leave of a letter.
constexpr std::size_t longest_cut = 3;

constexpr std::string_view former_stream_path = "/npx/v1/projects/stream",
                           stream_path = "/projects/stream", bearer = "Bearer ";

template <class Number>
std::optional<Number> number_of(std::string_view digits) {
  Number out{};
  const auto* end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, out);
  if (error != std::errc() || at != end) return std::nullopt;
  return out;
}

// Whether the text begins so; a 0 stands for any digit.
bool has_form(std::string_view text, std::string_view form) {
  return text.size() >= form.size() &&
         std::equal(form.begin(), form.end(), text.begin(), [](char wanted, char got) {
           return wanted == '0' ? '0' <= got && got <= '9' : wanted == got;
         });
}
// The number there, of digits alone.
unsigned digits(std::string_view text, std::size_t at, std::size_t size) {
  return *number_of<unsigned>(text.substr(at, size));
}

std::string_view blanks_off(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// A whole document, and nothing behind it.
struct Document {
  Reason reason = Reason::None;
  std::size_t at = 0;
  Value root;  // Without a type unless there is no reason.
};
Document parse(std::string_view text) {
  json::Scanner scanner({.depth_max = 64});
  if (text.empty()) return {Reason::UnexpectedEnd, 0, {}};
  const auto scan = scanner.scan(text, 0);
  if (scan.reason != Reason::None) return {scan.reason, scan.at, {}};
  if (scan.at != text.size()) return {Reason::TrailingBytes, scan.at, {}};
  return {Reason::None, text.size(), {text}};
}

std::optional<std::uint32_t> natural(Value value) {
  const auto number = value.integer();
  if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max())
    return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}
std::optional<std::string> text_of(Value value) {
  const auto text = value.text();
  if (!text) return std::nullopt;
  return text->decoded();
}
std::string text_or_none(Value value) { return text_of(value).value_or(std::string()); }

// What only a writer in the middle of its work leaves behind; at fault may be what is left of a
// letter, in a string without an end.
bool ends_early(const Document& document, std::string_view text) {
  if (document.reason == Reason::UnexpectedEnd) return true;
  const auto rest = text.substr(std::min(document.at, text.size()));
  return document.reason == Reason::NotUtf8 && rest.size() <= longest_cut &&
         rest.find('"') == rest.npos;
}

bool is_url(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

std::uint16_t port_of(std::string_view url) {
  const auto origin = origin_of(url);
  return origin ? origin->port : std::uint16_t{0};
}

// Where the project stream of an IDE is asked for. Nothing: its address is missing.
std::optional<Target> former_target(Value root, Texts& texts) {
  const auto url = text_of(root.member("mcpUrl"));
  if (!url) return std::nullopt;
  const auto port = natural(root.member("port"));
  return Target{.url = texts.id(*url),
                .token = texts.id(text_or_none(root.member("token"))),
                .port = static_cast<std::uint16_t>(port && *port <= 65'535 ? *port : 0)};
}
std::optional<Target> bridge_target(Value bridge, Texts& texts) {
  auto base = text_of(bridge.member("rpcBaseUrl"));
  if (!base || base->empty()) return std::nullopt;
  while (base->ends_with('/')) base->pop_back();
  auto token = text_or_none(bridge.member("headers").member("Authorization"));
  if (token.starts_with(bearer)) token.erase(0, bearer.size());
  return Target{.url = texts.id(*base + std::string(stream_path)),
                .token = texts.id(token),
                .port = port_of(*base)};
}

// The newer form tells its servers in objects, each of which may be null.
bool is_newer(Value root) {
  if (root.member("mcpUrl").type() != Type::Absent) return false;
  for (const auto* name : {"devrigEndpoint", "mcpSteroidServer", "intellijWebServer"})
    if (root.member(name).type() != Type::Absent) return true;
  return false;
}

// Of the fields that are required, beside schema and pid.
MarkerText whole_marker(Value root, Pid pid, const Target& target, Texts& texts) {
  const auto incomplete = [](std::string_view field) {
    return MarkerText{.reading = Reading::Incomplete, .marker = {}, .field = field};
  };
  const auto ide = root.member("ide");
  if (ide.type() != Type::Object) return incomplete("ide");
  if (root.member("plugin").type() != Type::Object) return incomplete("plugin");
  const auto created = text_of(root.member("createdAt"));
  const auto stamp = created ? stamp_of(*created) : std::nullopt;
  if (!stamp) return incomplete("createdAt");
  Marker out{.pid = pid, .created = *stamp, .target = target};
  const auto build = text_of(ide.member("build"));
  out.build = texts.id(build ? *build : text_or_none(ide.member("name")));
  const auto own = root.member("intellijMcpServer");
  const auto sse = text_or_none(own.member("sseUrl"));
  const auto stream = text_of(own.member("streamUrl"));
  out.sse = texts.id(sse);
  out.stream = texts.id(stream ? *stream : sse.empty() ? std::string() : stream_of_sse(sse));
  out.own_port = port_of(sse.empty() && stream ? *stream : sse);
  const auto web_port = natural(root.member("intellijWebServer").member("port"));
  out.web_port = static_cast<std::uint16_t>(web_port && *web_port <= 65'535 ? *web_port : 0);
  return {.reading = Reading::Good, .marker = out};
}

}  // namespace

TextId Texts::id(std::string_view text) {
  if (text.empty()) return no_text;
  if (const auto found = ids_.find(text); found != ids_.end()) return {found->second};
  if (free_.empty()) {
    if (all_.size() == std::numeric_limits<std::uint16_t>::max()) return no_text;
    all_.emplace_back();
    free_.push_back(static_cast<std::uint16_t>(all_.size()));
  }
  const auto number = free_.back();
  free_.pop_back();
  all_[number - 1u] = text;
  ids_.emplace(all_[number - 1u], number);
  return {number};
}
void Texts::keep(std::span<const TextId> used) {
  for (auto at = ids_.begin(); at != ids_.end();) {
    const auto number = at->second;
    if (std::find(used.begin(), used.end(), TextId{number}) != used.end()) {
      ++at;
      continue;
    }
    at = ids_.erase(at);
    all_[number - 1u] = {};
    free_.push_back(number);
  }
}
std::string_view Texts::text(TextId id) const {
  if (id == no_text || id.value > all_.size()) return {};
  return all_[id.value - 1u];
}

std::optional<Pid> pid_of_name(std::string_view name) { return pid_of_name(name, layouts[0]); }
std::optional<Pid> pid_of_name(std::string_view name, const Layout& layout) {
  if (!name.starts_with(layout.begin)) return std::nullopt;
  name.remove_prefix(layout.begin.size());
  if (!name.ends_with(layout.end)) return std::nullopt;
  name.remove_suffix(layout.end.size());
  const auto pid = number_of<std::uint32_t>(name);
  if (!pid || name.front() == '0') return std::nullopt;
  return Pid{*pid};
}
std::string name_of_marker(Pid pid) { return path_of_marker(pid, layouts[0]); }
std::string path_of_marker(Pid pid, const Layout& layout) {
  std::string out(layout.folder);
  if (!out.empty()) out += '/';
  return out.append(layout.begin).append(std::to_string(pid.value)).append(layout.end);
}

MarkerText decode_marker(std::string_view bytes, Pid of_file, Texts& texts) {
  if (bytes.size() > marker_bytes_max) return {Reading::TooLarge, {}};
  const auto text = blanks_off(bytes);
  if (is_url(text)) return {Reading::Legacy, {}};
  const auto document = parse(text);
  if (ends_early(document, text)) return {Reading::Torn, {}};
  if (document.reason == Reason::NotUtf8) return {Reading::NotText, {}};
  if (document.root.type() != Type::Object) return {Reading::NotJson, {}};
  const auto schema = natural(document.root.member("schema"));
  if (!schema || *schema == 0) return {Reading::Incomplete, {}, "schema"};
  if (*schema > known_schema) return {Reading::NewerSchema, {}};
  const auto pid = natural(document.root.member("pid"));
  if (!pid) return {Reading::Incomplete, {}, "pid"};
  if (*pid != of_file.value) return {Reading::OtherPid, {}};
  const bool newer = is_newer(document.root);
  const auto bridge = document.root.member("devrigEndpoint");
  const bool has_bridge = bridge.type() == Type::Object;
  const auto target = !newer       ? former_target(document.root, texts)
                      : has_bridge ? bridge_target(bridge, texts)
                                   : std::optional(Target{});
  if (!target) return {Reading::Incomplete, {}, newer ? "devrigEndpoint.rpcBaseUrl" : "mcpUrl"};
  const auto out = whole_marker(document.root, of_file, *target, texts);
  const bool good = out.reading == Reading::Good;
  return good && newer && !has_bridge ? MarkerText{.reading = Reading::NoBridge} : out;
}

std::string stream_of_sse(std::string_view sse) {
  constexpr std::string_view old_end = "/sse", new_end = "/stream";
  sse = sse.substr(0, sse.find_first_of("?#"));
  if (sse.ends_with(old_end)) sse.remove_suffix(old_end.size());
  return std::string(sse) + std::string(new_end);
}

StreamLine decode_line(std::string_view text) {
  StreamLine out;
  out.line.kind = LineKind::Malformed;
  const auto document = parse(blanks_off(text));
  const auto type = document.root.member("type").text();
  if (!type) return out;
  if (*type == "ping") {
    out.line.kind = LineKind::Ping;
    out.instance = document.root.member("clientInstanceId").raw;
  } else if (*type == "snapshot") {
    const auto seq = document.root.member("seq").integer();
    const auto projects = document.root.member("projects");
    if (!seq || *seq < 0 || projects.type() != Type::Array) return out;
    out.line.kind = LineKind::Snapshot;
    out.seq = static_cast<std::uint64_t>(*seq);
    out.instance = document.root.member("clientInstanceId").raw;
    out.projects = projects.raw;
  } else {
    out.line.kind = LineKind::Unknown;
  }
  return out;
}

StreamLine decode_line(const jsonl::Line& line) {
  if (!line.too_long) return decode_line(line.text);
  StreamLine out;
  out.line.kind = LineKind::Malformed;
  return out;
}

About decode_about(std::uint16_t status, std::string_view body) {
  if (status != 200) return {ProbeResult::NotOk, {}};
  const auto document = parse(blanks_off(body));
  if (document.reason != Reason::None) return {ProbeResult::NotJson, {}};
  const auto product = text_of(document.root.member("productName"));
  const auto build = text_of(document.root.member("buildNumber"));
  if (!product || product->empty() || !build || build->empty()) return {ProbeResult::NotAnIde, {}};
  return {ProbeResult::Ide, *build};
}

std::string stream_target(std::string_view url) {
  const auto host = url.find("://");
  const auto path = host == url.npos ? host : url.find('/', host + 3);
  const bool says_so = path != url.npos && url.ends_with(stream_path);
  return std::string(says_so ? url.substr(path) : former_stream_path);
}

std::optional<std::string> authorization_of(std::string_view token) {
  if (token.empty()) return std::nullopt;
  return "Bearer " + std::string(token);
}

std::optional<Stamp> stamp_of(std::string_view text) {
  constexpr std::string_view form = "0000-00-00T00:00:00", offset_form = "00:00";
  if (!has_form(text, form)) return std::nullopt;
  auto rest = text.substr(form.size());
  if (rest.starts_with('.')) {
    const auto end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    if (end == 1) return std::nullopt;
    rest.remove_prefix(end);
  }
  std::chrono::minutes offset{};
  if (rest != "Z") {
    const bool west = rest.starts_with('-');
    if (!west && !rest.starts_with('+')) return std::nullopt;
    rest.remove_prefix(1);
    if (rest.size() != offset_form.size() || !has_form(rest, offset_form)) return std::nullopt;
    const auto hours = digits(rest, 0, 2), minutes = digits(rest, 3, 2);
    if (hours > 23 || minutes > 59) return std::nullopt;
    offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
    if (west) offset = -offset;
  }
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(digits(text, 0, 4))},
                                         std::chrono::month{digits(text, 5, 2)},
                                         std::chrono::day{digits(text, 8, 2)}};
  const auto hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;  // 60: a leap.
  const auto time = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                    std::chrono::minutes(minute) + std::chrono::seconds(second) - offset;
  const auto seconds = time.time_since_epoch().count();
  if (seconds < 0 || seconds > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return Stamp{static_cast<std::uint32_t>(seconds)};
}

std::optional<Origin> origin_of(std::string_view url) {
  constexpr std::string_view scheme = "http://";
  if (!url.starts_with(scheme)) return std::nullopt;
  url.remove_prefix(scheme.size());
  url = url.substr(0, url.find_first_of("/?#"));
  if (url.find('@') != url.npos) return std::nullopt;
  Origin out{.host = {}, .port = 80};
  const auto colon = url.rfind(':');
  if (colon != url.npos && !url.ends_with(']')) {
    const auto port = number_of<std::uint16_t>(url.substr(colon + 1));
    if (!port || *port == 0) return std::nullopt;
    out.port = *port;
    url = url.substr(0, colon);
  }
  const bool bracketed = url.starts_with('[') && url.ends_with(']');
  if (bracketed) url = url.substr(1, url.size() - 2);
  // Only an IPv6 address has colons, and that is in brackets.
  if (url.empty() || (!bracketed && url.find_first_of(":[]") != url.npos)) return std::nullopt;
  out.host = std::string(url);
  return out;
}

}  // namespace engine::monitor
