// Which letter of a line is to blame, and which others do the same.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "fuzz/file.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

// What counts as white space or as the end of a line somewhere, but not in JSON; and the byte
// order mark, which many take away with it.
constexpr std::array<std::string_view, 27> other_spaces{
    "\x0b",         "\x0c",         "\r",           "\x1c",         "\x1d",         "\x1e",
    "\x1f",         "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81",
    "\xe2\x80\x82", "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87",
    "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf",
    "\xe2\x81\x9f", "\xe3\x80\x80", "\xef\xbb\xbf"};

// The bytes that may stand for more than themselves: a letter of several bytes, an escape, a
// control character.
std::size_t special_size(std::string_view rest) {
  const auto lead = static_cast<unsigned char>(rest.front());
  if (lead == '\n') return 0;
  if (lead < ' ' || lead == 0x7f) return 1;
  if (lead == '\\')
    return std::min<std::size_t>(rest.size(), rest.substr(1).starts_with('u') ? 6 : 2);
  std::size_t size = lead >= 0xc0 ? 1 : 0;
  while (size > 0 && size < rest.size() && is_within_a_letter(rest, size)) ++size;
  return size;
}

// The line with something plain wherever the letter stands, its end aside.
std::string without_letter(const std::string& line, std::string_view letter,
                           std::string_view plain) {
  std::string out;
  const auto end = line.size() - (line.ends_with("\r\n") ? 2 : 0);
  for (std::size_t at = 0; at < line.size();) {
    const bool is_here = at < end && line.compare(at, letter.size(), letter) == 0;
    out += is_here ? plain : std::string_view(line).substr(at, 1);
    at += is_here ? letter.size() : 1;
  }
  return out;
}

// Of white space it is told what else does the same: that is one fault, and not one for each.
Cause told_of(const FaultTrial& trial, const fuzz::Case& input, std::size_t at,
              const std::string& letter) {
  Cause out{
      .kind = Cause::Kind::Letter, .text = "in a line: " + shown_bytes(letter), .bytes = letter};
  if (std::ranges::find(other_spaces, letter) == other_spaces.end()) return out;
  const auto& bytes = input.pieces[at].bytes;
  const auto profile = trial.program().profile;
  for (const auto space : other_spaces) {
    if (space == letter) continue;
    auto other = input;
    other.pieces[at].bytes = without_letter(bytes, letter, space);
    const bool is_like_it =
        verdict_of(other.pieces[at].bytes, profile) == verdict_of(bytes, profile);
    if (is_like_it && trial.is_wrong(other)) out.like_it.push_back(space);
  }
  if (!out.like_it.empty())
    out.text += fmt::format(", and {} more that {} white space elsewhere and not in JSON",
                            out.like_it.size(), out.like_it.size() == 1 ? "is" : "are");
  return out;
}

}  // namespace

std::optional<fuzz::Verdict> verdict_of(std::string_view line, fuzz::Profile profile) {
  const auto expected = fuzz::expected_of(line, profile);
  if (expected.empty()) return std::nullopt;
  return expected.front().verdict;
}

// Without it, the same line is none that the program gets wrong.
std::optional<Cause> by_letter(const FaultTrial& trial, const fuzz::Case& input, std::size_t at) {
  const auto& bytes = input.pieces[at].bytes;
  const auto verdict = verdict_of(bytes, trial.program().profile);
  std::set<std::string> tried;
  for (std::size_t from = 0; from < bytes.size(); ++from) {
    const auto size = special_size(std::string_view(bytes).substr(from));
    if (size == 0) continue;
    const auto letter = bytes.substr(from, size);
    from += size - 1;
    if (!tried.insert(letter).second) continue;
    for (const std::string_view plain : {"x", " "}) {
      if (trial.is_over()) return std::nullopt;
      auto other = input;
      other.pieces[at].bytes = without_letter(bytes, letter, plain);
      if (verdict_of(other.pieces[at].bytes, trial.program().profile) != verdict) continue;
      if (trial.is_wrong(other)) break;
      if (trial.is_over()) return std::nullopt;
      return told_of(trial, input, at, letter);
    }
  }
  return std::nullopt;
}

}  // namespace tools
