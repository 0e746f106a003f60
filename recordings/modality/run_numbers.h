// The numbers that lines give to runs, and which of these are under way as far as was read.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/program/read.h"

namespace conformance::modality {

class RunNumbers {
 public:
  // Of a line that names its run, or is of the only one that it can be of.
  std::uint32_t of(const std::string& kind, const nlohmann::json& name) {
    const bool begins = kind == "called";
    const auto number = name.is_null() ? (begins ? ++last_ : 0) : number_of(name);
    if (begins && !live_.insert(number).second)
      throw sim::BadAnswer(
          "this run has begun and has no result yet; give each run another number");
    if (begins) begun_.insert(number);
    return number;
  }
  // Nobody was told that it was called; so once of each.
  bool is_news(std::uint32_t number) {
    const bool is_known = number == 0 ? !begun_.empty() : begun_.contains(number);
    return !is_known && uncalled_.insert(number).second;
  }
  // The line was read: it may have been the run's last. Where it names none, one of them ends.
  void end(std::uint32_t number) {
    if (!live_.empty()) live_.erase(number != 0 ? number : *live_.begin());
  }
  bool none() const { return live_.empty(); }
  // As the trace calls it; empty: it does not.
  std::string name_of(std::uint32_t number) const {
    const auto found = names_.find(number);
    return found == names_.end() ? std::string() : found->second;
  }

 private:
  std::uint32_t number_of(const nlohmann::json& name) {
    if (!name.is_number_unsigned() && !name.is_string())
      throw sim::BadAnswer(R"("run" must be a number or a text)");
    const auto [found, added] = numbers_.try_emplace(name.dump(), last_ + 1);
    if (added) names_[++last_] = name.dump();
    return found->second;
  }

  std::map<std::string, std::uint32_t> numbers_;
  std::map<std::uint32_t, std::string> names_;
  std::set<std::uint32_t> live_, begun_, uncalled_;
  std::uint32_t last_ = 0;
};

}  // namespace conformance::modality
