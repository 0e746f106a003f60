#include "ack/checks/talk.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "conformance/story/print.h"
#include "port/ack/show.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

std::uint8_t place(std::span<const std::string_view> names, std::string_view name) {
  return static_cast<std::uint8_t>(std::ranges::find(names, name) - names.begin());
}

std::string show_commands(std::span<const Command> commands) {
  std::string out;
  for (const auto& command : commands)
    out += (out.empty() ? "" : ", ") + show(table_r2().names(), command);
  return out.empty() ? "nothing" : out;
}

std::string show_step(const Subject::Step& step) {
  const auto at = port::Duration(step.event.at - port::Instant{}).count();
  return fmt::format("{} {} -> {}\n", show_instant(at), show(table_r2().names(), step.event.what),
                     show_commands({step.commands.data(), step.commands.size()}));
}

}  // namespace

ToolId tool(std::string_view name) { return {place(table_r2().tools, name)}; }
SubjectId subject(std::string_view name) { return {place(table_r2().subjects, name)}; }
Probe dialog(std::string_view name) { return {ProbeKind::SoftDialog, subject(name)}; }
Probe windows(std::string_view name) { return {ProbeKind::Windows, subject(name)}; }

Request request(std::string_view name, std::string_view target) {
  const auto about = target.empty() ? no_target : TargetId{place(table_r2().targets, target)};
  return {.tool = tool(name), .target = about};
}
Request confirmed(std::string_view name) { return {.tool = tool(name), .auto_confirm = true}; }
Request one_viewer() {
  auto out = request("dialog_close", "file-viewer");
  out.one = true;
  return out;
}

Signal signal(SignalKind kind, std::string_view name, std::uint32_t bound) {
  return {kind, subject(name), bound};
}
Respond misses(Signal signal, Duration elapsed, CallId call) {
  return {call, {.status = Status::Missing, .signal = signal, .elapsed = elapsed}};
}

CheckVerdict all_of(std::initializer_list<CheckVerdict> verdicts) {
  for (const auto& verdict : verdicts)
    if (!verdict.holds) return verdict;
  return {};
}

Talk::Talk(const Subjects& subjects, const Table& table)
    : table_(table),
      subject_(subjects(table)),
      minds_notes_(subjects.rules.has(spec::ack::ack_rules[spec::ack::rule_index("ACK-21")])) {}

Talk& Talk::call(const Request& request, CallId call) { return fact(Called{call, request}); }

Talk& Talk::captured(Reading reading, CallId call) {
  if (over()) return *this;
  if (captures_.erase(call) == 0) fail("a Capture of this call", show_commands(said_));
  return fact(Captured{call, reading});
}

Talk& Talk::looked(Reading reading, CallId call) {
  if (over()) return *this;
  if (looks_.erase(call) == 0) fail("a Look of this call", show_commands(said_));
  return fact(Looked{call, reading});
}

Talk& Talk::captured_panes(CallId call) { return captured(subject_->panes(), call); }
Talk& Talk::looked_panes(CallId call) { return looked(subject_->panes(), call); }

Talk& Talk::fact(const Happening& fact) {
  if (!over()) tell(fact);
  return *this;
}

Talk& Talk::after(Duration duration) {
  const auto end = now_ + duration;
  while (!over()) {
    const auto next =
        std::ranges::min_element(due_, {}, [](const auto& timer) { return timer.second; });
    if (next == due_.end() || next->second >= end) break;
    now_ = next->second;
    const auto call = next->first;
    due_.erase(next);
    tell(TimerFired{call});
    if (!said_.empty()) fail("nothing before its time", show_commands(said_));
  }
  now_ = end;
  return *this;
}

Talk& Talk::fires(CallId call) {
  if (over()) return *this;
  const auto due = due_.find(call);
  if (due == due_.end() || due->second != now_) {
    fail(fmt::format("a timer of call {} that is due now", call.value),
         due == due_.end() ? "no timer"
                           : fmt::format("due {} ms from now", (due->second - now_).count()));
    return *this;
  }
  due_.erase(due);
  tell(TimerFired{call});
  return *this;
}

Talk& Talk::polls(int count, Duration interval, const Probe& probe, Reading reading) {
  for (int i = 0; i < count; ++i)
    after(interval).fires().wants({looks(probe)}).looked(reading).wants({});
  return *this;
}

Talk& Talk::wants(std::initializer_list<Command> commands) {
  if (over() || std::ranges::equal(commands, said_)) return *this;
  fail(show_commands({commands.begin(), commands.size()}), show_commands(said_));
  return *this;
}

Talk& Talk::says(const Request& request, std::initializer_list<std::string_view> words) {
  if (over()) return *this;
  std::string text;
  for (const auto& command : said_)
    if (const auto* respond = std::get_if<Respond>(&command))
      text += fmt::format("{} {}", error_code(respond->response.status),
                          message(table_, request, respond->response));
  for (const auto word : words)
    if (!over() && text.find(word) == std::string::npos)
      fail(fmt::format("an error with \"{}\"", word), fmt::format("\"{}\"", text));
  return *this;
}

Talk& Talk::wants_generation(std::uint32_t wanted) {
  if (over() || subject_->panes() == reads(wanted)) return *this;
  fail(fmt::format("generation {}", wanted), fmt::format("generation {}", subject_->panes().value));
  return *this;
}

CheckVerdict Talk::verdict() {
  if (over())
    for (const auto& step : subject_->trace()) verdict_.trace += show_step(step);
  return std::move(verdict_);
}

void Talk::tell(const Happening& what) {
  const auto commands = subject_->step({now_, what});
  said_.clear();
  for (const auto& command : commands) {
    note(command);
    if (is_timer(command)) continue;
    if (minds_notes_ || !std::holds_alternative<NoteHeld>(command)) said_.push_back(command);
  }
}

void Talk::note(const Command& command) {
  if (const auto* capture = std::get_if<Capture>(&command))
    captures_[capture->call] = capture->probe;
  if (const auto* look = std::get_if<Look>(&command)) looks_[look->call] = look->probe;
  if (const auto* set = std::get_if<SetTimer>(&command)) due_[set->call] = now_ + set->after;
  if (const auto* cancel = std::get_if<CancelTimer>(&command)) due_.erase(cancel->call);
}

void Talk::fail(std::string want, std::string got) {
  verdict_ = {.holds = false, .want = std::move(want), .got = std::move(got), .trace = {}};
}

}  // namespace conformance::ack
