#include "drive/user.h"

#include <algorithm>
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

using namespace port::appserver;
using sim::appserver::Act;
using sim::appserver::ActKind;

namespace {

// Processes that come and go, and what is said to them, are nothing that a user sees: otherwise one
// that is restarted again and again would never try anybody's patience.
bool is_progress(const Seen& seen) {
  if (const auto* what = std::get_if<Happening>(&seen))
    return !std::holds_alternative<ProcessStarted>(*what) &&
           !std::holds_alternative<ProcessGone>(*what) &&
           !std::holds_alternative<Received>(*what) && !std::holds_alternative<TimerFired>(*what);
  const auto* command = std::get_if<port::appserver::Command>(&seen);
  return command != nullptr && !std::holds_alternative<Spawn>(*command) &&
         !std::holds_alternative<Send>(*command) && !std::holds_alternative<SetTimer>(*command) &&
         !std::holds_alternative<CancelTimer>(*command) &&
         !std::holds_alternative<BannerShown>(*command);
}

}  // namespace

void User::see(const Seen& seen) {
  if (is_progress(seen)) seen_at_ = Clock::now();
  port::visit(port::Overload{[&](const port::appserver::Command& command) { note(command); },
                             [&](const Fact& fact) {
                               if (const auto* exited = std::get_if<ProcessExited>(&fact))
                                 outcome_.exit_code = exited->code;
                             },
                             [&](const Happening& what) {
                               if (std::holds_alternative<ProcessGone>(what)) user_.gone = true;
                               if (!std::holds_alternative<ProcessStarted>(what)) return;
                               user_.back = outcome_.processes > 0;
                               ++outcome_.processes;
                             }},
              seen);
}

void User::see(const engine::appserver::AccountAct& act) {
  using engine::appserver::LoginEnd;
  seen_at_ = Clock::now();
  login_shown_ = login_shown_ || std::holds_alternative<engine::appserver::LoginShown>(act);
  const auto* ended = std::get_if<engine::appserver::LoginEnded>(&act);
  if (ended == nullptr) return;
  ++outcome_.logins;
  outcome_.logins_failed += ended->end == LoginEnd::Failed || ended->end == LoginEnd::Lost;
}

void User::note(const port::appserver::Command& command) {
  sim::appserver::note(command, user_);
  port::visit(port::Overload{
                  [&](const TurnEnded& ended) {
                    ++outcome_.turns;
                    outcome_.completed += ended.end == TurnEnd::Completed;
                    outcome_.interrupted += ended.end == TurnEnd::Interrupted;
                    outcome_.failed += ended.end == TurnEnd::Failed;
                    outcome_.lost += ended.end == TurnEnd::Lost || ended.end == TurnEnd::Unknown;
                  },
                  [&](const CallEnded& ended) {
                    const bool error = ended.outcome == port::appserver::Outcome::Error;
                    outcome_.errors += error;
                    outcome_.calls_without_result +=
                        !error && ended.outcome != port::appserver::Outcome::Result;
                  },
                  [&](const AskShown& ask) {
                    ++outcome_.approvals;
                    asked_.push_back(ask.ask);
                  },
                  [&](const AskWithdrawn& ask) { std::erase(asked_, ask.ask); },
                  [&](const BannerShown& shown) {
                    outcome_.alarms +=
                        shown.banner == Banner::GivenUp || shown.banner == Banner::ServerLacks;
                  },
                  [&](const Reported&) { ++outcome_.reports; },
                  [](const auto&) {},
              },
              command);
}

void User::take(Client& client, const Act& act) {
  if (!sim::appserver::matters(act, user_)) return;
  auto what = sim::appserver::happening_of(act, user_);
  if (auto* said = std::get_if<Said>(&what)) {
    const auto which = std::min(said_++, script_.prompts.size() - 1);
    said->text = client.keep(script_.prompts[which], script_.of_turns);
  }
  if (auto* started = std::get_if<ChatStarted>(&what))
    started->text = client.keep({}, script_.of_threads);
  if (auto* resumed = std::get_if<ChatResumed>(&what))
    resumed->thread = *client.thread_named(script_.resumes);
  sim::appserver::note_act(act, user_);
  client.tell(what);
  if (act.what != ActKind::Open) return;
  for (const auto& command : script_.allowed) client.allow(command);
  if (script_.login) client.tell(engine::appserver::LoginWanted{*script_.login});
}

User::Time User::act(Client& client) {
  if (script_.decides)
    for (const auto ask : std::exchange(asked_, {})) client.tell(Decided{ask, *script_.decides});
  if (user_.closed) return Time::max();
  if (script_.cancels_login && std::exchange(login_shown_, false))
    client.tell(engine::appserver::LoginUnwanted{});
  const bool idle = client.idle();
  const auto now = Clock::now();
  if (user_.step < script_.steps.size() && !client.logs_in()) {
    const auto& step = script_.steps[user_.step];
    if (sim::appserver::holds(step, user_, idle)) {
      if (!due_) due_ = now + std::chrono::milliseconds(step.window.earliest);
      if (now < *due_) return *due_;
      due_.reset();
      ++user_.step;
      take(client, step.act);
      return now;
    }
  }
  const bool in_vain = now >= seen_at_ + script_.patience;
  const bool done = user_.step == script_.steps.size() && idle;
  if (!in_vain && !done) return seen_at_ + script_.patience;
  if (done && script_.logs_out && !std::exchange(logged_out_, true)) {
    client.tell(engine::appserver::LogoutWanted{});
    return now;
  }
  outcome_.waited_in_vain = !done;
  user_.step = static_cast<std::uint8_t>(script_.steps.size());
  take(client, {.what = ActKind::Close});
  return now;
}

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
  if (version.is_known()) out["server"] = spec::appserver::text_of(version);
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
