// Deliberately broken subjects, as lists and gates know them; and tables of what each does.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "port/check.h"

namespace conformance {

struct MutantLine {
  std::string_view name;         // "result_sent_twice"
  std::string_view rules;        // The rules of which one must catch it: "MOD-05 MOD-67".
  std::string_view scenario;     // "modality/tick_races_return", or empty.
  std::string_view description;  // What it does wrong, in a few words.
};
// Whether a list such as MutantLine::rules has this rule.
bool names_rule(std::string_view rules, std::string_view rule);

// Null: there is none.
const MutantLine* find_mutant(std::span<const MutantLine> all, std::string_view name);
// The one that "mutant:NAME" stands for; null for any other subject, and if there is none.
const MutantLine* mutant_named(std::span<const MutantLine> all, std::string_view subject);

// Deviations of an area from its engine, each with its line, as `mutant` or by its
// members. They are known by their numbers.
template <class Deviation>
class MutantTable {
 public:
  MutantTable(std::initializer_list<std::span<const Deviation>> parts) {
    for (const auto part : parts) {
      for (const auto& each : part) {
        deviations_.push_back(each);
        if constexpr (requires { each.mutant; })
          lines_.push_back(each.mutant);
        else
          lines_.push_back({each.name, each.rules, each.scenario, each.description});
      }
    }
  }

  std::span<const MutantLine> lines() const { return lines_; }
  const Deviation& operator[](std::size_t number) const { return deviations_[number]; }
  const Deviation& operator[](const MutantLine& line) const { return deviations_[number(line)]; }
  // `line` is one of lines().
  std::size_t number(const MutantLine& line) const {
    const auto out = static_cast<std::size_t>(&line - lines_.data());
    CHECK(out < lines_.size());
    return out;
  }

 private:
  std::vector<Deviation> deviations_;
  std::vector<MutantLine> lines_;
};

}  // namespace conformance
