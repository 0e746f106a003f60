#include "subject/messages.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "command/build_id.h"
#include "command/output.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "sim/files/document.h"

namespace tools::subject {
namespace {

constexpr std::size_t shown_max = 400;

// Of all areas.
std::vector<conformance::LackWord> all_lacks() {
  std::vector<conformance::LackWord> out;
  for (const auto* area : conformance::areas())
    for (const auto& lack : area->worlds().facts().may_lack) out.push_back(lack);
  return out;
}

}  // namespace

std::string cut(std::string text) {
  if (text.size() > shown_max) text.replace(shown_max, text.npos, "...");
  return text;
}

std::string message_of(std::int32_t after_ms, std::string_view event) {
  return fmt::format("{{\"after_ms\":{}{}{}}}", after_ms, event.empty() ? "" : ",", event);
}

std::string greeting(std::uint64_t number) {
  std::string ports;
  for (const auto& port : port_versions())
    ports += fmt::format("{}\"{}\":\"{}\"", ports.empty() ? "" : ",", port.area, port.digest);
  return fmt::format(R"({{"n":{},"hello":{{"protocol":1,"ports":{{{}}}}}}})", number, ports);
}

sim::SubjectFault fault_of(const std::exception& bad, std::string says) {
  const auto kind =
      dynamic_cast<const AnswersAnother*>(&bad) != nullptr ? sim::FaultKind::LineUnasked
      : dynamic_cast<const SaysItFailed*>(&bad) != nullptr ? sim::FaultKind::Failed
                                                           : sim::FaultKind::Unanswered;
  return {.says = std::move(says), .kind = kind};
}

Envelope open_answer(const std::string& line, std::uint64_t number) {
  Envelope out;
  auto read = sim::read_document<nlohmann::json>(line, {.bytes_max = line_bytes_max});
  if (const auto* fault = std::get_if<sim::NoDocument>(&read))
    throw sim::BadAnswer(fmt::format("what it said cannot be read: {}: {}", fault->why, cut(line)));
  out.said = std::move(std::get<nlohmann::json>(read));
  sim::object_of(out.said, "the answer");
  const auto n = out.said.find("n");
  if (n == out.said.end())
    throw sim::BadAnswer("it does not say which message it answers, \"n\": " + cut(line));
  if (*n != number)
    throw AnswersAnother(
        fmt::format("it answered message {} when it was asked message {}", cut(n->dump()), number));
  out.said.erase(n);
  if (const auto failed = out.said.find("failed"); failed != out.said.end())
    throw SaysItFailed("it said that it failed: " + cut(failed->dump()));
  if (const auto state = out.said.find("state"); state != out.said.end()) {
    if (!state->is_string()) sim::refuse_answer("state", *state, "a text");
    out.state = state->get<std::string>();
    out.has_state = true;
    out.said.erase(state);
  }
  return out;
}

Hello read_hello(const nlohmann::json& said) {
  constexpr std::array<std::string_view, 6> members{"n",     "name",      "areas",
                                                    "grade", "revisions", "without"};
  const auto& object = sim::object_of(said, "its first answer");
  sim::refuse_others(object, "its first answer", members);
  Hello out;
  for (const auto& [name, value] : object) {
    if (name == "grade") {
      out.grade = static_cast<Grade>(sim::word_of(value, "grade", grade_words));
    } else if (name == "name") {
      if (!value.is_string()) sim::refuse_answer(name, value, "a text");
      out.name = value;
    } else if (name == "areas") {
      if (!value.is_array()) sim::refuse_answer(name, value, "a list");
      std::vector<std::string_view> known;
      for (const auto* area : conformance::areas())
        if (!area->checks().facts().vocabulary.empty()) known.push_back(area->name());
      for (const auto& area : value)
        out.areas.emplace_back(known[sim::word_of(area, "areas", known)]);
    } else if (name == "revisions") {
      if (!value.is_array() || value.empty())
        sim::refuse_answer(name, value, "a list of names, at least one");
      for (const auto& revision : value) {
        if (!revision.is_string()) sim::refuse_answer("revisions", revision, "a name");
        out.revisions.push_back(revision);
      }
    } else if (name == "without") {
      if (!value.is_array()) sim::refuse_answer(name, value, "a list");
      const auto lacks = all_lacks();
      std::vector<std::string_view> words;
      for (const auto& lack : lacks) words.push_back(lack.word);
      for (const auto& word : value)
        out.without.push_back(lacks[sim::word_of(word, "without", words)]);
    }
  }
  if (out.areas.empty()) throw sim::BadAnswer("its first answer names no areas");
  return out;
}

namespace {

// Who wants no more input may be about to end, and then says more of it.
constexpr std::chrono::milliseconds ending_patience{500};

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1e3);
}

}  // namespace

std::string Conversation::ask(std::string_view line, std::chrono::milliseconds patience) {
  const std::string sent = std::string(line) + "\n";
  std::string_view rest = sent;
  auto deadline = std::chrono::steady_clock::now() + patience;
  bool turned_away = false;
  std::size_t end = heard_.npos;
  for (std::size_t from = 0; (end = heard_.find('\n', from)) == heard_.npos; keep_errors()) {
    if (heard_.size() > line_bytes_max) fail_long();
    from = heard_.size();
    if (process_.output_closed()) fail_at_end();
    if (process_.input_closed() && !turned_away) {
      turned_away = true;
      deadline = std::min(deadline, std::chrono::steady_clock::now() + ending_patience);
    }
    switch (process_.exchange(rest, heard_, deadline)) {
      case Process::Event::Moved: break;
      case Process::Event::Ended: fail_at_end();
      case Process::Event::Interrupted: throw sim::StoppedWaiting();
      case Process::Event::TimeIsUp:
        hung_ = !turned_away;
        fail(sim::FaultKind::Unanswered,
             turned_away ? "closed its stdin and did not answer"
                         : fmt::format("did not answer within {}{}", seconds(patience), so_far()));
    }
  }
  if (end > line_bytes_max) fail_long();
  if (end + 1 != heard_.size() && !heard_.starts_with('{'))
    fail(sim::FaultKind::LineUnasked,
         "said a line that is no answer (what is for people goes to stderr): " +
             heard_.substr(0, std::min(end, errors_kept)));
  if (end + 1 != heard_.size())
    fail(sim::FaultKind::LineUnasked,
         "said more than one line when it was asked once: " + heard_.substr(end + 1, errors_kept));
  heard_.resize(end);
  answered_ = true;
  return std::exchange(heard_, {});
}

// What keeps an answer back most often is how it is written.
std::string Conversation::so_far() const {
  if (!heard_.empty()) return ", but said this without the end of a line: " + cut(heard_);
  return answered_ ? "" : "; does it flush each line that it writes?";
}

void Conversation::keep_errors() {
  if (process_.errors().empty()) return;
  errors_ += process_.take_errors();
  if (errors_.size() > errors_kept) errors_.erase(0, errors_.size() - errors_kept);
}

std::string Conversation::told(std::string says) {
  keep_errors();
  auto out = "the program " + std::move(says);
  while (!errors_.empty() && errors_.back() == '\n') errors_.pop_back();
  return shown(errors_.empty() ? out : out + "; its stderr: " + errors_);
}

void Conversation::fail(sim::FaultKind kind, std::string says) {
  throw sim::SubjectFault{.says = told(std::move(says)), .kind = kind};
}

void Conversation::fail_long() {
  fail(sim::FaultKind::Unanswered,
       fmt::format("said {} bytes without the end of a line; a line may have {}",
                   std::min(heard_.find('\n'), heard_.size()), line_bytes_max));
}

void Conversation::fail_at_end() {
  // Who dies closes its stdout first. How it ended by itself is told apart from our ending it.
  const auto event = process_.wait(std::chrono::steady_clock::now() + ending_patience);
  if (event == Process::Event::Interrupted) throw sim::StoppedWaiting();
  fail(sim::FaultKind::Failed, (process_.end() ? show(*process_.end()) : "closed its stdout") +
                                   (heard_.empty() ? "" : " within a line: " + cut(heard_)));
}

}  // namespace tools::subject
