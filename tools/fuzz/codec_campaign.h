// Many inputs for the codec, one after the other, in a process of their own that may crash; and
// what is left of an input that found something.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fuzz/case.h"
#include "fuzz/judge.h"

namespace tools {

struct CodecCampaign {
  std::string subject = "engine";  // A name that make_subject knows.
  std::uint64_t seed = 1;
  std::uint64_t runs_max = 0;  // 0: no limit.
  double seconds = 30;         // 0: no limit.
  double hang_seconds = 5;     // One input may take so long.
  double shrink_seconds = 20;  // And making it small.
};

struct CodecProgress {
  std::uint64_t runs = 0, bytes = 0;
  double seconds = 0;
};

struct CodecReport {
  std::uint64_t edges = 0;                // Judged before the inputs.
  std::uint64_t runs = 0, bytes = 0;      // Bytes are those of the inputs, each counted once.
  double seconds = 0, edges_seconds = 0;  // Those of edges are a part of all.
  double inputs_seconds() const { return seconds - edges_seconds; }
  std::uint64_t memory_early = 0,
                memory_late = 0;  // Peak bytes after 50,000 inputs, and at the end.
  std::optional<fuzz::Finding> finding;
  std::uint64_t edge = 0;         // The edge that found it, counted from 1; 0: none of them did.
  std::uint64_t index = 0;        // Of the input that found it.
  std::uint64_t found_bytes = 0;  // Its size before it was made small.
  double shrink_seconds = 0;
  fuzz::Case smallest;
  bool interrupted = false;
};

// `watch` is called now and then. A signal ends it with what was found by then.
CodecReport fuzz_codec(const CodecCampaign& campaign,
                       const std::function<void(const CodecProgress&)>& watch);

// One input, judged in a process of its own. `subject` is a name that make_subject knows. Throws
// Interrupted.
std::optional<fuzz::Finding> judge_guarded(const fuzz::Case& input, const std::string& subject,
                                           double hang_seconds);

}  // namespace tools
