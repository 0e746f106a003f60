// Lines as a whole: where they end, what their values and members are, and the limits.
#include <array>
#include <string>

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

// A stream behind a stream, and objects behind closed objects: what one leaves behind must not be
// seen by the next.

namespace {

std::string keys_of(std::size_t count, std::string_view prefix) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += (i == 0 ? "\"" : ",\"") + std::string(prefix) + std::to_string(i) + "\":0";
  return out;
}

// Streams that end within something, each before each of others that would go on with it.
void write_streams(EdgeWriter& out) {
  out.begin("streams");
  const std::array ends{std::string("{\"method\":\"m"),
                        std::string("{\"method\":\"m\\"),
                        std::string("{\"method\":\"\\ud83d"),
                        std::string("{\"method\":\"m\"}"),
                        std::string("{\"method\":\"m\"}\r"),
                        std::string("{\"method\":\"\xc3"),
                        std::string("{\"method\":\"m\",\"method"),
                        "{" + keys_of(20, "k"),
                        "{\"a\":{" + keys_of(20, "k"),
                        repeated("[", 100),
                        repeated("{\"a\":", 130),
                        std::string(line_bytes_max + 1, 'x'),
                        std::string("\xef\xbb"),
                        std::string("   ")};
  const std::array begins{
      std::string("\"}\n{\"method\":\"m\"}\n"),
      std::string("n\"}\n"),
      std::string("\\ude00\"}\n"),
      std::string("\n{\"method\":\"m\"}\n"),
      std::string("\xa9\"}\n"),
      "{\"method\":\"m\"," + keys_of(20, "k") + "}\n",
      "{\"method\":\"m\",\"params\":" + repeated("[", 127) + repeated("]", 127) + "}\n",
      std::string("\xbf{\"method\":\"m\"}\n"),
      std::string("{\"method\":\"m\"}")};
  for (const auto& end : ends)
    for (const auto& begin : begins) {
      out.cut(end);
      out.cut(begin);
    }
}

// An object that is closed has no keys any more, and its own come back behind one within it.
void write_closed(EdgeWriter& out) {
  out.begin("closed_keys");
  const auto line = [&](const std::string& params) {
    out.line("{\"method\":\"m\",\"params\":" + params + '}');
  };
  for (const std::size_t outer : {1U, 8U, 15U, 16U, 17U, 33U}) {
    for (const std::size_t inner : {0U, 1U, 15U, 16U, 17U, 33U}) {
      const auto own = keys_of(outer, "k"), within = keys_of(inner, "k");
      line("{" + own + ",\"o\":{" + within + "}}");
      line("{" + own + ",\"o\":{" + within + "},\"o\":0}");
      line("{" + own + ",\"o\":{" + within + "},\"k0\":0}");
      line("{\"o\":{" + within + "}," + own + "}");
      line("{\"o\":{" + within + "}," + own + ",\"k" + std::to_string(outer - 1) + "\":0}");
      line("{\"o\":{" + within + "},\"p\":{" + within + "}," + own + ",\"p\":0}");
      line("[{" + own + "},{" + within + "},{" + own + ",\"k0\":1}]");
    }
  }
}

// Each pair of places at which a key may stand twice.
void write_places(EdgeWriter& out) {
  out.begin("places_of_keys");
  for (const std::size_t count : {3U, 16U, 17U, 18U, 34U}) {
    for (std::size_t first = 0; first + 1 < count; ++first) {
      for (std::size_t again = first + 1; again<count; again += again> first + 4 ? 3 : 1) {
        std::string keys;
        for (std::size_t i = 0; i < count; ++i)
          keys += (i == 0 ? "\"key" : ",\"key") + std::to_string(i == again ? first : i) + "\":0";
        out.line("{\"method\":\"m\",\"params\":{" + keys + "}}");
      }
    }
  }
}

// The first and last of each half of a pair, and their neighbours, as escapes and as bytes.
void write_surrogates(EdgeWriter& out) {
  out.begin("surrogates");
  constexpr std::array units{"d7FF"sv, "D800"sv, "d801"sv, "DBFE"sv, "dbff"sv,
                             "DC00"sv, "dc01"sv, "dffe"sv, "DFFF"sv, "e000"sv};
  for (const auto first : units)
    for (const auto second : units)
      for (const auto behind : {""sv, "x"sv, "\\udc00"sv, "\\ud800"sv, "\\"sv})
        out.line(of_method("\\u" + std::string(first) + "\\u" + std::string(second) +
                           std::string(behind)));
  for (const auto bytes :
       {"\xed\x9f\xbf"sv, "\xed\xa0\x80"sv, "\xed\xaf\xbf"sv, "\xed\xb0\x80"sv, "\xed\xbf\xbf"sv,
        "\xee\x80\x80"sv, "\xf0\x90\x80\x80"sv, "\xf4\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv})
    out.line(of_method(bytes));
}

}  // namespace

void write_stream_edges(EdgeWriter& out) {
  write_streams(out);
  write_closed(out);
  write_places(out);
  write_surrogates(out);
}

}  // namespace fuzz
