// A stream behind a stream, and objects behind closed objects: what one leaves behind must not be
// seen by the next.
#include <array>
#include <string>

#include "edges.h"

namespace fuzz {
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
