// One C++ source text, taken apart without a compiler: what is code, what is
// comment, what it includes, and where its functions begin and end.
//
// Knows strings, raw strings, character literals, digit separators, comments and
// continued preprocessor lines. Guesses functions from braces, which is right for
// code that is formatted as ours is.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidy {

struct Include {
  std::size_t line;  // Lines count from 1.
  std::string target;
  bool quoted;
};

struct Function {
  std::size_t first_line;  // Of its signature.
  std::size_t last_line;   // Of its closing brace.
};

struct Source {
  std::vector<std::string> lines;     // As written.
  std::vector<std::string> code;      // Same lines; comments and literals blank.
  std::vector<std::string> comments;  // Same lines; all but comments blank.
  std::vector<Include> includes;
  std::vector<Function> functions;
};

Source read_source(std::string_view text);

// Whether `code` has `word` with no letter, digit or underscore on either side.
bool has_word(std::string_view code, std::string_view word);

}  // namespace tidy
