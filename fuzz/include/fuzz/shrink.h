// What is left of an input that found something.
#pragma once
#include <functional>

#include "fuzz/case.h"

namespace fuzz {

// Smaller inputs for which `fails` still holds, until there is none among those it tries, or
// `is_over` holds: then it asks no more, and what it has is the smallest.
Case shrink(Case input, const std::function<bool(const Case&)>& fails,
            const std::function<bool()>& is_over);

}  // namespace fuzz
