
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fuzz/line_answers.h"
#include "port/check.h"
#include "sim/files/document.h"

namespace tools {
namespace {

std::string_view past_spaces(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r"), text.size()));
}

// Takes `part` and spaces before it off the front.
bool take(std::string_view& text, std::string_view part) {
  text = past_spaces(text);
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

// Of a number that no double holds: its digits and its power of ten, alike for equal ones.
std::string form_of_large(std::string_view number) {
  const auto power_at = std::min(number.find_first_of("eE"), number.size());
  const std::string told(number.substr(std::min(power_at + 1, number.size())));
  constexpr long long far = 1'000'000'000'000'000;  // Beyond it powers are alike.
  auto power = std::clamp(std::strtoll(told.c_str(), nullptr, 10), -far, far);
  std::string digits;
  bool fraction = false;
  for (const char each : number.substr(0, power_at)) {
    if (each == '.') fraction = true;
    if (each < '0' || each > '9' || (each == '0' && digits.empty() && !fraction)) continue;
    digits += each;
    if (fraction) --power;
  }
  while (digits.ends_with('0')) digits.pop_back(), ++power;
  digits.erase(0, digits.find_first_not_of('0'));
  return fmt::format("a number of {}{} and {} zeros", number.front() == '-' ? "-" : "", digits,
                     power);
}

// The parser has doubles alone: what is larger stands as a text.
std::string with_large_as_texts(std::string_view json) {
  std::string out;
  for (std::size_t at = 0, end = 0; at < json.size(); at = end) {
    if (json[at] == '"') {
      for (end = at + 1; end < json.size() && json[end] != '"'; ++end)
        if (json[end] == '\\') ++end;
      end = std::min(end + 1, json.size());
      out += json.substr(at, end - at);
      continue;
    }
    end = std::min(json.find_first_not_of("+-.0123456789Ee", at), json.size());
    const std::string part(json.substr(at, std::max<std::size_t>(end - at, 1)));
    end = at + part.size();
    const bool is_large = std::isinf(std::strtod(part.c_str(), nullptr));
    out += is_large ? '"' + form_of_large(part) + '"' : part;
  }
  return out;
}

std::optional<nlohmann::json> document_in(std::string_view text) {
  const auto read = [](std::string_view json) {
    auto out =
        sim::read_document<nlohmann::json>(json, {.bytes_max = json.size(), .depth_max = 1024});
    auto* document = std::get_if<nlohmann::json>(&out);
    return document == nullptr ? std::nullopt : std::optional(std::move(*document));
  };
  auto out = read(text);
  return out ? out : read(with_large_as_texts(text));
}

// What is wrong with a line may be wrong with the answer that repeats it: so no parser reads it.
Answer answer_of(std::string_view line) {
  Answer out{.line = line};
  auto rest = line;
  if (!take(rest, "{")) return out;
  using enum Answer::Kind;
  for (const auto& [key, kind] : {std::pair("\"accept\"", Accept), std::pair("\"reject\"", Reject),
                                  std::pair("\"unprintable\"", Unprintable)}) {
    auto value = rest;
    if (!take(value, key) || !take(value, ":")) continue;
    out.kind = kind;
    const auto end = value.rfind('}');
    out.text = past_spaces(value.substr(0, end));
    out.valid = kind != Accept || (end != value.npos && document_in(out.text));
  }
  return out;
}

// Numbers that are equal have one form.
void make_alike(nlohmann::json& value) {
  constexpr double most = 9007199254740992.0;
  if (value.is_structured())
    for (auto& part : value) make_alike(part);
  if (!value.is_number_float()) return;
  const auto number = value.get<double>();
  if (std::floor(number) == number && std::abs(number) <= most)
    value = static_cast<std::int64_t>(number);
}

// As close as single precision is.
bool is_close(const nlohmann::json& one, const nlohmann::json& other) {
  constexpr double off_max = 1e-6;
  if (one == other) return true;
  if (one.is_number() && other.is_number()) {
    const auto a = one.get<double>(), b = other.get<double>();
    return std::abs(a - b) <= off_max * std::max(std::abs(a), std::abs(b));
  }
  if (!one.is_structured() || one.type() != other.type() || one.size() != other.size())
    return false;
  if (one.is_array())
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), is_close);
  return std::ranges::all_of(one.items(), [&](const auto& member) {
    const auto found = other.find(member.key());
    return found != other.end() && is_close(member.value(), *found);
  });
}

}  // namespace

bool is_a_little_off(std::string_view json, std::string_view read) {
  const auto one = document_in(json), other = document_in(read);
  return one && other && is_close(*one, *other);
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

std::string same_form(std::string_view json) {
  auto document = document_in(json);
  if (!document) return std::string(json);
  make_alike(*document);
  return document->dump();
}

std::string letters_of(std::string_view output) {
  std::string out;
  for (const auto& answer : answers_of(output)) {
    constexpr std::string_view letters = "?ARA";
    out += letters[static_cast<std::size_t>(answer.kind)];
  }
  return out;
}

namespace {

using fuzz::Verdict;

// A wrong answer is likelier than none and another one too many; and it is that to the line which
// it is most like: so much less it costs.
constexpr int wrong_cost = 1000, alike_max = 99, alone_cost = wrong_cost + alike_max + 1;
// Lines and answers that are compared each with each; what is behind them is not judged.
constexpr std::size_t window = 600;

// How much a line is like the text that it was taken for, by how they begin and end.
int likeness(std::string_view line, std::string_view text) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  const auto least = std::min(line.size(), text.size());
  const auto most = std::max(line.size(), text.size());
  std::size_t same = 0, end = 0;
  while (same < least && line[same] == text[same]) ++same;
  while (same + end < least && line[line.size() - 1 - end] == text[text.size() - 1 - end]) ++end;
  return most == 0 ? 0 : static_cast<int>(alike_max * (same + end) / most);
}

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
    out.tail = tail_of(out.steps);
    return out;
  }

 private:
  bool is_needed(std::size_t line) const {
    return lines_[line].verdict == Verdict::Accept ||
           (!rules_.silent_on_bad && !lines_[line].may_be_blank);
  }
  // It may be over there, whether it says so or not.
  bool may_stop_at(std::size_t line) const {
    return rules_.stops && lines_[line].verdict != Verdict::Accept;
  }
  // It has to be over there if it answers nothing, or with a rejection.
  bool has_to_stop_at(std::size_t line) const {
    return rules_.stops && lines_[line].verdict == Verdict::Refuse;
  }

  std::size_t tail_of(const std::vector<AlignmentStep>& steps) const {
    std::size_t tail = 0;
    for (const auto& step : steps)
      if (step.line && step.answer) tail = *step.line + 1;
    if (stopped_at_) return rules_.broken ? *stopped_at_ : *stopped_at_ + 1;
    if (rules_.broken) return tail;
    // What needs no answer is not what it was over at.
    for (bool stops = false; !stops && tail < lines_.size() && !is_needed(tail); ++tail)
      stops = has_to_stop_at(tail);
    return tail;
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
      case Verdict::Open:
        right = answer.kind == Reject || (answer.kind != None && !lines_[line].may_be_blank);
        break;
    }
    if (right) return 0;
    const bool taken = answer.kind == Accept;
    return wrong_cost + alike_max - (taken ? likeness(lines_[line].text, answer.text) : alike_max);
  }

  // Behind these lines it owes nothing more, if there are no more answers.
  std::size_t owed_to(std::size_t line) const {
    const auto end = line_from_ + line_count_;
    if (rules_.broken || (line > 0 && may_stop_at(line - 1))) return line;
    while (line < end && !may_stop_at(line)) ++line;
    return line;
  }
  int tail_cost(std::size_t line) const {
    int cost = 0;
    for (auto i = line; i < owed_to(line); ++i) cost += is_needed(i) ? alone_cost : 0;
    return cost;
  }

  int& least(std::size_t line, std::size_t answer) {
    return least_[line * (answer_count_ + 1) + answer];
  }
  // With all answers from this one on too many.
  int stopped_cost(std::size_t answer) const {
    return static_cast<int>(answer_count_ - answer) * alone_cost;
  }
  // Of a line without an answer, and of one with this answer, and all that is behind.
  int cost_without_line(std::size_t line, std::size_t answer) {
    if (has_to_stop_at(line_from_ + line)) return stopped_cost(answer);
    return least(line + 1, answer) + without_line(line);
  }
  int cost_of_pair(std::size_t line, std::size_t answer) {
    const auto cost = pair_cost(line_from_ + line, answer_from_ + answer);
    if (cost == 0 && has_to_stop_at(line_from_ + line)) return stopped_cost(answer + 1);
    return cost + least(line + 1, answer + 1);
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
        cost = std::min({cost, cost_without_line(line, answer), cost_of_pair(line, answer)});
      }
    }
  }

  // Of ways that cost the same, the one that goes on with what is wrong where something is: what
  // went wrong around one line stays together.
  void walk(Alignment& out) {
    std::size_t line = 0, answer = 0;
    bool wrong = false;
    while (answer < answer_count_ && !stopped_at_) {
      const auto cost = least(line, answer);
      const auto l = line_from_ + line, a = answer_from_ + answer;
      std::optional<AlignmentStep> best;
      const auto consider = [&](AlignmentStep step, int whole_cost) {
        if (whole_cost == cost && (!best || (wrong && best->cost == 0))) best = step;
      };
      if (line < line_count_) {
        consider({.line = l, .answer = a, .before = l, .cost = pair_cost(l, a)},
                 cost_of_pair(line, answer));
        consider({.line = l, .answer = {}, .before = l, .cost = without_line(line)},
                 cost_without_line(line, answer));
      }
      consider({.line = {}, .answer = a, .before = l, .cost = alone_cost},
               least(line, answer + 1) + alone_cost);
      CHECK(best.has_value());
      out.steps.push_back(*best);
      wrong = best->cost > 0;
      const bool refused = best->line && (!best->answer || best->cost == 0);
      if (refused && has_to_stop_at(l)) stopped_at_ = l;
      line += best->line ? 1 : 0;
      answer += best->answer ? 1 : 0;
    }
    for (; answer < answer_count_; ++answer)
      out.steps.push_back({.line = {},
                           .answer = answer_from_ + answer,
                           .before = line_from_ + line,
                           .cost = alone_cost});
    if (stopped_at_ || tail_cost(line_from_ + line) == 0) return;
    for (const auto end = owed_to(line_from_ + line) - line_from_; line < end; ++line)
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
  std::optional<std::size_t> stopped_at_;  // The bad line.
};

}  // namespace

Alignment align(const std::vector<fuzz::Expected>& lines, const std::vector<Answer>& answers,
                const AlignmentRules& rules) {
  return Aligner(lines, answers, rules).run();
}

}  // namespace tools
