#include "subject/piped.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/options.h"
#include "sim/program/read.h"
#include "sim/state/subject_fault.h"
#include "sim/state/text_digest.h"

namespace tools::subject {
namespace {

using Clock = std::chrono::steady_clock;

// Behind a long way less often, so that trying takes no more than a few events for each answer.
constexpr std::uint64_t tried_every = 64, tried_length = 256;
constexpr std::uint64_t other_way_every = 16;
// After so many hangs they are not waited for as long, and after so many runs without an end of
// acts others are not followed as far.
constexpr std::uint64_t hangs_patient = 3, endless_patient = 3;
constexpr int hurry = 10;
static_assert(sim::acts_max / hurry == sim::acts_max_hurried);
constexpr std::chrono::microseconds patience_of_event{1000};
// Of what a process was told so much is kept, to find out what may have changed it.
constexpr std::size_t told_bytes_max = std::size_t{4} << 20;
}  // namespace

PipedProgram::PipedProgram(std::vector<std::string> words, std::chrono::milliseconds patience,
                           std::uint64_t bytes_max)
    : words_(std::move(words)), patience_(patience), kept_(bytes_max), allowance_(patience) {
  auto& seat = take({});
  try {
    hello_ = greet(seat);
  } catch (const sim::SubjectFault& fault) {
    throw CannotStart(fmt::format("\"{}\": {}", fmt::join(words_, " "), fault.says));
  }
  give_back(seat);
}

PipedProgram::~PipedProgram() = default;

bool PipedProgram::speaks(std::string_view area) const {
  return std::ranges::find(hello_.areas, area) != hello_.areas.end();
}

sim::ProgramState PipedProgram::begin(std::string_view setup) {
  const auto state = sim::state_after({}, setup);
  const std::lock_guard lock(mutex_);
  kept_.begin(state, setup);
  return state;
}

std::shared_ptr<const sim::ProgramStep> PipedProgram::tell(const State& state,
                                                           std::int32_t after_ms,
                                                           std::string_view event,
                                                           const Read& read) {
  for (const auto& lack : hello_.without)
    if (!lack.event.empty() && event.starts_with(lack.event))
      return failed({.says = fmt::format("the subject is without {}", lack.word), .left_out = true})
          .step;
  if (doubted_)
    if (auto step = tell_doubted(state, after_ms, event, read)) return step;
  return tell_known(state, after_ms, event, read);
}

PipedProgram::Step PipedProgram::tell_known(const State& state, std::int32_t after_ms,
                                            std::string_view event, const Read& read) {
  const auto message = message_of(after_ms, event);
  const auto key = sim::state_after(state, message);
  WayTo way, other;
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    ++told_.questions;
    if (auto known = kept_.answer(key)) return known;
    way = kept_.way_to(state);
    allowance_.check(way == nullptr ? 0 : way->length);
    other = kept_.other_way_to(state);
    number = ++told_.answers;
  }
  if (way == nullptr)
    throw sim::OutOfRoom{"the program has more states than could be kept: --max-memory with more"};
  if (!way->fault.empty())  // It stays so, however much time passes.
    return failed({.says = way->fault, .unsteady = way->unsteady, .kind = way->kind}, state).step;
  const auto acts = way->acts_behind(after_ms, event);
  if (const auto most = acts_most(); acts > most) {
    ++endless_;
    return failed(sim::no_end_of_acts(cut(message), most)).step;
  }
  auto answered = ask(*way, message, read, false);
  if (answered.step->fault.empty() &&
      number % (tried_every * (1 + way->length / tried_length)) == 1)
    if (auto fault = two_answers(*way, message, answered, read)) answered = failed(*fault);
  if (answered.step->fault.empty() && other != nullptr && number % other_way_every == 1)
    if (auto fault = two_futures(*way, message, *other, answered, read)) answered = failed(*fault);
  return settle(way, acts, message, key, std::move(answered));
}

std::chrono::milliseconds PipedProgram::patience() const {
  return hangs_ < hangs_patient ? patience_ : patience_ / hurry;
}

std::uint32_t PipedProgram::acts_most() const {
  return endless_ < endless_patient ? sim::acts_max : sim::acts_max_hurried;
}

PipedProgram::Step PipedProgram::settle(const WayTo& way, std::uint32_t acts,
                                        const std::string& message, const State& key,
                                        Answered answered) {
  auto step = std::make_shared<sim::ProgramStep>(*answered.step);
  if (!tells_state() || !step->fault.empty()) step->next = key;
  const std::lock_guard lock(mutex_);
  if (auto known = kept_.answer(key)) return known;  // Somebody was quicker.
  std::shared_ptr<Way> there(new Way{.state = step->next,
                                     .beginning = way->beginning,
                                     .history = sim::state_after(way->history, message),
                                     .before = way,
                                     .message = message,
                                     .fault = step->fault,
                                     .kind = step->kind,
                                     .unsteady = step->unsteady,
                                     .length = way->length + 1,
                                     .acts = acts});
  kept_.keep(std::move(there), std::move(answered.saved), key, step);
  return step;
}

PipedProgram::Answered PipedProgram::failed(sim::SubjectFault fault, const State& there) const {
  return {.step = std::make_shared<const sim::ProgramStep>(
              sim::ProgramStep{.next = there,
                               .says = nullptr,
                               .fault = std::move(fault.says),
                               .kind = fault.kind,
                               .left_out = fault.left_out,
                               .unsteady = std::move(fault.unsteady)})};
}

// One that stands there, or has stood unused for longest, or a new one.
PipedProgram::Seat& PipedProgram::take(const State& history) {
  const std::lock_guard lock(mutex_);
  Seat* best = nullptr;
  for (const auto& seat : seats_) {
    if (!seat->free) continue;
    if (best == nullptr || seat->at == history) best = seat.get();
  }
  if (best == nullptr) best = seats_.emplace_back(std::make_unique<Seat>()).get();
  best->free = false;
  return *best;
}

void PipedProgram::give_back(Seat& seat) {
  const std::lock_guard lock(mutex_);
  seat.free = true;
}

Hello PipedProgram::greet(Seat& seat) {
  try {
    seat.talk = std::make_unique<Conversation>(words_);
  } catch (const std::system_error& error) {
    throw sim::SubjectFault{fmt::format("the program cannot be started: {}", error.what())};
  }
  seat.numbers = 0;
  seat.at = {};
  seat.lines.clear();
  seat.lines_bytes = 0;
  const auto line =
      seat.talk->ask(greeting(0), std::max(patience_, std::chrono::milliseconds{10'000}));
  {
    const std::lock_guard lock(mutex_);
    ++told_.processes;
  }
  try {
    return read_hello(open_answer(line, 0).said);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw fault_of(error, seat.talk->told(fmt::format("greeted badly: {}", error.what())));
  }
}

// The way there is told in the same message, unless it stands there or restores itself. Where it
// came by another way to the same state it is told this one: an answer is that of its own history.
std::string PipedProgram::question(Seat& seat, const Way& way, const std::string& message,
                                   bool afresh, std::uint64_t& events) {
  auto out = fmt::format("{{\"n\":{},", ++seat.numbers);
  std::vector<const std::string*> before;
  if (afresh || seat.at != way.history) {
    const Way* at = &way;
    std::shared_ptr<const std::string> saved;
    const bool restores = hello_.grade == Grade::SaveRestore && !afresh;
    for (; at->before != nullptr; at = at->before.get()) {
      if (restores && (saved = at->saved.lock()) != nullptr) break;
      before.push_back(&at->message);
    }
    if (before.size() > retold_max)
      throw sim::OutOfRoom{fmt::format(
          "a run of the program has {} events, which it would be told again from {}; {} are told "
          "at "
          "most: a smaller scenario, or the grade save_restore",
          before.size(), saved == nullptr ? "its beginning" : "a state that it told", retold_max)};
    out += saved == nullptr ? "\"begin\":" + at->message
                            : "\"restore\":" + nlohmann::json(*saved).dump();
    out += ",";
  }
  out += "\"events\":[";
  for (auto each = before.rbegin(); each != before.rend(); ++each) out += **each + ",";
  events = before.size() + 1;
  return out + message + "]}";
}

PipedProgram::Answered PipedProgram::ask(const Way& way, const std::string& message,
                                         const Read& read, bool afresh) {
  auto& seat = take(way.history);
  try {
    auto out = ask_seat(seat, way, message, read, afresh);
    give_back(seat);
    return out;
  } catch (const sim::SubjectFault& fault) {
    const bool hung = seat.talk != nullptr && seat.talk->hung();
    seat.talk.reset();
    seat.at = {};
    {
      const std::lock_guard lock(mutex_);
      ++told_.faults;
      if (failed_once_ == nullptr) {
        sim::Unsteadiness told{.told = {{"event", cut(message)}}, .again = {}};
        failed_once_ = std::make_shared<const sim::SubjectFault>(sim::SubjectFault{
            .says = only_once(fault.says),
            .unsteady = std::make_shared<const sim::Unsteadiness>(std::move(told)),
            .kind = fault.kind});
      }
      hangs_ += hung ? 1 : 0;
      if (hung) allowance_.waited(std::chrono::duration<double>(patience()).count(), false);
    }
    give_back(seat);
    return failed(fault);
  } catch (...) {  // Stopped, or without memory: where the process stands is not known.
    seat.talk.reset();
    seat.at = {};
    give_back(seat);
    throw;
  }
}

void PipedProgram::Seat::keep(const std::string& line) {
  lines.push_back(line);
  for (lines_bytes += line.size(); lines_bytes > told_bytes_max; lines.pop_front())
    lines_bytes -= lines.front().size();
}

PipedProgram::Answered PipedProgram::ask_seat(Seat& seat, const Way& way,
                                              const std::string& message, const Read& read,
                                              bool afresh) {
  if (seat.talk == nullptr && greet(seat) != hello_)
    throw sim::SubjectFault{"the program greets in two ways"};
  std::uint64_t events = 0;
  const auto line = question(seat, way, message, afresh, events);
  seat.keep(line);
  auto patience = [&] {
    const std::lock_guard lock(mutex_);
    allowance_.told_again(events - 1);
    return this->patience();
  }();
  patience += std::chrono::duration_cast<std::chrono::milliseconds>(events * patience_of_event);
  const auto began = Clock::now();
  auto answer = seat.talk->ask(line, patience);
  const auto seconds = std::chrono::duration<double>(Clock::now() - began).count();
  if (tap_ && !afresh) tap_(line, answer);
  {
    const std::lock_guard lock(mutex_);
    ++told_.messages;
    told_.events += events;
    told_.seconds += seconds;
    allowance_.waited(seconds, true);
    if (events > 1) {
      told_.batched_events += events;
      told_.batch_seconds += seconds;
    }
  }
  try {
    auto opened = open_answer(answer, seat.numbers);
    if (opened.has_state != tells_state())
      throw sim::BadAnswer(opened.has_state
                               ? "it says a state, and greeted as one that does not: grade"
                               : "it says no state, and greeted as one that does: grade");
    const bool of_time_alone = message.find(',') == message.npos;
    if (of_time_alone && opened.said.contains("commands") && !opened.said["commands"].empty())
      throw sim::BadAnswer("it says commands when nothing happened but time passing");
    auto step = std::make_shared<sim::ProgramStep>();
    step->says = read(opened.said);
    step->answer =
        sim::digest_text(opened.said.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    // Of a state that is told, the number of its text below the setup; else of the way to it.
    step->next = tells_state() ? sim::state_after(way.beginning, "state " + opened.state)
                               : sim::state_after(way.state, message);
    seat.at = sim::state_after(way.history, message);
    if (opened.has_state) opened.said["state"] = opened.state;
    return {std::move(opened.said), std::move(step),
            hello_.grade == Grade::SaveRestore ? opened.state : std::string()};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const SaysItFailed& error) {  // A process that begins anew is not started again.
    seat.at = {};
    return failed(
        fault_of(error, seat.talk->told(fmt::format("answered badly: {}", error.what()))));
  } catch (const std::exception& error) {
    throw fault_of(error, seat.talk->told(fmt::format("answered badly: {}", error.what())));
  }
}

std::optional<sim::SubjectFault> PipedProgram::two_answers(const Way& way,
                                                           const std::string& message,
                                                           const Answered& first,
                                                           const Read& read) {
  {
    const std::lock_guard lock(mutex_);
    ++told_.tried_twice;
  }
  const auto again = ask(way, message, read, true);
  if (again.said == first.said) return std::nullopt;
  return explain(way, message, nullptr, again.step->fault);
}

std::optional<sim::SubjectFault> PipedProgram::two_futures(const Way& way,
                                                           const std::string& message,
                                                           const Way& way_there,
                                                           const Answered& first,
                                                           const Read& read) {
  {
    const std::lock_guard lock(mutex_);
    ++told_.tried_twice;
  }
  const auto other = ask(way_there, message, read, true);
  if (other.said == first.said) return std::nullopt;
  return explain(way, message, &way_there, other.step->fault);
}

PipedProgram::Speed PipedProgram::speed(std::chrono::milliseconds time) {
  std::vector<const std::string*> events;
  const auto longest = kept_.longest();
  const Way* at = longest.get();
  for (; at != nullptr && at->before != nullptr; at = at->before.get())
    events.push_back(&at->message);
  if (events.empty()) return {};
  std::reverse(events.begin(), events.end());
  auto& seat = take({});
  if (seat.talk == nullptr) greet(seat);
  const auto measured = [&](std::size_t in_message) {
    std::size_t told = 0;
    const auto began = Clock::now();
    do {
      for (std::size_t i = 0; i < events.size(); i += in_message) {
        auto line = fmt::format("{{\"n\":{},", ++seat.numbers);
        if (i == 0) line += "\"begin\":" + at->message + ",";
        line += "\"events\":[";
        for (std::size_t k = i; k < std::min(i + in_message, events.size()); ++k)
          line.append(k == i ? "" : ",").append(*events[k]);
        seat.talk->ask(line + "]}", patience_);
      }
      told += events.size();
    } while (Clock::now() - began < time);
    return static_cast<double>(told) / std::chrono::duration<double>(Clock::now() - began).count();
  };
  const Speed out{measured(1), measured(events.size()), events.size()};
  seat.at = {};
  give_back(seat);
  return out;
}

Told PipedProgram::told() const {
  const std::lock_guard lock(mutex_);
  return told_;
}

}  // namespace tools::subject
