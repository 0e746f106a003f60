#include "engine/codec/rpc.h"

#include <algorithm>

#include "port/check.h"
#include "port/overload.h"
#include "port/visit.h"

namespace engine::rpc {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// The members that the protocol knows; without raw text: absent.
struct Known {
  Value id, method, params, result, error, jsonrpc;
};

Value* place_for(Known& known, const Text& key) {
  if (key == "id") return &known.id;
  if (key == "method") return &known.method;
  if (key == "params") return &known.params;
  if (key == "result") return &known.result;
  if (key == "error") return &known.error;
  if (key == "jsonrpc") return &known.jsonrpc;
  return nullptr;
}

Known known_of(std::span<const Field> members) {
  Known known;
  for (const auto& [key, value] : members)
    if (auto* place = place_for(known, key)) *place = value;
  return known;
}

// What is wrong, and the value that it is wrong with.
struct Fault {
  Reason reason = Reason::None;
  Value where;
};

// A fraction or exponent is another type; an integer that does not fit is out of range.
Reason read_integer(const Value& value, Reason type, Reason range, std::int64_t& out) {
  if (value.type() != json::Type::Number) return type;
  if (value.raw.find_first_of(".eE") != value.raw.npos) return type;
  const auto number = value.integer();
  if (!number) return range;
  out = *number;
  return Reason::None;
}

Fault read_id(const Value& value, Id& id) {
  if (const auto text = value.text()) {
    id = Id::of(*text);
    return {};
  }
  const auto reason = read_integer(value, Reason::IdType, Reason::IdRange, id.number);
  return {reason, value};
}

Fault read_error(const Value& error, Failure& out) {
  const auto code = error.member("code");
  const auto message = error.member("message").text();
  const auto reason = read_integer(code, Reason::ErrorShape, Reason::CodeRange, out.code);
  if (reason != Reason::None) return {reason, code.present() ? code : error};
  if (!message) return {Reason::ErrorShape, error};
  out.message = *message;
  out.data = error.member("data");
  return {};
}

Fault read_message(const Known& known, Message& out) {
  Id id;
  if (known.id.present()) {
    const auto fault = read_id(known.id, id);
    if (fault.reason != Reason::None) return fault;
  }
  if (known.method.present()) {
    const auto method = known.method.text();
    if (!method) return {Reason::MethodType, known.method};
    if (known.id.present()) {
      out = Request{id, *method, known.params};
    } else {
      out = Notification{*method, known.params};
    }
    return {};
  }
  if (!known.id.present()) return {Reason::NotAMessage, {}};
  if (known.result.present() && known.error.present()) return {Reason::ResultAndError, known.error};
  if (known.result.present()) {
    out = Response{id, known.result};
    return {};
  }
  if (!known.error.present()) return {Reason::NotAMessage, {}};
  Failure failure;
  failure.id = id;
  const auto fault = read_error(known.error, failure);
  out = failure;
  return fault;
}

// What is wrong with a byte that stands behind a value.
Reason trailing(char byte) { return byte == 0 ? Reason::NulByte : Reason::TrailingBytes; }

std::size_t skip_spaces(std::string_view text, std::size_t from) {
  return std::min(text.find_first_not_of(" \t\r", from), text.size());
}

}  // namespace

std::optional<Id> id_of(const Message& message) {
  return port::visit(
      port::Overload{[](const Request& request) { return std::optional(request.id); },
                     [](const Response& response) { return std::optional(response.id); },
                     [](const Failure& failure) { return std::optional(failure.id); },
                     [](const Notification&) { return std::optional<Id>(); }},
      message);
}

std::optional<Text> method_of(const Message& message) {
  if (const auto* request = std::get_if<Request>(&message)) return request->method;
  if (const auto* notification = std::get_if<Notification>(&message)) return notification->method;
  return std::nullopt;
}

std::string_view name(Note note) {
  switch (note) {
    case Note::BlankLine: return "blank_line";
    case Note::MergedLines: return "merged_lines";
    case Note::MethodAndResult: return "method_and_result";
    case Note::JsonRpc: return "jsonrpc";
  }
  return "";
}

std::string printable(std::string_view bytes) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value >= 0x20 && value < 0x7f) {
      out += byte;
    } else {
      out += "\\x";
      out += hex[value >> 4];
      out += hex[value & 15];
    }
  }
  return out;
}

Decoder::Decoder(const Options& options)
    : options_(options), lines_(options.line_bytes_max), scanner_(options.scan) {
  CHECK(options.excerpt_bytes_max <= jsonl::too_long_kept);
}

void Decoder::take(const jsonl::Line& line, const Out& out) {
  if (line.too_long) return reject(line, Reason::TooLong, 0, out);
  const auto from = skip_spaces(line.text, 0);
  if (from == line.text.size()) {
    account_.blank += line.bytes;
    return out(Noted{.place = {line.number, line.at, line.bytes}, .note = Note::BlankLine});
  }
  const auto object = read(line.text, from);
  const auto next = skip_spaces(line.text, object.end);
  const bool whole = object.reason == Reason::None && next == line.text.size();
  if (!whole && !line.ended) return reject(line, Reason::EndOfInput, line.text.size(), out);
  if (object.reason != Reason::None) return reject(line, object.reason, object.at, out);
  if (!whole) return take_merged(line, object, out);
  account_.accepted += line.bytes;
  accept(line, object, out);
}

// Something stands behind a message. In two rounds, for all must be read before the first may
// be given away, and there is no limit to how many there are.
void Decoder::take_merged(const jsonl::Line& line, const Object& first, const Out& out) {
  const auto text = line.text;
  for (auto at = skip_spaces(text, first.end); at < text.size();) {
    if (text[at] != '{') {
      return reject(line, trailing(text[at]), at, out);
    }
    if (!options_.recover_merged) return reject(line, Reason::MergedLines, at, out);
    const auto object = read(text, at);
    if (object.reason != Reason::None) return reject(line, object.reason, object.at, out);
    at = skip_spaces(text, object.end);
  }
  account_.accepted += line.bytes;
  out(Noted{.place = {line.number, line.at, line.bytes}, .note = Note::MergedLines});
  for (auto at = skip_spaces(text, 0); at < text.size();) {
    const auto object = read(text, at);
    accept(line, object, out);
    at = skip_spaces(text, object.end);
  }
}

void Decoder::reject(const jsonl::Line& line, Reason reason, std::size_t at, const Out& out) {
  account_.rejected += line.bytes;
  // A third of it before the fault, unless the line begins or ends sooner.
  const auto most = options_.excerpt_bytes_max;
  const auto last = line.text.size() - std::min(line.text.size(), most);
  const auto from = std::min(at - std::min(at, most / 3), last);
  out(Rejected{.place = {line.number, line.at, line.bytes},
               .reason = reason,
               .at = line.at + at,
               .excerpt = line.text.substr(from, most)});
}

void Decoder::accept(const jsonl::Line& line, const Object& object, const Out& out) {
  const Place place{line.number, line.at, line.bytes};
  out(Accepted{.place = place,
               .message = object.message,
               .whole = object.whole,
               .members = scanner_.members()});
  if (object.method_and_result) out(Noted{.place = place, .note = Note::MethodAndResult});
  if (object.jsonrpc) out(Noted{.place = place, .note = Note::JsonRpc});
}

Decoder::Object Decoder::read(std::string_view text, std::size_t from) {
  Object object;
  const auto bad = [&](Reason reason, std::size_t at) {
    object.reason = reason;
    object.at = at;
    return object;
  };
  if (text.substr(from).starts_with(byte_order_mark)) return bad(Reason::ByteOrderMark, from);
  const auto scan = scanner_.scan(text, from);
  if (scan.reason != Reason::None) return bad(scan.reason, scan.at);
  object.end = scan.at;
  object.whole = text.substr(from, scan.at - from);
  const auto type = Value{object.whole}.type();
  if (type != json::Type::Object) {
    const auto behind = skip_spaces(text, scan.at);  // `1 x` is no scalar.
    if (behind < text.size()) return bad(trailing(text[behind]), behind);
    return bad(type == json::Type::Array ? Reason::Array : Reason::Scalar, from);
  }
  const auto known = known_of(scanner_.members());
  const auto fault = read_message(known, object.message);
  if (fault.reason != Reason::None) {
    const auto* where = fault.where.present() ? fault.where.raw.data() : object.whole.data();
    return bad(fault.reason, static_cast<std::size_t>(where - text.data()));
  }
  object.method_and_result =
      known.method.present() && (known.result.present() || known.error.present());
  object.jsonrpc = known.jsonrpc.present();
  return object;
}

}  // namespace engine::rpc
