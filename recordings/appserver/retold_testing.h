// Recorded conversations in memory, line by line, and what the judge of them says.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "recordings/appserver/check.h"
#include "sim/search/rng.h"
#include "spec/appserver/dialect.h"

namespace conformance::appserver::retold {

using nlohmann::ordered_json;

// Lines of a recording: "dir", "raw", and what else they have.
using Lines = std::vector<ordered_json>;

inline std::uint32_t below(sim::Rng& rng, std::size_t count) {
  return rng.below(static_cast<std::uint32_t>(count));
}
inline bool once_in(sim::Rng& rng, std::uint32_t count) { return rng.below(count) == 0; }

inline bool is_client(const ordered_json& line) { return line["dir"] == "c2s"; }
inline bool is_of_side(const ordered_json& line) { return line["dir"] != "stderr"; }
inline bool is_timed(const ordered_json& line) { return line.contains("t_ms"); }
inline double time_of(const ordered_json& line) { return line["t_ms"].get<double>(); }
// All of it is here, as text.
inline bool is_whole(const ordered_json& line) {
  return is_of_side(line) && line.contains("raw") && !line.contains("raw_len") &&
         !line.contains("raw_b64") && !line.contains("no_newline");
}
inline bool is_plain(const Lines& all) { return std::ranges::all_of(all, is_whole); }
// Nothing: it is no message.
inline ordered_json message_in(const ordered_json& line) {
  if (!is_whole(line)) return nullptr;
  auto out = ordered_json::parse(line["raw"].get_ref<const std::string&>(), nullptr, false);
  return out.is_object() ? out : ordered_json();
}
inline void put_message(ordered_json& line, const ordered_json& message) {
  line["raw"] = message.dump();
}
inline std::string method_of(const ordered_json& message) {
  const auto found = message.is_object() ? message.find("method") : message.end();
  return message.is_object() && found != message.end() && found->is_string()
             ? found->get<std::string>()
             : "";
}
inline bool is_request(const ordered_json& message) {
  return message.is_object() && message.contains("method") && message.contains("id");
}
inline bool is_answer(const ordered_json& message) {
  return message.is_object() && !message.contains("method") && message.contains("id");
}
// A line behind which no line of its side is broken off.
inline bool can_stand_before(const Lines& all, std::size_t at) {
  for (const auto* side : {"c2s", "s2c"})
    for (auto i = at; i-- > 0;) {
      if (all[i]["dir"] != side) continue;
      if (all[i].value("no_newline", false)) return false;
      break;
    }
  return true;
}
inline void insert(Lines& all, std::size_t at, const char* dir, const std::string& raw) {
  ordered_json line;
  if (is_timed(all.front())) line["t_ms"] = all[at == all.size() ? at - 1 : at]["t_ms"];
  line["dir"] = dir;
  line["raw"] = raw;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), line);
}

struct Judging {
  const spec::appserver::Dialect& dialect = spec::appserver::codex;
  bool in_two_files = false;
  bool client_only = false;
  bool forgets = false;  // A server forgets the handshake: it may come in the middle again.
};

inline std::vector<std::string> accusations(const Lines& all, const Judging& how) {
  using spec::appserver::Side;
  std::vector<std::string> out;
  TranscriptCheck check(how.dialect, [&](const TranscriptFinding& finding) {
    if (finding.rule != spec::no_rule)
      out.push_back(fmt::format("{} at line {}: {}",
                                spec::appserver::protocol_rules[finding.rule].id,
                                finding.place.line, finding.says));
  });
  if (how.client_only) check.set_judged(Side::Client);
  const auto take = [&](const RecordedLine& line) { check.take(line); };
  if (how.in_two_files) {
    check.set_unordered();
    for (const auto side : {Side::Client, Side::Server}) {
      PlainReader reader(side, take);
      for (const auto& line : all)
        if (is_client(line) == (side == Side::Client))
          reader.feed(line["raw"].get<std::string>() + "\n");
      reader.finish();
      check.finish(side);
    }
  } else {
    TranscriptReader reader(take);
    for (const auto& line : all) reader.feed(line.dump() + "\n");
    // Of nothing but stderr there is none.
    const bool none = std::ranges::none_of(all, is_of_side);
    if (!reader.finish() && !none) out.push_back("unreadable: " + reader.error()->says);
  }
  check.finish();
  return out;
}

inline std::string text_of(const Lines& all) {
  std::string out;
  for (const auto& line : all) out += line.dump() + "\n";
  return out;
}

}  // namespace conformance::appserver::retold
