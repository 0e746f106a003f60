#include "table_ack.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "results.h"
#include "spec/ack_judge.h"
#include "spec/ack_tools.h"

namespace tools {
namespace {

using namespace spec::ack;

// "dialog_close file-viewer one"
std::string request_text(const ToolRow& row) {
  auto out = show(Request{.tool = row.tool,
                          .target = row.target,
                          .auto_confirm = row.when == When::Confirmed,
                          .one = row.when == When::One});
  if (row.when == When::Asking) out += " asking";
  return out;
}

std::string signal_text(const ToolRow& row) {
  auto out = show(row.signal);
  if (row.signal.kind == SignalKind::WindowCountBelow)
    out += row.when == When::One ? " the captured count" : " 1";
  return out;
}

}  // namespace

std::string ack_table_text(Revision revision) {
  constexpr auto form = "  {:<{}}  {:<{}}  {:>6}  {:>4}\n";
  std::size_t first = 0, second = 0;
  for (const auto& row : tools_of(revision)) {
    first = std::max(first, request_text(row).size());
    second = std::max(second, signal_text(row).size());
  }
  auto out = fmt::format(form, "request", first, "OK waits for", second, "budget", "poll");
  for (const auto& row : tools_of(revision))
    out += fmt::format(form, request_text(row), first, signal_text(row), second, row.budget_ms,
                       poll_ms(row.signal.kind));
  return out + "\n  Budget and poll are milliseconds; a poll of 0 does not look.\n";
}

std::string ack_table_json(Revision revision) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : tools_of(revision))
    rows.push_back({{"request", request_text(row)},
                    {"signal", signal_text(row)},
                    {"budget_ms", row.budget_ms},
                    {"poll_ms", poll_ms(row.signal.kind)},
                    {"captures", needs_capture(row)}});
  return dump({{"revision", revision == Revision::R1 ? "r1" : "r2"}, {"rows", rows}}, 2) + "\n";
}

}  // namespace tools
