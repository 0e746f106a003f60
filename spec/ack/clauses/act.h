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

template <class It>
using Act = Case<Standing, It, ToolRow>;

// An act of no call in flight.
struct Stray {
  bool dispatches = false;
};

// What a Captured or Looked tells of the panes, what there is, and, of a Captured, what there was
// at its Capture.
struct PanesRead {
  Reading told, now, then;

  bool is_true() const { return told == now || told == then; }
  bool exist() const { return told.exists && now.exists; }
  bool pushed() const { return told.value > 0 || now.value > 0; }
};

// What is owed by one call.
struct Owed {};
using OwedClause = Due<Act<Owed>, Seen>;

}  // namespace spec::ack
