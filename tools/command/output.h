// Writing to files and streams so that every line is whole, whatever happens meanwhile.
#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace tools {

// A file or stream that is written at once, without a buffer of ours.
class Output {
 public:
  // Takes over the descriptor unless it is one of the standard streams.
  Output(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // After a failure nothing more is written. A reader that went away is no failure: it has
  // read all that it wanted.
  void write(std::string_view text);
  // Waits until what was written is on the disk, if it is a file.
  void sync();
  bool failed() const { return failed_; }

 private:
  void fail();

  int descriptor_;
  std::string name_;
  bool failed_ = false;
  bool closed_ = false;
};

// Creates or empties the file; "-" is stdout. Throws UsageError if it cannot be written.
std::shared_ptr<Output> open_output(const std::string& path);

// The whole of what is to be in it. Throws a std::runtime_error if it could not all be
// written: the harness has failed.
void write_output(const std::string& path, std::string_view text);

const std::shared_ptr<Output>& standard_output();
const std::shared_ptr<Output>& standard_error();
void print_out(std::string_view text);
void print_error(std::string_view text);

}  // namespace tools
