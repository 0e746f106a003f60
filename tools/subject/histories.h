// Two histories of a program that is a subject, after which it ought to have answered alike: what
// is told to one process, and what to another.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/state/subject_fault.h"
#include "subject/messages.h"

namespace tools::subject {

// What a program is told of one run. Texts of JSON: `{"area":"ack",...}`, and
// `{"after_ms":0,"called":{...}}` for each event.
struct ToldRun {
  std::string begin;
  std::vector<std::string> events;
  bool operator==(const ToldRun&) const = default;
};

// The last run of each is what is compared: step by step if both are the same run; else its last
// answer, where the states that were told before it are equal.
struct Histories {
  std::vector<ToldRun> first, second;
  std::uint64_t times = 1;      // How often the second is told, at most, in one process.
  std::uint64_t processes = 1;  // Of each, at most: what a process begins with may decide.
  bool at_once = false;         // The last run of the second is told in one message.
};
nlohmann::ordered_json to_json(const Histories& histories);
// Of the text of such a document. Throws a UsageError.
Histories read_histories(std::string_view text, const std::string& file);

struct DifferentAnswers {
  std::string event;          // Behind which they differ.
  std::string first, second;  // What was answered, or how the program failed.
  std::string failure = {};   // How it failed, if that is one of them.
  bool line_unasked = false;  // One of them is that it said a line that nobody asked for.
  std::uint64_t times = 1;    // How often the second had been told then.
};

// Of how a program failed that did not do so again.
std::string only_once(const std::string& says);

class Teller {
 public:
  Teller(std::vector<std::string> words, std::chrono::milliseconds patience)
      : words_(std::move(words)), patience_(patience) {}

  // Tells both to new processes. Nothing if they were answered alike.
  std::optional<DifferentAnswers> differ(const Histories& histories) const;

  // Why a program answers an event behind a run in two ways: tries what may be the cause, and says
  // it with the histories that show it. `told` is all that each process was told, `before` are runs
  // of it that are likely to have a part in it; `other` is another run that ended in the same
  // state, if there is one.
  struct Suspicion {
    ToldRun run;  // With the event.
    std::optional<ToldRun> other = {};
    std::vector<ToldRun> before = {};
    std::vector<std::vector<ToldRun>> told = {};
    std::string failed =
        {};  // How it failed in one of the two ways; empty: it answered both times.
  };
  sim::SubjectFault explain(const Suspicion& suspicion) const;

 private:
  std::optional<sim::SubjectFault> leak_of(const Suspicion& suspicion) const;
  std::optional<sim::SubjectFault> leak_behind(const ToldRun& run,
                                               std::vector<ToldRun> before) const;
  std::optional<sim::SubjectFault> repeated_leak_of(const Suspicion& suspicion) const;
  sim::SubjectFault fault(std::string says, const Histories& histories,
                          const DifferentAnswers& found) const;

  std::vector<std::string> words_;
  std::chrono::milliseconds patience_;
};

}  // namespace tools::subject
