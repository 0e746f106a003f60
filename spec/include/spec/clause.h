// A rule as clauses: plain conditions over a situation and one act, told in tables that read like
// the rule's sentence.
//
// Rows of a kind of act stand in one table, the most specific first, since clauses that fail at
// one act are one finding, told in that order:
//
//     inline constexpr Clause<Act<Save>> saves[] = {
//         {"MOD-42"_rule, never, IF(s.result_is_out)},
//         {"MOD-40"_rule, only_if, IF(!act.force), THEN(s.committed)},
//         {"MOD-103"_rule, calls_for, IF(s.method == Method::SyncDocuments)}};
//
// A table is unrolled where it is tried, so a row costs what its condition costs. A clause has a
// number: the place of its row among all tables of its area.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "port/check.h"
#include "port/flat_list.h"
#include "spec/rule.h"

namespace spec {

// How the condition of a clause and an act go together.
enum class Form : std::uint8_t {
  CallsFor,  // The situation licenses the act. One that none licenses is a breach.
  Never,     // The act is forbidden so.
  OnlyIf,    // The act needs what `then` says.
  Says,      // What the act carries is what the situation gives.
  Within,    // It must come before an age passes its bound.
};
inline constexpr std::array<std::string_view, 5> form_words{"calls for", "never", "only if", "says",
                                                            "within"};
constexpr std::string_view show(Form form) { return form_words[static_cast<std::size_t>(form)]; }

inline constexpr Form calls_for = Form::CallsFor, never = Form::Never, only_if = Form::OnlyIf,
                      says = Form::Says, within = Form::Within;

// No rule: a clause presupposes none.
inline constexpr std::uint8_t no_rule = 255;

// What a condition looks at: the situation before the act, the act, and the bounds. Of a clause
// on what is owed, `act` is the entry of a list of the situation that it is about, or the
// situation itself.
template <class Situation, class It, class Limits>
struct Case {
  const Situation& s;
  const It& act;
  const Limits& limits;
};

// A condition, and how it is written: `orrery explain` shows it.
template <class Case>
struct Condition {
  bool (*holds)(const Case&) = nullptr;
  std::string_view text;
};

// The words of a condition are `s`, `act` and `limits`.
#define ORRERY_CONDITION(...)                             \
  {                                                       \
    [](const auto& it) {                                  \
      [[maybe_unused]] const auto& [s, act, limits] = it; \
      return static_cast<bool>(__VA_ARGS__);              \
    },                                                    \
        #__VA_ARGS__                                      \
  }
#define IF(...) ORRERY_CONDITION(__VA_ARGS__)
#define THEN(...) ORRERY_CONDITION(__VA_ARGS__)

// CallsFor and Never look at `when` alone. OnlyIf and Says are about acts for which `when` holds,
// and demand `then`. Off when the rule that it presupposes is off.
template <class Case>
struct Clause {
  using At = Case;
  std::uint8_t rule;  // Index into the area's rules.
  Form form;
  Condition<Case> when;
  Condition<Case> then{};
  std::uint8_t given = no_rule;
};

// While `when` holds of an entry, `want` must come before `left` milliseconds have passed.
inline constexpr std::int64_t at_once = 0, at_the_end = INT64_MAX;
template <class Case, class Want>
struct Due {
  using At = Case;
  static constexpr Form form = Form::Within;
  std::uint8_t rule;
  Condition<Case> when;
  std::int64_t (*left)(const Case&);
  Want (*want)(const Case&);
  std::uint8_t given = no_rule;
};

// A clause as a reader sees it.
struct ClauseText {
  std::uint8_t rule = 0;
  Form form{};
  std::string_view act = {};  // The kind of act; of Within what it is about. "Save".
  std::string_view when = {}, then = {};
  std::uint8_t given = no_rule;
};

// Some clauses of an area, a bit each, by their numbers.
inline constexpr std::size_t clauses_max = 640;
struct ClauseSet {
  std::array<std::uint64_t, clauses_max / 64> bits{};
  constexpr void mark(std::size_t clause) { bits[clause / 64] |= std::uint64_t{1} << clause % 64; }
  constexpr void clear(std::size_t clause) {
    bits[clause / 64] &= ~(std::uint64_t{1} << clause % 64);
  }
  constexpr bool has(std::size_t clause) const {
    return (bits[clause / 64] >> clause % 64 & 1) != 0;
  }
  constexpr ClauseSet& operator|=(const ClauseSet& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= other.bits[i];
    return *this;
  }
  constexpr ClauseSet& operator-=(const ClauseSet& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= ~other.bits[i];
    return *this;
  }
  bool operator==(const ClauseSet&) const = default;
};

// Those of a set that stay on while these rules are off, by their index in the area's table: what
// presupposes one of them is off, too. Nor does the one clause that is `but`.
constexpr ClauseSet without(std::span<const ClauseText> clauses, const ClauseSet& on,
                            const Exercised& off, std::uint16_t but = no_clause) {
  ClauseSet out;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto& [rule, form, act, when, then, given] = clauses[i];
    const bool stays = !off.has(rule) && (given == no_rule || !off.has(given));
    if (on.has(i) && stays && i != but) out.mark(i);
  }
  return out;
}

// The rules of the clauses of a set, by their index.
constexpr Exercised rules_of(std::span<const ClauseText> clauses, const ClauseSet& set) {
  Exercised out;
  for (std::size_t i = 0; i < clauses.size(); ++i)
    if (set.has(i)) out.mark(clauses[i].rule);
  return out;
}

// The clauses that one act breaks, the most specific first; those beyond are left out.
using Broken = port::FlatList<std::uint16_t, 6>;

// Calls `each(row, number)` for each row of a table, unrolled; `first` is its first number.
template <const auto& table, std::size_t first, class Each>
constexpr void for_each_row(Each&& each) {
  [&]<std::size_t... row>(std::index_sequence<row...>) {
    (each(std::integral_constant<std::size_t, row>{}, first + row), ...);
  }
  (std::make_index_sequence<std::size(table)>{});
}

// A table, what its act is called, and whether it judges who is at the other end: a server, IDEs.
template <const auto& rows_>
struct Table {
  static constexpr const auto& rows = rows_;
  std::string_view act;
  bool of_other_end = false;
};
// All of an area's are a tuple: the numbers of their clauses follow its order.
template <const auto& tables>
inline constexpr std::size_t clause_count =
    std::apply([](const auto&... table) { return (std::size(table.rows) + ...); }, tables);

// Calls `each(row, number, table)` for each row of all of them.
template <const auto& tables>
constexpr void for_each_clause(auto&& each) {
  std::size_t number = 0;
  const auto all = [&](const auto& table) {
    for (const auto& row : table.rows) each(row, number++, table);
  };
  std::apply([&](const auto&... table) { (all(table), ...); }, tables);
}

// They are told apart as types: to a sanitizer the addresses of their rows are no constants.
template <class Wanted, class... Tables>
consteval std::size_t clauses_before(const std::tuple<Tables...>&) {
  std::size_t number = 0;
  const auto is_it = [&]<class One>(const One*) {
    if constexpr (!std::is_same_v<One, Wanted>) number += std::size(One::rows);
    return std::is_same_v<One, Wanted>;
  };
  CHECK((is_it(static_cast<const Tables*>(nullptr)) || ...));
  return number;
}
// The number of the first clause of `rows`; a table that is none of them does not compile.
template <const auto& tables, const auto& rows>
consteval std::size_t first_of() {
  return clauses_before<Table<rows>>(tables);
}

template <const auto& tables>
inline constexpr auto texts_of = [] {
  static_assert(clause_count<tables> <= clauses_max);
  std::array<ClauseText, clause_count<tables>> out{};
  for_each_clause<tables>([&](const auto& row, std::size_t number, const auto& table) {
    out[number] = {row.rule, row.form, table.act, row.when.text, {}, row.given};
    if constexpr (requires { row.then; }) out[number].then = row.then.text;
  });
  return out;
}();
// The clauses on who is at this end or at the other one.
template <const auto& tables>
constexpr ClauseSet clauses_at(bool other_end) {
  ClauseSet out;
  for_each_clause<tables>([&](const auto&, std::size_t number, const auto& table) {
    if (table.of_other_end == other_end) out.mark(number);
  });
  return out;
}

// Tries the clauses of an act but those that call for it. Of what is not `on` nothing is tried.
template <const auto& table, std::size_t first, class Case>
void try_act(const Case& it, const ClauseSet& on, ClauseSet& met, Broken& broken) {
  for_each_row<table, first>([&](auto row, std::size_t number) {
    constexpr const auto& clause = table[row];
    if constexpr (clause.form != Form::CallsFor) {
      if (!on.has(number) || !clause.when.holds(it)) return;
      met.mark(number);
      if constexpr (clause.form != Form::Never)
        if (clause.then.holds(it)) return;
      if (broken.size() < broken.capacity()) broken.push_back(static_cast<std::uint16_t>(number));
    }
  });
}

// Whether a clause calls for the act. One whose rule is off licenses it all the same: what is
// not demanded may still be done.
template <const auto& table, std::size_t first, class Case>
bool called_for(const Case& it, ClauseSet& met) {
  bool licensed = false;
  for_each_row<table, first>([&](auto row, std::size_t number) {
    constexpr const auto& clause = table[row];
    if constexpr (clause.form == Form::CallsFor) {
      if (!clause.when.holds(it)) return;
      met.mark(number);
      licensed = true;
    }
  });
  return licensed;
}

}  // namespace spec
