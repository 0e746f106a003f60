// The names that a log of script calls gives to things, as the numbers of the port; and back, for
// what is said of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/program/read.h"
#include "trace/numbers.h"

namespace conformance::modality {

using nlohmann::json;

// The names that a log gives to dialogs, calls of methods and texts of errors.
class TraceNames {
 public:
  // Replaces them by numbers. Each run may count its calls by itself.
  void number(const std::string& kind, json& members, const json& run) {
    if (!members.is_object()) return;
    for (const auto* list : {"dialogs", "closed"})
      if (members.contains(list) && members[list].is_array())
        for (auto& each : members[list]) each = of(dialogs_, each, "dialogs");
    if (members.contains("dialog")) members["dialog"] = of(dialogs_, members["dialog"], "dialogs");
    if (members.contains("text")) members["text"] = of(texts_, members["text"], "texts of errors");
    const auto call = members.value("call", json());
    if (!call.is_null()) number_call(kind, call, run, members);
    if (kind == "dialog_opened" && members.contains("dialog"))
      live_.insert(members["dialog"].get<std::uint32_t>());
    if (kind == "dialog_disposed" && members.contains("dialog"))
      live_.erase(members["dialog"].get<std::uint32_t>());
  }

  // Who answers may be another run than the one whose script has called: MOD-112.
  void number_call(const std::string& kind, const json& call, const json& run, json& members) {
    auto name = json::array({run, call});
    if (kind != "method_called" && !calls_.find(name)) {
      const auto other = std::ranges::find(open_, call, [](const json& each) { return each[1]; });
      if (other != open_.end()) name = *other;
    }
    members["call"] = of(calls_, name, "calls of methods", call);
    std::erase(open_, name);
    if (kind == "return" || kind == "refuse")
      calls_.forget(name);
    else
      open_.push_back(std::move(name));
  }

  // A call begins while no other is under way: a number may stand for another one in it.
  void begin() {
    calls_.forget_all();
    open_.clear();
    texts_.forget_all();
    dialogs_.forget_if([&](std::uint32_t number) { return !live_.contains(number); });
  }

  void at_line(std::uint64_t line) {
    for (auto* numbers : {&dialogs_, &calls_, &texts_}) numbers->at_line(line);
  }
  std::string said(std::string text, std::uint64_t line) const {
    text = with_names(dialogs_as_members(std::move(text)), "dialog", dialogs_, line);
    text = with_names(text, "call", calls_, line);
    return with_names(text, "text", texts_, line);
  }

 private:
  // " d7" in what is shown is a dialog.
  static std::string dialogs_as_members(std::string text) {
    constexpr std::string_view mark = " d";
    for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
      const auto number = at + mark.size();
      const auto end = std::min(text.find_first_not_of("0123456789", number), text.size());
      const bool is_word = end > number && (end == text.size() || text[end] == ' ');
      if (is_word) text.replace(at, mark.size(), " dialog=");
    }
    return text;
  }
  static std::uint32_t of(Numbers& numbers, const json& name, std::string_view what) {
    return of(numbers, name, what, name);
  }
  static std::uint32_t of(Numbers& numbers, const json& name, std::string_view what,
                          const json& told) {
    if (const auto number = numbers.of(name, told)) return *number;
    throw sim::BadAnswer(
        fmt::format("more than 255 {} in one call; leave those out that do not matter", what));
  }

  Numbers dialogs_{255}, calls_{255}, texts_{255};
  std::vector<json> open_;  // Calls of methods that are not answered: [run, name].
  std::set<std::uint32_t> live_;
};

}  // namespace conformance::modality
