// Recordings in memory, for tests that change them.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "recordings/appserver/check.h"
#include "spec/appserver/dialect.h"

namespace conformance::appserver {

// What is reported of a line: "ITM-06" 127.
struct Reported {
  std::string rule;
  std::uint64_t line = 0;
  bool operator==(const Reported&) const = default;
  friend void PrintTo(const Reported& reported, std::ostream* out) {
    *out << reported.rule << " at line " << reported.line;
  }
};

// Lines count from 1. Nothing here knows a rule.
class Recording {
 public:
  using Line = nlohmann::ordered_json;

  // Of this project by its name, and any other by its path.
  explicit Recording(const std::string& name) {
    std::ifstream file(name.starts_with('/')
                           ? name
                           : std::string(ORRERY_SOURCE_DIR "/recordings/samples/") + name +
                                 ".jsonl");
    for (std::string line; std::getline(file, line);) lines.push_back(Line::parse(line));
    EXPECT_FALSE(lines.empty()) << name;
  }

  std::string raw(std::size_t line) const { return lines.at(line - 1)["raw"]; }
  void drop(std::size_t line) { lines.erase(at(line)); }
  void keep_first(std::size_t count) { lines.resize(count); }
  void move(std::size_t line, std::size_t behind) {
    auto moved = lines.at(line - 1);
    moved["t_ms"] = behind == 0 ? 0.0 : time(behind);
    lines.insert(at(behind + 1), moved);
    drop(line < behind ? line : line + 1);
  }
  void copy(std::size_t line, std::size_t behind) {
    insert(behind, lines.at(line - 1)["dir"], raw(line));
  }
  void insert(std::size_t behind, const std::string& direction, const std::string& text) {
    const Line added{{"t_ms", behind == 0 ? 0.0 : time(behind)}, {"dir", direction}, {"raw", text}};
    lines.insert(at(behind + 1), added);
  }
  void replace(std::size_t line, const std::string& from, const std::string& to) {
    auto text = raw(line);
    const auto found = text.find(from);
    ASSERT_NE(found, std::string::npos) << from << " in " << text;
    lines.at(line - 1)["raw"] = text.replace(found, from.size(), to);
  }
  // Everything from this line on comes later.
  void pause(std::size_t line, double ms) {
    for (auto i = line - 1; i < lines.size(); ++i) lines[i]["t_ms"] = time(i + 1) + ms;
  }
  double time(std::size_t line) const { return lines.at(line - 1)["t_ms"]; }

  std::string text() const {
    std::string out;
    for (const auto& line : lines) out += line.dump(-1, ' ', false) + "\n";
    return out;
  }

  std::vector<Line> lines;

 private:
  std::vector<Line>::iterator at(std::size_t line) {
    return lines.begin() + static_cast<std::ptrdiff_t>(line) - 1;
  }
};

struct Judged {
  std::vector<Reported> breaches;
  std::vector<std::string> notes;
};

inline Judged judge_text(const std::string& text,
                         const spec::appserver::Dialect& dialect = spec::appserver::codex) {
  Judged out;
  TranscriptCheck check(dialect, [&](const TranscriptFinding& finding) {
    if (finding.rule == spec::no_rule) {
      out.notes.push_back(finding.says);
    } else {
      out.breaches.push_back(
          {std::string(spec::appserver::protocol_rules[finding.rule].id), finding.place.line});
    }
  });
  TranscriptReader reader([&](const RecordedLine& line) { check.take(line); });
  reader.feed(text);
  EXPECT_TRUE(reader.finish()) << reader.error()->line << ": " << reader.error()->says;
  check.finish();
  return out;
}

inline Judged judge(const Recording& recording,
                    const spec::appserver::Dialect& dialect = spec::appserver::codex) {
  return judge_text(recording.text(), dialect);
}

}  // namespace conformance::appserver
