// All that a decoder is asked, and what was found.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "command/terminal.h"
#include "fuzz/case.h"
#include "fuzz/line_answers.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {

// What a decoder was asked how often: by what is said of a line, by the kind of vector, by
// mutation.
class LinesCoverage {
 public:
  explicit LinesCoverage(fuzz::Profile profile) : profile_(profile) {}

  // A run of the program. `vectors`: the kind of vectors that its input is made of; or none.
  void add(const fuzz::Case& input, const std::vector<AskedLine>& lines, std::string_view vectors);

  // What the profile says of lines and no line so far was about; words of refusals.
  std::vector<std::string_view> never_tried() const;

  std::string one_line() const;
  std::string table() const;  // With one_line() at its end.
  nlohmann::ordered_json json() const;

 private:
  struct Count {
    std::uint64_t tried = 0, accepted = 0, refused = 0;  // The rest was not answered.
    void add(AskedLine::Answer answer);
  };
  using Counts = std::map<std::string_view, Count>;
  static const Count& in(const Counts& counts, std::string_view name);

  fuzz::Profile profile_;
  Counts words_;  // "message": nothing is said of it.
  Counts kinds_, mutations_;
};

// What is told of the faults of a decoder.
struct Found {
  KnownFault why;
  double after_seconds = 0;
  std::vector<std::string> vectors = {};  // That found it, if any did.
};

std::string found_text(const Found& found, const std::vector<std::string>& words);
nlohmann::ordered_json found_json(const Found& found, const std::vector<std::string>& words);

// The line of a stderr that says what went wrong, as far as one can tell.
std::string telling_line(const std::string& errors);

class LinesCampaign {
 public:
  // `seconds`: 0: no limit. `tell`: hears of each finding as it is made.
  struct Plan {
    std::uint64_t seed = 1, runs_max = 0;
    double seconds = 30;
    std::function<void(const Found&)> tell = {};
  };
  LinesCampaign(DecoderProgram program, Plan plan);

  // What a signal cuts short is told as far as it came.
  void run();

  const DecoderProgram& program() const { return program_; }
  const std::vector<Found>& found() const { return found_; }
  const LinesCoverage& coverage() const { return coverage_; }
  const std::map<std::string_view, std::vector<std::string_view>>& wrong_vectors() const {
    return wrong_vectors_;
  }
  std::size_t not_asked() const { return not_asked_; }
  std::uint64_t runs() const { return runs_; }
  Promptness promptness() const { return promptness_; }
  bool growth_asked() const { return growth_asked_; }
  std::uint64_t lines() const { return lines_; }
  double seconds() const { return seconds_; }
  double last_small_seconds() const { return last_small_seconds_; }
  // The first alike_max streams were answered by nothing but one and the same fault, and no more
  // were asked.
  static constexpr std::uint64_t alike_max = 20;
  bool fails_alike() const { return alike_ == alike_max; }
  // The last run was not over when the time was, though it was much slower than any before.
  bool cut_short() const { return cut_short_; }

 private:
  struct Asked {
    fuzz::Case input;
    std::span<const fuzz::Vector> vectors;  // That its pieces are, if they are.
    std::string edge;                       // What it is, if it is one.
    std::optional<FilterRun> run = {};      // Of it, if it was made before.
  };

  bool has_time() const;
  bool goes_on() const;
  std::optional<FilterRun> run_in_time(const fuzz::Case& input);
  std::optional<JudgedRun> try_in_time(const fuzz::Case& input) const;
  void ask_contract();
  void ask_in_time();
  void ask_edges(const std::vector<StreamEdge>& edges);
  void ask_vectors();
  void ask_growth();
  void ask_batches();
  void ask(Asked asked);
  std::optional<JudgedRun> run_once(Asked& asked);
  bool is_as_the_first(const JudgedRun& judged) const;
  void add(Asked asked, LineFault fault);
  void add_found(Found found);
  std::optional<fuzz::Case> without_known(const fuzz::Case& input) const;

  DecoderProgram program_;
  Plan plan_;
  std::vector<Found> found_;
  std::map<std::string, std::size_t> tries_;  // Of a family, at making it small.
  LinesCoverage coverage_;
  std::map<std::string_view, std::vector<std::string_view>> wrong_vectors_;  // By kind.
  std::uint64_t runs_ = 0, lines_ = 0;
  std::uint64_t streams_ = 0, alike_ = 0;  // Those that were judged, and failed as the first.
  double seconds_ = 0, last_small_seconds_ = 0, slowest_seconds_ = 0;
  std::size_t not_asked_ = 0;  // Vectors, since the time was over.
  int hangs_ = 0;
  Promptness promptness_ = Promptness::Unknown;
  bool cut_short_ = false, growth_asked_ = false;
  Time end_ = whenever;
  ProgressLine progress_;
};

}  // namespace tools
