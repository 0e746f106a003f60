#include "fuzz/shell_line.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/lines_input.h"

namespace tools {
namespace {

constexpr std::size_t shown_parts_max = 16, run_least = 40;

// What comes before the program reads is one read to it, whatever pauses it was written with. So
// the first pause gives it the time to start.
constexpr std::string_view first_pause = "sleep 2", pause = "sleep 0.2";

// Between single quotes, as printf reads it; what begins with a dash would be an option.
std::string printed(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (byte == '\n')
      out += "\\n";
    else if (byte == '%')
      out += "%%";
    else if (value < ' ' || value > '~' || byte == '\'' || byte == '\\' ||
             (byte == '-' && out.empty()))
      out += fmt::format("\\{:03o}", value);
    else
      out += byte;
  }
  return "printf '" + out + "'";
}

// Commands that write the bytes.
void add_commands(std::vector<std::string>& out, std::string_view bytes) {
  std::size_t from = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto end = std::min(bytes.find_first_not_of(bytes[at], at), bytes.size());
    if (end - at >= run_least) {
      if (at > from) out.push_back(printed(bytes.substr(from, at - from)));
      out.push_back(fmt::format("head -c {} /dev/zero | tr '\\000' '\\{:03o}'", end - at,
                                static_cast<unsigned char>(bytes[at])));
      from = end;
    }
    at = end;
  }
  if (from < bytes.size() || bytes.empty()) out.push_back(printed(bytes.substr(from)));
}

// A line that comes many times at the beginning, which is made by a loop.
std::string_view take_repeated(std::vector<std::string>& out, const fuzz::Case& input,
                               std::string_view bytes) {
  std::size_t count = 0;
  while (count < input.pieces.size() && input.pieces[count].bytes == input.pieces[0].bytes) ++count;
  if (count < 4 || input.reads.size != 0) return bytes;
  const auto& line = input.pieces[0].bytes;
  if (!line.ends_with('\n')) return bytes;
  auto words = printed(line);
  out.push_back(fmt::format("for i in $(seq {}); do {}; done", count, words));
  return bytes.substr(count * line.size());
}

std::string program_text(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const auto& word : words) quoted.push_back(quoted_word(word));
  return fmt::format("{}", fmt::join(quoted, " "));
}

// More parts than a line has room for, from a file.
std::string shell_line_of_parts(const std::vector<std::string>& words, const fuzz::Case& input,
                                std::string_view bytes) {
  std::vector<std::string> commands;
  add_commands(commands, bytes);
  const auto rest = bytes.size() - std::min<std::size_t>(bytes.size(), input.reads.first);
  return fmt::format(
      "{{ {}; }} > bytes; {{ {}{}; for i in $(seq {}); do dd bs={} count=1; sleep 0.1; done; }} "
      "< bytes 2> /dev/null | {}",
      fmt::join(commands, "; "),
      input.reads.first == 0 ? "" : fmt::format("dd bs={} count=1; ", input.reads.first),
      first_pause, (rest + input.reads.size - 1) / input.reads.size, input.reads.size,
      program_text(words));
}

}  // namespace

std::string quoted_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
  std::string out;
  for (const char byte : word) byte == '\'' ? out += "'\\''" : out += byte;
  return "'" + out + "'";
}

std::string shell_line(const std::vector<std::string>& words, const fuzz::Case& input) {
  const auto bytes = stream_of(input);
  std::vector<std::string> commands;
  auto rest = take_repeated(commands, input, bytes);
  std::size_t parts = 0;
  for (std::size_t size = input.reads.size == 0 ? bytes.size() : input.reads.first;;
       size = input.reads.size) {
    if (++parts > shown_parts_max) return shell_line_of_parts(words, input, bytes);
    const auto part = rest.substr(0, size);
    if (!part.empty() || (commands.empty() && rest.empty())) add_commands(commands, part);
    rest.remove_prefix(part.size());
    if (rest.empty()) break;
    commands.emplace_back(parts == 1 ? first_pause : pause);
  }
  const bool one = commands.size() == 1 && commands.front().find('|') == std::string::npos;
  return fmt::format("{} | {}",
                     one ? commands.front() : fmt::format("{{ {}; }}", fmt::join(commands, "; ")),
                     program_text(words));
}

}  // namespace tools
