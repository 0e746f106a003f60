// Messages to lines. What was written is read again, so a line that would decode to something
// else is never given away.
#include <charconv>

#include "engine/codec/rpc.h"
#include "port/overload.h"
#include "port/visit.h"

namespace engine::rpc {
namespace {

void write(std::string& out, std::int64_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void write(std::string& out, const Id& id) {
  if (id.is_text) return json::append(out, id.text);
  write(out, id.number);
}

void write_value(std::string& out, std::string_view key, const Value& value) {
  if (!value.present()) return;
  out += ',';
  json::append(out, Text::plain(key));
  out += ':';
  out += value.raw;
}

void write(std::string& out, const Message& message) {
  port::visit(port::Overload{[&](const Request& request) {
                               out += "{\"id\":";
                               write(out, request.id);
                               out += ",\"method\":";
                               json::append(out, request.method);
                               write_value(out, "params", request.params);
                             },
                             [&](const Response& response) {
                               out += "{\"id\":";
                               write(out, response.id);
                               write_value(out, "result", response.result);
                             },
                             [&](const Failure& failure) {
                               out += "{\"id\":";
                               write(out, failure.id);
                               out += ",\"error\":{\"code\":";
                               write(out, failure.code);
                               out += ",\"message\":";
                               json::append(out, failure.message);
                               write_value(out, "data", failure.data);
                               out += '}';
                             },
                             [&](const Notification& notification) {
                               out += "{\"method\":";
                               json::append(out, notification.method);
                               write_value(out, "params", notification.params);
                             }},
              message);
}

// Whether `line` decodes to `message` and nothing else.
Reason read_again(std::string_view line, const Message& message, const Options& options) {
  Reason reason = Reason::NotOneValue;
  std::size_t messages = 0;
  Decoder decoder(options);
  decoder.feed(line, [&](const Item& item) {
    if (!std::holds_alternative<Noted>(item)) ++messages;
    if (const auto* rejected = std::get_if<Rejected>(&item)) reason = rejected->reason;
    if (const auto* accepted = std::get_if<Accepted>(&item))
      reason = accepted->message == message ? Reason::None : Reason::NotOneValue;
  });
  return messages == 1 || reason != Reason::None ? reason : Reason::NotOneValue;
}

}  // namespace

Reason encode(const Message& message, std::string& out, std::span<const Field> unknown,
              const Options& options) {
  const auto begin = out.size();
  write(out, message);
  for (const auto& [key, value] : unknown) {
    out += ',';
    json::append(out, key);
    out += ':';
    out += value.raw;
  }
  out += "}\n";
  const std::string_view line(out.data() + begin, out.size() - begin);
  const auto reason =
      line.find('\n') + 1 == line.size() ? read_again(line, message, options) : Reason::RawNewline;
  if (reason != Reason::None) out.resize(begin);
  return reason;
}

}  // namespace engine::rpc
