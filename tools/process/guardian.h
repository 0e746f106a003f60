// The process between us and a child: it outlives neither, and nothing of the child outlives it.
#pragma once
#include <functional>

#include "process/process.h"

namespace tools {

// The ends of pipes that are the guardian's and the child's.
struct GuardedEnds {
  Descriptor in, out, err;  // Of the child; without them it has our stderr and nothing else.
  Descriptor life;          // Gives signals, a byte each, for the child. Ends when the child is no
                            // longer wanted, or its owner is gone.
  Descriptor report;        // Takes one ProcessEnd for each fact: not started, ended.
};

// What a forked process does from then on. `work` is done in the child and gives its exit code,
// or the negative errno of an exec that failed.
[[noreturn]] void guard(const std::function<int()>& work, GuardedEnds ends);

}  // namespace tools
