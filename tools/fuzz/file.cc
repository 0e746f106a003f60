#include "fuzz/file.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "fuzz/lines_input.h"
#include "sim/files/document.h"
#include "sim/files/scenario_file.h"

namespace tools {
namespace {

using nlohmann::ordered_json;

// In hexadecimal digits: the inputs of a campaign are smaller by far.
constexpr std::size_t file_bytes_max = std::size_t{64} << 20;
constexpr double hang_seconds_max = 7 * 86'400;

std::string hex_of(const std::string& bytes) {
  std::string out;
  for (const char byte : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return out;
}

std::string bytes_of(const std::string& hex) {
  const auto digit = [](char c) {
    const auto at = std::string_view("0123456789abcdef").find(c);
    if (at == std::string_view::npos)
      throw UsageError("\"hex\" holds a character that is no digit");
    return static_cast<unsigned>(at);
  };
  if (hex.size() % 2 != 0) throw UsageError("\"hex\" has an odd number of digits");
  std::string out;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    out += static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  return out;
}

ordered_json pieces_json(const fuzz::Case& input) {
  auto pieces = ordered_json::array();
  for (const auto& piece : input.pieces)
    pieces.push_back(
        {{"hex", hex_of(piece.bytes)}, {"sound", piece.sound}, {"ends_stream", piece.ends_stream}});
  return pieces;
}

FuzzFile file_of(const ordered_json& json) {
  if (json.at("fuzz") != fuzz_format) throw UsageError("\"fuzz\" is another format than 1");
  FuzzFile file{.target = json.at("target"),
                .subject = json.value("subject", ""),
                .finding = {json.value("finding", ""), json.value("says", "")},
                .profile = json.value("profile", FuzzFile().profile),
                .program = json.value("program", std::vector<std::string>())};
  const auto index = [&](const char* name, const auto& words) {
    const auto word = json.value(name, std::string(words[0]));
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) throw UsageError(fmt::format("\"{}\" holds an unknown word", name));
    return found - words.begin();
  };
  file.contract = {.bad_lines = static_cast<BadLines>(index("bad_lines", bad_lines_words)),
                   .last_line_dropped = index("last_line", last_line_words) == 1,
                   .blank_lines_reported = index("blank_lines", blank_lines_words) == 1};
  if (json.contains("hang_seconds")) {
    file.hang_seconds = json["hang_seconds"].get<double>();
    if (!(*file.hang_seconds > 0 && *file.hang_seconds <= hang_seconds_max))
      throw UsageError("\"hang_seconds\" is no time to wait");
  }
  if (!fuzz::profile_of(file.profile)) throw UsageError("\"profile\" names none that there is");
  file.input.reads.first = json.at("first_read");
  file.input.reads.size = json.at("read_size");
  if (file.input.reads.size == 0 && file.target != "lines")
    throw UsageError("\"read_size\" is 0; it must be at least 1");
  constexpr std::uint32_t pause_ms_max = 10'000;
  file.input.pause_ms = json.value("pause_ms", 0u);
  if (file.input.pause_ms > pause_ms_max) throw UsageError("\"pause_ms\" is more than ten seconds");
  for (const auto& piece : json.at("pieces"))
    file.input.pieces.push_back({.bytes = bytes_of(piece.at("hex")),
                                 .sound = piece.value("sound", false),
                                 .ends_stream = piece.value("ends_stream", false)});
  return file;
}

}  // namespace

std::string fuzz_file_text(const FuzzFile& file) {
  ordered_json json{
      {"fuzz", fuzz_format},
      {"target", file.target},
      {"subject", file.subject},
      {"finding", file.finding.kind},
      {"says", file.finding.says},
      {"profile", file.profile},
      {"bad_lines", bad_lines_words[static_cast<std::size_t>(file.contract.bad_lines)]},
      {"last_line", last_line_words[file.contract.last_line_dropped ? 1 : 0]},
      {"blank_lines", blank_lines_words[file.contract.blank_lines_reported ? 1 : 0]},
      {"program", file.program},
      {"first_read", file.input.reads.first},
      {"read_size", file.input.reads.size},
      {"pause_ms", file.input.pause_ms},
      {"pieces", pieces_json(file.input)}};
  if (file.hang_seconds) json["hang_seconds"] = *file.hang_seconds;
  return json.dump(2, ' ', true, ordered_json::error_handler_t::replace) + "\n";
}

void tell_replay(const FuzzFile& file, const std::string& path) {
  print_error(
      fmt::format("replay with: orrery fuzz {} --replay {}\n", file.target, quoted_word(path)));
}

FuzzFile read_fuzz_file(const std::string& path) {
  const auto text = sim::text_of_file(path, {"saved input", file_bytes_max});
  if (const auto* error = std::get_if<sim::ScenarioError>(&text)) throw UsageError(show(*error));
  const auto read =
      sim::read_document<ordered_json>(std::get<std::string>(text), {.bytes_max = file_bytes_max});
  if (const auto* fault = std::get_if<sim::NoDocument>(&read))
    throw UsageError(fmt::format("{}: no saved input of `orrery fuzz`: {} (byte {})", path,
                                 fault->why, fault->offset));
  try {
    return file_of(std::get<ordered_json>(read));
  } catch (const UsageError& fault) {
    throw UsageError(fmt::format("{}: {}", path, fault.what()));
  } catch (const ordered_json::exception& fault) {
    // "[json.exception.NAME.NUMBER] key 'x' not found"
    const std::string_view said = fault.what();
    throw UsageError(fmt::format("{}: no saved input of `orrery fuzz`: {}", path,
                                 said.substr(said.find("] ") + 2)));
  }
}

std::uint64_t fuzz_case_bytes(const fuzz::Case& input) {
  std::uint64_t bytes = 0;
  for (const auto& piece : input.pieces) bytes += piece.bytes.size();
  return bytes;
}

std::string fuzz_case_text(const fuzz::Case& input) {
  constexpr std::size_t shown = 120;
  std::string out;
  for (const auto& piece : input.pieces) {
    const auto text = engine::rpc::printable(std::string_view(piece.bytes).substr(0, shown));
    const auto rest = piece.bytes.size() > shown
                          ? fmt::format(" ... ({} bytes)", piece.bytes.size())
                          : std::string();
    out += fmt::format("  input   {}{}{}\n", text, rest, piece.ends_stream ? "  <end>" : "");
  }
  return out + fmt::format("  read    {} bytes first, then {} at a time\n", input.reads.first,
                           input.reads.size);
}

std::string fuzz_report_json(const CodecCampaign& campaign, const CodecReport& report) {
  ordered_json json{{"subject", campaign.subject},
                    {"seed", campaign.seed},
                    {"edges", report.edges},
                    {"inputs", report.runs},
                    {"bytes", report.bytes},
                    {"seconds", report.seconds},
                    {"edges_seconds", report.edges_seconds},
                    {"memory_early", report.memory_early},
                    {"memory_late", report.memory_late},
                    {"interrupted", report.interrupted}};
  if (report.finding) {
    json["finding"] = {{"kind", report.finding->kind},
                       {"says", report.finding->says},
                       {"edge", report.edge},
                       {"index", report.index},
                       {"bytes_found", report.found_bytes},
                       {"bytes", fuzz_case_bytes(report.smallest)},
                       {"pieces", pieces_json(report.smallest)}};
  }
  return json.dump(2, ' ', true, ordered_json::error_handler_t::replace);
}

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
