// Inputs that a fuzzer found, as files and as text.
//
//   {"fuzz": 1, "target": "codec", "subject": "engine", "finding": "chunking", "says": "...",
//    "first_read": 0, "read_size": 1,
//    "pieces": [{"hex": "7b7d0a", "sound": false, "ends_stream": false}, ...],
//    "hang_seconds": 5.0}
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/codec_campaign.h"
#include "fuzz/line_answers.h"

namespace tools {

inline constexpr int fuzz_format = 1;

struct FuzzFile {
  std::string target, subject = {};
  fuzz::Finding finding;
  std::optional<double> hang_seconds = {};  // So long it was waited for; older files do not say.
  std::string profile = "app-server";       // Of target "lines".
  Contract contract = {};                   // Of target "lines".
  std::vector<std::string> program = {};    // Of target "lines".
  fuzz::Case input = {};
};

std::string fuzz_file_text(const FuzzFile& file);
// On stderr: the command that judges the file at this path again.
void tell_replay(const FuzzFile& file, const std::string& path);
// Throws a UsageError that says where and why.
FuzzFile read_fuzz_file(const std::string& path);

// The input as people read it; long pieces are cut.
std::string fuzz_case_text(const fuzz::Case& input);
std::uint64_t fuzz_case_bytes(const fuzz::Case& input);

std::string fuzz_report_json(const CodecCampaign& campaign, const CodecReport& report);

// What a shell does that feeds an input to a program, without Orrery.

// A word as a shell reads it.
std::string quoted_word(const std::string& word);

// `printf '{"a":1}\n' | node decoder.js`; long runs of a byte are made by `head` and `tr`, and what
// comes in several reads has pauses between. Empty where there are too many reads for a line.
std::string shell_line(const std::vector<std::string>& words, const fuzz::Case& input);

}  // namespace tools
