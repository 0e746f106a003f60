// Why a line is not a message (rules WIRE-02 to WIRE-06).
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace engine::rpc {

enum class Reason : std::uint8_t {
  None,  // Nothing is wrong.
  // The line as a whole.
  TooLong,
  EndOfInput,  // The input ended within the line.
  NotUtf8,
  NulByte,
  ByteOrderMark,
  // JSON.
  UnexpectedByte,
  UnexpectedEnd,  // The line ended within the object.
  ControlCharacter,
  BadEscape,
  LoneSurrogate,
  BadNumber,
  DuplicateKey,
  TooDeep,
  // After the object.
  TrailingBytes,
  MergedLines,
  // The object is no message.
  Scalar,
  Array,
  NotAMessage,
  IdType,
  IdRange,
  MethodType,
  ErrorShape,
  CodeRange,
  ResultAndError,
  // Only of the encoder.
  RawNewline,
  NotOneValue,
};

struct ReasonText {
  Reason reason;
  std::string_view name;  // As in reports and files: never changes.
  std::string_view says;
};

inline constexpr std::array reason_texts{
    ReasonText{Reason::None, "none", "nothing is wrong"},
    ReasonText{Reason::TooLong, "too_long", "the line is longer than the limit"},
    ReasonText{Reason::EndOfInput, "truncated", "the input ends before the line does"},
    ReasonText{Reason::NotUtf8, "not_utf8", "this byte is not part of valid UTF-8"},
    ReasonText{Reason::NulByte, "nul_byte", "a NUL byte"},
    ReasonText{Reason::ByteOrderMark, "byte_order_mark", "the line begins with a byte order mark"},
    ReasonText{Reason::UnexpectedByte, "unexpected_byte", "no JSON: this byte cannot stand here"},
    ReasonText{Reason::UnexpectedEnd, "unexpected_end", "no JSON: the line ends within a value"},
    ReasonText{Reason::ControlCharacter, "control_character",
               "a raw control character in a string"},
    ReasonText{Reason::BadEscape, "bad_escape", "no escape that JSON knows"},
    ReasonText{Reason::LoneSurrogate, "lone_surrogate", "half of a surrogate pair"},
    ReasonText{Reason::BadNumber, "bad_number", "no number that JSON knows"},
    ReasonText{Reason::DuplicateKey, "duplicate_key", "a key stands twice in one object"},
    ReasonText{Reason::TooDeep, "too_deep", "nested deeper than the limit"},
    ReasonText{Reason::TrailingBytes, "trailing_bytes", "something stands behind the object"},
    ReasonText{Reason::MergedLines, "merged_lines", "a second object stands on the line"},
    ReasonText{Reason::Scalar, "scalar", "a value, but no object"},
    ReasonText{Reason::Array, "array", "an array, not an object"},
    ReasonText{Reason::NotAMessage, "not_a_message", "neither request, response nor notification"},
    ReasonText{Reason::IdType, "id_type", "the id is neither string nor integer"},
    ReasonText{Reason::IdRange, "id_range", "the id does not fit into 64 bits"},
    ReasonText{Reason::MethodType, "method_type", "the method is no string"},
    ReasonText{Reason::ErrorShape, "error_shape",
               "the error lacks an integer code or a string message"},
    ReasonText{Reason::CodeRange, "code_range", "the code of the error does not fit into 64 bits"},
    ReasonText{Reason::ResultAndError, "result_and_error", "both a result and an error"},
    ReasonText{Reason::RawNewline, "raw_newline", "a value to be written holds a raw newline"},
    ReasonText{Reason::NotOneValue, "not_one_value",
               "a value to be written is not exactly one JSON value"},
};

constexpr const ReasonText& text_of(Reason reason) {
  return reason_texts[static_cast<std::size_t>(reason)];
}

}  // namespace engine::rpc
