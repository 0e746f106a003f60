#include "drive/told.h"

#include <type_traits>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "engine/appserver/secrets.h"
#include "port/json_text.h"
#include "port/overload.h"
#include "port/visit.h"

namespace tools::drive {

using port::appserver::Seen;

bool is_told(const Seen& seen) {
  using namespace port::appserver;
  if (const auto* what = std::get_if<Happening>(&seen))
    return !std::holds_alternative<Received>(*what) && !std::holds_alternative<TimerFired>(*what) &&
           !std::holds_alternative<FrameDue>(*what);
  const auto* command = std::get_if<port::appserver::Command>(&seen);
  return command == nullptr ||
         (!std::holds_alternative<Send>(*command) && !std::holds_alternative<SetTimer>(*command) &&
          !std::holds_alternative<CancelTimer>(*command) &&
          !std::holds_alternative<TextAppended>(*command) &&
          !std::holds_alternative<TextReplaced>(*command));
}

std::string json_of(std::string_view text) {
  using nlohmann::json;
  return escaped_json(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string told(const Seen& seen) {
  return port::visit(
      [](const auto& each) {
        return port::visit(
            []<class One>(const One& one) {
              std::string out;
              // Messages are not told: is_told().
              if constexpr (!std::is_same_v<One, port::appserver::Send> &&
                            !std::is_same_v<One, port::appserver::Received>) {
                out = json_of(One::record.name) + ":";
                port::add_json(out, one);
              }
              return out;
            },
            each);
      },
      seen);
}

std::string told(const engine::appserver::AccountAct& act) {
  using namespace engine::appserver;
  return port::visit(
      port::Overload{[](const AccountCallMade&) { return std::string(); },
                     [](const engine::appserver::AccountShown& shown) {
                       return R"("account_shown":{},"text":)" + json_of(shown.who);
                     },
                     [](const LoginShown& shown) {
                       return R"("login_shown":{},"text":)" + json_of(shown.address);
                     },
                     [](const LoginEnded& ended) {
                       const auto words =
                           ended.words.empty() ? "" : ",\"text\":" + json_of(ended.words);
                       return fmt::format("\"login_ended\":{{\"end\":\"{}\"}}{}",
                                          port::word(ended.end), words);
                     },
                     [](const LoginRefused&) { return std::string(R"("login_refused":{})"); }},
      act);
}

std::string finding_line(const Watch::Finding& finding, std::int64_t ms) {
  nlohmann::ordered_json out{{"line", finding.place.line}, {"says", finding.says}};
  const bool breach = finding.rule != spec::no_rule;
  if (breach) {
    out["rule"] = spec::appserver::protocol_rules[finding.rule].id;
    out["side"] = finding.side == spec::appserver::Side::Client ? "client" : "server";
  }
  return fmt::format("{{\"at_ms\":{},\"{}\":{}}}\n", ms, breach ? "breach" : "note",
                     escaped_json(out.dump()));
}

std::string summary_line(const Outcome& outcome, const Watch& watch, std::int64_t ms) {
  const auto version = watch.version();
  nlohmann::ordered_json out{{"turns", outcome.turns},
                             {"completed", outcome.completed},
                             {"interrupted", outcome.interrupted},
                             {"failed", outcome.failed},
                             {"lost", outcome.lost},
                             {"errors", outcome.errors},
                             {"calls_without_result", outcome.calls_without_result},
                             {"approvals", outcome.approvals},
                             {"reports", outcome.reports},
                             {"bad_lines", outcome.bad_lines},
                             {"logins", outcome.logins},
                             {"processes", outcome.processes},
                             {"exit_code", nullptr},
                             {"waited_in_vain", outcome.waited_in_vain},
                             {"breaches", watch.breaches()},
                             {"server", nullptr}};
  if (version.is_known())
    out["server"] = fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
  if (outcome.exit_code) out["exit_code"] = *outcome.exit_code;
  return fmt::format("{{\"at_ms\":{},\"summary\":{}}}\n", ms, out.dump());
}

std::string told(const engine::appserver::Detail& detail) {
  using engine::appserver::PlanTold, engine::appserver::ToolTold;
  if (const auto* plan = std::get_if<PlanTold>(&detail)) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& step : plan->steps)
      out.push_back({{"step", step.text}, {"status", step.status}});
    return "\"plan_shown\":" + escaped_json(nlohmann::ordered_json{{"steps", out}}.dump());
  }
  const auto& tool = std::get<ToolTold>(detail);
  nlohmann::ordered_json out{{"item", tool.item}, {"tool", tool.tool}};
  if (!tool.arguments.empty()) out["arguments"] = tool.arguments;
  if (!tool.result.empty()) out["result"] = tool.result;
  return "\"tool_shown\":" + escaped_json(out.dump());
}

std::string told_of_thread(const engine::json::Value& result) {
  const auto thread = result.member("thread");
  std::string out = "{";
  for (const auto* name : {"preview", "name", "cwd", "modelProvider", "model", "createdAt"}) {
    auto value = thread.member(name);
    if (!value.present()) value = result.member(name);
    if (const auto text = value.text())
      out += fmt::format("\"{}\":{},", name, json_of(engine::appserver::masked(text->decoded())));
    if (const auto number = value.integer()) out += fmt::format("\"{}\":{},", name, *number);
  }
  if (const auto status = thread.member("status").member("type").text())
    out += fmt::format("\"status\":{},", json_of(status->decoded()));
  std::size_t turns = 0;
  engine::json::Field turn;
  for (engine::json::Parts all(thread.member("turns")); all.next(turn);) ++turns;
  return out + fmt::format("\"turns\":{}}}", turns);
}

}  // namespace tools::drive
