#include "fuzz/lines_report.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/numbers.h"
#include "command/terminal.h"
#include "fuzz/file.h"
#include "fuzz/lines_input.h"
#include "fuzz/shell_line.h"

namespace tools {
namespace {

constexpr std::size_t pieces_shown = 6, text_shown = 120, bytes_shown = 48, vectors_shown = 6;

std::string hex_text(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes.substr(0, bytes_shown))
    out += fmt::format("{}{:02x}", out.empty() ? "" : " ", static_cast<unsigned char>(byte));
  return out + (bytes.size() > bytes_shown ? " ..." : "");
}

std::string input_text(const fuzz::Case& input) {
  std::string out;
  const auto& pieces = input.pieces;
  for (std::size_t i = 0; i < std::min(pieces.size(), pieces_shown); ++i) {
    const std::string_view bytes = pieces[i].bytes;
    out += fmt::format("  input   {}{}\n", engine::rpc::printable(bytes.substr(0, text_shown)),
                       bytes.size() > text_shown ? " ..." : "");
  }
  if (pieces.size() > pieces_shown)
    out += fmt::format("          and {} more\n", counted(pieces.size() - pieces_shown, "line"));
  out += fmt::format("  bytes   {}\n", hex_text(stream_of(input)));
  if (input.reads.size == UINT32_MAX)
    out += fmt::format("  writes  {} bytes, a pause, then the rest\n", input.reads.first);
  else if (input.reads.size != 0)
    out += fmt::format("  writes  {} bytes, a pause, then {} at a time\n", input.reads.first,
                       input.reads.size);
  return out;
}

}  // namespace

std::string telling_line(const std::string& errors) {
  std::string_view best, last;
  for (std::string_view rest = errors; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    last = line;
    const auto word = line.find("rror");
    if (word != line.npos && best.empty() && !line.starts_with(' ')) best = line;
  }
  return engine::rpc::printable((best.empty() ? last : best).substr(0, text_shown));
}

std::string found_text(const Found& found, const std::vector<std::string>& words) {
  const Paint paint(STDOUT_FILENO);
  const auto& fault = found.why.fault;
  const bool wrapper = is_of_the_wrapper(fault);
  auto out =
      fmt::format("{} {} ({}): {}\n", wrapper ? paint.doubtful("WRAPPER") : paint.bad("FAIL"),
                  fault.kind, fault.about, fault.says);
  if (!found.vectors.empty()) {
    const auto shown = std::min(found.vectors.size(), vectors_shown);
    out += fmt::format("  vector  {}{}\n",
                       fmt::join(found.vectors.begin(),
                                 found.vectors.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                       shown < found.vectors.size()
                           ? fmt::format(" and {} more", found.vectors.size() - shown)
                           : "");
  }
  out += fmt::format("  cause   {}\n", told(found.why.cause));
  out += input_text(found.why.smallest);
  if (!fault.answer.empty())
    out +=
        fmt::format("  answer  {}\n",
                    engine::rpc::printable(std::string_view(fault.answer).substr(0, text_shown)));
  if (const auto line = telling_line(found.why.errors); !line.empty())
    out += fmt::format("  stderr  {}\n", line);
  if (const auto line = shell_line(words, found.why.smallest); !line.empty())
    out += fmt::format("  try     {}\n", line);
  return out + fmt::format("  size    {} bytes, found after {:.1f} s\n",
                           fuzz_case_bytes(found.why.smallest), found.after_seconds);
}

nlohmann::ordered_json found_json(const Found& found, const std::vector<std::string>& words) {
  const auto& fault = found.why.fault;
  const auto& input = found.why.smallest;
  return {{"kind", fault.kind},
          {"about", fault.about},
          {"says", fault.says},
          {"wrapper", is_of_the_wrapper(fault)},
          {"cause", told(found.why.cause)},
          {"vector", found.vectors.empty() ? std::string() : found.vectors.front()},
          {"vectors", found.vectors},
          {"answer", fault.answer},
          {"stderr", telling_line(found.why.errors)},
          {"input", hex_text(stream_of(input))},
          {"try", shell_line(words, input)},
          {"seconds", found.after_seconds},
          {"bytes", fuzz_case_bytes(input)}};
}

}  // namespace tools
