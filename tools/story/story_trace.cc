#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "results/words.h"
#include "story/story_files.h"

namespace tools {
namespace {

using conformance::CellKind;
using conformance::Story;
using nlohmann::ordered_json;

constexpr std::int64_t in_a_millisecond = 1'000;  // Microseconds.
constexpr int process = 1;
constexpr std::size_t tracks_max = 100;  // Of one lane.

std::size_t thread_of(std::size_t lane, std::size_t track) {
  return (lane + 1) * tracks_max + track;
}

// Where each cell stands in microseconds.
class TraceClock {
 public:
  explicit TraceClock(const Story& story) {
    std::int64_t order = 0;
    std::int64_t now_ms = 0;
    for (const auto& step : story.steps) {
      if (step.at_ms != now_ms) order = 0;
      now_ms = step.at_ms;
      auto& cells = at_.emplace_back();
      for (std::size_t i = 0; i < step.cells.size() + 1; ++i)
        cells.push_back(now_ms * in_a_millisecond +
                        std::min(order + static_cast<std::int64_t>(i), in_a_millisecond - 1));
      order += static_cast<std::int64_t>(step.cells.size());
    }
  }

  std::int64_t begin(std::size_t step) const { return at_[step].front(); }
  std::int64_t end(std::size_t step) const { return at_[step].back(); }
  std::int64_t cell(std::size_t step, std::size_t index) const { return at_[step][index]; }

 private:
  std::vector<std::vector<std::int64_t>> at_;
};

struct Slice {
  const conformance::StorySpan* span;
  std::int64_t begin, end;
  std::size_t track = 0;
};

bool nest(const Slice& a, const Slice& b) {
  const bool apart = a.end <= b.begin || b.end <= a.begin;
  const bool a_in_b = b.begin <= a.begin && a.end <= b.end;
  const bool b_in_a = a.begin <= b.begin && b.end <= a.end;
  return apart || a_in_b || b_in_a;
}

class Trace {
 public:
  explicit Trace(const Story& story) : story_(story), clock_(story) {
    if (story.steps.empty()) return;
    for (const auto& span : story.spans) add_slice(span);
  }

  ordered_json events() {
    names();
    for (std::size_t step = 0; step < story_.steps.size(); ++step) cells(step);
    for (std::size_t i = 0; i < slices_.size(); ++i) slice(slices_[i], i + 1);
    marks();
    return std::move(events_);
  }

 private:
  // The command that asked for the span, which comes last of those of its step.
  std::optional<std::int64_t> asked_at(const conformance::StorySpan& span) const {
    if (!span.asked_by) return std::nullopt;
    const auto& cells = story_.steps[span.begin].cells;
    for (std::size_t i = cells.size(); i-- > 0;)
      if (cells[i].lane == *span.asked_by && cells[i].kind == CellKind::Command)
        return clock_.cell(span.begin, i);
    return std::nullopt;
  }

  std::int64_t end_of(const conformance::StorySpan& span) const {
    const auto last = story_.steps.size() - 1;
    if (!span.end) return clock_.end(last);
    // What comes next in the lane begins where this ends.
    const bool followed = std::ranges::any_of(story_.spans, [&](const auto& other) {
      return other.lane == span.lane && other.begin == *span.end && other.begin != span.begin;
    });
    return followed ? clock_.begin(*span.end) : clock_.end(*span.end);
  }

  void add_slice(const conformance::StorySpan& span) {
    const auto asked = asked_at(span);
    Slice slice{.span = &span, .begin = asked ? *asked + 1 : clock_.begin(span.begin), .end = 0};
    slice.end = std::max(end_of(span), slice.begin + 1);
    const auto fits = [&] {
      return std::ranges::all_of(slices_, [&](const Slice& other) {
        return other.span->lane != span.lane || other.track != slice.track || nest(other, slice);
      });
    };
    while (!fits()) ++slice.track;
    slices_.push_back(slice);
  }

  ordered_json event(std::string_view phase, std::string_view name, std::size_t thread,
                     std::int64_t at) const {
    return {{"name", name}, {"ph", phase}, {"pid", process}, {"tid", thread}, {"ts", at}};
  }

  void metadata(std::string_view what, std::size_t thread, std::string_view key,
                const ordered_json& value) {
    events_.push_back(
        {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{key, value}}}});
  }

  void names() {
    metadata("process_name", 0, "name",
             story_.rule.empty() ? std::string("orrery") : "orrery " + story_.rule);
    metadata("process_labels", 0, "labels", story_.subject);
    for (std::size_t lane = 0; lane < story_.lanes.size(); ++lane) {
      std::size_t tracks = 1;
      for (const auto& slice : slices_)
        if (slice.span->lane == lane) tracks = std::max(tracks, slice.track + 1);
      for (std::size_t track = 0; track < tracks; ++track) {
        const auto thread = thread_of(lane, track);
        metadata(
            "thread_name", thread, "name",
            track == 0 ? story_.lanes[lane] : fmt::format("{} {}", story_.lanes[lane], track + 1));
        metadata("thread_sort_index", thread, "sort_index", thread);
      }
    }
  }

  void cells(std::size_t index) {
    const auto& step = story_.steps[index];
    for (std::size_t i = 0; i < step.cells.size(); ++i) {
      const auto& cell = step.cells[i];
      const bool command = cell.kind == CellKind::Command;
      const bool missing = cell.kind == CellKind::Missing;
      auto out = event(command ? "X" : "i", missing ? "missing: " + cell.text : cell.text,
                       thread_of(cell.lane, 0), clock_.cell(index, i));
      out["cat"] = command                         ? "command"
                   : missing                       ? "missing"
                   : cell.kind == CellKind::Choice ? "choice"
                                                   : "fact";
      if (command) {
        out["dur"] = 1;
      } else {
        out["s"] = "t";
      }
      out["args"] = {{"step", index + 1},
                     {"choice", fmt::format("{} of {}", step.choice, step.choices)}};
      events_.push_back(std::move(out));
    }
    differences(index);
  }

  void differences(std::size_t index) {
    for (const auto& difference : story_.steps[index].differences) {
      if (!difference.begins) continue;
      auto out = event("i", conformance::show(difference), thread_of(0, 0), clock_.end(index));
      out["cat"] = "difference";
      out["s"] = "p";
      events_.push_back(std::move(out));
    }
  }

  void slice(const Slice& slice, std::size_t id) {
    const auto& span = *slice.span;
    const auto thread = thread_of(span.lane, slice.track);
    auto out = event("X", span.name, thread, slice.begin);
    out["cat"] = "span";
    out["dur"] = slice.end - slice.begin;
    if (!span.end) out["args"] = {{"end", "not before the end of the run"}};
    events_.push_back(std::move(out));
    const auto asked = asked_at(span);
    if (!asked) return;
    auto from = event("s", "asks for", thread_of(*span.asked_by, 0), *asked);
    from["cat"] = "asks";
    from["id"] = id;
    auto to = event("f", "asks for", thread, slice.begin);
    to["cat"] = "asks";
    to["id"] = id;
    to["bp"] = "e";
    events_.push_back(std::move(from));
    events_.push_back(std::move(to));
  }

  void mark(std::string_view text, std::int64_t at) {
    auto out = event("i", text, thread_of(0, 0), at);
    out["cat"] = "mark";
    out["s"] = "g";
    events_.push_back(std::move(out));
  }

  void marks() {
    if (story_.steps.empty()) return;
    const auto count = story_.steps.size();
    for (const auto& at : story_.marks)
      mark(at.text, at.before < count ? clock_.begin(at.before) : clock_.end(count - 1));
    for (std::size_t i = 0; i < count; ++i)
      if (story_.steps[i].deciding)
        mark(fmt::format("{} is broken", story_.rule.empty() ? "a rule" : story_.rule),
             clock_.begin(i));
  }

  const Story& story_;
  TraceClock clock_;
  std::vector<Slice> slices_;
  ordered_json events_ = ordered_json::array();
};

}  // namespace

std::string story_trace(const Story& story) {
  std::string out = "[\n";
  const auto events = Trace(story).events();
  for (std::size_t i = 0; i < events.size(); ++i)
    out += dump(events[i]) + (i + 1 < events.size() ? ",\n" : "\n");
  return out + "]\n";
}

namespace {

constexpr auto options = {"html", "trace"};

}  // namespace

void add_story_options(CommandLine& line) {
  line.output("html", "Where to write the run as a page for a browser.");
  line.output("trace", "Where to write it as a trace for Perfetto or chrome://tracing.");
}

bool wants_story(const CommandLine& line) {
  bool wanted = false;
  for (const auto* option : options) {
    wanted = line.output_file(option).has_value() || wanted;
  }
  return wanted;
}

bool write_story_files(const CommandLine& line, const conformance::Story& story,
                       const StoryTurns& turns) {
  bool whole = true;
  if (const auto path = line.text("html"))
    whole = write_whole_file(*path, story_page(story, {}, turns));
  if (const auto path = line.text("trace"))
    whole = write_whole_file(*path, story_trace(story)) && whole;
  return whole;
}

}  // namespace tools
