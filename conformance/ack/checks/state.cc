// ACK-16, ACK-24 and ACK-25: what bumps the generation of the pane store, and what is read of it.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// clang-format off
constexpr Check state_rows[] = {
  {.rule = "ACK-16", .says = "a push of state for the left or right pane bumps once",
   .run = [](Talk& talk) {
     talk.store_ready()
         .wants_generation(0)
         .pushed(Pane::Left)
         .wants_generation(1)
         .pushed(Pane::Right)
         .wants_generation(2);
   }},
  {.rule = "ACK-16", .says = "a push of tabs bumps once, as one of state does",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Left, PushKind::Tabs)
         .wants_generation(1)
         .pushed(Pane::Right, PushKind::Tabs)
         .wants_generation(2);
   }},
  {.rule = "ACK-16", .says = "a push for an unknown pane bumps nothing",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Unknown)
         .wants_generation(0)
         .pushed(Pane::Unknown, PushKind::Tabs)
         .wants_generation(0);
   }},
  {.rule = "ACK-16", .says = "a change of focus bumps nothing",
   .run = [](Talk& talk) {
     talk.store_ready()
         .fact(FocusMoved{Pane::Right})
         .wants_generation(0);
   }},
  {.rule = "ACK-24", .says = "a push is there with its version, and one for an unknown pane is not",
   .run = [](Talk& talk) {
     talk.store_ready()
         .wants_version(0)
         .pushed(Pane::Left, PushKind::State, 3)
         .wants_generation(1)
         .wants_version(3)
         .pushed(Pane::Right, PushKind::Tabs, 7)
         .wants_generation(2)
         .wants_version(7)
         .pushed(Pane::Unknown, PushKind::State, 9)
         .wants_version(7);
   }},
  {.rule = "ACK-25", .says = "who is told OK reads what the action did",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Left, PushKind::State, 3)
         .call(request("sort"))
         .wants({dispatches()})
         .after(110ms)
         .pushed(Pane::Left, PushKind::State, 4)
         .within(140ms)
         .wants({ok()})
         .wants_version(4);
   }},
  {.rule = "ACK-28", .says = "a store that is registered again does not count anew",
   .run = [](Talk& talk) {
     talk.store_ready().pushed(Pane::Left).pushed(Pane::Left).store_ready().wants_generation(2);
   }},
  {.rule = "ACK-24", .says = "a restarted frontend numbers its pushes from one, and they count",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Left, PushKind::State, 40)
         .wants_version(40)
         .store_ready()
         .pushed(Pane::Left, PushKind::State, 1)
         .wants_version(1)
         .wants_generation(2);
   }},
};
// clang-format on

}  // namespace

std::span<const Check> state_checks() { return state_rows; }

}  // namespace conformance::ack
