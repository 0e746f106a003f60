// Commands that are another for each area: `--area` says which.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command/options.h"
#include "command/terminal.h"

namespace tools {

// Adds the option to one of them, for its help; it was looked at before.
void add_area_option(CommandLine& line, std::string_view command);

// An area for each help that the command has beside its first.
std::vector<std::string> areas_with_other_help(std::string_view command);

int check_conversations(Arguments arguments);
int check_traces(Arguments arguments);
int serve_app_server(Arguments arguments);
int serve_ide(Arguments arguments);

// A file or stdin, read in pieces, for `orrery check`.

class CheckInput {
 public:
  // "-" is stdin. What cannot be opened shows as an error. How much of a file was read, it shows
  // on `progress`, if that is given and lives as long.
  explicit CheckInput(const std::string& path, ProgressLine* progress = nullptr);
  ~CheckInput();
  CheckInput(const CheckInput&) = delete;
  CheckInput& operator=(const CheckInput&) = delete;

  // The next bytes, valid until the next call. Empty at the end, and after an error. Throws
  // Interrupted. Says on stderr that it waits, if nobody has written to a named pipe yet.
  std::string_view read();
  // What is wrong with it and what to do about it; empty if nothing is.
  const std::string& error() const { return source_.error; }

  // The first line that is not blank, as far as a MiB goes. A pipe can be read only once: the next
  // input of its name begins before that line.
  static std::string first_line_of(const std::string& path);

 private:
  struct Source {
    std::string name, error;
    std::string ahead;  // Was read already, and is read again.
    int descriptor = -1;
    bool begun = false;
  };
  static std::map<std::string, Source>& begun_pipes();

  Source source_;
  std::string bytes_;
  ProgressLine* progress_;
  std::uint64_t read_ = 0, whole_ = 0;  // Bytes; what is no file has no end to be near to.
};

}  // namespace tools
