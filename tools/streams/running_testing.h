// The program as a process that tells of itself in JSON Lines, for tests. Limits are for what
// hangs.
#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "process/process.h"

namespace tools {

class Running {
 public:
  using Json = nlohmann::json;
  using Holds = std::function<bool(const Json&)>;

  explicit Running(const std::vector<std::string>& arguments)
      : process_(with_program(arguments), Process::Errors::Ours) {}

  void say(const std::string& word) {
    const auto text = word + "\n";
    for (std::string_view rest = text; !rest.empty() && !is_over();) pump(rest);
  }

  // What is told under `name`, the first from where the last was found for which it holds. Null:
  // nothing of the kind came.
  Json hear(
      const std::string& name, const Holds& holds = [](const Json&) { return true; }) {
    for (;;) {
      for (; next_ < lines_.size(); ++next_)
        if (lines_[next_].contains(name) && holds(lines_[next_][name]))
          return lines_[next_++][name];
      if (is_over()) return nullptr;
      std::string_view nothing;
      pump(nothing);
    }
  }
  // Waits until `name` was told so often.
  void await(const std::string& name, std::size_t times) {
    std::string_view nothing;
    while (count(name) < times && !is_over()) pump(nothing);
  }
  // How often `name` was told so far.
  std::size_t count(const std::string& name) const {
    std::size_t out = 0;
    for (const auto& line : lines_) out += line.contains(name) ? 1u : 0u;
    return out;
  }
  // Of all that was told under `name`: one member by another.
  std::map<int, std::string> told(const std::string& name, const std::string& key,
                                  const std::string& member) const {
    std::map<int, std::string> out;
    for (const auto& line : lines_)
      if (line.contains(name)) out[line[name][key]] = line[name][member];
    return out;
  }
  std::string last_name() const {
    std::string out;
    if (lines_.empty()) return out;
    for (const auto& [name, value] : lines_.back().items())
      if (name != "at_ms") out = name;
    return out;
  }
  void signal(int number) { process_.signal(number); }
  // Waits for its end.
  ProcessEnd end() {
    std::string_view nothing;
    while (!is_over()) pump(nothing);
    return process_.end().value_or(ProcessEnd{ProcessEnd::Kind::Signalled, 0});
  }

 private:
  static std::vector<std::string> with_program(const std::vector<std::string>& arguments) {
    std::vector<std::string> out{ORRERY_PROGRAM};
    out.insert(out.end(), arguments.begin(), arguments.end());
    return out;
  }
  bool is_over() const { return process_.end() || std::chrono::steady_clock::now() >= deadline_; }
  void pump(std::string_view& input) {
    std::string heard;
    process_.exchange(input, heard, deadline_);
    rest_ += heard;
    for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
      auto line = Json::parse(rest_.substr(0, end), nullptr, false);
      if (line.is_object()) lines_.push_back(std::move(line));
      rest_.erase(0, end + 1);
    }
  }

  Process process_;
  std::chrono::steady_clock::time_point deadline_ =
      std::chrono::steady_clock::now() + std::chrono::minutes(4);
  std::vector<Json> lines_;
  std::size_t next_ = 0;
  std::string rest_;
};

}  // namespace tools
