// What the words of the area modality mean.
#pragma once
#include "port/meanings.h"

namespace port::modality {

const Meanings& meanings();

}  // namespace port::modality
