// What the other end of a stream can show.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace tools {

// Of text that is written before anybody can tell where it will be read.
inline constexpr std::size_t screen_columns = 80;

bool is_terminal(int descriptor);

// Columns of the terminal; 100 where there is none.
std::size_t terminal_columns(int descriptor);

// Colours for a terminal that can show them and a person who wants them (no-color.org).
class Paint {
 public:
  explicit Paint(int descriptor);

  std::string good(std::string_view text) const { return wrap("32", text); }
  std::string bad(std::string_view text) const { return wrap("1;31", text); }
  std::string doubtful(std::string_view text) const { return wrap("33", text); }
  std::string remark(std::string_view text) const { return wrap("36", text); }
  std::string strong(std::string_view text) const { return wrap("1", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;

  bool on_;
};

}  // namespace tools
