#include "story/story_files.h"

#include <array>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/words.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::RunGraph;

void put(std::uint64_t number, std::string& out) {
  for (; number >= 128; number >>= 7) out += static_cast<char>(number % 128 + 128);
  out += static_cast<char>(number);
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63u];
  }
  return out;
}

// Text of a script element: nothing in it can end the element.
std::string json_text(const nlohmann::ordered_json& value) {
  auto out = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  for (std::size_t at = 0; (at = out.find('<', at)) != out.npos; at += 6)
    out.replace(at, 1, "\\u003c");
  return out;
}

std::string graph_json(const conformance::Story& story, const StoryTurns& turns) {
  const auto& graph = *turns.graph;
  const auto pack = packed(graph);
  nlohmann::ordered_json out{{"command", without_folders(turns.command)},
                             {"path", story.path},
                             {"failed", story.failed()},
                             {"states", graph.states.size()}};
  auto labels = nlohmann::ordered_json::array();
  for (const auto& label : graph.labels) labels.push_back({label.actor, label.text});
  auto endings = nlohmann::ordered_json::array();
  for (const auto& ending : graph.endings) endings.push_back({ending.good ? 1 : 0, ending.says});
  out["labels"] = std::move(labels);
  out["ways"] = pack.ways;
  out["endings"] = std::move(endings);
  out["graph"] = pack.states;
  return json_text(out);
}

std::string counts(const RunGraph& graph) {
  std::array<std::uint64_t, 3> of{};
  for (const auto& state : graph.states) ++of[static_cast<std::size_t>(state.fate)];
  if (of[1] + of[2] == 0)
    return fmt::format("{}: no way from any of them fails.", counted(graph.states.size(), "state"));
  return fmt::format(
      "{}. From {} no way fails, from {} some ways fail, and from {} every way does.",
      counted(graph.states.size(), "state"), grouped(of[0]), grouped(of[1]), grouped(of[2]));
}

}  // namespace

PackedGraph packed(const RunGraph& graph) {
  PackedGraph out;
  std::map<std::pair<std::uint32_t, std::int32_t>, std::size_t> numbers;
  std::string bytes;
  std::size_t met = 1;
  for (std::size_t from = 0; from < graph.states.size(); ++from) {
    const auto& state = graph.states[from];
    put(std::uint64_t{state.ending} * 3 + static_cast<std::uint64_t>(state.fate), bytes);
    if (state.ending != 0) continue;
    put(state.ways.size(), bytes);
    for (const auto& way : state.ways) {
      const std::pair what(way.label, way.after_ms);
      const auto [number, is_new] = numbers.emplace(what, out.ways.size());
      if (is_new) out.ways.push_back(what);
      put(number->second, bytes);
      const bool next = way.to == met;
      if (next) ++met;
      const bool back = way.to < from;
      const auto apart = back ? from - way.to : way.to - from;
      put(next ? 0 : 1 + 2 * apart - (back ? 1 : 0), bytes);
    }
  }
  out.states = base64(bytes);
  return out;
}

std::string turns_section(const conformance::Story& story, const StoryTurns& turns) {
  if (!turns.graph && turns.why_not.empty()) return {};
  const std::string head = "<section id=\"turns\" class=\"walk\"><h2>Take another turn</h2>\n";
  if (!turns.graph)
    return head + fmt::format("<p>{}</p>\n</section>\n", html_escaped(turns.why_not));
  return head +
         fmt::format("<p>All that can happen is in this page: {}</p>\n", counts(*turns.graph)) +
         "<noscript><p>To walk it needs JavaScript.</p></noscript>\n"
         "<div id=\"walk\" hidden>\n<p id=\"standing\" class=\"standing\" role=\"status\"></p>\n"
         "<p class=\"moves\"><button type=\"button\" data-move=\"start\">Start over</button>"
         "<button type=\"button\" data-move=\"back\">One back</button>"
         "<button type=\"button\" data-move=\"run\">The run above</button>"
         "<button type=\"button\" data-move=\"fail\">Nearest failure</button>"
         "<button type=\"button\" data-move=\"good\">Nearest good end</button></p>\n"
         "<div class=\"sides\"><div><h3>What can happen now</h3>\n<ol id=\"next\" start=\"0\"></ol>"
         "</div>\n<div><h3>What was taken</h3>\n<ol id=\"taken\"></ol></div></div>\n" +
         command_box(without_folders(turns.command)) +
         "</div>\n<script type=\"application/json\" id=\"graph\">" + graph_json(story, turns) +
         "</script>\n</section>\n";
}

}  // namespace tools
