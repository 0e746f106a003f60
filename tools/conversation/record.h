// Keeps conversations in files, one for each process: in the file that is named if there
// is none of that name yet, else in NAME.2.jsonl, NAME.3.jsonl and so on. No process overwrites
// what another has recorded. What is no plain file, such as a pipe, takes all of them.
//
// A record is raw, secrets included, and whoever makes one is told so; others on the machine cannot
// read it.
#pragma once
#include <memory>
#include <string>

#include "command/output.h"
#include "conversation/tape.h"

namespace tools {

class Record {
 public:
  // `teller`: who says on stderr that a part has another name. Refuses as open_output() does.
  Record(std::string name, std::string teller);

  void write(const Tape::RecordedLine& line);
  // What follows is of another process. Without a line it gets no file.
  void begin_part();
  bool failed() const { return failed_ || (file_ && file_->failed()); }

 private:
  void open();

  std::string name_, teller_;
  std::shared_ptr<Output> file_;
  bool failed_ = false, told_ = false;
};

// Of the part with this number: NAME, NAME.2, NAME.3, before what follows the last dot.
std::string name_of_part(const std::string& name, int part);

}  // namespace tools
