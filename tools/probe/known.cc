#include "probe/known.h"

#include <array>

namespace tools::probe {
namespace {

struct KnownDeviation {
  std::string_view versions;  // How those begin that have it.
  std::string_view deviation;
  std::string_view why;
};

// clang-format off
constexpr std::array known_deviations{
  KnownDeviation{"0.169.", "ends_on_bad_utf8",
    "its reader takes stdin for a text and ends with the first byte that is not UTF-8"},
  KnownDeviation{"0.169.", "one_level_less",
    "its JSON library has a limit of 127 levels"},
  KnownDeviation{"0.169.", "one_code_for_bad_requests",
    "it has -32600 for everything that is wrong with a request, and says what in the message"},
};
// clang-format on

}  // namespace

std::string_view why_known(std::string_view version, std::string_view deviation) {
  if (deviation.empty()) return {};
  for (const auto& row : known_deviations)
    if (version.starts_with(row.versions) && deviation == row.deviation) return row.why;
  return {};
}

}  // namespace tools::probe
