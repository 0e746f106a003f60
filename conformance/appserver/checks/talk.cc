#include "appserver/checks/talk.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/run/rerun.h"
#include "port/appserver/show.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/state/subject_fault.h"

namespace conformance::appserver {
namespace {

std::string show_all(const auto& commands) {
  std::string out;
  for (const auto& command : commands)
    out += (out.empty() ? "" : ", ") + port::appserver::show(command);
  return out.empty() ? "nothing" : out;
}

// Of a request: the client gives it.
Command without_number(Command command) {
  if (auto* send = std::get_if<Send>(&command))
    if (auto* request = std::get_if<Request>(&send->message)) request->id = no_request;
  if (auto* reported = std::get_if<Reported>(&command))
    if (reported->report == Report::UnknownResponse || reported->report == Report::LateResponse)
      reported->of = 0;
  return command;
}

}  // namespace

Talk& Talk::tell(const Happening& what) {
  if (!over()) step(what);
  return *this;
}

void Talk::step(const Happening& what) {
  const auto commands = client_.step({now_, what});
  said_.clear();
  for (const auto& command : commands) note(command);
}

void Talk::note(const Command& command) {
  const bool timer = port::visit(Overload{[&](const SetTimer& set) {
                                            due_[{set.timer.kind, set.timer.of}] = now_ + set.after;
                                            return true;
                                          },
                                          [&](const CancelTimer& cancel) {
                                            due_.erase({cancel.timer.kind, cancel.timer.of});
                                            return true;
                                          },
                                          [](const auto&) { return false; }},
                                 command);
  if (const auto* spawn = std::get_if<Spawn>(&command)) process_ = spawn->process;
  if (const auto* send = std::get_if<Send>(&command))
    if (const auto* request = std::get_if<Request>(&send->message)) sent_.push_back(*request);
  if (!timer) said_.push_back(command);
}

Talk& Talk::answers(Method method, Response response) {
  if (over()) return *this;
  const auto last = std::find_if(sent_.rbegin(), sent_.rend(),
                                 [&](const Request& sent) { return sent.method == method; });
  if (last == sent_.rend()) {
    fail(fmt::format("a request {}", port::word(method)), said());
    return *this;
  }
  response.id = last->id;
  sent_.erase(std::next(last).base());
  answered_ = response;
  return hears(response);
}

Talk& Talk::answers_again() { return hears(answered_); }

Talk& Talk::opens() {
  return tell(Opened{})
      .tell(ProcessStarted{process_})
      .answers(Method::Initialize)
      .answers(Method::ModelList);
}

Talk& Talk::starts(std::uint32_t chat) {
  tell(ChatStarted{{chat}, client_.parts().settings});
  answers(Method::ThreadStart, {.id = {}, .thread = thread_of(chat)});
  return hears(ThreadStarted{thread_of(chat)}).wants({ComposerReady{{chat}}});
}

Talk& Talk::says(std::uint32_t chat) {
  tell(Said{{chat}, {1}});
  answers(Method::TurnStart, {.id = {}, .turn = turn_of(chat)});
  return hears(TurnStarted{thread_of(chat), turn_of(chat)});
}

Talk& Talk::after(Duration duration) {
  const auto end = now_ + duration;
  sim::ActsOfInstant acts;
  while (!over()) {
    const auto next =
        std::ranges::min_element(due_, {}, [](const auto& row) { return row.second; });
    if (next == due_.end() || next->second >= end) break;
    const auto [kind, of] = next->first;
    now_ = next->second;
    due_.erase(next);
    if (kind != TimerKind::Healthy) fail("no timer before its time", std::string(port::word(kind)));
    if (over()) break;
    const Happening fired = TimerFired{{kind, of}};
    acts.count(now_, [&] { return port::appserver::show(fired); });
    step(fired);
  }
  now_ = end;
  return *this;
}

Talk& Talk::fires(TimerKind kind, Duration least, Duration most) {
  if (over()) return *this;
  auto found = due_.end();
  for (auto timer = due_.begin(); timer != due_.end(); ++timer)
    if (timer->first.first == kind && (found == due_.end() || timer->second < found->second))
      found = timer;
  const auto wanted =
      fmt::format("a timer {} due in {} to {} ms", port::word(kind), least.count(), most.count());
  if (found == due_.end()) {
    fail(wanted, "none");
    return *this;
  }
  const auto left = found->second - now_;
  const auto of = found->first.second;
  if (left < least || left > most) {
    fail(wanted, fmt::format("in {} ms", left.count()));
    return *this;
  }
  after(left);
  due_.erase({kind, of});
  return tell(TimerFired{{kind, of}});
}

Talk& Talk::wants(std::initializer_list<Command> commands) {
  if (!over() && !std::ranges::is_permutation(commands, said_, {}, {}, without_number))
    fail(show_all(commands), said());
  return *this;
}

Talk& Talk::strays(std::initializer_list<std::pair<ToClient, Reported>> messages) {
  for (const auto& [message, reported] : messages) hears(message).wants({reported});
  return *this;
}

Talk& Talk::sends(Method method) {
  const bool sent = std::ranges::any_of(said_, [&](const Command& command) {
    const auto* send = std::get_if<Send>(&command);
    const auto* request = send == nullptr ? nullptr : std::get_if<Request>(&send->message);
    return request != nullptr && request->method == method;
  });
  if (!over() && !sent) fail(fmt::format("a request {}", port::word(method)), said());
  return *this;
}

Talk& Talk::sends_nothing() {
  const bool sent = std::ranges::any_of(
      said_, [](const Command& command) { return std::holds_alternative<Send>(command); });
  if (!over() && sent) fail("nothing sent", said());
  return *this;
}

std::string Talk::said() const { return show_all(said_); }

void Talk::fail(std::string want, std::string got) {
  verdict_ = {.holds = false, .want = std::move(want), .got = std::move(got), .trace = {}};
}

CheckVerdict Talk::verdict() {
  if (over())
    for (const auto& each : client_.trace())
      verdict_.trace += fmt::format(
          "{} {} -> {}\n", show_instant(port::Duration(each.event.at - Instant{}).count()),
          port::appserver::show(each.event.what), show_all(each.commands));
  return verdict_;
}

CheckVerdict same(std::string_view want, std::string_view got) {
  if (want == got) return {};
  return {.holds = false,
          .want = engine::rpc::printable(want),
          .got = engine::rpc::printable(got),
          .trace = {}};
}

CheckVerdict all_of(std::initializer_list<CheckVerdict> verdicts) {
  for (const auto& verdict : verdicts)
    if (!verdict.holds) return verdict;
  return {};
}

std::string line_of(const Client& client, const Dialect& dialect, const ToServer& message,
                    const Names& names) {
  const engine::appserver::Client who{"orrery", "Orrery", "1", "/work"};
  std::string out;
  const auto reason = client.parts().encode(dialect, names, who, message, out);
  if (reason == engine::rpc::Reason::None) return out;
  // No value that a check writes holds one.
  const bool right = reason != engine::rpc::Reason::RawNewline && out.empty();
  return right ? "refused" : "refused for a newline, or after " + out;
}

Heard heard(const Client& client, const Dialect& dialect, Names& names, std::string_view line,
            ProcessId process) {
  Heard out;
  engine::rpc::Decoder decoder;
  decoder.feed(std::string(line) + "\n", [&](const engine::rpc::Item& item) {
    if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
      out = client.parts().decode(dialect, names, process, accepted->message);
  });
  return out;
}

CheckVerdict converse(const Client& client, void (*script)(Talk&)) {
  Talk talk(client);
  script(talk);
  return talk.verdict();
}

}  // namespace conformance::appserver
