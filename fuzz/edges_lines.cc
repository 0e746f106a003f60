// Lines as a whole: where they end, what their values and members are, and the limits.
#include <array>

#include "edges.h"

namespace fuzz {
namespace {

// Something of everything.
constexpr std::string_view rich =
    R"({"id":"\u00e9\ud83d\ude00","params":[true,{"a":-0.5e+1,"b":null},[]],"method":"m\n/)"
    "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"}";

// Each beginning of a line, and what may follow it or may not.
void write_beginnings(EdgeWriter& out) {
  out.begin("beginnings");
  const auto longer = of_method(std::string(rich.size(), '0'));
  constexpr std::array followers{
      ""sv,  "{"sv, "}"sv,    "["sv, "]"sv,  ","sv,  ":"sv,    "\""sv,       "0"sv,           "-"sv,
      "."sv, "e"sv, "true"sv, " "sv, "\\"sv, "\0"sv, "\x80"sv, "\xc3\xa9"sv, "\xef\xbb\xbf"sv};
  for (std::size_t size = 0; size <= rich.size(); ++size) {
    const std::string begin(rich.substr(0, size));
    out.line(longer);
    out.cut(begin);
    out.cut(begin + '\r');
    for (const auto follower : followers) {
      out.line(begin + std::string(follower));
      out.line(begin + std::string(follower) + std::string(rich.substr(size)));
    }
  }
  out.begin("bytes");
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte)), message = of_method("m");
    for (const auto& text : {one, one + message, message + one, message + ' ' + one + message,
                             "{\"method\":" + one + "\"m\"}", "{\"method\":\"" + one + "\"}"}) {
      out.line(text);
      if (one != "\n") out.cut(text);
    }
  }
}

// Each word of up to four bytes of numbers.
void write_numbers(EdgeWriter& out) {
  out.begin("numbers");
  constexpr auto letters = "-01.e+"sv;
  for (std::size_t size = 1, words = 6; size <= 4; ++size, words *= 6) {
    for (std::size_t word = 0; word < words; ++word) {
      std::string number;
      for (auto rest = word; number.size() < size; rest /= 6) number += letters[rest % 6];
      out.line("{\"id\":1,\"result\":[" + number + ",0]}");
      if (size == 4) continue;
      out.line(number);
      out.cut("{\"id\":" + number);
      out.line("{\"id\":" + number + ",\"error\":{\"code\":" + number + ",\"message\":\"\"}}");
    }
  }
  for (const auto number : {"9",
                            "-9",
                            "9223372036854775807",
                            "9223372036854775808",
                            "-9223372036854775808",
                            "-9223372036854775809",
                            "92233720368547758070",
                            "18446744073709551616",
                            "1E5",
                            "1e-5",
                            "1.0",
                            "true",
                            "false",
                            "null",
                            "\"\"",
                            "[]",
                            "{}",
                            "nul",
                            "truE",
                            "falsE",
                            "nulL"}) {
    const std::string text(number);
    out.line("{\"id\":" + text + ",\"method\":\"m\"}");
    out.line("{\"method\":" + text + '}');
    out.line("{\"id\":1,\"error\":{\"code\":" + text + ",\"message\":\"m\"}}");
    out.line("{\"id\":1,\"error\":{\"code\":1,\"message\":" + text + ",\"data\":" + text + "}}");
    out.line("{\"id\":1,\"error\":" + text + '}');
    out.line(text);
    out.line(text + " x");
  }
}

// Each choice of members.
void write_members(EdgeWriter& out) {
  out.begin("members");
  constexpr std::array ids{"", "\"id\":1,", "\"id\":\"\",", "\"id\":null,", "\"id\":1.5,"};
  constexpr std::array methods{"", "\"method\":\"m\",", "\"method\":1,"};
  constexpr std::array results{"", "\"result\":null,", "\"params\":[],"};
  constexpr std::array errors{"", "\"error\":null,", "\"error\":{\"code\":1,\"message\":\"\"},",
                              "\"error\":{\"code\":1.5,\"message\":\"\"},",
                              "\"error\":{\"message\":\"\",\"code\":2,\"data\":null},"};
  constexpr std::array versions{"", "\"jsonrpc\":\"2.0\","};
  for (const std::string id : ids)
    for (const std::string method : methods)
      for (const std::string result : results)
        for (const std::string error : errors)
          for (const std::string version : versions) {
            const auto object = "{" + id + method + result + error + version + "\"x\":1}";
            out.line(object);
            out.line(of_method("m") + '\t' + object + ' ');
          }
}

// Lines about as long as they may be, and faults all along them.
void write_limits(EdgeWriter& out) {
  out.begin("limits");
  for (const std::size_t most : {std::size_t{200}, line_bytes_max}) {
    for (std::size_t size = most - 2; size <= most + 3; ++size) {
      for (const auto end : {""sv, "\r"sv, "\r\r"sv}) {
        for (const auto& text : {of_method(std::string(size - 13, 'm')), std::string(size, ' '),
                                 std::string(size, 'x')}) {
          out.line(text + std::string(end));
          out.cut(text + std::string(end));
        }
      }
    }
  }
  for (const std::size_t size : {255U, 256U, 257U, 258U, 300U}) {
    auto text = std::string(size, 'x') + std::string(line_bytes_max, 'y');
    text[255] = '\r';
    out.line(text);
  }
  for (std::size_t before = 0; before < 110; before += before < 8 ? 1 : 3)
    for (const std::size_t after :
         {0U, 1U, 3U, 8U, 9U, 12U, 40U, 53U, 54U, 66U, 67U, 68U, 100U, 140U})
      out.line(std::string("[").append(before, ' ') + '!' + std::string(after, 'y'));
  for (const std::size_t levels : {1U, 2U, 3U, 4U, 5U, 126U, 127U, 128U, 129U}) {
    for (const auto value : {""sv, "0"sv, "[]"sv, "{}"sv, "!"sv, "[!"sv}) {
      for (const auto& [open, close] : {std::pair("["sv, "]"sv), std::pair("{\"a\":"sv, "}"sv),
                                        std::pair("[{\"a\":"sv, "}]"sv)}) {
        const auto nested = repeated(open, levels) + std::string(value) + repeated(close, levels);
        out.line("{\"method\":\"m\",\"params\":" + nested + '}');
        out.line(nested);
      }
    }
  }
}

}  // namespace

void write_line_edges(EdgeWriter& out) {
  write_beginnings(out);
  write_numbers(out);
  write_members(out);
  write_limits(out);
}

}  // namespace fuzz
