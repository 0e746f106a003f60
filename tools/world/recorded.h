// What has become of the failure in a capsule, on this build or another.
//
// The same build must agree with every recorded choice and digest. Another one follows the names of
// the choices, says where it differs, and where they do not fit any more still looks for the
// failure: by what is left of them, and by a search.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/follow.h"
#include "conformance/run/rerun.h"
#include "sim/search/parallel.h"
#include "world/capsule.h"

namespace tools {

// The first field that is not as it was recorded.
struct FieldDifference {
  std::size_t step = 0;    // After so many choices; 0 is the initial state.
  sim::FieldChange field;  // As recorded, and as it is.
};

struct Recorded {
  enum class Failure { There, Gone, Unknown };
  Failure failure = Failure::Unknown;
  std::string says;  // What has become of it, in a sentence.
  bool same_build = false;
  // Of the same build only: after so many choices the run is another, which is our bug,
  std::optional<std::size_t> disagrees_after;
  // unless the capsule was edited: then where, as a JSON pointer, it first says another thing.
  std::string edited_at;

  std::vector<std::size_t> moved;             // Choices that have another number here,
  std::optional<conformance::Misfit> misfit;  // and the first that is not offered.
  std::optional<FieldDifference> difference;  // Before that.
  std::vector<std::string> fields_new, fields_lost;
  std::string searched;  // If there was a search: what of.

  conformance::Rerun run;  // That shows the failure, or else follows the recorded one.
};

struct RecordedRequest {
  const Capsule& capsule;
  conformance::Candidate subject;        // Another than the capsule's is another build.
  std::uint64_t states_max = 1'000'000;  // Of the search.
  std::function<bool()> keep_going = {};
  std::function<void(const sim::SearchProgress&)> progress = {};
};
Recorded look_at(const RecordedRequest& request, const sim::Parallel& parallel);

}  // namespace tools
