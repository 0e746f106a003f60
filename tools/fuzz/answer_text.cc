#include "fuzz/answer_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fuzz/line_answers.h"
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

}  // namespace tools
