#include "fuzz/shell_line.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/lines_input.h"

namespace tools {
namespace {

constexpr std::size_t parts_max = 16, run_least = 40;

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

std::string quoted_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
  std::string out;
  for (const char byte : word) byte == '\'' ? out += "'\\''" : out += byte;
  return "'" + out + "'";
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

}  // namespace

std::string shell_line(const std::vector<std::string>& words, const fuzz::Case& input) {
  const auto bytes = stream_of(input);
  std::vector<std::string> commands, program;
  auto rest = take_repeated(commands, input, bytes);
  std::size_t parts = 0;
  for (std::size_t size = input.reads.size == 0 ? bytes.size() : input.reads.first;;
       size = input.reads.size) {
    if (++parts > parts_max) return {};
    const auto part = rest.substr(0, size);
    if (!part.empty() || (commands.empty() && rest.empty())) add_commands(commands, part);
    rest.remove_prefix(part.size());
    if (rest.empty()) break;
    if (!commands.empty()) commands.emplace_back("sleep 0.2");
  }
  for (const auto& word : words) program.push_back(quoted_word(word));
  const bool one = commands.size() == 1 && commands.front().find('|') == std::string::npos;
  return fmt::format("{} | {}",
                     one ? commands.front() : fmt::format("{{ {}; }}", fmt::join(commands, "; ")),
                     fmt::join(program, " "));
}

}  // namespace tools
