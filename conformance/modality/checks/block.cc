// withModalDialogAllowed { } (MOD-69).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr Method enter = Method::EnterModalDialogAllowed;
constexpr Method leave = Method::LeaveModalDialogAllowed;

// clang-format off
constexpr PolicyCheck block_rows[] = {
  {.rule = "MOD-69", .says = "stops the monitor for the block and starts it again after it",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, enter).wants({returns(0)})
         .opened(1).wants({})
         .after(10s)
         .method(1, leave).wants({returns(1)})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1));
   }},
  {.rule = "MOD-69", .says = "a monitor that did not run before the block does not run after it",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, enter).wants({returns(0)})
         .method(1, leave).wants({returns(1)})
         .after(5min)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-69", .says = "a throw that leaves the block starts the monitor again as well",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, enter).wants({returns(0)})
         .after(3s).method(1, leave).wants({returns(1)})
         .quiet_ticks(1)
         .threw({5}).wants({schedules_refresh, fails_with({5})});
   }},
  {.rule = "MOD-69", .says = "a block within blocks keeps nothing of one that was left before it",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, enter).method(1, monitor).method(2, enter).method(3, leave)
         .after(400ms).method(4, leave).wants({returns(4)})
         .after(600ms).fires(Timer::Tick).wants({monitor_lists}).tick_lists({})
         .method(5, enter).method(6, enter).wants({returns(6)})
         .method(7, leave).wants({returns(7)})
         .after(5min)
         .method(8, leave).wants({returns(8)})
         .quiet_ticks(1);
   }},
  {.rule = "MOD-69", .says = "an allowModalDialog inside wins: nothing is started again",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, enter).wants({returns(0)})
         .method(1, allow).wants({returns(1)})
         .method(2, leave).wants({returns(2)})
         .after(5min)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-69", .says = "nested: only leaving the outer block starts the monitor again",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, enter).method(1, enter).wants({returns(1)})
         .method(2, leave).wants({returns(2)})
         .after(1min)
         .method(3, leave).wants({returns(3)})
         .quiet_ticks(2);
   }},
  {.rule = "MOD-69", .says = "an allowModalDialog inside the inner of two blocks wins over both",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, enter).method(1, enter).method(2, allow).wants({returns(2)})
         .method(3, leave).wants({returns(3)})
         .method(4, leave).wants({returns(4)})
         .after(5min);
   }},
  {.rule = "MOD-69",
   .says = "a start inside wins: the monitor that the block starts goes on after it",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, enter).method(1, enter).wants({returns(1)})
         .method(2, monitor).wants({returns(2)})
         .after(400ms).method(3, leave).wants({returns(3)})
         .method(4, leave).wants({returns(4)})
         .after(600ms).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .quiet_ticks(1);
   }},
  {.rule = "MOD-69",
   .says = "blocks nest eight deep: a ninth is refused, and the eight are left as they began",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none);
     for (std::uint8_t depth = 0; depth < 8; ++depth)
       talk.method(depth, enter).wants({returns(depth)});
     talk.method(8, enter).wants({refuses(8)});
     for (std::uint8_t depth = 8; depth > 0; --depth)
       talk.method(depth, leave).wants({returns(depth)});
     talk.method(9, leave).wants({refuses(9)}).quiet_ticks(1);
   }},
  {.rule = "MOD-69", .says = "a tick that was under way when the block began is taken back",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .method(0, enter).wants({cancels_tick, returns(0)})
         .after(1min);
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> block_checks() { return block_rows; }

}  // namespace conformance::modality
