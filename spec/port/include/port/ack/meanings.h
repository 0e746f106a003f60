// What the words of the area ack mean.
#pragma once
#include "port/meanings.h"

namespace port::ack {

const Meanings& meanings();

}  // namespace port::ack
