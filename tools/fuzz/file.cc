#include "fuzz/file.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "fuzz/shell_line.h"
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
                .hang_seconds = {},
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

}  // namespace tools
