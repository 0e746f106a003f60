// The words of a story about tool calls: who did what, what lasted, and where what the caller
// was told is not so.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ack/story.h"
#include "port/overload.h"
#include "port/visit.h"
#include "spec/ack/judge.h"

namespace conformance::ack {
namespace {

using namespace port::ack;

namespace lane {
constexpr std::size_t client = 0, engine = 1, frontend = 2, background = 3;
}

std::size_t lane_of_actor(std::string_view actor) {
  if (actor == "engine") return lane::engine;
  if (actor == "frontend") return lane::frontend;
  return actor == "background" ? lane::background : lane::client;
}

std::size_t lane_of_seen(const Seen& seen) {
  if (seen.is_act()) return lane::engine;
  const auto* heard = seen.as<Heard>();
  if (heard == nullptr)
    return std::holds_alternative<PanesRead>(*seen.as<Fact>()) ? lane::client : lane::frontend;
  return port::visit(port::Overload{[](const Called&) { return lane::client; },
                                    [](const Captured&) { return lane::engine; },
                                    [](const Looked&) { return lane::engine; },
                                    [](const Cancelled&) { return lane::client; },
                                    [](const auto&) { return lane::frontend; }},
                     heard->what);
}

// What is read or told says more than that it is.
bool is_processed(const Seen& seen) {
  const auto* fact = seen.as<Fact>();
  return fact != nullptr && std::holds_alternative<Processed>(*fact);
}
bool replaces_label(const Seen& seen) { return !is_processed(seen); }

bool said_by_label(const Seen& seen, const RerunStep& step) {
  return step.label.actor == "frontend" && is_processed(seen);
}

// What a caller was told of a call, and what the frontend made of it.
struct Told {
  std::optional<Status> status;
  std::int64_t told_at = 0;
  std::optional<std::int64_t> processed_at;
};

// An error of the call itself says nothing about the frontend.
bool says_done(Status status) { return status == Status::Ok; }
bool says_not_done(Status status) { return status == Status::Missing; }

std::optional<StoryDifference> difference_of(std::uint16_t call, const Told& told) {
  if (!told.status) return std::nullopt;
  const bool lie = told.processed_at
                       ? says_not_done(*told.status) && *told.processed_at <= told.told_at
                       : says_done(*told.status);
  if (!lie) return std::nullopt;
  const auto says = says_done(*told.status) ? "OK" : "its signal is missing";
  return StoryDifference{
      .believed = {"caller", fmt::format("call {}: {}", call, says), told.told_at},
      .truth =
          told.processed_at
              ? StorySide{"frontend", fmt::format("call {} is processed", call), *told.processed_at}
              : StorySide{"frontend", fmt::format("call {} is not processed", call), 0}};
}

std::vector<std::vector<StoryDifference>> differences_of(const Rerun& run) {
  std::map<std::uint16_t, Told> calls;
  std::vector<std::vector<StoryDifference>> out;
  for (const auto& step : run.steps) {
    for (const auto& seen : step.seen) {
      if (const auto* command = seen.as<Command>()) {
        const auto* respond = std::get_if<Respond>(command);
        if (respond == nullptr) continue;
        calls[respond->call.value].status = respond->response.status;
        calls[respond->call.value].told_at = step.at_ms;
      } else if (is_processed(seen)) {
        calls[std::get<Processed>(*seen.as<Fact>()).call.value].processed_at = step.at_ms;
      }
    }
    out.emplace_back();
    for (const auto& [call, told] : calls)
      if (auto difference = difference_of(call, told)) out.back().push_back(std::move(*difference));
  }
  return out;
}

// Calls until they are answered, actions until they are processed, soft dialogs while they
// are open.
class Spans {
 public:
  void see(std::size_t step, const Seen& seen) {
    step_ = step;
    text_ = seen.text();
    const auto see_it = [this](const auto& what) { on(what); };
    if (const auto* command = seen.as<Command>()) port::visit(see_it, *command);
    if (const auto* heard = seen.as<Heard>()) port::visit(see_it, heard->what);
    if (const auto* fact = seen.as<Fact>()) port::visit(see_it, *fact);
  }
  std::vector<StorySpan> take() { return std::move(spans_); }

 private:
  using Key = std::pair<std::size_t, int>;  // Lane, and a number within it.

  void begin(Key key, std::string name, std::optional<std::size_t> asked_by) {
    end(key);
    open_[key] = spans_.size();
    spans_.push_back({key.first, std::move(name), step_, {}, asked_by});
  }
  void end(Key key) {
    const auto found = open_.find(key);
    if (found == open_.end()) return;
    spans_[found->second].end = step_;
    open_.erase(found);
  }
  static Key dialog_key(SubjectId dialog) { return {lane::frontend, 100 + dialog.value}; }

  void on(const Called& what) {
    begin({lane::client, what.call.value}, std::string(behind(2)), std::nullopt);
  }
  void on(const Dispatch& what) {
    begin({lane::frontend, what.call.value}, fmt::format("call {}", what.call.value), lane::engine);
  }
  void on(const Processed& what) { end({lane::frontend, what.call.value}); }
  void on(const Respond& what) { end({lane::client, what.call.value}); }
  void on(const Cancelled& what) { end({lane::client, what.call.value}); }
  void on(const TrackerTold& what) {
    if (what.open)
      begin(dialog_key(what.dialog), std::string(word(behind(1))), std::nullopt);
    else
      end(dialog_key(what.dialog));
  }
  void on(const auto&) {}

  // What is seen has the names of the run's own table in its text alone: "Called call=1 sort".
  std::string_view behind(std::size_t words) const {
    auto rest = text_;
    for (; words > 0; --words) rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
    return rest;
  }
  static std::string_view word(std::string_view text) { return text.substr(0, text.find(' ')); }

  std::size_t step_ = 0;
  std::string_view text_;  // Of what is seen.
  std::map<Key, std::size_t> open_;
  std::vector<StorySpan> spans_;
};

std::vector<StorySpan> spans_of(const Rerun& run) {
  Spans spans;
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    for (const auto& seen : run.steps[i].seen) spans.see(i, seen);
  return spans.take();
}

}  // namespace

const StoryWords& words_of_story() {
  static const StoryWords words{.lanes = {"client", "engine", "frontend", "background"},
                                .lane_of_actor = lane_of_actor,
                                .lane_of = lane_of_seen,
                                .replaces_label = replaces_label,
                                .said_by_label = said_by_label,
                                .differences_of = differences_of,
                                .spans_of = spans_of};
  return words;
}

}  // namespace conformance::ack
