#include "fuzz/contract.h"

#include <fmt/format.h>

namespace tools {
namespace {

std::optional<Contract> of_a_bad_line(Contract asked, std::string_view seen) {
  if (seen == "ARA")
    asked.bad_lines = BadLines::Report;
  else if (seen == "AA")
    asked.bad_lines = BadLines::Skip;
  else if (seen == "A" || seen == "AR")
    asked.bad_lines = BadLines::Stop;
  else
    return std::nullopt;
  return asked;
}

std::optional<Contract> of_a_last_line(Contract asked, std::string_view seen) {
  if (seen != "AA" && seen != "A") return std::nullopt;
  asked.last_line_dropped = seen == "A";
  return asked;
}

std::optional<Contract> of_a_blank_line(Contract asked, std::string_view seen) {
  const bool stops = asked.bad_lines == BadLines::Stop && (seen == "A" || seen == "AR");
  if (seen != "AA" && seen != "ARA" && !stops) return std::nullopt;
  // Who skips bad lines shows no difference.
  if (seen == "ARA" || stops)
    asked.blank_lines_reported = true;
  else if (asked.bad_lines != BadLines::Skip)
    asked.blank_lines_reported = false;
  return asked;
}

}  // namespace

const std::array<ContractProbe, 3> contract_probes{
    ContractProbe{"bad_line",
                  "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"method\":x}\n"
                  "{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n",
                  of_a_bad_line},
    ContractProbe{"no_end_last",
                  "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"b\"}",
                  of_a_last_line},
    ContractProbe{
        "blank_line",
        "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n",
        of_a_blank_line}};

std::string options_text(const Contract& contract) {
  return fmt::format("--bad-lines {} --last-line {} --blank-lines {}",
                     bad_lines_words[static_cast<std::size_t>(contract.bad_lines)],
                     last_line_words[contract.last_line_dropped ? 1 : 0],
                     blank_lines_words[contract.blank_lines_reported ? 1 : 0]);
}

std::string asked_text(const Contract& contract) {
  constexpr std::array<std::string_view, 3> bad{
      "answers a bad line with {\"reject\": REASON}, any text", "passes over bad lines in silence",
      "ends at the first bad line, whatever its exit code"};
  return fmt::format("{}; {} a last line without its newline; {} blank lines",
                     bad[static_cast<std::size_t>(contract.bad_lines)],
                     contract.last_line_dropped ? "drops" : "answers",
                     contract.blank_lines_reported ? "treats as bad" : "does not answer");
}

}  // namespace tools
