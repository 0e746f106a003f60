// One process of a program that is a subject: a line there, a line back.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"
#include "sim/state/subject_fault.h"

namespace tools::subject {

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
