// A run in a world of its own, in which nothing is open but the schedule.
#pragma once
#include <vector>

#include "sim/search/model.h"

namespace sim {

template <class Plan>
struct PinnedOf {
  Plan plan;
  std::vector<Choice> choices;  // The same run in it, choice by choice.
};

}  // namespace sim
