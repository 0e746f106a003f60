// What a row of the tables of clauses is; not for others to include.
#pragma once
#include <cstdint>
#include <string_view>

#include "appserver/facts.h"
#include "appserver/unsure.h"
#include "spec/appserver/clause_judge.h"
#include "spec/appserver/rules.h"
#include "spec/clause.h"

namespace spec::appserver::clauses {

consteval std::uint8_t operator""_rule(const char* id, std::size_t size) {
  return rule_index({id, size});
}

// A clause on an act.
template <class S, class Act>
using Row = Clause<Case<S, Act, Bounds>>;

// The same, with what is said of a recorded act that breaks it. If nothing is, an observer of the
// wire alone cannot judge it.
template <class S, class Act>
struct Told : Row<S, Act> {
  std::string_view words{};
};

// A clause on what must come before an age passes its bound, about one entry of a list of the
// situation, or about the situation itself.
template <class S, class Entry>
using Owed = Due<Case<S, Entry, Bounds>, Seen>;

// How long is left, in milliseconds, and what must come: of the words of a condition.
#define ORRERY_TELLS(Type, ...)                         \
  [](const auto& it) -> Type {                          \
    [[maybe_unused]] const auto& [s, act, limits] = it; \
    return __VA_ARGS__;                                 \
  }
#define LEFT(...) ORRERY_TELLS(std::int64_t, __VA_ARGS__)
#define WANT(...) ORRERY_TELLS(Seen, __VA_ARGS__)

}  // namespace spec::appserver::clauses
