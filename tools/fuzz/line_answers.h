// What a decoder that is a program should answer to bytes, and what is wrong with what it did.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/contract.h"
#include "fuzz/filter_program.h"
#include "fuzz/profile.h"

namespace tools {

struct LineFault {
  std::string kind;   // As in docs/CODEC.md.
  std::string about;  // The word of what is wrong with the line; "message" if nothing.
  std::string says;
  std::uint64_t at = 0;     // Position of the line in the stream.
  std::string answer = {};  // What the program wrote to it; empty: nothing, or to no one line.
  std::string byte = {};    // With which what is refused begins, of a bad line that is taken.
};

// Of the wrapper around a decoder, and not of what it wraps: what is printed is no answer, is an
// answer elsewhere or out of order, or could not be printed.
bool is_of_the_wrapper(const LineFault& fault);

// A line that was asked, and what became of it.
struct AskedLine {
  enum class Answer : std::uint8_t { None, Accepted, Refused };
  std::uint64_t at = 0;
  fuzz::Verdict verdict = fuzz::Verdict::Accept;
  std::string_view word;  // As in fuzz::Expected.
  Answer answer = Answer::None;
};

struct JudgedRun {
  std::vector<LineFault> faults;
  std::vector<AskedLine> lines;
  // The first line that the program can have said nothing of, since it was over by then.
  std::optional<std::uint64_t> over_at = {};
  bool hangs = false;
  std::string errors = {};  // What it wrote to its stderr.
};
JudgedRun judge_run(const std::string& bytes, const FilterRun& run, fuzz::Profile profile,
                    const Contract& contract);

// A for each accept, R for each reject, ? for what is no answer.
std::string letters_of(std::string_view output);

}  // namespace tools
