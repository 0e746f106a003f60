// In what ways released servers are known to deviate from the rules.
#pragma once
#include <string_view>

namespace tools::probe {

// Why a server of this version deviates so; empty if that is not known of it. A version is as its
// initialize result has it; names of deviations are those of known.cc.
std::string_view why_known(std::string_view version, std::string_view deviation);

}  // namespace tools::probe
