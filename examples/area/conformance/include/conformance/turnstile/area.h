// The area turnstile.
#pragma once
#include "conformance/area/area.h"

namespace conformance::turnstile {

const Area& area();

}  // namespace conformance::turnstile
