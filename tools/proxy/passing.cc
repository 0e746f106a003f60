#include "proxy/passing.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "sim/appserver/letter.h"
#include "sim/appserver/wire.h"

namespace tools::proxy {
namespace {

using namespace sim::appserver;
namespace rpc = engine::rpc;
using engine::appserver::Notice;

// A line that never ends goes on as it comes.
constexpr std::size_t line_bytes_max = std::size_t{64} << 20;
// Beyond this, requests that were never answered are forgotten.
constexpr std::size_t asked_max = 10'000;

std::string key_of(const rpc::Id& id) {
  return id.is_text ? '"' + id.text.decoded() : std::to_string(id.number);
}

std::optional<std::size_t> kind_of_notice(Notice notice) {
  switch (notice) {
    case Notice::Nothing: break;
    case Notice::ThreadStarted: return kind_of<ThreadStarted>();
    case Notice::TurnStarted: return kind_of<TurnStarted>();
    case Notice::TurnCompleted: return kind_of<TurnCompleted>();
    case Notice::ItemStarted: return kind_of<ItemStarted>();
    case Notice::ItemDelta: return kind_of<ItemDelta>();
    case Notice::ItemOutput: return kind_of<ItemOutput>();
    case Notice::ItemCompleted: return kind_of<ItemCompleted>();
    case Notice::Usage: return kind_of<Usage>();
    case Notice::RateLimits: return kind_of<RateLimits>();
    case Notice::Resolved: return kind_of<AskResolved>();
    case Notice::Trouble: return kind_of<Trouble>();
    case Notice::Status: return kind_of<ThreadIdle>();
  }
  return std::nullopt;
}

// Of the mock server's: what neither side has.
const Wire& mock_wire() {
  static const Wire wire(sim::appserver::dialects[0]);
  return wire;
}

}  // namespace

// One message on its way: see pass_response().
class Passing::Way {
 public:
  Way(Passing& all, const Message& message, std::vector<faults::Outgoing>& out)
      : all_(all), message_(message), out_(out) {}

  bool fires(Fault fault) {
    const Opportunity opportunity{fault, message_.method, message_.kind};
    if (!sim::appserver::fires(all_.planned_, all_.counts_, opportunity, all_.dares_)) return false;
    all_.note(port::word(fault));
    return true;
  }
  Kept kept() const { return all_.kept_; }
  void keep_back(const std::string& line, Kept until) {
    all_.kept_ = until;
    all_.kept_back_ = line;
  }
  void release() {
    all_.kept_ = Kept::Nothing;
    say(std::exchange(all_.kept_back_, {}), false);
  }
  void rename(std::string& line) const {
    const auto id = engine::json::Value{line}.member("id").raw;
    if (id.empty()) return;
    const auto at = static_cast<std::size_t>(id.data() - line.data());
    line.replace(at, id.size(), mock_wire().id_of({}).dump());
  }
  void say(std::string_view line, bool late) { all_.lines_.put(line, late, out_); }
  void say_unknown() {
    say(Wire(sim::appserver::dialects[0]).encode(ToClient(UnknownNotice{})), false);
  }

 private:
  Passing& all_;
  const Message& message_;
  std::vector<faults::Outgoing>& out_;
};

Passing::Passing(const faults::Settings& settings, const engine::appserver::Dialect& dialect,
                 faults::Told told)
    : settings_(settings),
      dialect_(dialect),
      told_(std::move(told)),
      lines_(settings, [this](std::string_view fault) { note(fault); }),
      rng_(settings.seed),
      planned_(settings.planned) {
  planned_.push_back({.nth = any_opportunity});
  counts_.resize(planned_.size());
}

void Passing::note(std::string_view fault) {
  ++injected_;
  if (told_) told_(fault);
}

void Passing::hear(std::string_view bytes) {
  if (!settings_.any()) return;
  client_.feed(bytes, [this](const rpc::Item& item) {
    const auto* accepted = std::get_if<rpc::Accepted>(&item);
    if (accepted == nullptr) return;
    const auto* request = std::get_if<rpc::Request>(&accepted->message);
    if (request == nullptr) return;
    if (asked_.size() == asked_max) asked_.clear();
    const auto rows = dialect_.methods;
    const auto row =
        std::ranges::find_if(rows, [&](const auto& each) { return request->method == each.word; });
    asked_[key_of(request->id)] = row == rows.end() ? port::appserver::Method::Other : row->means;
  });
}

void Passing::feed(std::string_view bytes, std::vector<faults::Outgoing>& out) {
  if (!settings_.any()) {
    if (!bytes.empty()) out.push_back({.bytes = std::string(bytes)});
    return;
  }
  while (!bytes.empty()) {
    const auto newline = bytes.find('\n');
    open_ += bytes.substr(0, newline);
    bytes.remove_prefix(newline == bytes.npos ? bytes.size() : newline + 1);
    if (newline != bytes.npos) take(std::exchange(open_, {}), out);
    if (open_.size() > line_bytes_max) out.push_back({.bytes = std::exchange(open_, {})});
  }
}

void Passing::finish(std::vector<faults::Outgoing>& out) {
  if (std::exchange(kept_, Kept::Nothing) != Kept::Nothing)
    lines_.put(std::exchange(kept_back_, {}), false, out);
  if (!open_.empty()) out.push_back({.bytes = std::exchange(open_, {})});
}

Passing::Message Passing::read(std::string_view line) {
  Message out;
  const auto whole = std::string(line) + "\n";
  server_.feed(whole, [&](const rpc::Item& item) {
    const auto* accepted = std::get_if<rpc::Accepted>(&item);
    if (accepted == nullptr) return;
    const auto& message = accepted->message;
    const auto* notice = std::get_if<rpc::Notification>(&message);
    out.is_notice = notice != nullptr || std::holds_alternative<rpc::Request>(message);
    out.is_answer = !out.is_notice;
    if (out.is_answer) {
      const auto asked = asked_.extract(key_of(*rpc::id_of(message)));
      if (asked) out.method = asked.mapped();
      out.kind = kind_of<Response>();
    } else if (notice == nullptr) {
      out.kind = kind_of<Ask>();
    } else {
      const auto rows = dialect_.notices;
      const auto row = std::ranges::find_if(
          rows, [&](const auto& each) { return notice->method == each.method; });
      if (row != rows.end()) out.kind = kind_of_notice(row->means);
    }
  });
  return out;
}

void Passing::draw(const Message& message) {
  dares_ = 0;
  if (settings_.drawn.empty() || !faults::happens(settings_.rate, rng_)) return;
  std::vector<Fault> possible;
  std::ranges::copy_if(settings_.drawn, std::back_inserter(possible), [&](Fault fault) {
    return message.is_answer ? is_of_responses(fault) : is_of_notices(fault);
  });
  if (possible.empty()) return;
  planned_.back().what = possible[rng_.below(static_cast<std::uint32_t>(possible.size()))];
  counts_.back() = {};
  dares_ = 1;  // The only one of any opportunity.
}

void Passing::take(const std::string& line, std::vector<faults::Outgoing>& out) {
  const auto message = read(line);
  Way way(*this, message, out);
  if (!message.is_answer && !message.is_notice) return way.say(line, false);
  draw(message);
  if (message.is_answer)
    pass_response(way, line);
  else
    pass_notice(way, line);
}

std::vector<std::string> Passing::missed() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i + 1 < planned_.size(); ++i)
    if (counts_[i].fired == 0) out.push_back(faults::show(planned_[i]));
  for (const auto& each : lines_.missed()) out.push_back(faults::show(each));
  return out;
}

}  // namespace tools::proxy
