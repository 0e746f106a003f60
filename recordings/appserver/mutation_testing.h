// Good recordings with one thing made wrong, for tests that want exactly its rule at its line.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {

struct Mutation {
  const char* name;
  const char* recording;
  void (*edit)(Recording&);
  std::vector<Reported> wanted;
};

inline std::string line_of(const char* method, int id, const char* params) {
  return std::string("{\"id\":") + std::to_string(id) + ",\"method\":\"" + method +
         "\",\"params\":" + params + "}";
}

inline std::string nested(int levels) {
  return "{\"method\":\"x\",\"params\":" + std::string(static_cast<std::size_t>(levels), '[') +
         std::string(static_cast<std::size_t>(levels), ']') + "}";
}

// Another process, which is asked twice for a turn in a thread that it does not know.
inline void ask_another_process(Recording& r, const std::string& thread, int code) {
  const auto params = R"({"threadId":")" + thread + R"(","input":[{"type":"text","text":"hi"}]})";
  const auto error =
      R"(,"error":{"code":)" + std::to_string(code) + R"(,"message":"thread not found"}})";
  const auto add = [&](const char* direction, const std::string& line) {
    r.insert(r.lines.size(), direction, line);
    r.pause(r.lines.size(), 10);
  };
  add("c2s", r.raw(1));
  add("s2c", r.raw(2));
  add("c2s", R"({"method":"initialized"})");
  for (const int id : {901, 902}) {
    add("c2s", line_of("turn/start", id, params.c_str()));
    add("s2c", "{\"id\":" + std::to_string(id) + error);
  }
}

inline void expect_every_judged_rule_broken(const std::vector<Mutation>& mutations,
                                            const spec::appserver::Dialect& dialect) {
  for (const auto& rule : spec::appserver::protocol_rules) {
    const bool broken = std::ranges::any_of(mutations, [&](const Mutation& mutation) {
      return std::ranges::find(mutation.wanted, rule.id, &Reported::rule) != mutation.wanted.end();
    });
    EXPECT_EQ(broken, why_not_judged(dialect, rule.id).empty()) << rule.id;
  }
}

}  // namespace conformance::appserver
