#include "drive/user.h"

#include <algorithm>
#include <csignal>
#include <variant>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "engine/appserver/secrets.h"
#include "port/overload.h"
#include "port/visit.h"

namespace tools::drive {

using namespace port::appserver;
using engine::appserver::Phase;
using port::Duration;
using port::Instant;

namespace {

constexpr std::size_t inbox_max = 256;
constexpr std::uint32_t first_account_call = 1'000'000'000;  // Users count from 1.
constexpr Duration frame{16};
constexpr std::chrono::milliseconds last_moment{250};

}  // namespace

Client::Client(const Setting& setting, const Observer& observer, Tape& tape)
    : setting_(setting),
      observer_(observer),
      tape_(tape),
      engine_(setting_.limits, setting.seed),
      inbox_(inbox_max, names_) {}

Instant Client::now() const {
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_);
  return Instant{Duration{static_cast<Duration::rep>(passed.count())}};
}

bool Client::over() const {
  const auto& server = engine_.state().server;
  return !process_ && due_.empty() && (server.closed || server.phase == Phase::Over);
}

bool Client::idle() const {
  const auto& state = engine_.state();
  const auto phase = state.server.phase;
  const bool settled = phase == Phase::Open || phase == Phase::Lacking || phase == Phase::Over;
  return settled && state.calls.empty() && due_.empty() && !logs_in() &&
         std::ranges::none_of(state.chats, [](const auto& chat) { return chat.turn.begun; });
}

void Client::tell(const Happening& what) { step(what); }

void Client::tell(const engine::appserver::AccountEvent& what) {
  for (const auto& act : engine::appserver::step(account_, what)) {
    const auto* made = std::get_if<engine::appserver::AccountCallMade>(&act);
    if (made == nullptr) {
      observer_.account(act);
      continue;
    }
    const auto last =
        account_calls_.empty() ? first_account_call : account_calls_.rbegin()->first.value;
    const CallId call{last + 1};
    const auto text = names_.keep(made->what);
    account_calls_[call] = {made->call, text};
    step(Called{call, Method::Other, text});
  }
}

bool Client::is_of_account(const Seen& seen) const {
  const auto is = [&](const auto& what) {
    return port::visit(
        [&]<class Each>(const Each& each) {
          if constexpr (requires { each.call; })
            return each.call.value > first_account_call;
          else
            return false;
        },
        what);
  };
  if (const auto* what = std::get_if<Happening>(&seen)) return is(*what);
  const auto* command = std::get_if<port::appserver::Command>(&seen);
  return command != nullptr && is(*command);
}

void Client::follow_account(const Happening& what) {
  if (std::holds_alternative<ProcessStarted>(what)) tell(engine::appserver::ServerStarted{});
  if (std::holds_alternative<ProcessGone>(what)) tell(engine::appserver::ServerGone{});
}

void Client::allow(const std::string& command) {
  for (const auto& words : {command, "/bin/bash -lc '" + command + "'"})
    for (const auto& folder : {std::string(), "\nin " + setting_.client.directory})
      step(RuleMade{names_.subject(AskKind::Command, words + folder)});
}

void Client::step(const Happening& what) {
  if (!is_of_account(Seen(what))) observer_.saw(Seen(what), {});
  Commands commands;
  engine_.step({now(), what}, commands);
  std::vector<CallEnded> of_account;
  for (const auto& command : commands) {
    carry_out(command);
    if (is_of_account(Seen(command)))
      of_account.push_back(std::get<CallEnded>(command));
    else
      observer_.saw(Seen(command), text_of(command));
  }
  for (const auto& ended : of_account) {
    const auto made = account_calls_.extract(ended.call);
    names_.forget(made.mapped().text);
    tell(engine::appserver::AccountCallEnded{made.mapped().call, ended.outcome});
  }
  follow_account(what);
}

void Client::carry_out(const port::appserver::Command& command) {
  port::visit(port::Overload{
                  [&](const Spawn& each) { spawn(each.process); },
                  [&](const CloseInput&) { closing_ = true; },
                  [&](const Terminate&) {
                    if (process_) process_->signal(SIGTERM);
                  },
                  [&](const Kill&) {
                    if (process_) process_->kill();
                  },
                  [&](const Send& each) { send(each.message); },
                  [&](const SetTimer& set) {
                    timers_[{set.timer.kind, set.timer.of}] = now() + set.after;
                  },
                  [&](const CancelTimer& cancel) {
                    timers_.erase({cancel.timer.kind, cancel.timer.of});
                  },
                  [&](const TextAppended& each) {
                    shown_[each.item] += names_.text_of(each.text);
                    names_.forget(each.text);
                    if (!frame_) frame_ = now() + frame;
                  },
                  [&](const TextReplaced& each) {
                    shown_[each.item] = names_.text_of(each.text);
                    names_.forget(each.text);
                  },
                  [](const auto&) {},
              },
              command);
}

std::string Client::text_of(const port::appserver::Command& command) {
  // A print is a log: what an agent says may hold secrets, too.
  if (const auto* shown = std::get_if<ItemShown>(&command))
    return engine::appserver::hidden(account_, shown_[shown->item]);
  if (const auto* closed = std::get_if<ItemClosed>(&command)) {
    auto out = engine::appserver::hidden(account_, shown_[closed->item]);
    shown_.erase(closed->item);
    return out;
  }
  const auto about = [&](SubjectId subject) {
    return subject == no_subject ? std::string()
                                 : engine::appserver::hidden(account_, names_.text_of(subject));
  };
  if (const auto* ask = std::get_if<AskShown>(&command)) return about(ask->subject);
  if (const auto* ask = std::get_if<AskAccepted>(&command)) return about(ask->subject);
  if (const auto* problem = std::get_if<ProblemShown>(&command)) {
    auto out = engine::appserver::hidden(account_, names_.text_of(problem->text));
    names_.forget(problem->text);
    return out;
  }
  return {};
}

void Client::send(const ToServer& message) {
  // A user's settings that the dialect has no word for are refused before they come here.
  const auto reason =
      engine::appserver::encode(*setting_.dialect, names_, setting_.client, message, to_server_);
  CHECK(reason == engine::rpc::Reason::None);
}

void Client::spawn(ProcessId process) {
  if (process_id_ != ProcessId{}) tape_.begin_part();
  process_.emplace(setting_.words, Process::Errors::Kept);
  process_id_ = process;
  decoder_ = engine::rpc::Decoder();
  to_server_.clear();
  closing_ = false;
  due_.push_back(ProcessStarted{process});
}

bool Client::step_if_due() {
  if (!due_.empty()) {
    const auto next = due_.front();
    due_.pop_front();
    step(next);
    return true;
  }
  const auto first =
      std::ranges::min_element(timers_, {}, [](const auto& timer) { return timer.second; });
  if (first != timers_.end() && first->second <= now()) {
    const auto [kind, of] = first->first;
    timers_.erase(first);
    step(TimerFired{{kind, of}});
    return true;
  }
  if (!frame_ || *frame_ > now()) return false;
  frame_.reset();
  step(FrameDue{});
  return true;
}

void Client::wait(Time until) {
  if (step_if_due()) return;
  auto next = frame_;
  for (const auto& [key, due] : timers_) next = std::min(next.value_or(due), due);
  if (next)
    until = std::min(until, begin_ + std::chrono::milliseconds((*next - Instant{}).count()));
  if (process_) return exchange(until);
  if (wait_for({}, until) == Woken::Signal) throw Interrupted();
}

void Client::exchange(Time until) {
  if (closing_ && to_server_.empty()) process_->close_input();
  std::string said;
  std::string_view rest = to_server_;
  const auto event = process_->exchange(rest, said, until);
  tell_errors();
  const auto written = to_server_.size() - rest.size();
  tape_.take(Tape::Side::Client, std::string_view(to_server_).substr(0, written));
  to_server_.erase(0, written);
  hear(said);
  if (event == Process::Event::Interrupted) throw Interrupted();
  // One that reads no more is gone, alive or not (PROC-05).
  const bool deaf = !closing_ && process_->input_closed();
  if (event == Process::Event::Ended || process_->output_closed() || deaf) lose();
}

// What it says to people is theirs to read, and no more than that.
void Client::tell_errors() {
  if (!process_->errors().empty())
    print_error(engine::appserver::hidden(account_, process_->take_errors()));
}

void Client::hear(std::string_view bytes) {
  tape_.take(Tape::Side::Server, bytes);
  decoder_.feed(bytes, [this](const engine::rpc::Item& item) { take(item); });
  drain();
}

void Client::take(const engine::rpc::Item& item) {
  if (const auto* rejected = std::get_if<engine::rpc::Rejected>(&item))
    observer_.rejected(*rejected);
  const auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
  if (accepted == nullptr) return;
  const auto* response = std::get_if<engine::rpc::Response>(&accepted->message);
  if (response != nullptr && response->result.member("thread").present())
    observer_.opened(response->result);
  if (const auto news = engine::appserver::account_news(accepted->message)) {
    drain();  // What was said before it.
    tell(*news);
  }
  if (const auto detail = engine::appserver::detail_news(details_, accepted->message)) {
    drain();
    observer_.detail(*detail);
  }
  const auto heard =
      engine::appserver::decode(*setting_.dialect, names_, process_id_, accepted->message);
  for (const auto& message : heard)
    while (!inbox_.offer(message)) step(Received{process_id_, *inbox_.take()});
}

void Client::drain() {
  while (const auto message = inbox_.take()) step(Received{process_id_, *message});
}

void Client::lose() {
  decoder_.finish([this](const engine::rpc::Item& item) { take(item); });
  drain();
  // Its output may close a moment before it ends; one that lives on is killed.
  const auto end = process_->end_within(last_moment);
  tell_errors();
  if (end.kind == ProcessEnd::Kind::NotStarted)
    throw CannotStart(fmt::format("\"{}\" {}", setting_.words.front(), show(end)));
  if (end.kind == ProcessEnd::Kind::Exited)
    observer_.saw(Seen(Fact(ProcessExited{process_id_, end.value})), {});
  process_.reset();
  due_.push_back(ProcessGone{process_id_});
}

}  // namespace tools::drive
