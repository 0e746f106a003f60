#include "fuzz/judge.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "port/visit.h"
#include "reference_json.h"

namespace fuzz {
namespace {

using engine::rpc::Reason;

// An integer that a known member has to be.
void check_integer(const Meant& value, Reason type, Reason range) {
  if (value.kind != Meant::Kind::Number || !value.whole) throw Fault{type, value.from};
  if (!value.fits) throw Fault{range, value.from};
}

struct Message {
  std::size_t from = 0, to = 0;
  std::string told;
  bool method_and_result = false, jsonrpc = false;
};

std::string part(std::string_view name, const Meant* value) {
  return value == nullptr ? std::string() : fmt::format(" {}={}", name, value->told);
}

Message envelope(std::string_view line, const Meant& object) {
  const auto *id = object.member("id"), *method = object.member("method"),
             *params = object.member("params"), *result = object.member("result"),
             *error = object.member("error");
  Message out{.from = object.from, .to = object.to, .told = {}};
  if (id != nullptr && id->kind != Meant::Kind::Text)
    check_integer(*id, Reason::IdType, Reason::IdRange);
  if (method != nullptr) {
    if (method->kind != Meant::Kind::Text) throw Fault{Reason::MethodType, method->from};
    out.told = (id == nullptr ? "notification" : "request") + part("id", id) +
               part("method", method) + part("params", params);
    out.method_and_result = result != nullptr || error != nullptr;
  } else if (id == nullptr || (result == nullptr && error == nullptr)) {
    throw Fault{Reason::NotAMessage, object.from};
  } else if (result != nullptr && error != nullptr) {
    throw Fault{Reason::ResultAndError, error->from};
  } else if (result != nullptr) {
    out.told = "response" + part("id", id) + part("result", result);
  } else {
    const auto *code = error->member("code"), *message = error->member("message");
    if (code == nullptr) throw Fault{Reason::ErrorShape, error->from};
    check_integer(*code, Reason::ErrorShape, Reason::CodeRange);
    if (message == nullptr || message->kind != Meant::Kind::Text)
      throw Fault{Reason::ErrorShape, error->from};
    out.told = "failure" + part("id", id) + part("code", code) + part("message", message) +
               part("data", error->member("data"));
  }
  out.jsonrpc = object.member("jsonrpc") != nullptr;
  out.told += fmt::format(" of {} as {}", object.told,
                          in_quotes(line.substr(object.from, object.to - object.from)));
  return out;
}

[[noreturn]] void behind_it(std::string_view line, std::size_t at) {
  throw Fault{line[at] == 0 ? Reason::NulByte : Reason::TrailingBytes, at};
}

Message message_at(std::string_view line, std::size_t at, std::uint32_t depth_max) {
  if (line.substr(at).starts_with("\xef\xbb\xbf")) throw Fault{Reason::ByteOrderMark, at};
  const auto value = read_value(line, at, depth_max);
  if (value.kind == Meant::Kind::Object) return envelope(line, value);
  const auto behind = past_spaces(line, value.to);
  if (behind < line.size()) behind_it(line, behind);
  throw Fault{value.kind == Meant::Kind::Array ? Reason::Array : Reason::Scalar, at};
}

// The messages of a line that is not blank, all or none.
std::vector<Message> messages_of(std::string_view line, bool ended,
                                 const engine::rpc::Options& options) {
  std::vector<Message> out;
  try {
    for (auto at = past_spaces(line, 0); at < line.size();) {
      if (!out.empty() && line[at] != '{') behind_it(line, at);
      if (!out.empty() && (!options.recover_merged || !ended)) throw Fault{Reason::MergedLines, at};
      out.push_back(message_at(line, at, options.scan.depth_max));
      at = past_spaces(line, out.back().to);
    }
  } catch (const Fault&) {
    if (!ended) throw Fault{Reason::EndOfInput, line.size()};
    throw;
  }
  return out;
}

std::string place(std::uint64_t number, std::uint64_t at, std::uint64_t bytes) {
  return fmt::format("line {} at {} of {} bytes: ", number, at, bytes);
}
std::string place(const engine::rpc::Place& of) { return place(of.line, of.at, of.bytes); }

// `near`: the excerpt between quotes.
std::string rejected(Reason reason, std::uint64_t at, std::string_view near) {
  return fmt::format("{} at {} near {}", engine::rpc::text_of(reason).name, at, near);
}

// A third of an excerpt stands before the fault, and it is whole if the line is long enough.
std::string_view excerpt(std::string_view line, std::size_t at, std::size_t most) {
  if (line.size() <= most) return line;
  const auto before = std::min(at, most / 3);
  return line.substr(std::min(at - before, line.size() - most), most);
}

// A value of the codec, through all that reads one.
std::string told_of(const engine::json::Value& value) {
  using engine::json::Type;
  switch (value.type()) {
    case Type::Absent: return "absent";
    case Type::Null: return "null";
    case Type::Boolean: return value.boolean() == true ? "true" : "false";
    case Type::String: return in_quotes(value.text()->decoded());
    case Type::Number: {
      const auto number = value.integer();
      return number ? std::to_string(*number) : "~" + std::string(value.raw);
    }
    case Type::Array:
    case Type::Object: break;
  }
  const bool object = value.type() == Type::Object;
  std::string out(object ? "{" : "[");
  engine::json::Parts parts(value);
  for (engine::json::Field field; parts.next(field);) {
    if (object) out += in_quotes(field.key.decoded()) + ':';
    out += told_of(field.value) + ',';
    if (object && value.member(field.key.decoded()) != field.value) out += "(not found)";
  }
  return out + (object ? '}' : ']');
}
std::string told_of(const engine::rpc::Id& id) {
  return id.is_text ? in_quotes(id.text.decoded()) : std::to_string(id.number);
}
std::string told_of(const engine::json::Text& text) { return in_quotes(text.decoded()); }
std::string part(std::string_view name, const engine::json::Value& value) {
  const bool absent = value.type() == engine::json::Type::Absent;
  return absent ? std::string() : fmt::format(" {}={}", name, told_of(value));
}

struct Parted {
  std::string operator()(const engine::rpc::Request& it) const {
    return fmt::format("request id={} method={}{}", told_of(it.id), told_of(it.method),
                       part("params", it.params));
  }
  std::string operator()(const engine::rpc::Response& it) const {
    return fmt::format("response id={}{}", told_of(it.id), part("result", it.result));
  }
  std::string operator()(const engine::rpc::Failure& it) const {
    return fmt::format("failure id={} code={} message={}{}", told_of(it.id), it.code,
                       told_of(it.message), part("data", it.data));
  }
  std::string operator()(const engine::rpc::Notification& it) const {
    return fmt::format("notification method={}{}", told_of(it.method), part("params", it.params));
  }
};

}  // namespace

std::vector<RawLine> lines_of(std::string_view stream) {
  std::vector<RawLine> out;
  for (std::size_t at = 0; at < stream.size();) {
    const auto newline = stream.find('\n', at);
    const bool ended = newline != stream.npos;
    const auto next = ended ? newline + 1 : stream.size();
    auto text = stream.substr(at, (ended ? newline : next) - at);
    if (ended && text.ends_with('\r')) text.remove_suffix(1);
    out.push_back({.text = text, .at = at, .bytes = next - at, .ended = ended});
    at = next;
  }
  return out;
}

std::size_t past_spaces(std::string_view line, std::size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r')) ++at;
  return at;
}

std::string_view message_on(const RawLine& line, const engine::rpc::Options& options) {
  if (line.text.size() > options.line_bytes_max) throw Fault{Reason::TooLong, 0};
  const auto messages = messages_of(line.text, line.ended, options);
  return line.text.substr(messages.front().from, messages.front().to - messages.front().from);
}

std::vector<std::string> reading_of(std::string_view stream, const engine::rpc::Options& options) {
  std::vector<std::string> out;
  std::size_t number = 0;
  for (const auto& [line, at, bytes, ended] : lines_of(stream)) {
    const auto where = place(++number, at, bytes);
    const auto reject = [&, text = line, begin = at](const Fault& fault) {
      out.push_back(where +
                    rejected(fault.reason, begin + fault.at,
                             in_quotes(excerpt(text, fault.at, options.excerpt_bytes_max))));
    };
    if (line.size() > options.line_bytes_max) {
      reject({Reason::TooLong, 0});
    } else if (past_spaces(line, 0) == line.size()) {
      out.push_back(where + "blank_line");
    } else {
      try {
        const auto messages = messages_of(line, ended, options);
        if (messages.size() > 1) out.push_back(where + "merged_lines");
        for (const auto& message : messages) {
          out.push_back(where + message.told);
          if (message.method_and_result) out.push_back(where + "method_and_result");
          if (message.jsonrpc) out.push_back(where + "jsonrpc");
        }
      } catch (const Fault& fault) {
        reject(fault);
      }
    }
  }
  return out;
}

std::string told(const engine::rpc::Accepted& accepted) {
  std::string members;
  for (const auto& [key, value] : accepted.members)
    members += in_quotes(key.decoded()) + ':' + told_of(value) + ',';
  return port::visit(Parted{}, accepted.message) +
         fmt::format(" of {{{}}} as {}", members, in_quotes(accepted.whole));
}

std::string told(const engine::rpc::Item& item) {
  if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
    return place(accepted->place) + told(*accepted);
  if (const auto* line = std::get_if<engine::rpc::Rejected>(&item))
    return place(line->place) +
           rejected(line->reason, line->at, '"' + engine::rpc::printable(line->excerpt) + '"');
  const auto& noted = std::get<engine::rpc::Noted>(item);
  return place(noted.place) + std::string(name(noted.note));
}

}  // namespace fuzz
