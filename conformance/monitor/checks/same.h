// What was wanted of a text against what came.
#pragma once
#include <string>
#include <string_view>

#include "conformance/area/check_verdict.h"

namespace conformance::monitor {

inline CheckVerdict same(std::string_view text, std::string_view want, std::string_view got) {
  CheckVerdict out{.holds = want == got, .trace = std::string(text) + "\n"};
  if (out.holds) return out;
  out.want = want;
  out.got = got;
  return out;
}

}  // namespace conformance::monitor
