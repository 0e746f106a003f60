#include "net/switchboard.h"

#include <utility>

#include <fmt/format.h>

namespace tools::net {

namespace rpc = engine::rpc;

namespace {

std::string json_of(const rpc::Id& id) {
  if (!id.is_text) return std::to_string(id.number);
  std::string out;
  engine::json::append(out, id.text);
  return out;
}

// The one message of a line, as `take` sees it; false: it is none.
template <class Take>
bool with_message(std::string_view line, Take take) {
  bool found = false;
  rpc::Decoder decoder;
  decoder.feed(std::string(line) + '\n', [&](const rpc::Item& item) {
    const auto* accepted = std::get_if<rpc::Accepted>(&item);
    if (accepted == nullptr || std::exchange(found, true)) return;
    take(*accepted);
  });
  return found;
}

// All members but the id, each with a comma before it.
std::string members_behind_id(const rpc::Accepted& message) {
  std::string out;
  for (const auto& member : message.members) {
    if (member.key == "id") continue;
    out += ',';
    engine::json::append(out, member.key);
    out += ':';
    out += member.value.raw;
  }
  return out;
}

std::string line_with(std::string_view id, std::string_view members) {
  return fmt::format("{{\"id\":{}{}}}", id, members);
}

}  // namespace

std::string Switchboard::hear(Number client, std::string_view line, std::vector<Delivery>& out) {
  std::string to_program;
  const bool is_message = with_message(line, [&](const rpc::Accepted& message) {
    if (const auto* request = std::get_if<rpc::Request>(&message.message)) {
      if (!is_for_program(client, *request, out)) return;
      asked_[++last_id_] = {client, json_of(request->id), request->method == "initialize"};
      to_program = line_with(std::to_string(last_id_), members_behind_id(message)) + '\n';
      return;
    }
    to_program = std::string(line) + '\n';
    if (const auto* notice = std::get_if<rpc::Notification>(&message.message)) {
      if (notice->method != "initialized") return;
      listening_.insert(client);
      if (std::exchange(initialized_, true)) to_program.clear();
      return;
    }
    const auto id = rpc::id_of(message.message);
    if (id && open_asks_.erase(json_of(*id)) == 0) to_program.clear();
  });
  return is_message ? to_program : std::string(line) + '\n';
}

bool Switchboard::is_for_program(Number client, const rpc::Request& request,
                                 std::vector<Delivery>& out) {
  if (request.method != "initialize") return true;
  const Asked asked{client, json_of(request.id), true};
  listening_.insert(client);
  if (!greeted_.empty()) {
    out.push_back({client, line_with(asked.id, greeted_)});
    return false;
  }
  if (!std::exchange(greets_, true)) return true;
  greeting_.push_back(asked);
  return false;
}

void Switchboard::say(std::string_view line, std::vector<Delivery>& out) {
  bool answered = false;
  with_message(line, [&](const rpc::Accepted& message) {
    const auto id = rpc::id_of(message.message);
    if (!id) return;
    if (std::holds_alternative<rpc::Request>(message.message)) {
      open_asks_.insert(json_of(*id));
      return;
    }
    answered = say_answer(*id, members_behind_id(message), out);
  });
  if (!answered) tell_all(line, out);
}

bool Switchboard::say_answer(const rpc::Id& id, std::string_view members,
                             std::vector<Delivery>& out) {
  const auto found = id.is_text ? asked_.end() : asked_.find(id.number);
  if (found == asked_.end()) return false;
  const auto asked = found->second;
  asked_.erase(found);
  out.push_back({asked.client, line_with(asked.id, members)});
  if (!asked.greets) return true;
  greets_ = false;
  // One that was refused may try again.
  if (members.find("\"result\":") != members.npos) greeted_ = members;
  for (const auto& waiting : std::exchange(greeting_, {}))
    out.push_back({waiting.client, line_with(waiting.id, members)});
  return true;
}

void Switchboard::tell_all(std::string_view line, std::vector<Delivery>& out) {
  for (const auto client : listening_) out.push_back({client, std::string(line)});
}

void Switchboard::leave(Number client) {
  listening_.erase(client);
  std::erase_if(greeting_, [&](const Asked& asked) { return asked.client == client; });
}

}  // namespace tools::net
