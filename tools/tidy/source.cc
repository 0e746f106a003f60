#include "tidy/source.h"

#include <cctype>
#include <regex>

namespace tidy {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Splits a text into its code and its comments, blank where the other is, so that
// every character keeps its place.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), code_(text), comments_(blank(text)) {}

  void split() {
    while (at_ < text_.size()) {
      if (starts_with("//")) {
        move_comment(end_of_line_comment());
      } else if (starts_with("/*")) {
        move_comment(after("*/", at_ + 2));
      } else if (text_[at_] == '"') {
        opens_raw_string() ? blank_raw_string() : blank_literal('"');
      } else if (text_[at_] == '\'' && !in_number()) {
        blank_literal('\'');
      } else {
        ++at_;
      }
    }
  }

  const std::string& code() const { return code_; }
  const std::string& comments() const { return comments_; }

 private:
  static std::string blank(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c == '\n' ? '\n' : ' ';
    return out;
  }

  bool starts_with(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  std::size_t after(std::string_view what, std::size_t from) const {
    const auto found = text_.find(what, from);
    return found == std::string_view::npos ? text_.size() : found + what.size();
  }

  std::size_t end_of_line_comment() const {
    const auto end = text_.find('\n', at_);
    return end == std::string_view::npos ? text_.size() : end;
  }

  // 1'000 is one number, not a literal that opens.
  bool in_number() const {
    auto start = at_;
    while (start > 0 && (in_word(text_[start - 1]) || text_[start - 1] == '\'')) --start;
    return start < at_ && std::isdigit(static_cast<unsigned char>(text_[start])) != 0;
  }

  bool opens_raw_string() const { return at_ > 0 && text_[at_ - 1] == 'R'; }

  void move_comment(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (text_[at_] == '\n') continue;
      comments_[at_] = text_[at_];
      code_[at_] = ' ';
    }
  }

  void blank_until(std::size_t end) {  // Keeps the quotes.
    for (++at_; at_ + 1 < end; ++at_) {
      if (text_[at_] != '\n') code_[at_] = ' ';
    }
    at_ = end;
  }

  void blank_raw_string() {
    const auto open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    const auto delimiter = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    blank_until(after(delimiter, open));
  }

  void blank_literal(char quote) {
    auto end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    blank_until(std::min(end + 1, text_.size()));
  }

  std::string_view text_;
  std::string code_;
  std::string comments_;
  std::size_t at_ = 0;
};

std::vector<std::string> to_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<Include> find_includes(const Source& source) {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  static const std::regex directive(R"(^\s*#\s*include\b)");
  std::vector<Include> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_search(source.code[i], directive)) continue;  // In a comment or a string.
    if (!std::regex_search(source.lines[i], match, pattern)) continue;
    found.push_back({i + 1, match[2], match[1] == "\""});
  }
  return found;
}

// Follows braces. A scope is a function when the text before its brace ends as a
// signature does; a function within a function is part of it. Namespaces, classes
// and tables are looked into.
class FunctionFinder {
 public:
  std::vector<Function> find(const std::vector<std::string>& code) {
    bool continued = false;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const auto& line = code[i];
      const auto first = line.find_first_not_of(" \t");
      const bool directive = continued || (first != std::string::npos && line[first] == '#');
      continued = directive && line.ends_with('\\');
      if (directive) continue;
      for (const char c : line) read(c, i + 1);
      read(' ', i + 1);
    }
    return functions_;
  }

 private:
  enum class Kind { Transparent, Function, Initializer };
  struct Scope {
    Kind kind;
    std::string head;
    std::size_t head_line;
    int parentheses;
  };

  void read(char c, std::size_t line) {
    if (c == '{') {
      open();
    } else if (c == '}') {
      close(line);
    } else if (c == ';' && parentheses_ == 0) {
      head_.clear();
    } else {
      parentheses_ += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (head_.empty() && c != ' ' && c != '\t') head_line_ = line;
      if (!head_.empty() || (c != ' ' && c != '\t')) head_ += c;
    }
  }

  void open() {
    scopes_.push_back({kind_of_scope(), head_, head_line_, parentheses_});
    head_.clear();
    parentheses_ = 0;
  }

  void close(std::size_t line) {
    head_.clear();
    if (scopes_.empty()) return;
    const auto scope = scopes_.back();
    scopes_.pop_back();
    parentheses_ = scope.parentheses;
    if (scope.kind == Kind::Initializer) {
      head_ = scope.head + "{}";
      head_line_ = scope.head_line;
    }
    if (scope.kind == Kind::Function && !in_function()) {
      functions_.push_back({scope.head_line, line});
    }
  }

  bool in_function() const {
    for (const auto& scope : scopes_) {
      if (scope.kind == Kind::Function) return true;
    }
    return false;
  }

  Kind kind_of_scope() const {
    static const std::regex signature(
        R"(\)\s*((const|noexcept|override|final|mutable|try|&)\s*)*(->[^()]*)?$)");
    static const std::regex constructor(R"(\)\s*(noexcept\s*)?:[^:])");
    const auto last = head_.find_last_not_of(" \t");
    const char before = last == std::string::npos ? ' ' : head_[last];
    const bool in_call = parentheses_ > 0;
    if (std::regex_search(head_, constructor) && !in_call) {
      return before == ')' || before == '}' ? Kind::Function : Kind::Initializer;
    }
    const auto trimmed = head_.substr(0, last == std::string::npos ? 0 : last + 1);
    if (std::regex_search(trimmed, signature)) return Kind::Function;
    if (in_call || before == '=' || before == ',' || before == '(') return Kind::Initializer;
    return Kind::Transparent;
  }

  std::vector<Function> functions_;
  std::vector<Scope> scopes_;
  std::string head_;
  std::size_t head_line_ = 0;
  int parentheses_ = 0;
};

}  // namespace

Source read_source(std::string_view text) {
  Splitter splitter(text);
  splitter.split();
  Source source;
  source.lines = to_lines(text);
  source.code = to_lines(splitter.code());
  source.comments = to_lines(splitter.comments());
  source.includes = find_includes(source);
  source.functions = FunctionFinder().find(source.code);
  return source;
}

bool has_word(std::string_view code, std::string_view word) {
  for (auto at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1)) {
    const bool left = at == 0 || !in_word(code[at - 1]);
    const auto end = at + word.size();
    const bool right = end == code.size() || !in_word(code[end]);
    if (left && right) return true;
  }
  return false;
}

}  // namespace tidy
