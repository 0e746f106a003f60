// The rate limits as a server told them last; not for others to include.
#pragma once
#include "spec/appserver/situation.h"

namespace spec::appserver::clauses {

inline void take_limits(Process& process, const RateLimits& told) {
  process.rates = told.used;
  process.rates_window = told.window_minutes;
  process.rates_reset = told.resets_at_s;
  process.rates_second = told.second;
}
RateLimitsShown shown_limits(const auto& s) {
  const auto& process = s.process;
  return {process.rates, process.rates_window, process.rates_reset, process.rates_second};
}

}  // namespace spec::appserver::clauses
