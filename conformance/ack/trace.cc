#include "ack/trace.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ack/subject.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/plans.h"
#include "port/ack/show.h"
#include "port/json_text.h"
#include "sim/ack/wire_names.h"
#include "spec/ack/judge.h"
#include "trace/numbers.h"
#include "trace/read_any.h"
#include "trace/sampled_runs.h"
#include "trace/traced.h"

namespace conformance::ack {
namespace {

using namespace spec::ack;
using nlohmann::json;
using sim::ack::WireNames;

// Timers are the subject's own affair, and time is "t_ms".
constexpr std::array<std::string_view, 4> left_out{"timer_fired", "set_timer", "cancel_timer",
                                                   "time_passed"};

// The names that a log gives to calls, requests, files and texts.
class TraceNames {
 public:
  // Replaces them by numbers. False: it is about a call that is not followed.
  bool number(const std::string& kind, json& members, json& by) {
    if (!members.is_object()) return true;
    if (kind == "called") return number_called(members);
    if (members.contains("by")) by = std::exchange(members["by"], 0);
    by = by.is_null() ? 0 : calls_.find(by).value_or(0);
    const auto call = members.value("call", json());
    if (beyond_.contains(call)) {
      if (ends(kind)) beyond_.erase(call);
      return false;
    }
    if (!call.is_null()) members["call"] = calls_.find(call).value_or(0);
    if (members.contains("path")) members["path"] = path(members["path"]);
    if (members.contains("request")) number_request(members, by);
    number_text(members);
    if (members.contains("response")) number_text(members["response"]);
    if (members.contains("path")) show(kind, members["path"].get<std::uint32_t>());
    if (ends(kind)) forget(call);
    return true;
  }

 private:
  static bool ends(const std::string& kind) { return kind == "respond" || kind == "cancelled"; }

  bool number_called(json& members) {
    const auto call = members.value("call", json());
    if (call.is_null()) throw sim::BadAnswer("called.call is missing; give each call a name");
    if (calls_.find(call) || beyond_.contains(call))
      throw sim::BadAnswer(
          fmt::format("call {} begins before it has ended; give each call in flight another name",
                      call.dump()));
    const auto number = calls_.of(call);
    if (!number) {
      beyond_.insert(call);
      return false;
    }
    members["call"] = *number;
    auto& request = members["request"];
    if (!request.is_object() || !request.contains("path")) return true;
    const auto file = path(request["path"]);
    request["path"] = file;
    of_call_[*number] = file;
    return true;
  }

  void show(std::string_view kind, std::uint32_t file) {
    if (kind == "window_opened") ++shown_[file];
    if (kind == "window_closed" && shown_[file] > 0) --shown_[file];
  }

  // Zero and null are no file.
  std::uint32_t path(const json& name) {
    if (name.is_null() || name == 0) return 0;
    paths_.forget_if([&](std::uint32_t number) {
      const auto asked = std::ranges::find(of_call_, number) != of_call_.end();
      return shown_[number] == 0 && !asked;
    });
    if (const auto number = paths_.of(name)) return *number;
    throw sim::BadAnswer(fmt::format(
        "viewers of more than {} files at once cannot be judged; record fewer of them", paths_max));
  }

  // A reply names the call whose request it names.
  void number_request(json& members, json& by) {
    const auto name = members["request"];
    if (name.is_null() || name == 0) {
      members["request"] = 0;
      return;
    }
    if (members.contains("call")) {
      requests_.forget(name);
      request_of_[requests_.of(name).value_or(0)] = members["call"].get<std::uint32_t>();
    }
    const auto number = requests_.find(name).value_or(0);
    members["request"] = number;
    if (!members.contains("call")) by = number == 0 ? json(0) : json(request_of_[number]);
  }

  void number_text(json& members) {
    if (!members.is_object() || !members.contains("text")) return;
    if (!texts_.find(members["text"]) && !texts_.of(members["text"])) texts_.forget_all();
    members["text"] = *texts_.of(members["text"]);
  }

  void forget(const json& call) {
    const auto number = calls_.find(call);
    if (!number) return;
    calls_.forget(call);
    of_call_[*number] = 0;
    requests_.forget_if([&](std::uint32_t request) { return request_of_[request] == *number; });
  }

  Numbers calls_{calls_max}, requests_{255}, paths_{paths_max}, texts_{255};
  std::set<json> beyond_;                               // Calls that are not followed.
  std::array<std::uint32_t, calls_max + 1> of_call_{};  // The file of a call,
  std::array<std::uint32_t, paths_max + 1> shown_{};    // viewers by file,
  std::array<std::uint32_t, 256> request_of_{};         // and the call of a request.
};

class TracedCalls {
 public:
  using Item = spec::ack::Seen;
  using Situation = spec::ack::Situation;
  using Findings = spec::ack::Findings;
  static constexpr std::string_view area = "ack";

  static std::vector<std::string_view> kinds() {
    return names_of<Happening, Fact, Command>(left_out);
  }
  // What every trace must tell.
  static constexpr std::array<std::string_view, 3> needed{"called", "dispatch", "respond"};
  // What is true of an answer, nobody knows who does not know what was carried out.
  static constexpr std::array<KindOfRules, 1> kinds_of_rules{
      {{"processed", "ACK-30 ACK-31 ACK-32"}}};
  static std::string_view kind(const Item& item) {
    if (const auto* heard = std::get_if<Heard>(&item)) return message_kind(heard->what);
    if (const auto* fact = std::get_if<Fact>(&item)) return message_kind(*fact);
    return message_kind(std::get<Command>(item));
  }
  static auto rules() { return std::span(ack_rules); }
  static auto clause_texts() { return spec::ack::clause_texts(); }
  static auto clauses_of(const spec::RuleScope& scope) { return spec::ack::clauses_of(scope); }

  void begin(const json& head) {
    constexpr std::array<std::string_view, 1> own{"revision"};
    sim::refuse_others(sim::object_of(head, "the head"), "the head", own);
    const auto known = known_revisions();
    std::vector<std::string_view> names;
    for (const auto each : known) names.push_back(name_of(each));
    sim::want_all(head, "the head", own);
    revision_ = known[sim::word_of(head["revision"], "revision", names)];
  }
  std::optional<Item> read(const TraceLine& line, const auto& note) {
    auto message = line.message;
    auto by = line.by;
    const auto kind = message.begin().key();
    if (!names_.number(kind, message.begin().value(), by)) {
      if (kind == "called")
        note(fmt::format("more than {} calls in flight: this one is not judged", calls_max));
      return std::nullopt;
    }
    const WireNames names{table_of(revision_).names()};
    const CallId caused{static_cast<std::uint16_t>(by.is_number() ? by.get<std::uint32_t>() : 0)};
    if (is_one_of<Happening>(kind)) return Heard{caused, read_as<Happening>(message, names)};
    if (is_one_of<Command>(kind)) return read_as<Command>(message, names);
    auto fact = read_as<Fact>(message, names);
    std::visit(
        [&](auto& what) {
          if constexpr (requires { what.by; }) what.by = caused;
        },
        fact);
    return fact;
  }

  Judge judge(const spec::ClauseSet& on) const { return Judge(judged_rows(revision_), on); }
  static void see(const Judge& judge, Situation& s, const Item& item, Findings& findings) {
    std::visit([&](const auto& what) { judge.see(s, what, findings); }, item);
  }
  static Item passed(std::int64_t ms) {
    return Fact(TimePassed{port::Duration(static_cast<port::Duration::rep>(ms))});
  }
  static bool prepare(const Item&, Situation&) { return false; }
  static bool is_idle(const Situation& s) {
    return std::ranges::all_of(s.calls, [](const auto& call) { return call.stage == Stage::Free; });
  }
  static std::optional<Item> with_time(const Item& item, const Situation&, std::int64_t ms) {
    const auto* act = std::get_if<Command>(&item);
    const auto* answer = act != nullptr ? std::get_if<Respond>(act) : nullptr;
    if (answer == nullptr || answer->response.status != Status::Missing) return std::nullopt;
    auto out = *answer;
    out.response.elapsed += port::Duration(static_cast<port::Duration::rep>(ms));
    return Command(out);
  }
  static std::string remark(const Findings& findings) {
    std::string out;
    for (const auto& verdict : findings.verdicts)
      if (verdict.kind == Kind::FalseOk || verdict.kind == Kind::FalseTimeout)
        out = fmt::format("a {}: {}", spec::ack::show(verdict.kind), show_classes(verdict.classes));
    return out;
  }
  std::string show(const spec::ack::Seen& seen) const {
    return port::ack::show(table_of(revision_).names(), seen);
  }

  struct Run {
    Revision revision;
    const std::vector<Item>& items;
    bool ended;
    Judge judge(const spec::ClauseSet& on) const { return Judge(judged_rows(revision), on); }
  };
  static void samples(const TracedCalls& of, const auto& each) {
    const auto runs = [&](const sim::ack::Plan& plan, std::uint64_t count) {
      sampled_runs<Item>(judged_worlds(plan, {}), count,
                         [&](const std::vector<Item>& items, bool ended) {
                           each(Run{of.revision_, items, ended});
                         });
    };
    for (std::size_t row = 0; row < rows_of(of.revision_).size(); ++row)
      for (const auto kind : {PlanKind::Row, PlanKind::Pairs, PlanKind::Random})
        runs(plan_of(of.revision_, kind, row), 60);
    for (const auto kind : {PlanKind::Replies, PlanKind::Refused})
      if (const auto plan = plan_of(of.revision_, kind); !plan.calls.empty()) runs(plan, 1'000);
  }

 private:
  Revision revision_{};
  TraceNames names_;
};

}  // namespace

std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request) {
  return std::make_unique<Traced<TracedCalls>>(request);
}

nlohmann::ordered_json trace_head(const sim::ack::Plan& plan) {
  return {{"trace", 1},
          {"area", TracedCalls::area},
          {"revision", table_of(revision_of(plan)).revision}};
}

nlohmann::ordered_json trace_line(const sim::ack::Plan& plan, const conformance::Seen& seen) {
  const WireNames names{table_of(revision_of(plan)).names()};
  std::string text;
  CallId by;
  if (const auto* heard = seen.as<Heard>()) {
    by = heard->by;
    text = port::json_text(heard->what, names);
  }
  if (const auto* fact = seen.as<Fact>()) text = port::json_text(*fact, names);
  if (const auto* act = seen.as<Command>()) text = port::json_text(*act, names);
  auto message = nlohmann::ordered_json::parse(text);
  auto& members = message.begin().value();
  nlohmann::ordered_json out;
  if (by != no_call) out["by"] = by.value;
  if (members.contains("by")) {
    if (members["by"] != 0) out["by"] = members["by"];
    members.erase("by");
  }
  out.update(message);
  return out;
}

}  // namespace conformance::ack
