// What a decoder that is a program should answer to bytes, and what is wrong with what it did.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/filter_program.h"
#include "fuzz/profile.h"

namespace tools {

struct LineFault {
  std::string kind;   // crash, hang, flood, wrong_accept, wrong_reject, lost_resynchronisation,
                      // missing_answer, extra_answer, bad_answer.
  std::string about;  // The word of what is wrong with the line; "message" if nothing.
  std::string says;
  std::uint64_t at = 0;     // Position of the line in the stream.
  std::string answer = {};  // What the program wrote to it; empty: nothing, or to no one line.
};

// A line that is not blank, and what became of it.
struct AskedLine {
  enum class Answer : std::uint8_t { None, Accepted, Refused };
  std::uint64_t at = 0;
  fuzz::Verdict verdict = fuzz::Verdict::Accept;
  std::string_view word;  // As in fuzz::Expected.
  Answer answer = Answer::None;
};

struct JudgedRun {
  // All that is wrong; after a crash, a hang, a flood or another number of answers, one thing.
  std::vector<LineFault> faults;
  // All of the input. After another number of answers none is told for any of them.
  std::vector<AskedLine> lines;
};
JudgedRun judge_run(const std::string& bytes, const FilterRun& run, fuzz::Profile profile);

}  // namespace tools
