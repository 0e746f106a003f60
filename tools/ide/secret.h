// Whether a client has the right token.
#pragma once
#include <cstddef>
#include <string_view>

namespace tools::ide {

// The time that it takes depends on the length of `given` alone.
inline bool same_secret(std::string_view wanted, std::string_view given) {
  volatile unsigned char difference = wanted.size() == given.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char ours = wanted.empty() ? '\0' : wanted[i % wanted.size()];
    difference = static_cast<unsigned char>(difference | (ours ^ given[i]));
  }
  return difference == 0;
}

}  // namespace tools::ide
