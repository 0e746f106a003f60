#include "conformance/story/wrong_act.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace conformance {
namespace {

// Longer ones first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> signs{
    {{"== nullptr", "is not there"},
     {"!= nullptr", "is there"},
     {"== 0", "is 0"},
     {"&&", "and"},
     {"||", "or"},
     {"==", "is"},
     {"!=", "is not"},
     {">=", "is at least"},
     {"<=", "is at most"},
     {"->", ""},
     {"::", ""},
     {">", "is more than"},
     {"<", "is less than"},
     {"!", "not"},
     {"+", "plus"},
     {"-", "minus"},
     {".", ""},
     {",", ""},
     {"*", ""}}};
// What all conditions are about, and how they ask.
constexpr std::array<std::string_view, 5> unsaid{"s", "act", "limits", "has", "true"};
constexpr std::string_view cast = "static_cast";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string words() {
    while (!text_.empty()) next();
    return std::move(out_);
  }

 private:
  void next() {
    const auto name =
        static_cast<std::size_t>(std::ranges::find_if_not(text_, is_of_name) - text_.begin());
    if (name > 0) return read_name(name);
    if (text_[0] == '(' || text_[0] == ')') return read_bracket();
    for (const auto& [sign, word] : signs)
      if (text_.starts_with(sign)) {
        add(word);
        return skip(sign.size());
      }
    skip(1);
  }

  void read_name(std::size_t length) {
    std::string word(text_.substr(0, length));
    skip(length);
    if (text_.starts_with("::")) return;  // What the last part is one of goes without saying.
    if (word == cast) skip(text_.find('>') + 1);
    calls_ = text_.starts_with("(");
    if (word == cast) return;
    // What the act says stands beside what the situation has by the same name.
    if (word == "act" && text_.starts_with('.')) return add("its");
    if (std::ranges::count(unsaid, word) > 0) return;
    std::ranges::replace(word, '_', ' ');
    add(word);
  }

  // Those of a call go without saying.
  void read_bracket() {
    const bool opens = text_[0] == '(';
    if (opens) says_.push_back(!calls_);
    calls_ = false;
    if (!says_.empty() && says_.back()) {
      if (opens)
        add("(");
      else
        out_ += ')';
    }
    if (!opens && !says_.empty()) says_.pop_back();
    skip(1);
  }

  void add(std::string_view word) {
    if (word.empty()) return;
    if (!out_.empty() && out_.back() != '(') out_ += ' ';
    out_ += word;
  }
  void skip(std::size_t count) { text_.remove_prefix(count); }

  std::string_view text_;
  std::string out_;
  std::vector<bool> says_;  // Of each open bracket, whether it is said.
  bool calls_ = false;      // A name stands right before.
};

}  // namespace

std::string plain_words(std::string_view condition) { return Reader(condition).words(); }

std::string why_wrong(const spec::ClauseText& clause) {
  const auto when = plain_words(clause.when), then = plain_words(clause.then);
  const auto where = when.empty() ? "" : ", where " + when;
  switch (clause.form) {
    case spec::Form::CallsFor: return fmt::format("nothing calls for {} here", clause.act);
    case spec::Form::Never:
      return when.empty() ? fmt::format("{} never comes", clause.act)
                          : fmt::format("{} never comes where {}", clause.act, when);
    case spec::Form::OnlyIf: return fmt::format("{} comes only if {}{}", clause.act, then, where);
    case spec::Form::Says: return fmt::format("{} says that {}{}", clause.act, then, where);
    case spec::Form::Within: break;
  }
  return {};
}

}  // namespace conformance
