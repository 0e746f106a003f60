#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "edges.h"
#include "engine/codec/json_scan.h"
#include "fuzz/edges.h"

namespace fuzz {
namespace {

std::string written_out(std::string_view line) {
  std::string out;
  for (const char byte : line) byte == '$' ? out += "\"jsonrpc\":\"2.0\"" : out += byte;
  return out;
}

class List {
 public:
  explicit List(Profile profile) : profile_(profile) {
    for (const auto& row : value_rows()) add(row.kind, row.name, line_with(row.value), row.word);
    for (const auto& row : line_rows()) {
      const std::array words{row.json, row.json_rpc, row.app_server, row.mcp};
      add(row.kind, row.name, written_out(row.line), words[static_cast<std::size_t>(profile)]);
    }
    add_nested();
    std::ranges::stable_sort(all_, {}, [](const Vector& vector) {
      constexpr std::array<std::string_view, 7> order{"structure", "number",  "string", "utf8",
                                                      "space",     "message", "nesting"};
      return std::ranges::find(order, vector.kind) - order.begin();
    });
  }
  std::vector<Vector> take() { return std::move(all_); }

 private:
  std::string line_with(std::string_view value) const {
    if (profile_ == Profile::Json) return '[' + std::string(value) + ']';
    const bool mcp = profile_ == Profile::Mcp;
    std::string line = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":";
    line += mcp ? "{\"a\":[" : "[";
    line += value;
    return line += mcp ? "]}}" : "]}";
  }

  void add(std::string_view kind, std::string_view name, std::string line, std::string_view word) {
    const auto verdict = word.empty() ? Verdict::Accept : refusal_of(word).in(profile_);
    all_.push_back({.kind = kind,
                    .name = name,
                    .line = std::move(line),
                    .verdict = verdict,
                    .word = verdict == Verdict::Accept ? std::string_view() : word});
  }

  // The levels of `line_with` count.
  void add_nested() {
    const std::size_t most = engine::json::ScanLimits().depth_max;
    const std::size_t around = profile_ == Profile::Json ? 1 : profile_ == Profile::Mcp ? 3 : 2;
    const auto arrays = [&](std::size_t levels) {
      return line_with(repeated("[", levels - around) + repeated("]", levels - around));
    };
    const auto objects = [&](std::size_t levels) {
      return line_with(repeated("{\"a\":", levels - around) + "0" + repeated("}", levels - around));
    };
    const auto nested = [&](auto... parts) { add("nesting", parts...); };
    nested("arrays_to_64", arrays(64), "");
    nested("arrays_to_the_limit", arrays(most), "");
    nested("objects_to_the_limit", objects(most), "");
    nested("arrays_side_by_side", line_with(repeated("[[]],", 1000) + "[]"), "");
    nested("brackets_in_a_text", line_with("\"" + repeated("[{", 1000) + "\""), "");
    nested("arrays_beyond_the_limit", arrays(most + 1), "too_deep");
    nested("objects_beyond_the_limit", objects(most + 1), "too_deep");
    nested("arrays_to_1000", arrays(1000), "too_deep");
    nested("arrays_to_100000", arrays(100'000), "too_deep");
    nested("objects_to_100000", objects(100'000), "too_deep");
    for (const auto& [name, part] :
         {std::pair("arrays_not_closed", "["), std::pair("objects_not_closed", "{\"a\":"),
          std::pair("both_not_closed", "[{\"a\":")}) {
      nested(name, repeated(part, 100'000), "too_deep");
      all_.back().verdict = Verdict::Refuse;  // However deep a decoder reads.
    }
  }

  Profile profile_;
  std::vector<Vector> all_;
};

}  // namespace

std::span<const Vector> vectors_of(Profile profile) {
  static const std::array all{List(profiles[0]).take(), List(profiles[1]).take(),
                              List(profiles[2]).take(), List(profiles[3]).take()};
  return all[static_cast<std::size_t>(profile)];
}

namespace {

// A line whose words are the same in every profile.
constexpr LineRow same(std::string_view kind, std::string_view name, std::string_view line,
                       std::string_view word) {
  return {kind, name, line, word, word, word, word};
}

// A value that is no message of either protocol.
constexpr LineRow value(std::string_view name, std::string_view line) {
  return {"message", name, line, "", "scalar", "scalar", "scalar"};
}

// A message of JSON-RPC 2.0 or none, and one of the app-server or none; JSON in any case, with what
// JSON-RPC finds open about it as JSON. MCP has its own word, or that of JSON-RPC.
constexpr std::string_view of_json_rpc = "as in JSON-RPC";
constexpr LineRow message(std::string_view name, std::string_view line, std::string_view json_rpc,
                          std::string_view app_server, std::string_view mcp = of_json_rpc) {
  return {
      "message", name, line, json_rpc, json_rpc, app_server, mcp == of_json_rpc ? json_rpc : mcp};
}

// clang-format off
constexpr std::array all_lines{
  same("structure", "array_not_closed", "[1", "unexpected_end"),
  same("structure", "array_not_closed_behind_a_comma", "[1,", "unexpected_end"),
  same("structure", "array_opened_alone", "[", "unexpected_end"),
  same("structure", "object_opened_alone", "{", "unexpected_end"),
  same("structure", "object_cut_in_a_key", R"({"method)", "unexpected_end"),
  same("structure", "object_cut_behind_a_key", R"({"method")", "unexpected_end"),
  same("structure", "object_cut_behind_a_colon", R"({"method":)", "unexpected_end"),
  same("structure", "object_cut_in_a_text", R"({"method":"x)", "unexpected_end"),
  same("structure", "object_cut_in_an_escape", R"({"method":"\)", "unexpected_end"),
  same("structure", "object_cut_in_the_digits_of_an_escape",
          R"({"method":"\u00)", "unexpected_end"),
  same("structure", "object_cut_in_a_pair", R"({"method":"\ud83d\)", "unexpected_end"),
  same("structure", "object_cut_in_a_word", R"({"a":tru)", "unexpected_end"),
  same("structure", "object_cut_in_a_number", R"({"a":1.)", "unexpected_end"),
  same("structure", "object_not_closed", R"({$,"method":"m")", "unexpected_end"),
  same("structure", "bracket_closed_alone", "]", "unexpected_byte"),
  same("structure", "brace_closed_alone", "}", "unexpected_byte"),
  same("structure", "comma_alone_on_a_line", ",", "unexpected_byte"),
  same("structure", "header", "Content-Length: 60", "unexpected_byte"),
  same("structure", "log_line", "INFO server started", "unexpected_byte"),
  same("structure", "quote_alone", "\"", "unexpected_end"),
  same("structure", "backslash_alone", "\\", "unexpected_byte"),
  same("structure", "nul_alone", "\0"sv, "nul_byte"),
  same("structure", "nul_before", "\0{$,\"method\":\"m\"}"sv, "nul_byte"),
  same("structure", "nul_behind", "{$,\"method\":\"m\"}\0"sv, "nul_byte"),
  same("structure", "nul_and_letters_behind", "{$,\"method\":\"m\"}\0x"sv, "nul_byte"),
  same("structure", "word_behind", R"({$,"method":"m"} x)", "trailing_bytes"),
  same("structure", "comma_behind", R"({$,"method":"m"},)", "trailing_bytes"),
  same("structure", "brace_behind", R"({$,"method":"m"}})", "trailing_bytes"),
  same("structure", "bracket_behind", "[]]", "trailing_bytes"),
  same("structure", "comment_behind", R"({$,"method":"m"} // x)", "trailing_bytes"),
  same("structure", "array_behind", R"({$,"method":"m"}[])", "trailing_bytes"),
  same("structure", "letter_behind_a_number", "1x", "trailing_bytes"),
  same("structure", "two_numbers", "1 2", "trailing_bytes"),
  same("structure", "two_texts", R"("a""b")", "trailing_bytes"),
  LineRow{"structure", "two_messages", R"({$,"method":"m"}{$,"method":"m"})",
          "trailing_bytes", "trailing_bytes", "merged_lines", "trailing_bytes"},
  LineRow{"structure", "two_messages_and_a_space", R"({$,"method":"m"} {$,"method":"m"})",
          "trailing_bytes", "trailing_bytes", "merged_lines", "trailing_bytes"},

  same("utf8", "byte_order_mark", "\xef\xbb\xbf{$,\"method\":\"m\"}", "byte_order_mark"),
  same("utf8", "byte_order_mark_alone", "\xef\xbb\xbf", "byte_order_mark"),
  LineRow{"utf8", "byte_order_mark_behind_a_space", " \xef\xbb\xbf{$,\"method\":\"m\"}",
          "unexpected_byte", "unexpected_byte", "byte_order_mark", "unexpected_byte"},
  same("utf8", "byte_order_mark_cut", "\xef\xbb{$,\"method\":\"m\"}", "not_utf8"),
  same("utf8", "byte_order_mark_behind", "{$,\"method\":\"m\"}\xef\xbb\xbf", "trailing_bytes"),
  same("utf8", "utf_16_mark", "\xff\xfe{\0}\0"sv, "not_utf8"),
  same("utf8", "utf_16_without_mark", "{\0}\0"sv, "nul_byte"),
  same("utf8", "bad_alone", "\xff", "not_utf8"),

  same("space", "before_and_behind", " \t{$,\"method\":\"m\"} \t", ""),
  same("space", "carriage_return_behind", "{$,\"method\":\"m\"}\r", ""),
  same("space", "carriage_returns_behind", "{$,\"method\":\"m\"}\r\r", ""),
  same("space", "form_feed_before", "\f{$,\"method\":\"m\"}", "unexpected_byte"),
  same("space", "form_feed_behind", "{$,\"method\":\"m\"}\f", "trailing_bytes"),
  same("space", "no_break_before", "\xc2\xa0{$,\"method\":\"m\"}", "unexpected_byte"),

  value("number", "42"),
  value("negative_number", "-1.5e3"),
  value("text", R"("hello")"),
  value("empty_text", R"("")"),
  value("word_true", "true"),
  value("word_null", "null"),
  message("empty_array", "[]", "empty_batch", "array", "array"),
  message("array_of_numbers", "[1,2]", "bad_element", "array", "array"),
  message("empty_object", "{}", "version", "not_a_message"),
  message("empty_object_with_version", R"({$})", "not_a_message", "not_a_message"),
  message("request", R"({$,"id":1,"method":"m","params":{}})", "", ""),
  message("request_with_a_list", R"({$,"id":1,"method":"m","params":[]})", "", "", "params_list"),
  message("request_with_a_text_as_id", R"({$,"id":"","method":"m"})", "", ""),
  message("request_with_digits_as_id", R"({$,"id":"7","method":"m"})", "", ""),
  message("request_of_id_zero", R"({$,"id":0,"method":"m"})", "", ""),
  message("request_with_a_negative_id", R"({$,"id":-1,"method":"m"})", "", ""),
  message("request_with_members_in_another_order",
          R"({"params":{},"method":"m","id":1,$})", "", ""),
  message("request_with_an_unknown_member", R"({$,"id":1,"method":"m","x":[1]})",
          "", "", "unknown_member"),
  message("request_with_escaped_keys",
          R"({"\u006asonrpc":"\u0032.0","\u0069d":1,"m\u0065thod":"m"})", "", ""),
  message("request_of_the_reserved", R"({$,"id":1,"method":"rpc.x"})", "", ""),
  message("request_of_an_empty_method", R"({$,"id":1,"method":""})", "", ""),
  message("notification", R"({$,"method":"m","params":{"a":0}})", "", ""),
  message("response", R"({$,"id":1,"result":{}})", "", ""),
  message("response_of_null", R"({$,"id":1,"result":null})", "", "", "result_type"),
  message("failure", R"({$,"id":1,"error":{"code":-32600,"message":"x"}})", "", ""),
  message("failure_with_data", R"({$,"id":"a","error":{"code":1,"message":"","data":[]}})", "", ""),
  message("no_version", R"({"id":1,"method":"m"})", "version", ""),
  message("version_one", R"({"jsonrpc":"1.0","id":1,"method":"m"})", "version", ""),
  message("version_that_is_a_number", R"({"jsonrpc":2.0,"id":1,"method":"m"})", "version", ""),
  message("version_that_is_null", R"({"jsonrpc":null,"id":1,"method":"m"})", "version", ""),
  message("version_cut", R"({"jsonrpc":"2","id":1,"method":"m"})", "version", ""),
  message("version_in_capitals", R"({"JSONRPC":"2.0","id":1,"method":"m"})", "version", ""),
  message("response_without_version", R"({"id":1,"result":1})", "version", ""),
  message("method_that_is_a_number", R"({$,"id":1,"method":1})", "method_type", "method_type"),
  message("method_that_is_null", R"({$,"id":1,"method":null})", "method_type", "method_type"),
  message("method_that_is_a_list", R"({$,"method":["m"]})", "method_type", "method_type"),
  message("method_in_capitals", R"({$,"id":1,"Method":"m"})", "not_a_message", "not_a_message"),
  message("params_that_are_a_text", R"({$,"method":"m","params":"x"})", "params_type", ""),
  message("params_that_are_a_number", R"({$,"method":"m","params":1})", "params_type", ""),
  message("params_that_are_null", R"({$,"method":"m","params":null})", "params_type", ""),
  message("id_alone", R"({$,"id":1})", "not_a_message", "not_a_message"),
  message("params_alone", R"({$,"params":{}})", "not_a_message", "not_a_message"),
  message("result_alone", R"({$,"result":1})", "not_a_message", "not_a_message"),
  message("error_alone",
          R"({$,"error":{"code":1,"message":"x"}})", "not_a_message", "not_a_message", "id_absent"),
  message("id_of_null_in_a_request", R"({$,"id":null,"method":"m"})",
          "id_null", "id_type", "id_type"),
  message("id_of_null_in_a_response", R"({$,"id":null,"result":1})",
          "id_null", "id_type", "id_type"),
  message("id_of_null_in_a_failure",
          R"({$,"id":null,"error":{"code":1,"message":"x"}})", "", "id_type", "id_null"),
  message("id_that_is_true", R"({$,"id":true,"method":"m"})", "id_type", "id_type"),
  message("id_that_is_a_list", R"({$,"id":[1],"method":"m"})", "id_type", "id_type"),
  message("id_that_is_an_object", R"({$,"id":{},"result":1})", "id_type", "id_type"),
  message("id_with_a_fraction", R"({$,"id":1.5,"method":"m"})",
          "id_fraction", "id_type", "id_type"),
  message("id_with_a_fraction_of_zero", R"({$,"id":1.0,"method":"m"})", "id_fraction", "id_type"),
  message("id_with_an_exponent", R"({$,"id":1e0,"method":"m"})", "id_fraction", "id_type"),
  message("id_of_minus_zero", R"({$,"id":-0,"method":"m"})", "", ""),
  message("most_of_64_bits_as_id",
          R"({$,"id":9223372036854775807,"method":"m"})", "number_range", ""),
  message("least_of_64_bits_as_id",
          R"({$,"id":-9223372036854775808,"method":"m"})", "number_range", ""),
  message("id_beyond_64_bits",
          R"({$,"id":9223372036854775808,"method":"m"})", "number_range", "id_range"),
  message("id_below_64_bits",
          R"({$,"id":-9223372036854775809,"method":"m"})", "number_range", "id_range"),
  message("id_twice", R"({$,"id":1,"id":2,"method":"m"})", "duplicate_key", "duplicate_key"),
  message("id_twice_once_escaped",
          R"({$,"id":1,"\u0069d":2,"method":"m"})", "duplicate_key", "duplicate_key"),
  message("method_twice", R"({$,"method":"m","method":"m"})", "duplicate_key", "duplicate_key"),
  message("result_and_error",
          R"({$,"id":1,"result":1,"error":{"code":1,"message":"x"}})",
          "result_and_error", "result_and_error"),
  message("result_and_error_of_null",
          R"({$,"id":1,"result":1,"error":null})", "result_and_error", "result_and_error"),
  message("method_and_result", R"({$,"id":1,"method":"m","result":1})", "method_and_result", ""),
  message("method_and_error",
          R"({$,"id":1,"method":"m","error":{"code":1,"message":"x"}})", "method_and_result", ""),
  message("error_of_null", R"({$,"id":1,"error":null})", "error_shape", "error_shape"),
  message("error_that_is_a_text", R"({$,"id":1,"error":"x"})", "error_shape", "error_shape"),
  message("error_without_code",
          R"({$,"id":1,"error":{"message":"x"}})", "error_shape", "error_shape"),
  message("error_without_message",
          R"({$,"id":1,"error":{"code":1}})", "error_shape", "error_shape"),
  message("message_that_is_a_number",
          R"({$,"id":1,"error":{"code":1,"message":2}})", "error_shape", "error_shape"),
  message("code_that_is_a_text",
          R"({$,"id":1,"error":{"code":"1","message":"x"}})", "error_shape", "error_shape"),
  message("code_with_a_fraction",
          R"({$,"id":1,"error":{"code":1.5,"message":"x"}})", "error_shape", "error_shape"),
  message("code_with_a_fraction_of_zero",
          R"({$,"id":1,"error":{"code":1.0,"message":"x"}})", "code_fraction", "error_shape"),
  message("code_beyond_64_bits",
          R"({$,"id":1,"error":{"code":9223372036854775808,"message":"x"}})",
          "number_range", "code_range"),
  message("result_that_is_a_text", R"({$,"id":1,"result":"x"})", "", "", "result_type"),
  message("result_that_is_a_list", R"({$,"id":1,"result":[]})", "", "", "result_type"),
  message("batch", R"([{$,"id":1,"method":"m"},{$,"method":"n"}])", "", "array", "array"),
  message("batch_of_one", R"([{$,"id":1,"method":"m"}])", "", "array", "array"),
  message("batch_of_responses",
          R"([{$,"id":1,"result":1},{$,"id":2,"error":{"code":1,"message":"x"}}])",
          "", "array", "array"),
  message("batch_of_requests_and_responses",
          R"([{$,"id":1,"method":"m"},{$,"id":2,"result":1}])", "mixed_batch", "array", "array"),
  message("batch_in_a_batch", R"([[{$,"id":1,"method":"m"}]])", "bad_element", "array", "array"),
  message("batch_with_a_number", R"([{$,"id":1,"method":"m"},1])", "bad_element", "array", "array"),
};
// clang-format on

}  // namespace

std::span<const LineRow> line_rows() { return all_lines; }

}  // namespace fuzz
