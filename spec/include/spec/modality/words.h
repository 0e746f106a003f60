// The words in which this area is specified: those of its port, and the real constants as the
// specification has them.
#pragma once
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"

namespace spec::modality {

using namespace port::modality;
using port::Duration;

inline constexpr Limits real_limits{.monitor_period = Duration{1'000},
                                    .sync_bound = Duration{60'000},
                                    .smart_bound = Duration{60'000},
                                    .poll_period = Duration{500},
                                    .wait_budget = Duration{120'000},
                                    .note_period = Duration{20'000},
                                    .dispose_bound = Duration{5'000},
                                    .capture_bound = Duration{5'000},
                                    .look_bound = Duration{8'000}};
inline constexpr Duration default_body_timeout{600'000};

}  // namespace spec::modality
