#include "fuzz/line_answers.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/files/document.h"

namespace tools {
namespace {

using fuzz::Expected;
using fuzz::Verdict;

struct Answer {
  bool valid = false, accept = false;
  std::string_view text;  // Of the accepted message; of what is no answer.
  std::string_view line = {};
};

Answer answer_of(std::string_view line) {
  // What is wrong with a line may be wrong with the answer that repeats it.
  const auto first = std::min(line.find_first_not_of(" \t\r"), line.size());
  Answer answer{
      .accept = line.substr(first).starts_with("{\"accept\""), .text = line, .line = line};
  const auto members = fuzz::members_of(line);
  if (!members) return answer;
  bool rejects = false;
  answer.accept = false;
  for (const auto& [key, value] : *members) {
    if (key == "reject") rejects = true;
    if (key != "accept") continue;
    answer.accept = true;
    answer.text = value;
  }
  answer.valid = answer.accept != rejects;
  return answer;
}

std::vector<Answer> answers_of(std::string_view output) {
  std::vector<Answer> answers;
  while (!output.empty()) {
    const auto end = std::min(output.find('\n'), output.size());
    answers.push_back(answer_of(output.substr(0, end)));
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  return answers;
}

LineFault fault(std::string kind, const Expected& line, std::string says) {
  return {.kind = std::move(kind),
          .about = line.word.empty() ? "message" : std::string(line.word),
          .says = std::move(says),
          .at = line.at};
}

// What is wrong with answer `i`, if anything is.
std::optional<LineFault> wrong(const std::vector<Expected>& lines, std::size_t i,
                               const Answer& answer) {
  const auto& line = lines[i];
  const bool message = line.verdict == Verdict::Accept;
  if (!answer.valid && (message || !answer.accept))
    return fault("bad_answer", line, "an answer is neither {\"accept\":...} nor {\"reject\":...}");
  if (line.verdict == Verdict::Open) return std::nullopt;
  const bool right =
      answer.accept == message && (!message || sim::same_document(answer.text, line.whole));
  if (right) return std::nullopt;
  if (!message)
    return fault(
        "wrong_accept", line,
        fmt::format("accepts a line with this fault: {}", fuzz::refusal_of(line.word).says));
  if (i > 0 && lines[i - 1].verdict == Verdict::Refuse)
    return fault("lost_resynchronisation", lines[i - 1], "a sound line behind a bad one is lost");
  return fault("wrong_reject", line,
               answer.accept ? "a message is read as another one" : "a message is rejected");
}

std::vector<LineFault> faults_of(const std::vector<Expected>& lines,
                                 const std::vector<Answer>& answers, const FilterRun& run,
                                 std::size_t bytes) {
  if (run.flooded)
    return {fault("flood", {}, fmt::format("writes more than {} bytes", run.output.size()))};
  const Expected none{.at = bytes, .word = {}, .whole = {}};
  const auto& next = answers.size() < lines.size() ? lines[answers.size()] : none;
  if (run.timed_out) return {fault("hang", next, "does not end, though its stdin did")};
  if (run.end != ProcessEnd{ProcessEnd::Kind::Exited, 0})
    return {fault("crash", next, show(run.end))};
  std::vector<LineFault> out;
  for (std::size_t i = 0; i < std::min(lines.size(), answers.size()); ++i) {
    if (auto found = wrong(lines, i, answers[i])) {
      found->answer = answers[i].line;
      out.push_back(std::move(*found));
    }
    if (!out.empty() && answers.size() != lines.size()) break;
  }
  if (answers.size() == lines.size()) return out;
  const auto kind = answers.size() < lines.size() ? "missing_answer" : "extra_answer";
  const auto at = out.empty() ? next.at : out.front().at;
  return {{.kind = kind,
           .about = "the number of answers",
           .says = fmt::format("{} answers to {} lines that are not blank", answers.size(),
                               lines.size()),
           .at = at}};
}

}  // namespace

JudgedRun judge_run(const std::string& bytes, const FilterRun& run, fuzz::Profile profile) {
  const auto lines = fuzz::expected_of(bytes, profile);
  const auto answers = run.flooded ? std::vector<Answer>() : answers_of(run.output);
  JudgedRun out{.faults = faults_of(lines, answers, run, bytes.size()), .lines = {}};
  const bool aligned = answers.size() == lines.size();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& line = lines[i];
    auto answer = AskedLine::Answer::None;
    if (aligned && (answers[i].valid || answers[i].accept))
      answer = answers[i].accept ? AskedLine::Answer::Accepted : AskedLine::Answer::Refused;
    out.lines.push_back(
        {.at = line.at, .verdict = line.verdict, .word = line.word, .answer = answer});
  }
  return out;
}

}  // namespace tools
