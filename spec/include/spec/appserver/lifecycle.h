// The lives of a turn (SRV-05), an item and an approval, as tables: what may happen in which phase,
// what follows, and which rule is broken by what may not.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "spec/appserver/rules.h"

namespace spec::appserver {

inline constexpr std::uint8_t no_rule = 255;

enum class TurnPhase : std::uint8_t { Absent, Created, Active, Ended, Count };
enum class TurnSign : std::uint8_t {
  Answered,   // turn/start was answered with this turn.
  Started,    // turn/started.
  Mentioned,  // Anything else about the turn, items included.
  Completed,  // turn/completed.
  Count
};

enum class ItemPhase : std::uint8_t { Absent, Open, Done, Count };
enum class ItemSign : std::uint8_t { Started, Begun, Delta, Completed, Count };

enum class ApprovalPhase : std::uint8_t {
  Absent,
  Pending,
  Answered,
  Withdrawn,  // Its turn ended first.
  Resolved,   // The server settled it without an answer.
  Count
};
enum class ApprovalSign : std::uint8_t { Asked, Answer, BadAnswer, Resolved, TurnEnded, Count };

template <class Phase, class Sign>
struct Step {
  Phase from;
  Sign on;
  Phase to;
  std::uint8_t broken = no_rule;  // An index into protocol_rules.
};

using TurnStep = Step<TurnPhase, TurnSign>;
using ItemStep = Step<ItemPhase, ItemSign>;
using ApprovalStep = Step<ApprovalPhase, ApprovalSign>;

// clang-format off
inline constexpr std::array turn_steps{
  //       from                on                   to                  broken
  TurnStep{TurnPhase::Absent,  TurnSign::Answered,  TurnPhase::Created},
  TurnStep{TurnPhase::Absent,  TurnSign::Started,   TurnPhase::Active},
  TurnStep{TurnPhase::Absent,  TurnSign::Mentioned, TurnPhase::Active,  rule_index("SRV-05")},
  TurnStep{TurnPhase::Absent,  TurnSign::Completed, TurnPhase::Ended,   rule_index("SRV-05")},
  TurnStep{TurnPhase::Created, TurnSign::Answered,  TurnPhase::Created},
  TurnStep{TurnPhase::Created, TurnSign::Started,   TurnPhase::Active},
  TurnStep{TurnPhase::Created, TurnSign::Mentioned, TurnPhase::Active,  rule_index("SRV-05")},
  TurnStep{TurnPhase::Created, TurnSign::Completed, TurnPhase::Ended,   rule_index("SRV-05")},
  TurnStep{TurnPhase::Active,  TurnSign::Answered,  TurnPhase::Active},
  TurnStep{TurnPhase::Active,  TurnSign::Started,   TurnPhase::Active,  rule_index("SRV-05")},
  TurnStep{TurnPhase::Active,  TurnSign::Mentioned, TurnPhase::Active},
  TurnStep{TurnPhase::Active,  TurnSign::Completed, TurnPhase::Ended},
  TurnStep{TurnPhase::Ended,   TurnSign::Answered,  TurnPhase::Ended},
  TurnStep{TurnPhase::Ended,   TurnSign::Started,   TurnPhase::Ended,   rule_index("SES-08")},
  TurnStep{TurnPhase::Ended,   TurnSign::Mentioned, TurnPhase::Ended,   rule_index("SRV-05")},
  TurnStep{TurnPhase::Ended,   TurnSign::Completed, TurnPhase::Ended,   rule_index("SES-03")},
};

// `Begun` says of a tool that it works on the item: it may try again.
inline constexpr std::array item_steps{
  ItemStep{ItemPhase::Absent, ItemSign::Started,   ItemPhase::Open},
  ItemStep{ItemPhase::Absent, ItemSign::Begun,     ItemPhase::Open},
  ItemStep{ItemPhase::Absent, ItemSign::Delta,     ItemPhase::Absent, rule_index("ITM-03")},
  ItemStep{ItemPhase::Absent, ItemSign::Completed, ItemPhase::Done,   rule_index("SRV-05")},
  ItemStep{ItemPhase::Open,   ItemSign::Started,   ItemPhase::Open,   rule_index("SRV-05")},
  ItemStep{ItemPhase::Open,   ItemSign::Begun,     ItemPhase::Open},
  ItemStep{ItemPhase::Open,   ItemSign::Delta,     ItemPhase::Open},
  ItemStep{ItemPhase::Open,   ItemSign::Completed, ItemPhase::Done},
  ItemStep{ItemPhase::Done,   ItemSign::Started,   ItemPhase::Done,   rule_index("SRV-05")},
  ItemStep{ItemPhase::Done,   ItemSign::Begun,     ItemPhase::Open},
  ItemStep{ItemPhase::Done,   ItemSign::Delta,     ItemPhase::Done,   rule_index("ITM-03")},
  ItemStep{ItemPhase::Done,   ItemSign::Completed, ItemPhase::Done,   rule_index("ITM-06")},
};

inline constexpr std::uint8_t rpc_04 = rule_index("RPC-04"), apr_01 = rule_index("APR-01");
inline constexpr std::uint8_t apr_04 = rule_index("APR-04"), apr_08 = rule_index("APR-08");
inline constexpr std::uint8_t apr_09 = rule_index("APR-09");
inline constexpr std::array approval_steps{
  ApprovalStep{ApprovalPhase::Absent,    ApprovalSign::Asked,     ApprovalPhase::Pending},
  ApprovalStep{ApprovalPhase::Absent,    ApprovalSign::Answer,    ApprovalPhase::Absent,    rpc_04},
  ApprovalStep{ApprovalPhase::Absent,    ApprovalSign::BadAnswer, ApprovalPhase::Absent,    rpc_04},
  ApprovalStep{ApprovalPhase::Absent,    ApprovalSign::Resolved,  ApprovalPhase::Absent},
  ApprovalStep{ApprovalPhase::Absent,    ApprovalSign::TurnEnded, ApprovalPhase::Absent},
  ApprovalStep{ApprovalPhase::Pending,   ApprovalSign::Asked,     ApprovalPhase::Pending},
  ApprovalStep{ApprovalPhase::Pending,   ApprovalSign::Answer,    ApprovalPhase::Answered},
  ApprovalStep{ApprovalPhase::Pending,   ApprovalSign::BadAnswer, ApprovalPhase::Answered,  apr_09},
  ApprovalStep{ApprovalPhase::Pending,   ApprovalSign::Resolved,  ApprovalPhase::Resolved},
  ApprovalStep{ApprovalPhase::Pending,   ApprovalSign::TurnEnded, ApprovalPhase::Withdrawn},
  ApprovalStep{ApprovalPhase::Answered,  ApprovalSign::Asked,     ApprovalPhase::Pending},
  ApprovalStep{ApprovalPhase::Answered,  ApprovalSign::Answer,    ApprovalPhase::Answered,  apr_01},
  ApprovalStep{ApprovalPhase::Answered,  ApprovalSign::BadAnswer, ApprovalPhase::Answered,  apr_01},
  ApprovalStep{ApprovalPhase::Answered,  ApprovalSign::Resolved,  ApprovalPhase::Answered},
  ApprovalStep{ApprovalPhase::Answered,  ApprovalSign::TurnEnded, ApprovalPhase::Answered},
  ApprovalStep{ApprovalPhase::Withdrawn, ApprovalSign::Asked,     ApprovalPhase::Pending},
  ApprovalStep{ApprovalPhase::Withdrawn, ApprovalSign::Answer,    ApprovalPhase::Answered,  apr_04},
  ApprovalStep{ApprovalPhase::Withdrawn, ApprovalSign::BadAnswer, ApprovalPhase::Answered,  apr_04},
  ApprovalStep{ApprovalPhase::Withdrawn, ApprovalSign::Resolved,  ApprovalPhase::Withdrawn},
  ApprovalStep{ApprovalPhase::Withdrawn, ApprovalSign::TurnEnded, ApprovalPhase::Withdrawn},
  ApprovalStep{ApprovalPhase::Resolved,  ApprovalSign::Asked,     ApprovalPhase::Pending},
  ApprovalStep{ApprovalPhase::Resolved,  ApprovalSign::Answer,    ApprovalPhase::Answered,  apr_08},
  ApprovalStep{ApprovalPhase::Resolved,  ApprovalSign::BadAnswer, ApprovalPhase::Answered,  apr_08},
  ApprovalStep{ApprovalPhase::Resolved,  ApprovalSign::Resolved,  ApprovalPhase::Resolved},
  ApprovalStep{ApprovalPhase::Resolved,  ApprovalSign::TurnEnded, ApprovalPhase::Withdrawn},
};
// clang-format on

// Every phase has exactly one step for every sign, in their order.
template <class Phase, class Sign, std::size_t Size>
constexpr bool total(const std::array<Step<Phase, Sign>, Size>& steps) {
  constexpr auto signs = static_cast<std::size_t>(Sign::Count);
  if (Size != static_cast<std::size_t>(Phase::Count) * signs) return false;
  for (std::size_t i = 0; i < Size; ++i) {
    if (static_cast<std::size_t>(steps[i].from) * signs + static_cast<std::size_t>(steps[i].on) !=
        i)
      return false;
  }
  return true;
}
static_assert(total(turn_steps) && total(item_steps) && total(approval_steps));

template <class Phase, class Sign, std::size_t Size>
constexpr const Step<Phase, Sign>& step_of(const std::array<Step<Phase, Sign>, Size>& steps,
                                           Phase from, Sign on) {
  return steps[static_cast<std::size_t>(from) * static_cast<std::size_t>(Sign::Count) +
               static_cast<std::size_t>(on)];
}

}  // namespace spec::appserver
