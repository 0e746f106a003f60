// Writing to files and streams so that every line is whole, whatever happens meanwhile.
//
// Nobody who reads a pipe, a terminal or a FIFO of ours holds up the wish to stop (signals.h).
#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace tools {

// A file or stream that is written at once, without a buffer of ours.
class Output {
 public:
  // Takes over the descriptor unless it is one of the standard streams.
  Output(int descriptor, std::string name);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // After a failure nothing more is written. A reader that went away is no failure: it has
  // read all that it wanted; nor is one that takes nothing any more once a signal was caught.
  void write(std::string_view text);
  // Waits until what was written is on the disk, if it is a file.
  void sync();
  bool failed() const { return failed_; }

 private:
  void fail();
  bool is_taken();

  int descriptor_;
  std::string name_;
  bool may_block_;                                         // It is no plain file.
  std::chrono::steady_clock::time_point patient_until_{};  // Once a signal was caught.
  bool failed_ = false;
  bool closed_ = false;
};

// What errno says of a file that could not be written, as a sentence.
std::string cannot_write(const std::string& path);
// Throws that: a std::runtime_error if the disk is full, which ends as any file that could not
// be written whole; else a UsageError.
[[noreturn]] void refuse_output(const std::string& path);

// As open(2), for writing, with 0666; but what is a FIFO is waited for until somebody reads it, and
// then a signal that is caught throws Interrupted.
int open_to_write(const std::string& path, int flags);
// Whether one of those that were opened, or stdout, could not be written whole; stderr has said so.
bool an_output_failed();

// Creates or empties the file; "-" is stdout. Refuses as refuse_output() does.
std::shared_ptr<Output> open_output(const std::string& path);

const std::shared_ptr<Output>& standard_output();
const std::shared_ptr<Output>& standard_error();
// Lines in which nothing that a file, a name or a program says can do harm: control characters,
// marks that turn the direction and what is no UTF-8 as "\x1b", words that GitHub Actions obeys as
// "\x3a:error", and of a line that is longer than shown_bytes_max its beginning and its end.
std::string shown(std::string_view lines);
inline constexpr std::size_t shown_bytes_max = 2'000;

// A JSON text in which such characters are written as JSON has them: "\u009b".
std::string escaped_json(std::string_view json);

void print_out(std::string_view text);
// As shown() has it: errors and notes tell of what others wrote.
void print_error(std::string_view text);

// Files that are there whole or not at all: how every file is written but a gate's results,
// which are a stream (gate/journal.h).

// Writes beside `path` and renames, so that whoever reads it meanwhile, or after this program was
// killed, finds the old file or the new one. "-" is stdout; what is no plain file, such as a pipe
// or a link, is written as it is. False if not all could be written: stderr says which file and
// why, a plain file is as it was, and the command ends with exit_code::harness.
[[nodiscard]] bool write_whole_file(const std::string& path, std::string_view text);

// The bytes of a plain file of at most 16 MiB; empty if it is none, or cannot be read.
std::string text_of_file(const std::string& path);

}  // namespace tools
