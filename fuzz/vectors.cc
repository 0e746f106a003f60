#include "vectors.h"

#include <algorithm>
#include <string>
#include <vector>

#include "edges.h"
#include "engine/codec/json_scan.h"
#include "fuzz/vectors.h"

namespace fuzz {
namespace {

std::string written_out(std::string_view line) {
  std::string out;
  for (const char byte : line) byte == '$' ? out += "\"jsonrpc\":\"2.0\"" : out += byte;
  return out;
}

class List {
 public:
  explicit List(Profile profile) : profile_(profile) {
    for (const auto& row : value_rows()) add(row.kind, row.name, line_with(row.value), row.word);
    for (const auto& row : line_rows()) {
      const std::array words{row.json, row.json_rpc, row.app_server, row.mcp};
      add(row.kind, row.name, written_out(row.line), words[static_cast<std::size_t>(profile)]);
    }
    add_nested();
    std::ranges::stable_sort(all_, {}, [](const Vector& vector) {
      constexpr std::array<std::string_view, 7> order{"structure", "number",  "string", "utf8",
                                                      "space",     "message", "nesting"};
      return std::ranges::find(order, vector.kind) - order.begin();
    });
  }
  std::vector<Vector> take() { return std::move(all_); }

 private:
  std::string line_with(std::string_view value) const {
    if (profile_ == Profile::Json) return '[' + std::string(value) + ']';
    const bool mcp = profile_ == Profile::Mcp;
    std::string line = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":";
    line += mcp ? "{\"a\":[" : "[";
    line += value;
    return line += mcp ? "]}}" : "]}";
  }

  void add(std::string_view kind, std::string_view name, std::string line, std::string_view word) {
    const auto verdict = word.empty() ? Verdict::Accept : refusal_of(word).in(profile_);
    all_.push_back({.kind = kind,
                    .name = name,
                    .line = std::move(line),
                    .verdict = verdict,
                    .word = verdict == Verdict::Accept ? std::string_view() : word});
  }

  // The levels of `line_with` count.
  void add_nested() {
    const std::size_t most = engine::json::ScanLimits().depth_max;
    const std::size_t around = profile_ == Profile::Json ? 1 : profile_ == Profile::Mcp ? 3 : 2;
    const auto arrays = [&](std::size_t levels) {
      return line_with(repeated("[", levels - around) + repeated("]", levels - around));
    };
    const auto objects = [&](std::size_t levels) {
      return line_with(repeated("{\"a\":", levels - around) + "0" + repeated("}", levels - around));
    };
    const auto nested = [&](auto... parts) { add("nesting", parts...); };
    nested("arrays_to_64", arrays(64), "");
    nested("arrays_to_the_limit", arrays(most), "");
    nested("objects_to_the_limit", objects(most), "");
    nested("arrays_side_by_side", line_with(repeated("[[]],", 1000) + "[]"), "");
    nested("brackets_in_a_text", line_with("\"" + repeated("[{", 1000) + "\""), "");
    nested("arrays_beyond_the_limit", arrays(most + 1), "too_deep");
    nested("objects_beyond_the_limit", objects(most + 1), "too_deep");
    nested("arrays_to_1000", arrays(1000), "too_deep");
    nested("arrays_to_100000", arrays(100'000), "too_deep");
    nested("objects_to_100000", objects(100'000), "too_deep");
    for (const auto& [name, part] :
         {std::pair("arrays_not_closed", "["), std::pair("objects_not_closed", "{\"a\":"),
          std::pair("both_not_closed", "[{\"a\":")}) {
      nested(name, repeated(part, 100'000), "too_deep");
      all_.back().verdict = Verdict::Refuse;  // However deep a decoder reads.
    }
  }

  Profile profile_;
  std::vector<Vector> all_;
};

}  // namespace

std::span<const Vector> vectors_of(Profile profile) {
  static const std::array all{List(profiles[0]).take(), List(profiles[1]).take(),
                              List(profiles[2]).take(), List(profiles[3]).take()};
  return all[static_cast<std::size_t>(profile)];
}

}  // namespace fuzz
