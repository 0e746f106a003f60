// A subject that fails while it steps: what it told of is a finding, not the end of the search.
#pragma once
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "port/check.h"

namespace sim {

// What shows that a program is not the same twice.
struct Unsteadiness {
  std::vector<std::pair<std::string, std::string>> told;  // Lines of a story: a name and a text.
  std::string again;                                      // One command that shows it once more.
};

// Thrown out of the step of a subject, through the world that it is in, which is of no use then.
struct SubjectFault {
  std::string says;                                        // "a.cc:12: CHECK(n < 4) failed in push"
  std::shared_ptr<const Unsteadiness> unsteady = nullptr;  // Of no other fault.
};

// Thrown likewise where somebody asked to stop before a subject had answered. It is nobody's fault,
// so it is no finding, and whatever was under way has no result.
struct StoppedWaiting {};

// Takes a step of a subject. Throws SubjectFault for what it throws and for a CHECK of its own.
// That there is no memory is the machine's fault, or ours.
template <class Step>
void step_subject(Step&& step) {
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
