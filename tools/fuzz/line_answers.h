// What a decoder that is a program should answer to bytes, and what is wrong with what it did.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/filter_program.h"
#include "fuzz/profile.h"

namespace tools {

// What a decoder promises beside its profile: what a bad line costs, and which lines count.

enum class BadLines : std::uint8_t {
  Report,  // Each is answered with a reject.
  Skip,    // What is no JSON is passed over in silence; a reject of another bad line does no harm.
  Stop,    // The first one ends the stream, with a reject or without, whatever the exit code.
};
inline constexpr std::array<std::string_view, 3> bad_lines_words{"report", "skip", "stop"};
// Of a last line without its newline, and of blank ones.
inline constexpr std::array<std::string_view, 2> last_line_words{"counts", "dropped"};
inline constexpr std::array<std::string_view, 2> blank_lines_words{"silent", "reported"};

struct Contract {
  BadLines bad_lines = BadLines::Report;
  bool last_line_dropped = false;
  bool blank_lines_reported = false;  // As bad lines are.
  bool operator==(const Contract&) const = default;
};

// As options: "--bad-lines report --last-line counts --blank-lines silent".
std::string options_text(const Contract& contract);

// What is asked of a program, in sentences.
std::string asked_text(const Contract& contract);

// Streams that show by which contract a program goes, and what it says of the answers. `seen`: a
// letter for each answer, A for an accept and R for a reject. Nothing: by neither.
struct ContractProbe {
  std::string_view name, stream;
  std::optional<Contract> (*observed)(Contract asked, std::string_view seen);
};
extern const std::array<ContractProbe, 3> contract_probes;
// By any contract each of them is answered.
inline constexpr std::string_view good_lines =
    "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n";

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

// Which answer belongs to which line, where some are lacking or too many: as in a diff, so that as
// little as possible is wrong.

// What a program printed, as answers.
struct Answer {
  enum class Kind : std::uint8_t { None, Accept, Reject, Unprintable };
  Kind kind = Kind::None;
  bool valid = false;          // An accept: it holds JSON. Of a reject any reason will do.
  std::string_view text = {};  // Of the accepted message.
  std::string_view line = {};
};

// An answer for each line; they point into the output.
std::vector<Answer> answers_of(std::string_view output);

// Whether they are the same JSON but for numbers, all of which are close, and some not the same.
bool is_a_little_off(std::string_view json, std::string_view read);

// Equal for texts that are the same JSON; of what is none, the text.
std::string same_form(std::string_view json);

struct AlignmentRules {
  bool silent_on_bad = false;  // A bad or open line needs no answer.
  bool stops = false;   // A bad line is the last one, unless it is taken; an open one may be.
  bool broken = false;  // The program was over early: what is not answered is no fault.
};

struct AlignmentStep {
  std::optional<std::size_t> line, answer;  // One lacks if the other stands alone.
  std::size_t before = 0;                   // Lines that were passed.
  int cost = 0;                             // 0: nothing is wrong.
};

struct Alignment {
  std::vector<AlignmentStep> steps;
  std::size_t tail = 0;  // The first line from which on nothing is answered, nor has to be if it
                         // has stopped before it.
};

Alignment align(const std::vector<fuzz::Expected>& lines, const std::vector<Answer>& answers,
                const AlignmentRules& rules);

}  // namespace tools
