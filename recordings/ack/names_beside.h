// What a log calls dialogs and windows that its table does not have: they are open, or in the way,
// all the same.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "port/ack/words.h"

namespace conformance::ack {

// A viewer is one of its family, by its number: "viewer-2".
inline void number_viewer(nlohmann::json& members) {
  constexpr std::string_view family = "viewer-";
  const auto window = members.value("window", nlohmann::json());
  if (!window.is_string() || members.contains("number")) return;
  const auto label = window.get<std::string>();
  const auto digits = label.starts_with(family) ? label.substr(family.size()) : std::string();
  const bool is_number = !digits.empty() && digits.size() <= 3 && digits[0] != '0' &&
                         std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  if (!label.starts_with(family)) return;
  members["window"] = "viewer";
  if (is_number && std::stoul(digits) < 256) members["number"] = std::stoul(digits);
}

class NamesBeside {
 public:
  using json = nlohmann::json;

  void begin(const port::ack::Names& table) {
    table_ = table;
    name_all();
  }
  // Those of the table, and what the lines until now name beside them.
  port::ack::Names names() const { return {table_.tools, table_.targets, subjects_}; }

  // A line of this kind. What it is the first to tell of that the table does not have.
  std::optional<std::string> hear(const std::string& kind, json& members) {
    if (!members.is_object()) return {};
    number_viewer(members);
    const auto opens = opening(kind, members);
    std::optional<std::string> lack;
    for (const auto* member : {"dialog", "window"})
      if (name_subject(members, member, opens))
        lack = fmt::format("the table has no {} {}", member, members[member].dump());
    for (const auto* part : {"probe", "signal"})
      name_subject(part_of(members, part), "subject", {});
    name_subject(part_of(part_of(members, "response"), "signal"), "subject", {});
    return lack;
  }

 private:
  // No part of a line: nothing is told in it.
  json& part_of(json& members, const char* name) {
    nothing_ = json();
    return members.is_object() && members.contains(name) ? members[name] : nothing_;
  }
  static std::optional<bool> opening(const std::string& kind, const json& members) {
    if (kind == "tracker_told") return members.value("open", json(false)) == true;
    if (kind == "window_opened") return true;
    return kind == "window_closed" ? std::optional(false) : std::nullopt;
  }
  // Whether it is a new name that the table does not have. Names of nothing that is open are given
  // up for these.
  bool name_subject(json& object, const char* member, std::optional<bool> opens) {
    auto* told = text_of(object, member);
    if (told == nullptr) return false;
    const auto name = told->get<std::string>();
    if (std::ranges::count(table_.subjects, name) > 0) return false;
    const bool is_new = std::ranges::count(beside_, name) == 0;
    if (is_new) {
      const auto room = port::ack::subjects_max - table_.subjects.size();
      const auto over = std::ranges::find_if(
          beside_, [&](const std::string& each) { return !open_.contains(each); });
      if (beside_.size() < room)
        beside_.push_back(name);
      else if (over != beside_.end())
        *over = name;
      name_all();
    }
    if (opens == true) open_.insert(name);
    if (opens == false) open_.erase(name);
    return is_new;
  }
  static json* text_of(json& object, const char* member) {
    if (!object.is_object() || !object.contains(member)) return nullptr;
    auto& told = object[member];
    if (told.is_number()) told = told.dump();
    return told.is_string() && told != "" ? &told : nullptr;
  }
  void name_all() {
    subjects_.assign(table_.subjects.begin(), table_.subjects.end());
    subjects_.insert(subjects_.end(), beside_.begin(), beside_.end());
  }

  port::ack::Names table_;
  std::vector<std::string> beside_;  // Subjects that the table does not have.
  std::set<std::string> open_;       // Those of beside_ that are open.
  std::vector<std::string_view> subjects_;
  json nothing_;
};

}  // namespace conformance::ack
