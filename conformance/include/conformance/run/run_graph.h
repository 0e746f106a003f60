// All that one plan can do as a graph, small enough for a reader to walk.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/plan.h"
#include "sim/search/model.h"

namespace conformance {

// States are numbered as a search meets them, breadth first; the first one is 0.
struct RunGraph {
  // What can become of a run from here on. What fails breaks a rule, ends as nobody expects, stands
  // still or goes on for ever.
  enum class Fate : std::uint8_t { NoneFails, SomeFail, EveryFails };
  struct Way {
    std::uint32_t to = 0;
    std::uint32_t label = 0;  // Into `labels`.
    std::int32_t after_ms = 0;
  };
  // How a run may end.
  struct Ending {
    bool good = false;
    std::string rule = {};  // The broken one, if there is one.
    std::string says = {};  // "ends", "breaks MOD-05"
  };
  struct State {
    std::vector<Way> ways = {};  // By the index of the choice; none if the run ends here.
    Fate fate = Fate::NoneFails;
    std::uint32_t ending = 0;  // The number of its ending, from 1; 0: the run goes on.
  };

  std::vector<State> states = {};
  std::vector<sim::Label> labels = {};
  std::vector<Ending> endings = {};
};

// Nothing if there are more states than `states_max`. `subject` must be known: is_subject().
std::optional<RunGraph> run_graph(const PlanRef& plan, const Candidate& subject,
                                  const AnyExpectation& expect, std::size_t states_max);

}  // namespace conformance
