#include "fuzz/line_answers.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace tools {
namespace {

std::optional<Contract> of_a_bad_line(Contract asked, std::string_view seen) {
  if (seen == "ARA")
    asked.bad_lines = BadLines::Report;
  else if (seen == "AA")
    asked.bad_lines = BadLines::Skip;
  else if (seen == "A" || seen == "AR")
    asked.bad_lines = BadLines::Stop;
  else
    return std::nullopt;
  return asked;
}

std::optional<Contract> of_a_last_line(Contract asked, std::string_view seen) {
  if (seen != "AA" && seen != "A") return std::nullopt;
  asked.last_line_dropped = seen == "A";
  return asked;
}

std::optional<Contract> of_a_blank_line(Contract asked, std::string_view seen) {
  const bool stops = asked.bad_lines == BadLines::Stop && (seen == "A" || seen == "AR");
  if (seen != "AA" && seen != "ARA" && !stops) return std::nullopt;
  // Who skips bad lines shows no difference.
  if (seen == "ARA" || stops)
    asked.blank_lines_reported = true;
  else if (asked.bad_lines != BadLines::Skip)
    asked.blank_lines_reported = false;
  return asked;
}

}  // namespace

const std::array<ContractProbe, 3> contract_probes{
    ContractProbe{"bad_line",
                  "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"method\":x}\n"
                  "{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n",
                  of_a_bad_line},
    ContractProbe{"no_end_last",
                  "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"b\"}",
                  of_a_last_line},
    ContractProbe{
        "blank_line",
        "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n",
        of_a_blank_line}};

std::string options_text(const Contract& contract) {
  return fmt::format("--bad-lines {} --last-line {} --blank-lines {}",
                     bad_lines_words[static_cast<std::size_t>(contract.bad_lines)],
                     last_line_words[contract.last_line_dropped ? 1 : 0],
                     blank_lines_words[contract.blank_lines_reported ? 1 : 0]);
}

std::string asked_text(const Contract& contract) {
  constexpr std::array<std::string_view, 3> bad{
      "answers a bad line with {\"reject\": REASON}, any text", "passes over bad lines in silence",
      "ends at the first bad line, whatever its exit code"};
  return fmt::format("{}; {} a last line without its newline; {} blank lines",
                     bad[static_cast<std::size_t>(contract.bad_lines)],
                     contract.last_line_dropped ? "drops" : "answers",
                     contract.blank_lines_reported ? "treats as bad" : "does not answer");
}

namespace {

using fuzz::Expected;
using fuzz::Verdict;

LineFault fault(std::string kind, const Expected& line, std::string says) {
  return {.kind = std::move(kind),
          .about = line.word.empty() ? "message" : std::string(line.word),
          .says = std::move(says),
          .at = line.at};
}

// The lines of a stream that a program of this contract answers.
std::vector<Expected> lines_asked(std::string_view bytes, fuzz::Profile profile,
                                  const Contract& contract) {
  auto lines = fuzz::expected_of(bytes, profile, contract.blank_lines_reported);
  if (contract.last_line_dropped && !lines.empty() && !lines.back().ended) lines.pop_back();
  return lines;
}

// What is wrong with an answer to a line.
LineFault wrong(const Expected& line, const Answer& answer) {
  auto out = [&] {
    const bool message = line.verdict == Verdict::Accept;
    if (message && answer.kind == Answer::Kind::Unprintable)
      return fault("unprintable", line, "takes a message and cannot print it");
    if (answer.kind == Answer::Kind::None || (message && !answer.valid))
      return fault("bad_answer", line,
                   "an answer is neither {\"accept\":...} nor {\"reject\":...}");
    if (message && answer.kind == Answer::Kind::Accept && is_a_little_off(line.whole, answer.text))
      return fault("rounded", line, "a number is read as another one close to it");
    if (message)
      return fault("wrong_reject", line,
                   answer.kind == Answer::Kind::Accept ? "a message is read as another one"
                                                       : "a message is rejected");
    return fault(
        "wrong_accept", line,
        fmt::format("accepts a line with this fault: {}", fuzz::refusal_of(line.word).says));
  }();
  out.answer = answer.line;
  // Which byte is not UTF-8 says little.
  const bool tells = out.kind == "wrong_accept" && line.word != "not_utf8";
  if (tells && line.fault_at < line.text.size()) out.byte = line.text.substr(line.fault_at, 1);
  return out;
}

// One fault for what went wrong side by side, if answers are lacking or too many there; else one
// for each line.
class Gatherer {
 public:
  Gatherer(const std::vector<Expected>& lines, const std::vector<Answer>& answers,
           std::uint64_t end)
      : lines_(lines), answers_(answers), end_(end) {}

  void add(const AlignmentStep& step) {
    if (step.cost == 0) return flush();
    steps_.push_back(step);
  }
  std::vector<LineFault> take() {
    flush();
    return std::move(out_);
  }

 private:
  void flush() {
    const auto is_pair = [](const AlignmentStep& step) { return step.line && step.answer; };
    const auto pair = std::ranges::find_if(steps_, is_pair);
    if (std::ranges::all_of(steps_, is_pair)) {
      for (const auto& step : steps_)
        out_.push_back(wrong(lines_[*step.line], answers_[*step.answer]));
    } else if (pair != steps_.end()) {
      out_.push_back(wrong(lines_[*pair->line], answers_[*pair->answer]));
    } else {
      out_.push_back(of_number(steps_.front()));
    }
    steps_.clear();
  }

  LineFault of_number(const AlignmentStep& step) const {
    if (step.line) {
      const auto& line = lines_[*step.line];
      return fault(
          "missing_answer", line,
          fmt::format("{} answers to {} lines: none to this one", answers_.size(), lines_.size()));
    }
    const Expected none{.at = end_, .word = {}, .whole = {}};
    const auto& before = step.before == 0 ? none : lines_[step.before - 1];
    auto out = fault("extra_answer", before,
                     fmt::format("{} answers to {} lines: one too many behind this one",
                                 answers_.size(), lines_.size()));
    out.answer = answers_[*step.answer].line;
    return out;
  }

  const std::vector<Expected>& lines_;
  const std::vector<Answer>& answers_;
  std::uint64_t end_;
  std::vector<AlignmentStep> steps_;
  std::vector<LineFault> out_;
};

// What was answered where it is wrong is what should have been answered where it is wrong. What
// lines that are open are answered makes up for nothing.
bool is_in_another_order(const std::vector<Expected>& lines, const std::vector<Answer>& answers,
                         const Alignment& alignment) {
  if (lines.size() != answers.size()) return false;
  std::vector<std::string> wanted, got;
  for (const auto& step : alignment.steps) {
    if (step.cost == 0) continue;
    if (step.line && lines[*step.line].verdict != Verdict::Open) {
      const auto& line = lines[*step.line];
      wanted.push_back(line.verdict == Verdict::Accept ? same_form(line.whole) : "");
    }
    if (!step.answer) continue;
    const auto& answer = answers[*step.answer];
    if (answer.kind == Answer::Kind::Accept) got.push_back(same_form(answer.text));
    if (answer.kind == Answer::Kind::Reject) got.emplace_back();
  }
  std::ranges::sort(wanted);
  std::ranges::sort(got);
  return wanted == got && !wanted.empty() && !wanted.back().empty();
}

// What a program did that no single line is to blame for.
std::optional<LineFault> of_the_whole(const std::vector<Expected>& lines,
                                      const std::vector<Answer>& answers,
                                      const Alignment& alignment, const FilterRun& run) {
  if (run.flooded)
    return fault("flood", {}, fmt::format("writes more than {} bytes", run.output.size()));
  const auto elsewhere = answers_of(run.errors);
  const auto is_answer = [](const Answer& answer) { return answer.kind != Answer::Kind::None; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(elsewhere, is_answer));
  if (count > 0 && answers.size() < lines.size() && !run.timed_out)
    return fault("other_channel", {}, fmt::format("{} of its answers are on its stderr", count));
  if (is_in_another_order(lines, answers, alignment))
    return fault("other_order", {}, "the answers are right, but in another order than the lines");
  return std::nullopt;
}

// Of what stands behind the line at which a program stops, as it has to, nothing was asked.
void tell_answers(JudgedRun& out, std::span<const Expected> lines,
                  const std::vector<Answer>& answers, const Alignment& alignment) {
  for (const auto& line : lines)
    out.lines.push_back({.at = line.at, .verdict = line.verdict, .word = line.word});
  for (const auto& step : alignment.steps) {
    if (!step.line || !step.answer || *step.line >= lines.size()) continue;
    const auto kind = answers[*step.answer].kind;
    if (kind != Answer::Kind::None)
      out.lines[*step.line].answer =
          kind == Answer::Kind::Reject ? AskedLine::Answer::Refused : AskedLine::Answer::Accepted;
  }
}

}  // namespace

bool is_of_the_wrapper(const LineFault& fault) {
  constexpr std::array<std::string_view, 4> kinds{"bad_answer", "other_order", "other_channel",
                                                  "unprintable"};
  return std::ranges::find(kinds, fault.kind) != kinds.end();
}

JudgedRun judge_run(const std::string& bytes, const FilterRun& run, fuzz::Profile profile,
                    const Contract& contract) {
  const auto answers = run.flooded ? std::vector<Answer>() : answers_of(run.output);
  const auto lines = lines_asked(bytes, profile, contract);
  const bool stops = contract.bad_lines == BadLines::Stop;
  const bool may_fail =
      stops && std::ranges::any_of(
                   lines, [](auto v) { return v != fuzz::Verdict::Accept; }, &Expected::verdict);
  const bool fails = run.end != ProcessEnd{ProcessEnd::Kind::Exited, 0} &&
                     !(may_fail && run.end.kind == ProcessEnd::Kind::Exited);
  const bool broken = run.flooded || run.timed_out || fails;
  const auto alignment = align(
      lines, answers,
      {.silent_on_bad = contract.bad_lines != BadLines::Report, .stops = stops, .broken = broken});
  JudgedRun out{
      .faults = {}, .lines = {}, .over_at = {}, .hangs = run.timed_out, .errors = run.errors};
  const auto asked = std::span(lines).first(stops ? alignment.tail : lines.size());
  tell_answers(out, asked, answers, alignment);
  const Expected none{.at = bytes.size(), .word = {}, .whole = {}};
  const auto& next = alignment.tail < lines.size() ? lines[alignment.tail] : none;
  if (alignment.tail < lines.size()) out.over_at = next.at;
  Gatherer gatherer(lines, answers, bytes.size());
  for (const auto& step : alignment.steps) gatherer.add(step);
  out.faults = gatherer.take();
  if (run.timed_out) {
    out.faults.push_back(fault("hang", next, "does not end, though its stdin did"));
  } else if (fails && !run.flooded) {
    out.faults.push_back(fault("crash", next, show(run.end)));
  }
  if ((out.faults.empty() || broken) && !run.flooded) return out;
  if (auto whole = of_the_whole(lines, answers, alignment, run)) out.faults = {std::move(*whole)};
  return out;
}

}  // namespace tools
