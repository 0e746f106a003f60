#include "fuzz/line_answers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/codec/rpc.h"

namespace tools {
namespace {

using engine::rpc::Accepted;
using engine::rpc::Item;
using engine::rpc::Reason;
using engine::rpc::Rejected;

struct Wanted {
  std::uint64_t at = 0;
  Reason reason = Reason::None;  // None: a message.
  std::string whole;
};

struct Answer {
  bool valid = false, accept = false;
  std::string text;  // Of the accepted message; of what is no answer.
  std::string line = {};
};

std::vector<Wanted> wanted_for(const std::string& bytes) {
  std::vector<Wanted> wanted;
  engine::rpc::Decoder decoder;
  const auto hear = [&](const Item& item) {
    if (const auto* accepted = std::get_if<Accepted>(&item))
      wanted.push_back({accepted->place.at, Reason::None, std::string(accepted->whole)});
    if (const auto* rejected = std::get_if<Rejected>(&item))
      wanted.push_back({rejected->place.at, rejected->reason, {}});
  };
  decoder.feed(bytes, hear);
  decoder.finish(hear);
  return wanted;
}

Answer answer_of(std::string_view line) {
  engine::json::Scanner scanner({.depth_max = 256});
  const auto first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {};
  const auto scan = scanner.scan(line, first);
  // What is wrong with a line may be wrong with the answer that repeats it.
  const bool accepts = line.substr(first).starts_with("{\"accept\"");
  Answer answer{.valid = scan.reason == Reason::None, .accept = accepts, .text = std::string(line)};
  if (!answer.valid) return answer;
  const engine::json::Value value{line.substr(first, scan.at - first)};
  const auto accept = value.member("accept");
  answer.accept = accept.present();
  answer.valid = accept.present() != value.member("reject").present();
  if (answer.accept) answer.text = accept.raw;
  return answer;
}

std::vector<Answer> answers_of(std::string_view output) {
  std::vector<Answer> answers;
  while (!output.empty()) {
    const auto end = std::min(output.find('\n'), output.size());
    answers.push_back(answer_of(output.substr(0, end)));
    answers.back().line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  return answers;
}

bool same_message(const std::string& left, const std::string& right) {
  if (left == right) return true;
  const auto one = nlohmann::json::parse(left, nullptr, false);
  const auto other = nlohmann::json::parse(right, nullptr, false);
  return !one.is_discarded() && one == other;
}

std::string about(const Wanted& wanted) {
  return wanted.reason == Reason::None ? "message"
                                       : std::string(engine::rpc::text_of(wanted.reason).name);
}

LineFault fault(std::string kind, const Wanted& wanted, std::string says) {
  return {
      .kind = std::move(kind), .about = about(wanted), .says = std::move(says), .at = wanted.at};
}

// What is wrong with answer `i`, if anything is.
std::optional<LineFault> wrong(const std::vector<Wanted>& wanted, std::size_t i,
                               const Answer& answer) {
  const auto& line = wanted[i];
  const bool message = line.reason == Reason::None;
  if (!answer.valid && (message || !answer.accept))
    return fault("bad_answer", line, "an answer is neither {\"accept\":...} nor {\"reject\":...}");
  const bool right =
      answer.accept == message && (!message || same_message(answer.text, line.whole));
  if (right) return std::nullopt;
  if (!message)
    return fault(
        "wrong_accept", line,
        fmt::format("accepts a line with this fault: {}", engine::rpc::text_of(line.reason).says));
  if (i > 0 && wanted[i - 1].reason != Reason::None)
    return fault("lost_resynchronisation", wanted[i - 1], "a sound line behind a bad one is lost");
  return fault("wrong_reject", line,
               answer.accept ? "a message is read as another one" : "a message is rejected");
}

}  // namespace

std::vector<LineFault> line_faults(const std::string& bytes, const FilterRun& run) {
  const auto wanted = wanted_for(bytes);
  if (run.flooded)
    return {fault("flood", {.at = 0, .reason = Reason::None, .whole = {}},
                  fmt::format("writes more than {} bytes", run.output.size()))};
  const auto answers = answers_of(run.output);
  const Wanted none{.at = bytes.size(), .reason = Reason::None, .whole = {}};
  const auto& next = answers.size() < wanted.size() ? wanted[answers.size()] : none;
  if (run.timed_out) return {fault("hang", next, "does not end, though its stdin did")};
  if (run.end != ProcessEnd{ProcessEnd::Kind::Exited, 0})
    return {fault("crash", next, show(run.end))};
  std::vector<LineFault> out;
  for (std::size_t i = 0; i < std::min(wanted.size(), answers.size()); ++i) {
    if (auto found = wrong(wanted, i, answers[i])) {
      found->answer = answers[i].line;
      out.push_back(std::move(*found));
    }
    if (!out.empty() && answers.size() != wanted.size()) break;
  }
  if (answers.size() == wanted.size()) return out;
  const auto kind = answers.size() < wanted.size() ? "missing_answer" : "extra_answer";
  const auto at = out.empty() ? next.at : out.front().at;
  return {{.kind = kind,
           .about = "the number of answers",
           .says = fmt::format("{} answers to {} lines that are not blank", answers.size(),
                               wanted.size()),
           .at = at}};
}

}  // namespace tools
