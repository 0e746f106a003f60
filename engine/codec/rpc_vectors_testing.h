// One line each, and what it is: the vectors of the rules WIRE-01 to WIRE-08.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"

namespace engine::rpc {

struct Vector {
  std::string name;    // Begins with its rule.
  std::string line;    // Without its "\n".
  Reason reason;       // None: it is a message.
  std::size_t at = 0;  // Of the fault in the line.
};

inline std::string nested(std::size_t levels, char open, char close) {
  return "{\"id\":1,\"result\":" + std::string(levels, open) + std::string(levels, close) + "}";
}

inline std::string with_keys(std::size_t count, std::size_t last_number) {
  std::string line = "{\"method\":\"m\"";
  for (std::size_t i = 0; i + 1 < count; ++i) line += ",\"key" + std::to_string(i) + "\":0";
  return line + ",\"key" + std::to_string(last_number) + "\":0}";
}

inline std::string with_nul(std::string_view before, std::string_view after) {
  return std::string(before) + '\0' + std::string(after);
}

inline const std::vector<Vector> all_vectors{
    {"wire_01_spaces_around", " \t{\"method\":\"x\"} \r", Reason::None},
    {"wire_01_carriage_return_within", "{\"id\":516,\r\"method\":\"x\"}", Reason::None},
    {"wire_02_truncated", "{\"id\":500,\"method\":\"thread/loa", Reason::UnexpectedEnd, 30},
    {"wire_02_truncated_word", "{\"id\":1,\"result\":tru", Reason::UnexpectedEnd, 20},
    {"wire_02_bare_word", "hello", Reason::UnexpectedByte, 0},
    {"wire_02_string", "\"hello\"", Reason::Scalar, 0},
    {"wire_02_number", "42", Reason::Scalar, 0},
    {"wire_02_null", "null", Reason::Scalar, 0},
    {"wire_02_true", "true", Reason::Scalar, 0},
    {"wire_02_empty_array", "[]", Reason::Array, 0},
    {"wire_02_batch", "[{\"id\":1,\"method\":\"x\"}]", Reason::Array, 0},
    {"wire_02_empty_object", "{}", Reason::NotAMessage, 0},
    {"wire_02_id_only", "{\"id\":531}", Reason::NotAMessage, 0},
    {"wire_02_result_only", "{\"result\":{}}", Reason::NotAMessage, 0},
    {"wire_02_params_only", "{\"params\":{}}", Reason::NotAMessage, 0},
    {"wire_02_error_without_code", "{\"id\":532,\"error\":{\"message\":\"x\"}}", Reason::ErrorShape,
     18},
    {"wire_02_error_null", "{\"id\":1,\"error\":null}", Reason::ErrorShape, 16},
    {"wire_02_method_number", "{\"method\":1}", Reason::MethodType, 10},
    {"wire_02_result_and_error", "{\"id\":1,\"result\":1,\"error\":null}", Reason::ResultAndError,
     27},
    {"wire_02_trailing_word", "{\"method\":\"x\"} xyz", Reason::TrailingBytes, 15},
    {"wire_02_trailing_comma", "{\"method\":\"x\",}", Reason::UnexpectedByte, 14},
    {"wire_02_comment", "{\"method\":\"x\"} // c", Reason::TrailingBytes, 15},
    {"wire_02_single_quotes", "{'id':519}", Reason::UnexpectedByte, 1},
    {"wire_02_not_a_number", "{\"method\":\"x\",\"a\":NaN}", Reason::UnexpectedByte, 18},
    {"wire_02_vertical_tab", "{\"id\":517,\v\"method\":\"x\"}", Reason::UnexpectedByte, 10},
    {"wire_02_header", "Content-Length: 60", Reason::UnexpectedByte, 0},
    {"wire_02_array_comma", "{\"id\":1,\"result\":[1,]}", Reason::UnexpectedByte, 20},
    {"wire_02_array_gap", "{\"id\":1,\"result\":[1 2]}", Reason::UnexpectedByte, 20},
    {"wire_02_wrong_close", "{\"id\":1,\"result\":[}", Reason::UnexpectedByte, 18},
    {"wire_02_colon_missing", "{\"id\" 1}", Reason::UnexpectedByte, 6},
    {"wire_02_nul_behind", with_nul("{\"method\":\"x\"}", ""), Reason::NulByte, 14},
    {"wire_02_nul_behind_scalar", with_nul("1", ""), Reason::NulByte, 1},
    {"wire_02_nul_behind_array", with_nul("[] ", " x"), Reason::NulByte, 3},
    {"wire_02_nul_in_word", with_nul("{\"id\":1,\"result\":nul", "l}"), Reason::NulByte, 20},
    {"wire_02_nul_in_number", with_nul("{\"id\":1.", "}"), Reason::NulByte, 8},
    {"wire_02_nul_in_string", with_nul("{\"method\":\"a", "b\"}"), Reason::NulByte, 12},
    {"wire_02_nul_between", with_nul("{", "\"method\":\"x\"}"), Reason::NulByte, 1},
    {"wire_02_nul_escaped", "{\"method\":\"a\\u0000b\"}", Reason::None},
    {"wire_02_tab_in_string", "{\"method\":\"a\tb\"}", Reason::ControlCharacter, 12},
    {"wire_02_byte_order_mark", "\xef\xbb\xbf{\"method\":\"x\"}", Reason::ByteOrderMark, 0},
    {"wire_02_mark_in_string", "{\"method\":\"\xef\xbb\xbf\"}", Reason::None},
    {"wire_02_utf8_bare", "{\"method\":\"\xff\xfe\"}", Reason::NotUtf8, 11},
    {"wire_02_utf8_overlong", "{\"method\":\"\xc0\xaf\"}", Reason::NotUtf8, 11},
    {"wire_02_utf8_overlong_three", "{\"method\":\"\xe0\x80\xaf\"}", Reason::NotUtf8, 11},
    {"wire_02_utf8_surrogate", "{\"method\":\"\xed\xa0\x80\"}", Reason::NotUtf8, 11},
    {"wire_02_utf8_beyond", "{\"method\":\"\xf4\x90\x80\x80\"}", Reason::NotUtf8, 11},
    {"wire_02_utf8_cut", "{\"method\":\"\xe2\x82\"}", Reason::NotUtf8, 11},
    {"wire_02_utf8_outside", "{\"method\":\"x\"\x80}", Reason::NotUtf8, 13},
    {"wire_02_utf8_four", "{\"method\":\"\xf0\x9f\x98\x80 \xe2\x80\xa8\"}", Reason::None},
    {"wire_02_surrogate_high", "{\"method\":\"\\ud800\"}", Reason::LoneSurrogate, 11},
    {"wire_02_surrogate_low", "{\"method\":\"\\udc00\"}", Reason::LoneSurrogate, 11},
    {"wire_02_surrogate_and_letter", "{\"method\":\"\\ud800\\u0041\"}", Reason::LoneSurrogate, 11},
    {"wire_02_surrogate_pair", "{\"method\":\"\\ud83d\\ude00\"}", Reason::None},
    {"wire_02_escape_unknown", "{\"method\":\"\\x41\"}", Reason::BadEscape, 11},
    {"wire_02_escape_short", "{\"method\":\"\\u12g4\"}", Reason::BadEscape, 11},
    {"wire_03_two_objects", "{\"method\":\"x\"}{\"method\":\"y\"}", Reason::MergedLines, 14},
    {"wire_04_depth_128", nested(127, '[', ']'), Reason::None},
    {"wire_04_depth_129", nested(128, '[', ']'), Reason::TooDeep, 144},
    {"wire_05_many_levels", nested(100'000, '[', ']'), Reason::TooDeep, 144},
    {"wire_05_many_levels_never_closed", "{\"id\":1,\"result\":" + std::string(100'000, '['),
     Reason::TooDeep, 144},
    {"wire_05_many_quotes", "{\"method\":\"x\",\"p\":" + std::string(100'001, '"') + "}",
     Reason::UnexpectedByte, 20},
    {"wire_06_duplicate", "{\"id\":1,\"id\":2,\"method\":\"x\"}", Reason::DuplicateKey, 8},
    {"wire_06_duplicate_escaped", "{\"id\":1,\"\\u0069d\":2,\"method\":\"x\"}",
     Reason::DuplicateKey, 8},
    {"wire_06_duplicate_deep", "{\"method\":\"x\",\"p\":[{\"b\":1,\"b\":2}]}", Reason::DuplicateKey,
     26},
    {"wire_06_same_key_elsewhere", "{\"method\":\"x\",\"p\":{\"method\":\"x\"}}", Reason::None},
    {"wire_06_many_keys", with_keys(40, 39), Reason::None},
    {"wire_06_many_keys_twice", with_keys(40, 3), Reason::DuplicateKey, 394},
    {"wire_06_id_null", "{\"id\":null,\"method\":\"x\"}", Reason::IdType, 6},
    {"wire_06_id_fraction", "{\"id\":1.0,\"method\":\"x\"}", Reason::IdType, 6},
    {"wire_06_id_exponent", "{\"id\":1e2,\"method\":\"x\"}", Reason::IdType, 6},
    {"wire_06_id_true", "{\"id\":true,\"method\":\"x\"}", Reason::IdType, 6},
    {"wire_06_id_too_large", "{\"id\":9223372036854775808,\"method\":\"x\"}", Reason::IdRange, 6},
    {"wire_06_id_largest", "{\"id\":9223372036854775807,\"method\":\"x\"}", Reason::None},
    {"wire_06_id_smallest", "{\"id\":-9223372036854775808,\"method\":\"x\"}", Reason::None},
    {"wire_06_id_leading_zeros", "{\"id\":007,\"method\":\"x\"}", Reason::BadNumber, 6},
    {"wire_06_id_minus_zero", "{\"id\":-0,\"method\":\"x\"}", Reason::None},
    {"wire_06_code_too_large", "{\"id\":1,\"error\":{\"code\":1e9,\"message\":\"\"}}",
     Reason::ErrorShape, 24},
    {"wire_07_id_of_digits", "{\"id\":\"7\",\"method\":\"x\"}", Reason::None},
    {"wire_07_id_empty", "{\"id\":\"\",\"method\":\"x\"}", Reason::None},
    {"wire_07_id_escaped", "{\"id\":\"\\u0037\",\"method\":\"x\"}", Reason::None},
    {"wire_08_newline_escaped", "{\"method\":\"a\\nb\"}", Reason::None},
    {"wire_08_line_separator_raw",
     "{\"method\":\"a\xe2\x80\xa8"
     "b\"}",
     Reason::None},
    {"wire_06_number_in_unknown_field", "{\"method\":\"x\",\"u\":1e999}", Reason::None},
    {"wire_06_minus_alone", "{\"method\":\"x\",\"u\":-}", Reason::BadNumber, 18},
};

inline const std::vector<Vector>& vectors() { return all_vectors; }

}  // namespace engine::rpc
