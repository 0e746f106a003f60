#include "subject/messages.h"

#include <fmt/format.h>

#include "command/build_id.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "sim/files/document.h"
#include "subject/conversation.h"

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
  Hello out;
  for (const auto& [name, value] : sim::object_of(said, "the answer")) {
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
    } else {
      throw sim::BadAnswer(
          fmt::format("its first answer has \"{}\"; it has n, name, areas, grade, revisions and "
                      "without",
                      name));
    }
  }
  if (out.areas.empty()) throw sim::BadAnswer("its first answer names no areas");
  return out;
}

}  // namespace tools::subject
