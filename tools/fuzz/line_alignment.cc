#include "fuzz/line_alignment.h"

#include <algorithm>
#include <string>

namespace tools {
namespace {

using fuzz::Verdict;

// A wrong answer is likelier than none and another one too many.
constexpr int wrong_cost = 10, alone_cost = 11;
// Lines and answers that are compared each with each; what is behind them is not judged.
constexpr std::size_t window = 600;

class Aligner {
 public:
  Aligner(const std::vector<fuzz::Expected>& lines, const std::vector<Answer>& answers,
          const AlignmentRules& rules)
      : lines_(lines),
        answers_(answers),
        rules_(rules),
        line_forms_(lines.size()),
        answer_forms_(answers.size()) {}

  Alignment run() {
    Alignment out;
    std::size_t same = 0;
    while (same < std::min(lines_.size(), answers_.size()) && is_needed(same) &&
           pair_cost(same, same) == 0) {
      out.steps.push_back({.line = same, .answer = same, .before = same});
      ++same;
    }
    line_from_ = answer_from_ = same;
    line_count_ = std::min(lines_.size() - same, window);
    answer_count_ = std::min(answers_.size() - same, window);
    fill();
    walk(out);
    out.tail = 0;
    for (const auto& step : out.steps)
      if (step.line && step.answer) out.tail = *step.line + 1;
    // What needs no answer is not what it was over at.
    if (!rules_.broken)
      while (out.tail < lines_.size() && !is_needed(out.tail)) ++out.tail;
    return out;
  }

 private:
  bool is_needed(std::size_t line) const {
    return lines_[line].verdict == Verdict::Accept || !rules_.silent_on_bad;
  }

  bool is_same(std::size_t line, std::size_t answer) {
    const auto& whole = lines_[line].whole;
    const auto& text = answers_[answer].text;
    if (whole == text) return true;
    auto& one = line_forms_[line];
    auto& other = answer_forms_[answer];
    if (one.empty()) one = same_form(whole);
    if (other.empty()) other = same_form(text);
    return one == other;
  }

  int pair_cost(std::size_t line, std::size_t at) {
    const auto& answer = answers_[at];
    using enum Answer::Kind;
    bool right = false;
    switch (lines_[line].verdict) {
      case Verdict::Accept: right = answer.kind == Accept && is_same(line, at); break;
      case Verdict::Refuse: right = answer.kind == Reject; break;
      case Verdict::Open: right = answer.kind != None; break;
    }
    return right ? 0 : wrong_cost;
  }

  // Nothing is answered from this line on.
  int tail_cost(std::size_t line) const {
    if (rules_.broken) return 0;
    int cost = 0;
    for (auto i = line; i < line_from_ + line_count_; ++i) cost += is_needed(i) ? alone_cost : 0;
    const auto is_open = [&](std::size_t i) { return lines_[i].verdict == Verdict::Open; };
    const bool stopped = rules_.stops && ((line < lines_.size() && is_open(line)) ||
                                          (line > 0 && is_open(line - 1)));
    return stopped ? 0 : cost;
  }

  int& least(std::size_t line, std::size_t answer) {
    return least_[line * (answer_count_ + 1) + answer];
  }
  int without_line(std::size_t line) const { return is_needed(line_from_ + line) ? alone_cost : 0; }

  // The least cost from each place to the end.
  void fill() {
    least_.assign((line_count_ + 1) * (answer_count_ + 1), 0);
    for (auto line = line_count_ + 1; line-- > 0;) {
      for (auto answer = answer_count_ + 1; answer-- > 0;) {
        auto& cost = least(line, answer);
        if (answer == answer_count_) {
          cost = tail_cost(line_from_ + line);
          continue;
        }
        cost = least(line, answer + 1) + alone_cost;
        if (line == line_count_) continue;
        cost = std::min(cost, least(line + 1, answer) + without_line(line));
        cost = std::min(cost, least(line + 1, answer + 1) +
                                  pair_cost(line_from_ + line, answer_from_ + answer));
      }
    }
  }

  void walk(Alignment& out) {
    std::size_t line = 0, answer = 0;
    while (answer < answer_count_) {
      const auto cost = least(line, answer);
      const auto l = line_from_ + line, a = answer_from_ + answer;
      if (line < line_count_ && cost == least(line + 1, answer + 1) + pair_cost(l, a)) {
        out.steps.push_back({.line = l, .answer = a, .before = l, .cost = pair_cost(l, a)});
        ++line, ++answer;
      } else if (line < line_count_ && cost == least(line + 1, answer) + without_line(line)) {
        out.steps.push_back({.line = l, .answer = {}, .before = l, .cost = without_line(line)});
        ++line;
      } else {
        out.steps.push_back({.line = {}, .answer = a, .before = l, .cost = alone_cost});
        ++answer;
      }
    }
    if (least(line, answer) == 0) return;
    for (; line < line_count_; ++line)
      out.steps.push_back({.line = line_from_ + line,
                           .answer = {},
                           .before = line_from_ + line,
                           .cost = without_line(line)});
  }

  const std::vector<fuzz::Expected>& lines_;
  const std::vector<Answer>& answers_;
  AlignmentRules rules_;
  std::vector<std::string> line_forms_, answer_forms_;
  std::size_t line_from_ = 0, answer_from_ = 0, line_count_ = 0, answer_count_ = 0;
  std::vector<int> least_;
};

}  // namespace

Alignment align(const std::vector<fuzz::Expected>& lines, const std::vector<Answer>& answers,
                const AlignmentRules& rules) {
  return Aligner(lines, answers, rules).run();
}

}  // namespace tools
