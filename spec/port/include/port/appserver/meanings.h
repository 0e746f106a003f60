// What the words of the area appserver mean.
#pragma once
#include "port/meanings.h"

namespace port::appserver {

const Meanings& meanings();

}  // namespace port::appserver
