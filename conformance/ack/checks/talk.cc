#include "ack/checks/talk.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "ack/lacks.h"
#include "conformance/ack/plans.h"
#include "conformance/story/print.h"
#include "port/ack/show.h"
#include "port/visit.h"
#include "sim/state/subject_fault.h"
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

bool is_effect(const Command& command) {
  return !is_timer(command) && !std::holds_alternative<Capture>(command) &&
         !std::holds_alternative<Look>(command);
}

// Which request a subject gives to a round trip is its own choice.
Command comparable(Command command) {
  if (auto* dispatch = std::get_if<Dispatch>(&command);
      dispatch != nullptr && dispatch->request != RequestId{})
    dispatch->request = asks().request;
  // What became of the action has checks of its own.
  if (auto* respond = std::get_if<Respond>(&command)) {
    respond->response.doing = {};
    respond->response.message = {};
  }
  return command;
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
  out.path = the_path;
  return out;
}

Signal signal(SignalKind kind, std::string_view name, std::uint32_t bound) {
  return {kind, subject(name), bound};
}
Respond misses(Signal signal, Duration elapsed, CallId call) {
  return {
      call,
      {.status = Status::Missing, .signal = signal, .elapsed = elapsed, .doing = Doing::MayHappen}};
}

CheckVerdict all_of(std::initializer_list<CheckVerdict> verdicts) {
  const auto says = [](const CheckVerdict& verdict) { return verdict.not_applicable.empty(); };
  for (const auto& verdict : verdicts)
    if (!verdict.holds) return verdict;
  return std::ranges::any_of(verdicts, says) ? CheckVerdict{} : *verdicts.begin();
}

Talk::Talk(const Subjects& subjects, const Table& table)
    : table_(table),
      own_(&subjects.by(table)),
      subject_(subjects.make(*own_)),
      is_without_(subjects.is_without),
      minds_notes_(subjects.rules.has(spec::ack::ack_rules[spec::ack::rule_index("ACK-21")])),
      minds_paths_(subjects.rules.has(spec::ack::ack_rules[spec::ack::rule_index("ACK-26")])) {}

Talk& Talk::call(const Request& request, CallId call) { return fact(Called{call, request}); }

Talk& Talk::shows(const Probe& probe, Reading reading) {
  const auto known = std::ranges::find(shown_, probe, &std::pair<Probe, Reading>::first);
  if (known != shown_.end()) shown_.erase(known);
  shown_.emplace_back(probe, reading);
  return *this;
}

Talk& Talk::unanswered() {
  answers_ = false;
  need(Lack::SlowReads);
  return *this;
}

Talk& Talk::answered() {
  answers_ = true;
  answer_reads();
  return *this;
}

Talk& Talk::saw(Reading reading) {
  if (!over() && (reads_.empty() || reads_.front().captured)) fail("a look", "none");
  if (over()) return *this;
  const CallId call = reads_.front().call;
  reads_.erase(reads_.begin());
  return fact(Looked{call, reading});
}

Talk& Talk::no_store_yet() {
  need(Lack::StartUp);
  return *this;
}

Talk& Talk::replied(CallId call, bool ok, std::uint32_t text, Refusal refusal) {
  return fact(Replied{requests_[call], ok, {text}, refusal});
}

Talk& Talk::replied_twice() {
  const Replied reply{requests_[first], true, {}};
  return fact(reply).fact(reply);
}

Talk& Talk::cancelled(CallId call) {
  due_.erase(call);
  std::erase_if(reads_, [=](const Read& read) { return read.call == call; });
  return fact(Cancelled{call});
}

Talk& Talk::replied_astray(bool ok, std::uint32_t text) { return fact(Replied{{99}, ok, {text}}); }

Talk& Talk::fact(const Happening& fact) {
  // To whoever is without start-up it is always said, and said first.
  if (!std::exchange(begun_, true) && lacks(Lack::StartUp) &&
      !std::holds_alternative<StoreReady>(fact))
    tell(StoreReady{});
  if (const auto* called = std::get_if<Called>(&fact)) try_request(called->request);
  tell(fact);
  answer_reads();
  return *this;
}

Talk& Talk::after(Duration duration) {
  const auto end = now_ + duration;
  if (duration > Duration::zero()) fire_until(end - Duration{1});
  if (!over() && !effects_.empty()) fail("nothing before its time", show_commands(effects_));
  now_ = end;
  return *this;
}

Talk& Talk::within(Duration duration) {
  const auto end = now_ + duration;
  fire_until(end);
  now_ = end;
  return *this;
}

Talk& Talk::wants(std::initializer_list<Command> effects) {
  if (over()) return *this;
  // What a rule wants that is off is wanted by no check of another one.
  std::vector<Command> wanted;
  for (const auto& effect : effects)
    if (is_minded(effect)) wanted.push_back(effect);
  if (!std::ranges::is_permutation(wanted, effects_, {}, comparable, comparable)) {
    fail(show_commands(wanted), show_commands(effects_));
    blame(wanted);
  }
  for (const auto& effect : effects_)
    if (const auto* respond = std::get_if<Respond>(&effect)) doing_ = respond->response.doing;
  wanted_ = std::exchange(effects_, {});
  return *this;
}

Talk& Talk::wants_doing(Doing wanted) {
  if (!over() && doing_ != wanted)
    fail(fmt::format("an answer that says {}", port::word(wanted)),
         fmt::format("one that says {}", port::word(doing_)));
  return *this;
}

bool Talk::takes_as_busy(CallId call) {
  // What it says of the action is another rule's (ACK-33).
  const auto* said = effects_.size() == 1 ? std::get_if<Respond>(&effects_[0]) : nullptr;
  const bool busy = said != nullptr && said->call == call && said->response.status == Status::Busy;
  if (busy) wants({Command(*said)});
  return busy;
}

Talk& Talk::says(const Request& request, std::initializer_list<std::string_view> words) {
  if (over()) return *this;
  const std::string text = words_of(request);
  for (const auto word : words)
    if (!over() && text.find(word) == std::string::npos)
      fail(fmt::format("an error with \"{}\"", word), fmt::format("\"{}\"", text));
  return *this;
}

Talk& Talk::says_nothing(const Request& request) {
  const std::string text = words_of(request);
  if (!over() && text != "0 ") fail("\"0 \"", fmt::format("\"{}\"", text));
  return *this;
}

Talk& Talk::wants_version(std::uint32_t wanted) {
  const auto told = subject_->panes().detail;
  if (!over() && told != wanted)
    fail(fmt::format("version {}", wanted), fmt::format("version {}", told));
  return *this;
}

Talk& Talk::wants_generation(std::uint32_t wanted) {
  const auto told = subject_->panes();
  if (!over() && !(told.exists && told.value == wanted))
    fail(fmt::format("generation {}", wanted),
         told.exists ? fmt::format("generation {}", told.value) : "panes that do not exist");
  return *this;
}

std::string Talk::words_of(const Request& request) const {
  std::string text;
  for (const auto& command : wanted_) {
    const auto* respond = std::get_if<Respond>(&command);
    if (respond == nullptr) continue;
    auto response = respond->response;
    response.doing = doing_;
    text += fmt::format("{} {}", error_code(response), message(table_, request, response));
  }
  return text;
}

CheckVerdict Talk::verdict() {
  wants({});
  if (!verdict_.holds)
    for (const auto& step : subject_->trace()) verdict_.trace += show_step(step);
  return std::move(verdict_);
}

void Talk::try_request(const Request& request) {
  if (own_ == &table_ || over()) return;
  const auto* wanted = find_row(table_, request);
  const auto* own = find_row(*own_, request);
  const bool alike =
      wanted == nullptr || own == nullptr
          ? wanted == own && knows(table_, request.tool) == knows(*own_, request.tool)
          : wait_alike(*wanted, *own);
  if (alike) return;
  const auto name = show(table_.names(), request);
  verdict_.not_applicable =
      fmt::format("in {} `{}` {}", own_->revision, name,
                  own == nullptr ? "has no row" : "waits for something else or for another time");
}

bool Talk::lacks(Lack what) const {
  return is_without_(lack_words()[static_cast<std::size_t>(what)].word);
}

void Talk::need(Lack what) {
  if (!over() && lacks(what))
    verdict_.not_applicable =
        fmt::format("the subject is without {}", lack_words()[static_cast<std::size_t>(what)].word);
}

void Talk::tell(const Happening& what) {
  if (over()) return;
  if (const auto* called = std::get_if<Called>(&what)) calls_[called->call] = called->request;
  Commands said;
  try {
    said = subject_->step({now_, what});
  } catch (const sim::SubjectFault& fault) {
    fail(std::string(sim::wanted(fault)), fault.says);
    verdict_.faulted = true;
    verdict_.unsteady = fault.unsteady;
    port::visit(
        [&](const auto& event) {
          if constexpr (requires { event.call; }) blame(event.call);
        },
        what);
    return;
  }
  for (const auto& command : said) {
    note(command);
    if (is_effect(command) && is_minded(command)) effects_.push_back(command);
  }
}

bool Talk::is_minded(const Command& effect) const {
  return (minds_notes_ || !std::holds_alternative<NoteHeld>(effect)) &&
         (minds_paths_ || !std::holds_alternative<NoteStillOpen>(effect));
}

// The row of the call that the first effect is of which only one side has.
void Talk::blame(const std::vector<Command>& wanted) {
  const auto of_one = [](const std::vector<Command>& side, const std::vector<Command>& other) {
    return std::ranges::find_if(side, [&](const Command& effect) {
      return std::ranges::none_of(
          other, [&](const Command& another) { return comparable(effect) == comparable(another); });
    });
  };
  const auto call_of = [](const Command& effect) {
    return port::visit([](const auto& what) { return what.call; }, effect);
  };
  if (const auto came = of_one(effects_, wanted); came != effects_.end())
    blame(call_of(*came));
  else if (const auto missing = of_one(wanted, effects_); missing != wanted.end())
    blame(call_of(*missing));
}

void Talk::blame(CallId call) {
  const auto called = calls_.find(call);
  if (called == calls_.end() || find_row(*own_, called->second) == nullptr) return;
  verdict_.row = sim::ack::call_for(*own_, called->second).name;
  verdict_.revision = own_->revision;
}

void Talk::note(const Command& command) {
  if (const auto* capture = std::get_if<Capture>(&command))
    reads_.push_back({capture->call, capture->probe, read(capture->probe)});
  if (const auto* look = std::get_if<Look>(&command))
    reads_.push_back({look->call, look->probe, std::nullopt});
  if (const auto* dispatch = std::get_if<Dispatch>(&command))
    requests_[dispatch->call] = dispatch->request;
  if (const auto* set = std::get_if<SetTimer>(&command)) due_[set->call] = now_ + set->after;
  if (const auto* cancel = std::get_if<CancelTimer>(&command)) due_.erase(cancel->call);
}

void Talk::answer_reads() {
  sim::ActsOfInstant acts;
  while (answers_ && !over() && !reads_.empty()) {
    const auto [call, probe, captured] = reads_.front();
    reads_.erase(reads_.begin());
    const auto answer =
        captured ? Happening(Captured{call, *captured}) : Happening(Looked{call, read(probe)});
    acts.count(now_, [&] { return show(table_.names(), answer); });
    tell(answer);
  }
}

Reading Talk::read(const Probe& probe) {
  if (probe.kind == ProbeKind::Generation) return subject_->panes();
  const auto is_it = [&](const auto& shown) {
    return shown.first.kind == probe.kind && shown.first.subject == probe.subject;
  };
  const auto known = std::ranges::find_if(shown_, is_it);
  const bool of_request = probe.kind == ProbeKind::Items || probe.kind == ProbeKind::Path;
  if (known == shown_.end()) return reads(of_request ? 1 : 0);
  auto out = known->second;
  if (!out.exists) need(probe.kind == ProbeKind::Windows ? Lack::MissingWindowList : Lack::StartUp);
  if (probe.path != the_path) out.detail = 0;
  return out;
}

void Talk::fire_until(port::Instant end) {
  sim::ActsOfInstant acts;
  while (!over()) {
    const auto next =
        std::ranges::min_element(due_, {}, [](const auto& timer) { return timer.second; });
    if (next == due_.end() || next->second > end) return;
    now_ = next->second;
    const auto call = next->first;
    due_.erase(next);
    acts.count(now_, [&] { return show(table_.names(), Happening(TimerFired{call})); });
    tell(TimerFired{call});
    answer_reads();
  }
}

void Talk::fail(std::string want, std::string got) {
  verdict_ = {.holds = false, .want = std::move(want), .got = std::move(got), .trace = {}};
}

CheckVerdict converse(const Subjects& subjects, void (*script)(Talk&)) {
  Talk talk(subjects);
  script(talk);
  return talk.verdict();
}

}  // namespace conformance::ack
