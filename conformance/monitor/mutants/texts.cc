// Mutants that mistake what stands in a name, a time, an address or a marker.
#include <optional>
#include <string>
#include <string_view>

#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

using engine::monitor::MarkerText;
using engine::monitor::Texts;

// A decoder of markers that changes what the engine's says.
template <auto change>
constexpr void marker_then(monitor::Parts& parts) {
  parts.decode_marker = [](std::string_view bytes, Pid pid, Texts& texts) {
    auto out = engine::monitor::decode_marker(bytes, pid, texts);
    change(out, bytes, texts);
    return out;
  };
}

void take_without_plugin(MarkerText& out, std::string_view bytes, Texts&) {
  const bool ends = bytes.find("createdAt") != bytes.npos && bytes.ends_with('}');
  if (out.reading == Reading::Incomplete && ends && bytes.find("\"plugin\"") == bytes.npos)
    out.reading = Reading::Good;
}
void know_the_former_form(MarkerText& out, std::string_view bytes, Texts&) {
  const bool newer =
      bytes.find("\"mcpUrl\":") == bytes.npos || bytes.find("devrigEndpoint") != bytes.npos;
  if (newer && (out.reading == Reading::Good || out.reading == Reading::NoBridge))
    out = {Reading::Incomplete, {}};
}
void follow_without_bridge(MarkerText& out, std::string_view, Texts&) {
  if (out.reading == Reading::NoBridge) out.reading = Reading::Good;
}
void refuse_torn(MarkerText& out, std::string_view, Texts&) {
  if (out.reading == Reading::Torn) out.reading = Reading::NotJson;
}
void name_no_field(MarkerText& out, std::string_view, Texts&) { out.field = {}; }
void lose_own_ports(MarkerText& out, std::string_view, Texts&) {
  out.marker.own_port = out.marker.web_port = 0;
}
void lose_port(MarkerText& out, std::string_view, Texts&) { out.marker.target.port = 0; }
void number_tokens_alike(MarkerText& out, std::string_view, Texts& texts) {
  if (out.marker.target.token != no_text) out.marker.target.token = texts.id("a token");
}

std::optional<Pid> pid_of_digits(std::string_view name) {
  std::string out(name);
  while (out.starts_with(".0")) out.erase(1, 1);
  return engine::monitor::pid_of_name(out);
}
std::optional<Stamp> stamp_without_zone(std::string_view text) {
  const auto zone = text.find_last_of("+-");
  const bool has_one = zone != text.npos && zone > text.find('T');
  return engine::monitor::stamp_of(has_one ? std::string(text.substr(0, zone)) + "Z"
                                           : std::string(text));
}
std::optional<engine::monitor::Origin> origin_with_names(std::string_view url) {
  std::string out(url);
  if (const auto at = out.find('@'); at != out.npos) out.erase(7, at - 6);
  return engine::monitor::origin_of(out);
}

constexpr Deviation text_table[]{
    {{"plugin_is_optional", "MON-02", "", "takes a marker that names no plugin"},
     marker_then<take_without_plugin>},
    {{"former_form_alone", "MON-02", "", "refuses markers that tell their servers in objects"},
     marker_then<know_the_former_form>},
    {{"bridge_is_taken_for_granted", "MON-02", "",
      "follows an IDE whose marker offers no project stream"},
     marker_then<follow_without_bridge>},
    {{"zeros_before_a_pid", "MON-02", "", "takes a name with zeros before the number"},
     &monitor::Parts::pid_of_name,
     pid_of_digits},
    {{"torn_is_refused", "MON-05", "", "refuses what is being written"}, marker_then<refuse_torn>},
    {{"zone_is_ignored", "MON-07", "", "reads every time as one of Greenwich"},
     &monitor::Parts::stamp_of,
     stamp_without_zone},
    {{"names_no_field", "MON-08", "", "does not know which field is missing"},
     marker_then<name_no_field>},
    {{"own_ports_are_lost", "MON-33", "", "does not read where an IDE's own servers are"},
     marker_then<lose_own_ports>},
    {{"port_is_lost", "MON-11", "", "does not read the port of a marker"}, marker_then<lose_port>},
    {{"tokens_are_alike", "MON-11", "", "does not tell two tokens apart"},
     marker_then<number_tokens_alike>},
    {{"user_in_address", "MON-20", "", "connects to an address that names a user"},
     &monitor::Parts::origin_of,
     origin_with_names},
};

}  // namespace

std::span<const Deviation> text_deviations() { return text_table; }

}  // namespace conformance::monitor
