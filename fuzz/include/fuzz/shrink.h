// What is left of an input that found something.
#pragma once
#include <functional>

#include "fuzz/case.h"

namespace fuzz {

// Smaller inputs for which `fails` still holds, until there is none among those it tries.
Case shrink(Case input, const std::function<bool(const Case&)>& fails);

}  // namespace fuzz
