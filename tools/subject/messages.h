// What is said to a program that is a subject, and what stands in each of its answers:
// docs/SUBJECTS.md.
#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/area/worlds.h"
#include "process/process.h"
#include "sim/program/read.h"
#include "sim/state/subject_fault.h"

namespace tools::subject {

enum class Grade : std::uint8_t { Plain, Digest, SaveRestore };
inline constexpr std::array<std::string_view, 3> grade_words{"plain", "digest", "save_restore"};

// What it said first.
struct Hello {
  std::string name;
  Grade grade = Grade::Plain;
  std::vector<std::string> areas;
  std::vector<std::string> revisions = {};          // Whose tables it works by; none: all.
  std::vector<conformance::LackWord> without = {};  // What cannot happen to it.
  bool operator==(const Hello&) const = default;
};

// What stands in every answer beside what is said: read, and taken out of it.
struct Envelope {
  nlohmann::json said;
  std::string state;
  bool has_state = false;
};

// Not more than a reader wants to see.
std::string cut(std::string text);

// One of the events of a message; `event` is `"called":{...}`, or empty if time passes alone.
std::string message_of(std::int32_t after_ms, std::string_view event);
std::string greeting(std::uint64_t number);

// It says itself that it cannot go on, and takes what comes: the process is as good as before.
struct SaysItFailed : sim::BadAnswer {
  using sim::BadAnswer::BadAnswer;
};

// It answers another message: that is a line that nobody asked for.
struct AnswersAnother : sim::BadAnswer {
  using sim::BadAnswer::BadAnswer;
};

// What such an answer comes to; `says` it with the program's last words.
sim::SubjectFault fault_of(const std::exception& bad, std::string says);

// Of the message of this number. Both throw a sim::BadAnswer.
Envelope open_answer(const std::string& line, std::uint64_t number);
Hello read_hello(const nlohmann::json& said);

// One process of a program that is a subject: a line there, a line back.

// Of one answer.
inline constexpr std::size_t line_bytes_max = std::size_t{1} << 20;
// Of what it wrote to stderr, the last bytes.
inline constexpr std::size_t errors_kept = 2'000;

class Conversation {
 public:
  // Throws std::system_error if there is no process to have.
  explicit Conversation(const std::vector<std::string>& words)
      : process_(words, Process::Errors::Kept, program_memory_max) {}

  // What it answers, without the line's end. Throws sim::StoppedWaiting, and a sim::SubjectFault
  // for everything else that it does; it is of no use then.
  std::string ask(std::string_view line, std::chrono::milliseconds patience);
  // Behind a fault whose words are these, with what it wrote to stderr.
  std::string told(std::string says);
  bool hung() const { return hung_; }

 private:
  std::string so_far() const;
  void keep_errors();
  [[noreturn]] void fail(sim::FaultKind kind, std::string says);
  [[noreturn]] void fail_long();
  [[noreturn]] void fail_at_end();

  Process process_;
  std::string heard_, errors_;
  bool hung_ = false, answered_ = false;
};

}  // namespace tools::subject
