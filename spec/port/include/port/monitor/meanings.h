// What the words of the area monitor mean.
#pragma once
#include "port/meanings.h"

namespace port::monitor {

const Meanings& meanings();

}  // namespace port::monitor
