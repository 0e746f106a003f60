// What the tables of clauses are made of. In a condition `s` is how the call stands before the act,
// and `limits` its row in the tool table.
#pragma once
#include "ack/standing.h"
#include "spec/ack/rules.h"
#include "spec/clause.h"

namespace spec::ack {

consteval std::uint8_t operator""_rule(const char* id, std::size_t size) {
  return rule_index({id, size});
}
// The rules that say which signal a row waits for: for conditions, in which clang 14 does not
// evaluate a literal when it compiles.
inline constexpr std::uint8_t confirmation_rule = "ACK-14"_rule, soft_dialog_rule = "ACK-15"_rule,
                              auto_confirm_rule = "ACK-20"_rule;
// Those of the conditions of a row.
inline constexpr std::uint8_t list_rule = "ACK-23"_rule, viewer_rule = "ACK-12"_rule,
                              row_rule = "ACK-35"_rule;

template <class It>
using Act = Case<Standing, It, ToolRow>;

// An act of no call in flight.
struct Stray {
  bool dispatches = false;
};

// What a read of the panes tells, what there is, and, of a Captured, what there was at its Capture.
// Its numbers are modulo 256.
struct ToldPanes {
  Reading told, now, then;

  bool is_true() const { return told_as(now) || told_as(then); }
  bool exist() const { return told.exists && now.exists; }
  bool pushed() const { return told.value > 0 || now.value > 0; }
  // Of the newest push, as its generation says.
  bool is_newest() const { return exist() && told.value == now.value; }
  bool has_its_version() const { return told.detail == now.detail; }
  bool is_as_new_as(std::uint8_t version) const {
    return static_cast<std::uint8_t>(told.detail - version) < 128;
  }

 private:
  bool told_as(const Reading& other) const {
    return told.exists == other.exists && told.value == other.value;
  }
};

// What is owed by one call.
struct Owed {};
using OwedClause = Due<Act<Owed>, Seen>;

}  // namespace spec::ack
