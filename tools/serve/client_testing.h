// A client of `orrery serve` on real pipes.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "process/process.h"

namespace tools {

// A client that says lines and waits for what it wants to hear.
class ServedClient {
 public:
  explicit ServedClient(const std::vector<std::string>& arguments = {})
      : process_(with_program(arguments)) {}

  void say(std::string text) {
    for (std::string_view rest = text; !rest.empty() && !process_.end();) pump(rest);
  }
  void say(const nlohmann::json& message) { say(message.dump() + "\n"); }

  // The first line from where the last one was found that has these members. Null: none came.
  nlohmann::json hear(const nlohmann::json& wanted) {
    for (;;) {
      for (; next_ < lines_.size(); ++next_)
        if (has(lines_[next_], wanted)) return lines_[next_++];
      if (process_.end() || std::chrono::steady_clock::now() > deadline_) return nullptr;
      std::string_view nothing;
      pump(nothing);
    }
  }

  bool heard(const nlohmann::json& wanted) const {
    return std::ranges::any_of(lines_,
                               [&](const nlohmann::json& line) { return has(line, wanted); });
  }

  void shake_hands() {
    say({{"id", 0}, {"method", "initialize"}, {"params", {{"clientInfo", {{"name", "test"}}}}}});
    EXPECT_NE(hear({{"id", 0}}), nullptr);
    say({{"method", "initialized"}});
  }
  // The thread's id.
  std::string open() {
    shake_hands();
    say({{"id", 1}, {"method", "thread/start"}, {"params", {{"cwd", "/tmp"}}}});
    const auto started = hear({{"id", 1}});
    EXPECT_NE(hear({{"method", "thread/started"}}), nullptr);
    return started["result"]["thread"]["id"];
  }
  // The turn's id.
  std::string start_turn(const std::string& thread, const std::string& prompt, int id = 2) {
    say({{"id", id},
         {"method", "turn/start"},
         {"params", {{"threadId", thread}, {"input", {{{"type", "text"}, {"text", prompt}}}}}}});
    const auto answer = hear({{"id", id}});
    EXPECT_NE(hear({{"method", "turn/started"}}), nullptr);
    return answer["result"]["turn"]["id"];
  }
  std::string end_of_turn() {
    const auto completed = hear({{"method", "turn/completed"}});
    return completed.is_null() ? "none" : completed["params"]["turn"]["status"];
  }
  // What was heard of this method.
  std::string deltas(const std::string& method) const {
    std::string out;
    for (const auto& line : lines_)
      if (line.value("method", "") == method) out += line["params"]["delta"];
    return out;
  }

  ProcessEnd close() {
    process_.close_input();
    std::string_view nothing;
    while (!process_.end() && std::chrono::steady_clock::now() < deadline_) pump(nothing);
    return process_.end().value_or(ProcessEnd{ProcessEnd::Kind::Signalled, 0});
  }
  // Lines that are no JSON.
  std::size_t bad_lines() const { return bad_lines_; }

 private:
  static std::vector<std::string> with_program(const std::vector<std::string>& arguments) {
    std::vector<std::string> out{ORRERY_PROGRAM, "serve", "--latency", "0"};
    out.insert(out.end(), arguments.begin(), arguments.end());
    return out;
  }
  static bool has(const nlohmann::json& line, const nlohmann::json& wanted) {
    for (const auto& [key, value] : wanted.items())
      if (!line.contains(key) || line[key] != value) return false;
    return !wanted.contains("id") || !line.contains("method");
  }
  void pump(std::string_view& input) {
    std::string heard;
    process_.exchange(input, heard, deadline_);
    rest_ += heard;
    for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
      auto line = nlohmann::json::parse(rest_.substr(0, end), nullptr, false);
      if (line.is_object())
        lines_.push_back(std::move(line));
      else
        ++bad_lines_;
      rest_.erase(0, end + 1);
    }
  }

  Process process_;
  std::chrono::steady_clock::time_point deadline_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::string rest_;
  std::vector<nlohmann::json> lines_;
  std::size_t next_ = 0, bad_lines_ = 0;
};

}  // namespace tools
