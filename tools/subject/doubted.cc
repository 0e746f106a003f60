// What a program said is asked for anew, by a process that nothing else was told; and where it is
// not the same twice, why.
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/files/document.h"
#include "sim/state/subject_fault.h"
#include "subject/piped.h"

namespace tools::subject {
namespace {

using Clock = std::chrono::steady_clock;

// Of runs that were told before, those that were told last and the longest that are known.
constexpr std::size_t runs_suspected = 12, long_runs_suspected = 300;
// So long are runs that are looked at taken by processes of their own.
constexpr double doubting_seconds_max = 10;

}  // namespace

void PipedProgram::doubt(bool on, bool comes_back) {
  const std::lock_guard lock(mutex_);
  doubted_.reset();
  if (!on || doubting_seconds_ >= doubting_seconds_max) return;
  doubted_.emplace();
  doubted_->comes_back = comes_back;
}

void PipedProgram::bound_cost(bool on) {
  const std::lock_guard lock(mutex_);
  on ? allowance_.begin_unit() : allowance_.end_unit();
}

void PipedProgram::forget_cost() {
  const std::lock_guard lock(mutex_);
  allowance_ = Allowance(patience_);
}

// Null: it does not know the run, which is then taken from what is known.
PipedProgram::Step PipedProgram::tell_doubted(const State& state, std::int32_t after_ms,
                                              std::string_view event, const Read& read) {
  const auto message = message_of(after_ms, event);
  const auto key = sim::state_after(state, message);
  auto& here = *doubted_;
  if (const auto known = here.steps.find(key); known != here.steps.end()) return known->second;
  Step known;
  WayTo other;
  Doubted::Place from;
  {
    const std::lock_guard lock(mutex_);
    if (auto begins = kept_.way_to(state); begins != nullptr && begins->before == nullptr) {
      here.seat = std::make_unique<Seat>();
      here.places[state] = {begins, state};
    }
    const auto found = here.places.find(state);
    if (found == here.places.end()) return nullptr;
    from = found->second;
    other = kept_.way_to(from.stood);
    known = kept_.answer(sim::state_after(from.stood, message));
  }
  // Who looks what a choice would lead to, and takes another one, has it told from the beginning.
  const bool goes_on = from.way == here.at || from.way == nullptr || from.way->before == nullptr;
  if (from.way == nullptr || (!goes_on && doubting_seconds_ >= doubting_seconds_max))
    return taken_from_known(key, tell_known(from.stood, after_ms, event, read));
  const auto acts = from.way->acts_behind(after_ms, event);
  if (const auto most = acts_most(); acts > most)
    return failed(sim::no_end_of_acts(cut(message), most)).step;
  const auto began = Clock::now();
  auto answered = failed({});
  try {
    answered = ask_seat(*here.seat, *from.way, message, read, false);
  } catch (const sim::SubjectFault& fault) {
    answered = failed(fault);
    here.seat = std::make_unique<Seat>();
  }
  if (known != nullptr && known->unsteady != nullptr)
    answered = failed({.says = known->fault, .unsteady = known->unsteady, .kind = known->kind});
  else if (known != nullptr && (known->answer != answered.step->answer ||
                                known->fault.empty() != answered.step->fault.empty()))
    answered = failed(explain(*from.way, message, other.get(),
                              known->fault.empty() ? answered.step->fault : known->fault));
  doubting_seconds_ += std::chrono::duration<double>(Clock::now() - began).count();
  auto step = std::make_shared<sim::ProgramStep>(*answered.step);
  const auto told = tells_state() && step->fault.empty() ? step->next : key;
  // By what it tells it may come back where it was, and nobody would ask it from there on: if its
  // state leaves something out, that is a circle that no process goes in.
  step->next = here.comes_back ? told : key;
  here.at.reset(new Way{.state = step->next,
                        .beginning = from.way->beginning,
                        .history = sim::state_after(from.way->history, message),
                        .before = from.way,
                        .message = message,
                        .acts = acts});
  here.places[step->next] = {here.at, known == nullptr ? told : known->next};
  here.steps[key] = step;
  return step;
}

PipedProgram::Step PipedProgram::taken_from_known(const State& key, const Step& known) {
  auto& here = *doubted_;
  auto step = std::make_shared<sim::ProgramStep>(*known);
  if (!here.comes_back) step->next = key;
  here.places[step->next] = {nullptr, known->next};
  here.steps[key] = step;
  return step;
}

std::vector<std::vector<ToldRun>> PipedProgram::runs_told() const {
  std::vector<std::vector<ToldRun>> out;
  for (const auto& seat : seats_) {
    auto& of_seat = out.emplace_back();
    for (const auto& line : seat->lines) {
      const auto said = sim::own_document<nlohmann::json>(line);
      if (said.contains("begin")) of_seat.push_back({said["begin"].dump(), {}});
      if (said.contains("restore")) of_seat.clear();
      if (of_seat.empty()) continue;
      for (const auto& event : said["events"]) of_seat.back().events.push_back(event.dump());
    }
  }
  return out;
}

ToldRun PipedProgram::run_of(const Way& end) {
  ToldRun run;
  const Way* at = &end;
  for (; at->before != nullptr; at = at->before.get()) run.events.push_back(at->message);
  std::ranges::reverse(run.events);
  run.begin = at->message;
  return run;
}

sim::SubjectFault PipedProgram::explain(const Way& way, const std::string& message,
                                        const Way* other, std::string failed) {
  {
    const std::lock_guard lock(explaining_);
    if (unsteady_) return *unsteady_;
  }
  const auto run_to = [&](const Way& end) {
    auto run = run_of(end);
    run.events.push_back(message);
    return run;
  };
  Teller::Suspicion suspicion{.run = run_to(way), .failed = std::move(failed)};
  if (other != nullptr && run_to(*other) != suspicion.run) suspicion.other = run_to(*other);
  {
    const std::lock_guard lock(mutex_);
    suspicion.told = runs_told();
    for (const auto& runs : suspicion.told)
      for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (suspicion.before.size() < runs_suspected && *run != suspicion.run)
          suspicion.before.push_back(*run);
    for (const auto& end : kept_.longest(long_runs_suspected))
      suspicion.before.push_back(run_of(*end));
  }
  const std::lock_guard lock(explaining_);
  if (!unsteady_)
    unsteady_ =
        std::make_shared<const sim::SubjectFault>(Teller(words_, patience_).explain(suspicion));
  return *unsteady_;
}

std::shared_ptr<const sim::SubjectFault> PipedProgram::unsteadiness() const {
  {
    const std::lock_guard lock(explaining_);
    if (unsteady_) return unsteady_;
  }
  const std::lock_guard lock(mutex_);
  return failed_once_;
}

bool PipedProgram::is_without(std::string_view word) const {
  return std::ranges::count(hello_.without, word, &conformance::LackWord::word) > 0;
}

std::string PipedProgram::leaves_out() const {
  std::string out;
  if (!hello_.revisions.empty())
    out = fmt::format("works by {} alone", fmt::join(hello_.revisions, ", "));
  if (!hello_.without.empty()) out += fmt::format("{}is without ", out.empty() ? "" : ", ");
  for (const auto& lack : hello_.without)
    out += fmt::format("{}{}", &lack == hello_.without.data() ? "" : ", ", lack.word);
  return out;
}

}  // namespace tools::subject
