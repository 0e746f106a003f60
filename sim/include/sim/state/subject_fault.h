// A subject that fails while it steps: what it told of is a finding, not the end of the search.
#pragma once
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "port/check.h"
#include "port/time.h"

namespace sim {

// What shows that a program is not the same twice.
struct Unsteadiness {
  std::vector<std::pair<std::string, std::string>> told;  // Lines of a story: a name and a text.
  std::string again;                                      // One command that shows it once more.
};

enum class FaultKind : std::uint8_t {
  Failed,       // It failed while it stepped, ended, or said that it cannot go on.
  Unanswered,   // It took too long, or said what is no answer.
  LineUnasked,  // It said a line that nobody asked for.
  EndlessActs,
};

// Thrown out of the step of a subject, through the world that it is in, which is of no use then.
struct SubjectFault {
  std::string says;                                        // "a.cc:12: CHECK(n < 4) failed in push"
  std::shared_ptr<const Unsteadiness> unsteady = nullptr;  // Of no other fault.
  // It is no fault: the subject says of itself that this cannot happen to it. The run ends there
  // and is not judged any further.
  bool left_out = false;
  FaultKind kind = FaultKind::Failed;
};

// What had to come in place of such a fault.
inline std::string_view wanted(const SubjectFault& fault) {
  if (fault.unsteady != nullptr) return "the same each time";
  switch (fault.kind) {
    case FaultKind::Failed: break;
    case FaultKind::Unanswered: return "an answer of the protocol, in time";
    case FaultKind::LineUnasked: return "one line for each message, and none unasked";
    case FaultKind::EndlessActs: return "an end of its acts in this instant";
  }
  return "a subject that goes on";
}

// Thrown likewise where somebody asked to stop before a subject had answered. It is nobody's fault,
// so it is no finding, and whatever was under way has no result.
struct StoppedWaiting {};

// Thrown likewise where a bound of ours was reached: what a subject told of its states takes more
// memory than it may, or a run of it is longer than it is told again. It is no finding either; what
// was under way is not judged to its end.
struct OutOfRoom {
  std::string why;  // "what the program told of its states takes more than 512 MB: ..."
};

// A subject that goes on acting while no time passes lets nothing else happen. Of our own engine
// the most is 782 events in one instant, in a directed check that calls a method 130 times.
// Of one that has done so before, a tenth shows it.
inline constexpr std::uint32_t acts_max = 2'000, acts_max_hurried = acts_max / 10;
inline SubjectFault no_end_of_acts(const std::string& last, std::uint32_t most = acts_max) {
  return {.says = fmt::format("no end of acts in one instant: it was told of {} events while no "
                              "time passed, and acted so that there was always one more, the last "
                              "of them {}",
                              most, last),
          .kind = FaultKind::EndlessActs};
}

// Counts the events that a subject is told of at one instant, where nothing else bounds them.
class ActsOfInstant {
 public:
  explicit ActsOfInstant(std::uint32_t most = acts_max) : most_(most) {}

  // Throws a SubjectFault; `show()` is the event as a text.
  void count(port::Instant at, const auto& show) {
    acts_ = at == at_ ? acts_ + 1 : 1;
    at_ = at;
    if (acts_ > most_) throw no_end_of_acts(show(), most_);
  }

 private:
  std::uint32_t most_;
  std::uint32_t acts_ = 0;
  port::Instant at_{};
};

// Takes a step of a subject. Throws SubjectFault for what it throws and for a CHECK of its own.
// That there is no memory is the machine's fault, or ours.
void step_subject(auto&& step) {
  try {
    const port::CheckCatcher catcher;
    step();
  } catch (const port::CheckFailed& failed) {
    throw SubjectFault{show(failed)};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw SubjectFault{error.what()};
  }
}

}  // namespace sim
