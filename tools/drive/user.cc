#include "drive/user.h"

#include <algorithm>
#include <utility>
#include <variant>

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

}  // namespace tools::drive
