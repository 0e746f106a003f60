#include "modality/checks/talk.h"

#include <fmt/core.h>
#include <algorithm>
#include <utility>

#include "modality/checks/owners.h"
#include "port/modality/show.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/state/subject_fault.h"
#include "spec/modality/rules.h"

namespace conformance::modality {

namespace {

DialogList list_of(std::initializer_list<std::uint8_t> topmost_first) {
  DialogList dialogs;
  for (const std::uint8_t id : topmost_first) dialogs.push_back(DialogId{id});
  return dialogs;
}

bool is_timer(const Command& command) {
  return std::holds_alternative<StartTimer>(command) || std::holds_alternative<StopTimer>(command);
}

}  // namespace

bool opens_its_gate(const Request& request) {
  if (request.defect != Defect::None || request.from_edt) return false;
  const auto& raw = request.raw;
  return request.mode == Mode::Unleashed ||
         (request.mode == Mode::Raw && raw.allow_at_gate &&
          raw.progress == ProgressAtGate::Tolerate && !raw.close_on_start && !raw.await_progress &&
          !raw.sync_documents && !raw.wait_smart);
}

Talk::Talk(const PolicySubjects& subjects, const Limits& limits)
    : subject_(subjects(limits)), rules_(subjects.rules) {}

// What happens.

Talk& Talk::call(const Request& request) {
  mode_ = request.mode;
  open_ = opens_its_gate(request);
  if (!over()) tell(Called{request});
  return *this;
}

Talk& Talk::modality(Modality modality) {
  if (may_skip_look()) {
    if (modality == none && !said_.empty()) return *this;
    rests_on("MOD-56");
    fail("a look after smart mode", "none");
    return *this;
  }
  return reply<ReadModality>(OperationId::Main, ModalityRead{OperationId::Main, modality});
}

Talk& Talk::dialogs(std::initializer_list<std::uint8_t> topmost_first) {
  return reply<ListDialogs>(OperationId::Main,
                            DialogsListed{OperationId::Main, list_of(topmost_first)});
}

Talk& Talk::tick_lists(std::initializer_list<std::uint8_t> topmost_first) {
  return reply<ListDialogs>(OperationId::Monitor,
                            DialogsListed{OperationId::Monitor, list_of(topmost_first)});
}

Talk& Talk::smart(bool smart) {
  return reply<ReadSmart>(OperationId::Main, SmartRead{OperationId::Main, smart});
}

Talk& Talk::answer(std::uint8_t id, CloseAnswer answer) {
  const auto& asked = asked_[static_cast<std::size_t>(OperationId::Main)];
  if (!over() && asked && *asked != Command{closes(id)})
    fail(show(Command{closes(id)}), show(*asked));
  return reply<CloseDialog>(OperationId::Main,
                            CloseAnswered{OperationId::Main, DialogId{id}, answer});
}

Talk& Talk::accepts(std::uint8_t id) {
  answer(id, CloseAnswer::Accepted);
  rests_on("MOD-12");
  return *this;
}

Talk& Talk::write_ended() {
  const auto& asked = asked_[static_cast<std::size_t>(OperationId::Main)];
  const WriteEnded ended{OperationId::Main};
  if (asked && std::holds_alternative<Commit>(*asked)) return reply<Commit>(ended.operation, ended);
  if (asked && std::holds_alternative<Save>(*asked)) return reply<Save>(ended.operation, ended);
  return reply<Refresh>(ended.operation, ended);
}

Talk& Talk::smart_reached() {
  return reply<AwaitSmart>(OperationId::Main, SmartReached{OperationId::Main});
}

Talk& Talk::method(std::uint8_t call, const MethodCall& method) {
  in_body(MethodCalled{CallId{call}, method});
  for (const auto rule : owners_of(method)) rests_on(rule);
  return *this;
}

Talk& Talk::late_method(std::uint8_t call, Method method) {
  if (!over()) tell(MethodCalled{CallId{call}, {.method = method}});
  return *this;
}

Talk& Talk::returned() { return in_body(BodyReturned{}); }

Talk& Talk::threw(TextId text, bool index_not_ready) {
  return in_body(BodyThrew{text, index_not_ready});
}

Talk& Talk::withdraws() {
  if (!over()) tell(Cancelled{});
  return *this;
}

Talk& Talk::disposed(std::uint8_t id) {
  if (!over()) tell(DialogDisposed{DialogId{id}});
  return *this;
}

Talk& Talk::fact(const Fact& fact) {
  if (!over()) hear(subject_->overhear(now_, fact));
  return *this;
}

Talk& Talk::after(Duration duration) {
  const port::Instant end = now_ + duration;
  sim::ActsOfInstant acts;
  while (!over()) {
    std::size_t next = timer_count;
    for (std::size_t i = 0; i < timer_count; ++i) {
      const bool sooner = next == timer_count || (due_[i] && *due_[i] < *due_[next]);
      if (due_[i] && *due_[i] < end && sooner) next = i;
    }
    if (next == timer_count) break;
    now_ = *due_[next];
    due_[next].reset();
    acts.count(now_, [&] { return show(Happening{TimerFired{static_cast<Timer>(next)}}); });
    tell(TimerFired{static_cast<Timer>(next)});
    if (!said_.empty()) {
      fail(fmt::format("nothing before {}", show(end)),
           fmt::format("{} at {}", show(said_), show(now_)));
    }
  }
  now_ = end;
  return *this;
}

Talk& Talk::fires(Timer timer) {
  if (over()) return *this;
  auto& due = due_[static_cast<std::size_t>(timer)];
  const TimerFired fired{timer};
  if (due != now_) {
    fail(fmt::format("{} due at {}", show(Happening{fired}), show(now_)),
         due ? fmt::format("due at {}", show(*due)) : "not due at all");
    return *this;
  }
  due.reset();
  // A look of the monitor may have a timer of its own, which is up in this instant, too.
  std::vector<Command> first;
  if (timer == Timer::Tick && due_[static_cast<std::size_t>(Timer::Look)] == now_)
    first = fires(Timer::Look).said_;
  tell(fired);
  said_.insert(said_.begin(), first.begin(), first.end());
  return *this;
}

Talk& Talk::captures_take_time() {
  captures_take_time_ = true;
  rests_on("MOD-93");
  return *this;
}

Talk& Talk::captured(Artifact artifact) {
  if (over()) return *this;
  bool& capturing = capturing_[static_cast<std::size_t>(artifact)];
  if (!capturing) {
    fail(show(Command{Capture{artifact, Stage::Sweep}}), "no such capture under way");
    return *this;
  }
  capturing = false;
  tell(Captured{artifact});
  return *this;
}

// Ways of several steps.

Talk& Talk::quiet_start() { return dialogs({}).modality(none).modality(none); }

Talk& Talk::synced() {
  for (int i = 0; i < 3; ++i) modality(none).write_ended();
  return modality(none);
}

Talk& Talk::made_smart() { return modality(none).smart_reached().modality(none); }

Talk& Talk::quiet_ticks(int count) {
  for (int i = 0; i < count; ++i)
    after(1s).fires(Timer::Tick).wants({monitor_lists}).tick_lists({}).wants({});
  return *this;
}

Talk& Talk::polls(int count) {
  for (int i = 0; i < count; ++i) modality(progress).wants({}).after(500ms).fires(Timer::Poll);
  return *this;
}

// What is wanted.

bool Talk::is_off(std::string_view rule) const {
  return !rules_.has(*std::ranges::find(spec::modality::policy_rules, rule, &spec::Rule::id));
}

std::vector<Command> Talk::asked_for(const std::vector<Command>& commands) const {
  std::vector<Command> out;
  for (const Command& command : commands)
    if (const auto owner = owner_of(command); owner.empty() || !is_off(owner))
      out.push_back(command);
  return out;
}

Talk& Talk::wants(const std::vector<Command>& commands) {
  if (over() || (may_skip_look() && std::ranges::equal(commands, std::array{Command{reads}})))
    return *this;
  verdict_ = expect(asked_for(commands), said_);
  return *this;
}

Talk& Talk::ends(const std::vector<Command>& commands) {
  if (over()) return *this;
  verdict_ = expect(asked_for(commands), said_and_decided_);
  return *this;
}

Talk& Talk::retries(bool later) {
  if (over() || retry_later_ == later) return *this;
  fail(later ? "a result that trying again may mend" : "a result that it does not mend",
       "the contrary");
  return *this;
}

Talk& Talk::counts(std::uint8_t artifacts) {
  if (over() || is_off("MOD-74") || artifacts_ == artifacts) return *this;
  fail(fmt::format("a result with {} artifacts", artifacts),
       artifacts_ ? fmt::format("{} artifacts", *artifacts_) : "no result");
  return *this;
}

Talk& Talk::gives(std::initializer_list<std::uint8_t> closed) {
  if (over() || is_off("MOD-15") || closed_ == list_of(closed)) return *this;
  const auto shown = [](const DialogList& list) {
    return show(Happening{DialogsListed{OperationId::Main, list}});
  };
  fail(shown(list_of(closed)), shown(closed_));
  return *this;
}

Talk& Talk::says(std::initializer_list<std::string_view> words) {
  if (over()) return *this;
  std::string text;
  for (const Command& command : said_) {
    if (const auto* finish = std::get_if<Finish>(&command)) text += message(mode_, *finish);
    if (const auto* warning = std::get_if<Warn>(&command)) text += message(*warning) + "\n";
  }
  for (const std::string_view word : words) {
    if (text.find(word) == std::string::npos)
      fail(fmt::format("a message with \"{}\"", word), fmt::format("\"{}\"", text));
  }
  return *this;
}

Talk& Talk::wants_that(bool holds, std::string_view want, std::string_view got) {
  if (!over() && !holds) fail(std::string(want), std::string(got));
  return *this;
}

CheckVerdict Talk::verdict() {
  if (!free_.empty() && over()) return {.rests_on = free_};
  if (over()) verdict_.trace = trace_of(*subject_);
  return verdict_;
}

// By the book.

void Talk::tell(const Happening& what) {
  after_smart_ = std::holds_alternative<SmartReached>(what);
  hear(subject_->step({now_, what}));
}

void Talk::hear(const Commands& commands) {
  said_.clear();
  said_and_decided_.clear();
  closed_ = {};
  artifacts_.reset();
  take(commands);
  sim::ActsOfInstant acts;
  while (const auto answer = next_answer()) {
    acts.count(now_, [&] { return show(*answer); });
    take(subject_->step({now_, *answer}));
  }
}

void Talk::take(const Commands& commands) {
  for (Command command : commands) {
    note(command);
    if (auto* given = std::get_if<Return>(&command)) closed_ = std::exchange(given->closed, {});
    if (auto* finish = std::get_if<Finish>(&command))
      artifacts_ = std::exchange(finish->artifacts, std::uint8_t{0}),
      retry_later_ = std::exchange(finish->retry_later, false);
    if (is_timer(command) || is_free(command) || asked_for({command}).empty()) continue;
    said_and_decided_.push_back(command);
    if (!std::holds_alternative<Decide>(command)) said_.push_back(command);
  }
}

std::optional<Happening> Talk::next_answer() {
  auto& beside = asked_[static_cast<std::size_t>(OperationId::Monitor)];
  if (beside == looks_beside) {
    beside.reset();
    return ModalityRead{OperationId::Monitor, beside_};
  }
  auto& main = asked_[static_cast<std::size_t>(OperationId::Main)];
  if (open_ && !body_started_ && main == Command{reads}) {
    main.reset();
    std::erase(said_, Command{reads});
    std::erase(said_and_decided_, Command{reads});
    return ModalityRead{OperationId::Main, dialog};
  }
  if (captures_take_time_) return std::nullopt;
  for (std::uint8_t i = 0; i < artifact_kinds; ++i)
    if (std::exchange(capturing_[i], false)) return Captured{Artifact{i}};
  return std::nullopt;
}

void Talk::note(const Command& command) {
  const auto asks = [&](const auto& c) { asked_[static_cast<std::size_t>(c.operation)] = command; };
  port::visit(
      port::Overload{
          [&](const ReadModality& c) { asks(c); }, [&](const ListDialogs& c) { asks(c); },
          [&](const ReadSmart& c) { asks(c); }, [&](const CloseDialog& c) { asks(c); },
          [&](const Commit& c) { asks(c); }, [&](const Save& c) { asks(c); },
          [&](const Refresh& c) { asks(c); }, [&](const AwaitSmart& c) { asks(c); },
          [&](const Cancel& c) { asked_[static_cast<std::size_t>(c.operation)].reset(); },
          [&](const StartTimer& c) { due_[static_cast<std::size_t>(c.timer)] = now_ + c.after; },
          [&](const StopTimer& c) { due_[static_cast<std::size_t>(c.timer)].reset(); },
          [&](const Capture& c) { capturing_[static_cast<std::size_t>(c.artifact)] = true; },
          [&](const DropCapture& c) { capturing_[static_cast<std::size_t>(c.artifact)] = false; },
          [&](const StartBody&) { body_started_ = true; }, [](const auto&) {}},
      command);
}

template <class Asked>
Talk& Talk::reply(OperationId lane, const Happening& answer) {
  if (over()) return *this;
  auto& asked = asked_[static_cast<std::size_t>(lane)];
  if (!asked || !std::holds_alternative<Asked>(*asked)) {
    fail(fmt::format("a request that {} answers", show(answer)),
         asked ? show(*asked) : "nothing under way");
    return *this;
  }
  asked.reset();
  tell(answer);
  return *this;
}

Talk& Talk::in_body(const Happening& what) {
  if (over()) return *this;
  if (!body_started_) {
    fail(fmt::format("StartBody before {}", show(what)), show(said_));
    return *this;
  }
  tell(what);
  return *this;
}

void Talk::fail(std::string want, std::string got) {
  if (over()) return;
  verdict_ = {.holds = false, .want = std::move(want), .got = std::move(got), .trace = {}};
}

CheckVerdict converse(const PolicySubjects& subjects, void (*script)(Talk&)) {
  Talk talk(subjects);
  script(talk);
  return talk.verdict();
}

}  // namespace conformance::modality
