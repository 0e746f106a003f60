// ACK-16: what bumps the generation of the pane store.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// clang-format off
constexpr Check state_rows[] = {
  {.rule = "ACK-16",
   .says = "a push of state for the left or right pane bumps once",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .store_ready()
         .wants_generation(0)
         .pushed(Pane::Left)
         .wants_generation(1)
         .pushed(Pane::Right)
         .wants_generation(2)
         .verdict();
   }},
  {.rule = "ACK-16",
   .says = "a push of tabs bumps once, as one of state does",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .store_ready()
         .pushed(Pane::Left, PushKind::Tabs)
         .wants_generation(1)
         .pushed(Pane::Right, PushKind::Tabs)
         .wants_generation(2)
         .verdict();
   }},
  {.rule = "ACK-16",
   .says = "a push for an unknown pane bumps nothing",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .store_ready()
         .pushed(Pane::Unknown)
         .wants_generation(0)
         .pushed(Pane::Unknown, PushKind::Tabs)
         .wants_generation(0)
         .verdict();
   }},
  {.rule = "ACK-16",
   .says = "a change of focus bumps nothing",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .store_ready()
         .fact(FocusMoved{Pane::Right})
         .wants_generation(0)
         .verdict();
   }},
};
// clang-format on

}  // namespace

std::span<const Check> state_checks() { return state_rows; }

}  // namespace conformance::ack
