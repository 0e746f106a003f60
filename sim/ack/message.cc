// What the words of an answer name.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>

#include "sim/ack/wire_names.h"

namespace sim::ack {
namespace {

// "SoftDialogAppeared", "soft dialog appeared" and "soft_dialog_appeared" are one name.
std::string letters_of(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Whoever says where to look uses one of these.
constexpr std::array<std::string_view, 14> advice{"read",  "look", "check",   "see",  "inspect",
                                                  "list",  "log",  "state",   "try",  "call again",
                                                  "retry", "open", "dismiss", "close"};

bool has_word(std::string_view text, std::string_view word) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
  };
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) return true;
  return false;
}

}  // namespace

bool WireNames::id(std::string_view text, port::ack::Message& out) const {
  out = {.told = true};
  const auto letters = letters_of(text);
  const auto& kinds = port::words<port::ack::SignalKind>;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (letters.find(letters_of(kinds[i])) != letters.npos)
      out.kinds = static_cast<std::uint8_t>(out.kinds | 1u << i);
  for (std::size_t i = 0; i < names.subjects.size(); ++i)
    if (letters.find(letters_of(names.subjects[i])) != letters.npos)
      out.subjects.put({static_cast<std::uint8_t>(i)}, true);
  std::size_t found = 0;
  for (std::size_t at = 0; at < text.size() && found < out.numbers.size();) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data() + at, text.data() + text.size(), number);
    const auto end = static_cast<std::size_t>(read.ptr - text.data());
    if (end > at && read.ec == std::errc()) out.numbers[found++] = number;
    at = std::max(end, at + 1);
  }
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  out.advises =
      std::ranges::any_of(advice, [&](std::string_view word) { return has_word(lower, word); });
  return true;
}

}  // namespace sim::ack
