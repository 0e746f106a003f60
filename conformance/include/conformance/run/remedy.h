// What would have been right where an act came that says the wrong thing.
#pragma once
#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <variant>

#include "port/visit.h"
#include "port/words.h"

namespace conformance {

// Numbers are tried from zero on: counts and the like, of which a run has few.
inline constexpr int numbers_tried = 32;

// Calls `use()` with each other value that a member of `value` may have, one at a time; in between
// it is as it was. Names, times and lists have no values that could be tried.
template <class T>
void for_each_change(T& value, const auto& use) {
  if constexpr (std::is_enum_v<T>) {
    if constexpr (port::Worded<T>) {
      const auto kept = value;
      for (std::size_t i = 0; i < port::words<T>.size(); ++i)
        if (value = static_cast<T>(i); value != kept) use();
      value = kept;
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    value = !value;
    use();
    value = !value;
  } else if constexpr (std::is_integral_v<T>) {
    const auto kept = value;
    for (int i = 0; i < numbers_tried; ++i)
      if (value = static_cast<T>(i); value != kept) use();
    value = kept;
  } else if constexpr (port::Recorded<T>) {
    // The members are those of `value`, which is not const.
    port::for_each_member(value, [&]<class Member>(std::string_view, const Member& member) {
      for_each_change(const_cast<Member&>(member), use);
    });
  } else if constexpr (requires { std::variant_size<T>::value; }) {
    port::visit([&](auto& each) { for_each_change(each, use); }, value);
  }
}

// The act with one of its members changed so that it breaks nothing in that situation; nothing if
// no change, or more than one, is right, or if `got` breaks another clause there.
template <class Findings, class Judge, class Situation, class Command>
std::optional<Command> remedy(const Judge& judge, const Situation& s, const Command& got,
                              std::size_t clause) {
  const auto found = [&](const Command& act) {
    Situation copy = s;
    Findings out;
    judge.see(copy, act, out);
    return out;
  };
  const auto as_it_came = found(got);
  if (!as_it_came.breach || as_it_came.breach->clauses.empty() ||
      as_it_came.breach->clauses[0] != clause)
    return std::nullopt;
  std::optional<Command> right;
  bool several = false;
  Command changed = got;
  for_each_change(changed, [&] {
    if (several || found(changed).breach) return;
    several = right.has_value();
    right = changed;
  });
  return several ? std::nullopt : right;
}

}  // namespace conformance
