// A program that is a subject, over pipes: as many processes of it as threads ask.
//
// What it answered is kept, so that nothing is asked twice: by what it was told since the run began
// or, of a program that tells its state, by that state. A process that stands elsewhere is brought
// to where a question is about by telling it the way there in one message, or by its own words for
// that state. Every so often an answer is asked for twice, and another way to the same state is
// tried: a program that decides by anything else is found out.
//
// Nothing that a program does takes more of us than is said here: an answer in time, acts_max
// events in one instant, retold_max in one message, bytes of what is kept, and an Allowance.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/program/program.h"
#include "subject/histories.h"
#include "subject/kept.h"
#include "subject/messages.h"

namespace tools::subject {

struct Told {
  std::uint64_t questions = 0;  // Of the subjects of worlds.
  std::uint64_t answers = 0;    // Questions that a process was asked.
  std::uint64_t messages = 0, events = 0;
  std::uint64_t batched_events = 0;  // Events of messages that hold several.
  std::uint64_t processes = 0, faults = 0, tried_twice = 0;
  double seconds = 0, batch_seconds = 0;  // Of real time, in which processes were waited for.
};

// Half of what a search takes by default: the other half is for its own states.
inline constexpr std::uint64_t kept_bytes_default = std::uint64_t{6} << 30;
// So many events are told again in one message; a run that is longer is not taken to its end.
inline constexpr std::size_t retold_max = 20'000;

class PipedProgram final : public sim::Program {
 public:
  // Starts one process and greets it. Throws CannotStart. What is kept takes at most so many bytes.
  PipedProgram(std::vector<std::string> words, std::chrono::milliseconds patience,
               std::uint64_t bytes_max);
  ~PipedProgram() override;

  bool speaks(std::string_view area) const override;
  bool tells_state() const override { return hello_.grade != Grade::Plain; }
  sim::ProgramState begin(std::string_view setup) override;
  std::shared_ptr<const sim::ProgramStep> tell(const sim::ProgramState& state,
                                               std::int32_t after_ms, std::string_view event,
                                               const Read& read) override;

  const Hello& hello() const { return hello_; }
  void doubt(bool on, bool comes_back) override;
  void bound_cost(bool on) override;
  void forget_cost() override;
  std::shared_ptr<const sim::SubjectFault> unsteadiness() const override;
  std::span<const std::string> revisions() const override { return hello_.revisions; }
  bool is_without(std::string_view word) const override;
  std::string leaves_out() const override;

  // From now on, each line there and the line back.
  using Tap = std::function<void(std::string_view there, std::string_view back)>;
  void tap(Tap tap) { tap_ = std::move(tap); }
  // How many events of the longest run known it takes in a second, told one by one and at once;
  // each is tried for about so long. Throws a sim::SubjectFault.
  struct Speed {
    double single = 0, batch = 0;
    std::size_t events = 0;  // Of that run.
  };
  Speed speed(std::chrono::milliseconds time);
  Told told() const;

 private:
  using Step = Kept::Step;

  struct Answered {
    nlohmann::json said = {};  // Without its number, and with the state that it told.
    Step step;
    std::string saved = {};
  };
  struct Seat {
    std::unique_ptr<Conversation> talk;
    State at;  // What it was told, see Way::history.
    bool free = true;
    std::uint64_t numbers = 0;
    std::deque<std::string> lines = {};  // That its process was told, or the last of them.
    std::size_t lines_bytes = 0;
    void keep(const std::string& line);
  };
  // The run that is looked at, and its process.
  struct Doubted {
    std::unique_ptr<Seat> seat;
    WayTo at;  // Where it is.
    // One of those where it was, and where who was told it first then stood: what was said from
    // there on is known. Without a way, it was not asked itself.
    struct Place {
      WayTo way;
      State stood;
    };
    bool comes_back;
    Kept::ByState<Step> steps;
    Kept::ByState<Place> places;
  };
  Seat& take(const State& history);
  void give_back(Seat& seat);
  Hello greet(Seat& seat);
  Answered ask(const Way& way, const std::string& message, const Read& read, bool afresh);
  Answered ask_seat(Seat& seat, const Way& way, const std::string& message, const Read& read,
                    bool afresh);
  std::string question(Seat& seat, const Way& way, const std::string& message, bool afresh,
                       std::uint64_t& events);
  // `there`: where it stands from then on.
  Answered failed(sim::SubjectFault fault, const State& there = {}) const;
  // For one answer, as things stand.
  std::chrono::milliseconds patience() const;
  // So many events at one instant are the most that it is told of.
  std::uint32_t acts_most() const;
  Step settle(const WayTo& way, std::uint32_t acts, const std::string& message, const State& key,
              Answered answered);
  // Nothing, or what is told of one that decides by something else: asked again, and behind another
  // way to the same state.
  std::optional<sim::SubjectFault> two_answers(const Way& way, const std::string& message,
                                               const Answered& first, const Read& read);
  std::optional<sim::SubjectFault> two_futures(const Way& way, const std::string& message,
                                               const Way& way_there, const Answered& first,
                                               const Read& read);
  sim::SubjectFault explain(const Way& way, const std::string& message, const Way* other,
                            std::string failed);
  // To each process that there is, in their order.
  std::vector<std::vector<ToldRun>> runs_told() const;
  static ToldRun run_of(const Way& end);
  Step tell_known(const State& state, std::int32_t after_ms, std::string_view event,
                  const Read& read);
  Step tell_doubted(const State& state, std::int32_t after_ms, std::string_view event,
                    const Read& read);
  Step taken_from_known(const State& key, const Step& known);

  const std::vector<std::string> words_;
  const std::chrono::milliseconds patience_;
  Hello hello_;               // Of the first process; the others must say the same.
  mutable std::mutex mutex_;  // Of all that follows.
  std::vector<std::unique_ptr<Seat>> seats_;
  Kept kept_;
  Allowance allowance_;
  std::uint64_t hangs_ = 0;
  std::atomic<std::uint64_t> endless_ = 0;  // Runs without an end of acts.
  std::optional<Doubted> doubted_;
  double doubting_seconds_ = 0;
  mutable std::mutex explaining_;                         // Of what follows.
  std::shared_ptr<const sim::SubjectFault> unsteady_;     // Once it is known to be so.
  std::shared_ptr<const sim::SubjectFault> failed_once_;  // Or more often: how, the first time.
  Told told_;
  Tap tap_;
};

}  // namespace tools::subject
