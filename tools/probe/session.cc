#include "probe/trial.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "command/signals.h"
#include "engine/appserver/secrets.h"

namespace tools::probe {
namespace {

using Clock = std::chrono::steady_clock;
namespace rpc = engine::rpc;

// A server that is asked as little as here says far less.
constexpr std::uint64_t heard_bytes_max = std::uint64_t{16} << 20;
constexpr std::size_t bad_lines_max = 8;

Message message_of(const rpc::Accepted& accepted) {
  Message out;
  out.whole = accepted.whole;
  if (const auto id = rpc::id_of(accepted.message)) out.id = show_id(*id);
  if (const auto method = rpc::method_of(accepted.message)) out.method = method->decoded();
  if (std::holds_alternative<rpc::Request>(accepted.message)) out.kind = Message::Kind::Request;
  if (std::holds_alternative<rpc::Response>(accepted.message)) out.kind = Message::Kind::Result;
  if (const auto* failure = std::get_if<rpc::Failure>(&accepted.message)) {
    out.kind = Message::Kind::Failure;
    out.code = failure->code;
    out.text = failure->message.decoded();
  }
  return out;
}

// What a server that ends says of it, as a rule: the last line that is not empty.
std::string last_words(const std::string& errors) {
  const auto end = errors.find_last_not_of("\r\n\t ");
  if (end == errors.npos) return {};
  const auto begin = errors.find_last_of('\n', end);
  const auto line = errors.substr(begin == errors.npos ? 0 : begin + 1);
  return "; its last words: " +
         engine::appserver::excerpt(line.substr(0, line.find_last_not_of("\r\n\t ") + 1));
}

}  // namespace

std::string show_id(const rpc::Id& id) {
  return id.is_text ? '"' + id.text.decoded() + '"' : std::to_string(id.number);
}

engine::json::Value Message::part() const {
  return engine::json::Value{whole}.member(kind == Kind::Result ? "result" : "params");
}

std::string text_of(const Message& message, const spec::appserver::Dialect& dialect,
                    spec::appserver::Field field) {
  const auto part = message.kind == Message::Kind::Result ? spec::appserver::Part::Result
                                                          : spec::appserver::Part::Params;
  for (const auto& row : dialect.fields) {
    if (row.field != field || row.part != part) continue;
    auto value = message.part();
    for (const auto key : {row.key, row.inner, row.innermost})
      if (!key.empty()) value = value.member(key);
    if (const auto text = value.text()) return text->decoded();
  }
  return {};
}

Session::Session(const std::vector<std::string>& words, Milliseconds timeout, Tape& tape)
    : timeout_(timeout), tape_(tape), process_(words) {}

bool Session::pump(Time until) {
  std::string heard;
  std::string_view rest = out_;
  const auto event = process_.exchange(rest, heard, until);
  const auto written = out_.size() - rest.size();
  tape_.take(Tape::Side::Client, std::string_view(out_).substr(0, written));
  out_.erase(0, written);
  tape_.take(Tape::Side::Server, heard);
  heard_bytes_ += heard.size();
  decoder_.feed(heard, [this](const rpc::Item& item) { take(item); });
  if (heard_bytes_ > heard_bytes_max)
    throw Lost{fmt::format("the server floods: {} MB and no end", heard_bytes_ >> 20)};
  if (event == Process::Event::Interrupted) throw Interrupted();
  if (event == Process::Event::Ended) {
    decoder_.finish([this](const rpc::Item& item) { take(item); });
    throw Lost{"the server " + show(*process_.end()) + last_words(process_.errors())};
  }
  return event != Process::Event::TimeIsUp;
}

void Session::take(const rpc::Item& item) {
  if (const auto* rejected = std::get_if<rpc::Rejected>(&item)) {
    // As servers answer that hold to JSON-RPC: {"id":null,"error":...}.
    if (rejected->reason == rpc::Reason::IdType)
      strays_.push_back("an answer to nobody: " + engine::appserver::excerpt(rejected->excerpt));
    if (bad_lines_.size() < bad_lines_max)
      bad_lines_.push_back(fmt::format("{}: {}", rpc::text_of(rejected->reason).says,
                                       engine::appserver::excerpt(rejected->excerpt)));
    return;
  }
  const auto* accepted = std::get_if<rpc::Accepted>(&item);
  if (accepted == nullptr) return;
  auto message = message_of(*accepted);
  message.order = next_order_++;
  if (message.kind == Message::Kind::Result || message.kind == Message::Kind::Failure)
    return take_answer(std::move(message));
  if (message.kind == Message::Kind::Request) {
    const auto id = engine::json::Value{message.whole}.member("id").raw;
    out_ += fmt::format("{{\"id\":{},\"error\":{{\"code\":-32601,\"message\":\"none\"}}}}\n", id);
  }
  heard_.push_back(std::move(message));
}

void Session::take_answer(Message message) {
  const auto excerpt = engine::appserver::excerpt(message.whole, 120);
  if (answers_.contains(message.id))
    strays_.push_back("a second answer: " + excerpt);
  else if (!asked_.contains(message.id))
    strays_.push_back("an answer that nobody asked for: " + excerpt);
  else
    answers_.emplace(message.id, std::move(message));
}

void Session::write(std::string_view bytes) {
  out_ += bytes;
  for (const auto until = deadline(); !out_.empty();)
    if (!pump(until)) throw Silence{"the server does not read its stdin"};
}

void Session::pause(Milliseconds time) {
  const auto until = Clock::now() + time;
  while (pump(until)) {}
}

void Session::expect(const std::string& id) {
  asked_.insert(id);
  answers_.erase(id);
}

std::string Session::ask(std::string_view method, std::string_view params) {
  return ask_as(std::to_string(next_id_++), method, params);
}

std::string Session::ask_as(std::string_view id, std::string_view method, std::string_view params) {
  const engine::json::Value value{id};
  auto shown = value.text() ? show_id(rpc::Id::of(*value.text()))
                            : show_id(rpc::Id::of(value.integer().value_or(0)));
  expect(shown);
  const auto with = params.empty() ? std::string() : fmt::format(",\"params\":{}", params);
  write(fmt::format("{{\"id\":{},\"method\":\"{}\"{}}}\n", id, method, with));
  return shown;
}

void Session::notify(std::string_view method) {
  write(fmt::format("{{\"method\":\"{}\"}}\n", method));
}

const Message& Session::answer(const std::string& id) {
  for (const auto until = deadline();;) {
    if (const auto found = answers_.find(id); found != answers_.end()) return found->second;
    if (!pump(until))
      throw Silence{fmt::format("no answer to request {} within {} s",
                                engine::appserver::excerpt(id),
                                static_cast<double>(timeout_.count()) / 1e3)};
  }
}

const Message& Session::hear(std::size_t since, const std::string& what,
                             const std::function<bool(const Message&)>& wanted) {
  for (const auto until = deadline();;) {
    const auto found = std::ranges::find_if(
        heard_, [&](const Message& message) { return message.order >= since && wanted(message); });
    if (found != heard_.end()) return *found;
    if (!pump(until))
      throw Silence{
          fmt::format("no {} within {} s", what, static_cast<double>(timeout_.count()) / 1e3)};
  }
}

ProcessEnd Session::finish() {
  process_.close_input();
  out_.clear();
  try {
    for (const auto until = deadline(); pump(until);) {}
  } catch (const Lost&) {
    if (process_.end()) return *process_.end();
    throw;
  }
  throw Silence{fmt::format("it has not ended {} s after the end of its stdin",
                            static_cast<double>(timeout_.count()) / 1e3)};
}

std::vector<std::string> Session::unanswered() const {
  std::vector<std::string> out;
  std::ranges::copy_if(asked_, std::back_inserter(out),
                       [&](const auto& id) { return !answers_.contains(id); });
  return out;
}

}  // namespace tools::probe
