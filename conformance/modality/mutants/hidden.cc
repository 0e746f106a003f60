// Mutants whose runs depend on more than their inputs: each breaks no rule of the policy, and
// only taking its choices twice shows it (DET-01). The one place below tools where what is
// banned there may stand.
//
// What they read is another thing each time, so that the second time always differs from the
// first: a counter of each thread, a bit in which the address of a copy always differs.
#include <cstdint>
#include <unordered_set>

#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

// Starts a timer that nothing waits for: an observer sees no difference.
void start_spare(Turn& turn, Timer timer) {
  if (turn.finish() == nullptr) turn.add(StartTimer{timer, Duration{500}});
}

// One more each time that it is read.
unsigned ticks() {
  thread_local unsigned count = 0;
  return ++count;
}

// As hash tables with a seed of their own do it, against attackers who choose the keys.
struct SeededHash {
  unsigned seed;
  std::size_t operator()(Timer timer) const { return static_cast<std::size_t>(timer) ^ seed; }
};

constexpr Deviation hidden_rows[]{
    {"hidden_clock", "DET-01", "", "starts a spare timer in every second call",
     After{[](Turn& turn) {
       if (turn.got<Called>() != nullptr && ticks() % 2 == 0) start_spare(turn, Timer::Dispose);
     }}},
    {"address_decides", "DET-01", "", "starts a spare timer where the engine lies at an odd place",
     After{[](Turn& turn) {
       const auto address = reinterpret_cast<std::uintptr_t>(turn.place());
       const bool odd = address / alignof(Mutant) % 2 != 0;
       if (turn.got<Called>() != nullptr && odd) start_spare(turn, Timer::Dispose);
     }}},
    {"unordered_iteration", "DET-01", "",
     "starts the spare timer that comes first in a hash table with a seed", After{[](Turn& turn) {
       if (turn.got<Called>() == nullptr) return;
       // The two timers are 0 and 1, as is the seed: they change places with it.
       const std::unordered_set<Timer, SeededHash> spares({Timer::Dispose, Timer::Poll}, 2,
                                                          SeededHash{ticks() % 2});
       for (std::size_t bucket = 0; bucket < spares.bucket_count(); ++bucket) {
         if (spares.bucket_size(bucket) == 0) continue;
         return start_spare(turn, *spares.begin(bucket));
       }
     }}},
};

}  // namespace

std::span<const Deviation> hidden_deviations() { return hidden_rows; }

}  // namespace conformance::modality::mutation
