// A number with a fraction, out of a text that is one: std::from_chars, where the standard library
// has it for such numbers. libc++ has not.
#pragma once
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <version>

namespace port {

// Nothing if the text is not a number to its end, or if no double is near it.
inline std::optional<double> read_real(std::string_view text) {
  // Both take more: words such as inf, and the one of C blanks, a plus and hexadecimal digits.
  if (text.starts_with('+') || text.find_first_not_of("0123456789.eE+-") != text.npos) return {};
  double out = 0;
#ifdef __cpp_lib_to_chars
  const auto* last = text.data() + text.size();
  const auto read = std::from_chars(text.data(), last, out);
  const bool whole = read.ec == std::errc{} && read.ptr == last;
#else
  const std::string copy(text);
  char* last = nullptr;
  errno = 0;
  out = std::strtod(copy.c_str(), &last);
  const bool whole = !text.empty() && last == copy.c_str() + copy.size() && errno == 0;
#endif
  return whole ? std::optional(out) : std::nullopt;
}

}  // namespace port
