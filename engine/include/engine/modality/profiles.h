// What a mode stands for, and the real constants, as this engine has them.
#pragma once
#include "port/modality/words.h"
#include "port/time.h"

namespace engine::modality {

// The engine speaks in the words of its port.
using namespace port;
using namespace port::modality;

// The options that `mode` stands for (MOD-02). Mode::Raw gives those of an empty tuple.
Options options_of(Mode mode);

// The call as the engine understands it where the table of a revision holds that is not its own: by
// that before the addendum a mode waits for no progress and lets one pass the gate.
Request request_by(Revision revision, Request request);

constexpr Limits real_limits() {
  return {.monitor_period = Duration{1'000},
          .sync_bound = Duration{60'000},
          .smart_bound = Duration{60'000},
          .poll_period = Duration{500},
          .wait_budget = Duration{120'000},
          .note_period = Duration{20'000},
          .dispose_bound = Duration{5'000},
          .capture_bound = Duration{5'000},
          .look_bound = Duration{8'000}};
}

// Of a call that names none.
inline constexpr Duration default_body_timeout{600'000};

}  // namespace engine::modality
