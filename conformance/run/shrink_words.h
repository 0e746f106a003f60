// What shrinking knows of the words of each area's scenarios.
#pragma once
#include <string_view>

#include "sim/files/shrink.h"

namespace conformance {

inline sim::ShrinkWords modality_words() {
  return {.kept = {"$schema", "format", "story", "rules", "mutant", "expect"},
          .simpler = {{"closable", "slow", "passing", "refusing", "reopening", "questioning",
                       "question", "unresponsive"},
                      {"progress", "endless_progress"},
                      {"open_closable", "open_slow", "open_passing", "open_refusing",
                       "open_reopening", "open_questioning", "open_unresponsive"},
                      {"progress_starts", "endless_progress_starts"},
                      {"indexing_starts", "endless_indexing_starts"},
                      {"dumb_ending", "dumb_endless"},
                      {"clean", "uncommitted", "unsaved", "stale"},
                      {"short", "real"}},
          .open_end = "never",
          .steps = {500, 100, 10}};
}

inline sim::ShrinkWords ack_words() {
  return {
      .kept = {"$schema", "area", "format", "story", "rules", "mutant", "revision", "expect"},
      .simpler = {{"responsive", "silent", "unchanged", "drops", "no_listener", "stalled", "slow",
                   "other_dialog", "refuses", "replies_twice", "replies_late", "replies_to_other"}},
      .open_end = "never",
      .steps = {500, 250, 100, 10}};
}

// A tool's table decides what is right, so it stays as it is.
inline sim::ShrinkWords joint_words() {
  auto out = modality_words();
  const auto tool = ack_words();
  out.kept.insert(out.kept.end(), {"area", "tool/revision"});
  out.simpler.insert(out.simpler.end(), tool.simpler.begin(), tool.simpler.end());
  out.steps = tool.steps;
  return out;
}

inline sim::ShrinkWords shrink_words_of(std::string_view area) {
  if (area == "ack") return ack_words();
  return area == "joint" ? joint_words() : modality_words();
}

}  // namespace conformance
