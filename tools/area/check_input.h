// A file or stdin, read in pieces, for `orrery check`.
#pragma once
#include <string>
#include <string_view>

namespace tools {

class CheckInput {
 public:
  // "-" is stdin. What cannot be opened shows as an error.
  explicit CheckInput(const std::string& path);
  ~CheckInput();
  CheckInput(const CheckInput&) = delete;
  CheckInput& operator=(const CheckInput&) = delete;

  // The next bytes, valid until the next call. Empty at the end, and after an error. Throws
  // Interrupted. Says on stderr that it waits, if nobody has written to a named pipe yet.
  std::string_view read();
  // What is wrong with it and what to do about it; empty if nothing is.
  const std::string& error() const { return error_; }

 private:
  std::string name_, bytes_, error_;
  int descriptor_ = -1;
  bool begun_ = false;
};

}  // namespace tools
