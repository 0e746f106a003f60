// Lines to messages and back (WIRE-02 to WIRE-09).
//
// A message is an object on a line of its own: a request {"id","method","params"}, a response
// {"id","result"}, a failure {"id","error"} or a notification {"method","params"}. A line that is
// none of these costs exactly that line: it is reported once, and the next one decodes.
//
// Pure: no clock, I/O, thread or global. A decoder is a value: copy it to fork a stream.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "engine/codec/json.h"
#include "engine/codec/json_scan.h"
#include "engine/codec/jsonl.h"
#include "engine/codec/rpc_reason.h"

namespace engine::rpc {

using json::Field;
using json::Text;
using json::Value;

// A string or a 64-bit integer: 7 and "7" differ.
struct Id {
  bool is_text = false;
  std::int64_t number = 0;  // If it is no text.
  Text text;
  static Id of(std::int64_t number) { return {.is_text = false, .number = number, .text = {}}; }
  static Id of(Text text) { return {.is_text = true, .number = 0, .text = text}; }
  bool operator==(const Id&) const = default;
};

struct Request {
  Id id;
  Text method;
  Value params;  // May be absent.
  bool operator==(const Request&) const = default;
};
struct Response {
  Id id;
  Value result;
  bool operator==(const Response&) const = default;
};
struct Failure {
  Id id;
  std::int64_t code = 0;
  Text message;
  Value data;  // May be absent.
  bool operator==(const Failure&) const = default;
};
struct Notification {
  Text method;
  Value params;  // May be absent.
  bool operator==(const Notification&) const = default;
};
using Message = std::variant<Request, Response, Failure, Notification>;

// The id, or nothing for a notification; the method, or nothing for a response or failure.
std::optional<Id> id_of(const Message& message);
std::optional<Text> method_of(const Message& message);

// Where a line is in its stream.
struct Place {
  std::uint64_t line = 0;   // Counts from 1.
  std::uint64_t at = 0;     // Position of its first byte.
  std::uint64_t bytes = 0;  // With its end.
  bool operator==(const Place&) const = default;
};

// Views in these are valid during the call of the sink only.
struct Accepted {
  Place place;
  Message message;
  std::string_view whole;          // The object, byte for byte, with all that is unknown in it.
  std::span<const Field> members;  // All of its members, in their order; known ones too.
};
struct Rejected {
  Place place;
  Reason reason = Reason::None;
  std::uint64_t at = 0;      // Position of the fault in the stream.
  std::string_view excerpt;  // Bytes of the line around it; see printable().
};
enum class Note : std::uint8_t {
  BlankLine,
  MergedLines,      // Comes before the messages that were recovered from the line.
  MethodAndResult,  // Has both a method and a result or error. Comes after its message.
  JsonRpc,          // Has a member `jsonrpc` (WIRE-11). Comes after its message.
};
struct Noted {
  Place place;
  Note note = Note::BlankLine;
};
using Item = std::variant<Accepted, Rejected, Noted>;

std::string_view name(Note note);

// ASCII without control characters: other bytes become \xHH.
std::string printable(std::string_view bytes);

struct Options {
  std::size_t line_bytes_max = jsonl::line_bytes_default;  // 1 to 2^31 - 2.
  json::ScanLimits scan;
  std::size_t excerpt_bytes_max = 80;  // At most jsonl::too_long_kept.
  // Whether whole messages on one line are recovered, if they are all there is on it (WIRE-03).
  bool recover_merged = false;
};

// WIRE-09: bytes_in = accepted + rejected + blank + pending, always.
struct Account {
  std::uint64_t bytes_in = 0, accepted = 0, rejected = 0, blank = 0;
  bool operator==(const Account&) const = default;
};

class Decoder {
 public:
  explicit Decoder(const Options& options = {});

  // Calls `sink(const Item&)` for whatever the lines that end in `bytes` are.
  void feed(std::string_view bytes, auto&& sink) {
    account_.bytes_in += bytes.size();
    const Out out = out_to(sink);
    lines_.feed(bytes, [&](const jsonl::Line& line) { take(line, out); });
  }

  // The input ended. What is fed after this is another stream; the account goes on.
  void finish(auto&& sink) {
    const Out out = out_to(sink);
    lines_.finish([&](const jsonl::Line& line) { take(line, out); });
  }

  const Account& account() const { return account_; }
  std::uint64_t pending() const { return lines_.pending(); }
  // Bytes of memory: at most a line and a constant (WIRE-04).
  std::size_t held() const { return lines_.held() + scanner_.held(); }

 private:
  struct Out {
    void* to;
    void (*call)(void* to, const Item& item);
    void operator()(const Item& item) const { call(to, item); }
  };
  template <class Sink>
  static Out out_to(Sink& sink) {
    using Plain = std::remove_const_t<Sink>;
    return {const_cast<Plain*>(&sink),
            [](void* to, const Item& item) { (*static_cast<Sink*>(to))(item); }};
  }

  struct Object {  // One that was read.
    Reason reason = Reason::None;
    std::size_t at = 0, end = 0;  // Of the fault; of the object.
    Message message;
    std::string_view whole;
    bool method_and_result = false, jsonrpc = false;
  };

  void take(const jsonl::Line& line, const Out& out);
  void take_merged(const jsonl::Line& line, const Object& first, const Out& out);
  void reject(const jsonl::Line& line, Reason reason, std::size_t at, const Out& out);
  void accept(const jsonl::Line& line, const Object& object, const Out& out);
  Object read(std::string_view text, std::size_t from);

  Options options_;
  jsonl::Lines lines_;
  json::Scanner scanner_;
  Account account_;
};

// Appends the message as one line with its "\n". `unknown` is written behind the known members.
// Refused, and nothing appended, if the line would not decode to this message: a text that is not
// UTF-8, a value that is not one JSON value on one line, a limit that is passed.
[[nodiscard]] Reason encode(const Message& message, std::string& out,
                            std::span<const Field> unknown = {}, const Options& options = {});

}  // namespace engine::rpc
