#include "trace/checks.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "ack/before_the_log.h"
#include "ack/chosen_runs.h"
#include "ack/names_beside.h"
#include "ack/trace_judge.h"
#include "ack/trace_told.h"
#include "conformance/ack/plans.h"
#include "conformance/ack/sampled_runs.h"
#include "port/ack/show.h"
#include "port/visit.h"
#include "sim/ack/wire_names.h"
#include "spec/ack/judge.h"
#include "trace/judgeable.h"
#include "trace/numbers.h"
#include "trace/read_any.h"
#include "trace/traced.h"

namespace conformance::ack {
namespace {

using namespace spec::ack;
using sim::ack::WireNames;

// Timers are the subject's own affair, and time is "t_ms".
constexpr std::array<std::string_view, 4> left_out{"timer_fired", "set_timer", "cancel_timer",
                                                   "time_passed"};

class TracedCalls {
 public:
  using Item = ToldSeen;
  using Situation = TracedSituation;
  using Findings = spec::ack::Findings;
  static constexpr std::string_view area = "ack";
  explicit TracedCalls(std::int64_t slack_ms) : names_(slack_ms), slack_ms_(slack_ms) {}

  static std::vector<std::string_view> kinds() {
    return names_of<Happening, Fact, Command>(left_out);
  }
  // What every trace must tell.
  static constexpr std::array<std::string_view, 3> needed{"called", "dispatch", "respond"};
  static constexpr std::array<std::string_view, 4> usual{"capture", "captured", "processed",
                                                         "stands"};
  static constexpr std::array<std::string_view, 0> counted{};
  static bool counts(const TraceLine&) { return false; }
  static constexpr std::array<std::string_view, 3> standing{"store_ready", "tracker_ready",
                                                            "windows_ready"};
  static constexpr std::string_view anew = "frontend_restarted";
  // What is true of an answer, nobody knows who does not know what was carried out; nor what holds
  // at start-up, when that was.
  static constexpr std::array<KindOfFact, 5> kinds_of_facts{
      {{"processed", "lies_with"},
       {"note_held", "owes_note"},
       {"note_still_open", "noted_open"},
       {"store_ready", "!s.exists()"},
       {"windows_ready", "s.stands(list_rule)"}}};
  static std::string_view kind(const Item& item) {
    if (const auto* heard = std::get_if<Heard>(&item)) return message_kind(heard->what);
    if (const auto* fact = std::get_if<Fact>(&item)) return message_kind(*fact);
    return message_kind(std::get<Command>(item));
  }
  static auto rules() { return std::span(ack_rules); }
  static auto clause_texts() { return spec::ack::clause_texts(); }
  static spec::ClauseSet clauses_of(const spec::RuleScope& scope) {
    return spec::ack::clauses_of(scope);
  }
  // A log names requests as it likes: only of two that are under way at once is it known that they
  // have one id.
  static bool shows_breaches_only(std::uint8_t rule) { return rule == rule_index("ACK-28"); }

  Revision revision() const { return revision_; }
  void begin(const json& head) {
    constexpr std::array<std::string_view, 2> own{"revision", "generation"};
    sim::refuse_others(sim::object_of(head, "the head"), "the head", own);
    if (head.contains("generation"))
      names_.begin_at(static_cast<std::uint32_t>(
          sim::integer_of(head["generation"], "generation", 0, UINT32_MAX)));
    const auto known = known_revisions();
    std::vector<std::string_view> names;
    for (const auto each : known) names.push_back(name_of(each));
    sim::want_all(head, "the head", std::span(own).first(1));
    revision_ = known[sim::word_of(head["revision"], "revision", names)];
    beside_.begin(table_of(revision_).names());
  }
  void settle(const std::vector<std::string_view>& lacks) {
    tells_ = ToldSignals(lacks);
    tells_all_ = lacks.empty();
    tells_leaving_ = std::ranges::count(lacks, "cancelled") == 0;
    tells_truth_ = std::ranges::count(lacks, "processed") == 0;
  }
  // What no line says that it began is there from the first on, unless a read did not find it. Of
  // windows nobody knows where the program says that they are not ready, or no line is about them.
  std::vector<std::string_view> begins_with(const std::vector<std::string_view>& unheard,
                                            std::span<const TraceLine> first, bool has_tells) {
    if (!has_tells || !tells_all_) names_.expect_earlier(first);
    const std::array told{tells_.panes, tells_.dialogs, tells_.windows};  // What becomes of it.
    const auto missing = not_found(first);
    const bool not_ready = std::ranges::any_of(first, [](const TraceLine& line) {
      return member(line, "/respond/response/status") == "not_ready";
    });
    const bool no_windows = !has_tells && std::ranges::none_of(first, is_of_windows);
    begins_with_.dialogs_untold = !has_tells && std::ranges::none_of(first, is_of_dialogs);
    if (std::ranges::count(unheard, standing[1]) > 0)
      stand_until_gone(first, table_of(revision_).names(), begins_with_);
    if (std::ranges::count(unheard, standing[2]) > 0) {
      begins_with_.windows_untold = not_ready || no_windows;
      stand_until_closed(first, begins_with_);
    }
    constexpr std::array of{ProbeKind::Generation, ProbeKind::SoftDialog, ProbeKind::Windows};
    for (std::size_t i = 0; i < standing.size(); ++i)
      if (std::ranges::count(unheard, standing[i]) > 0 && told[i] && !missing[i] &&
          begins_with_.knows(of[i]))
        begins_with_.exists |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(of[i]));
    return std::ranges::count(missing, true) > 0 ? std::vector<std::string_view>() : unheard;
  }
  std::optional<Item> read(const TraceLine& line, const auto& note) {
    auto message = line.message;
    if (!line.run.is_null()) throw sim::BadAnswer(R"("run" says nothing in this area)");
    auto by = line.by;
    const auto kind = message.begin().key();
    names_.at_line(line.number, line.time_ms);
    if (const auto lack = beside_.hear(kind, message.begin().value()))
      note(fmt::format("{}: no call waits for it", *lack));
    if (names_.leave_out_if_earlier(kind, message.begin().value()))
      note("its call began before the log does: it is not judged");
    if (const auto lack = unknown_word(kind, message.begin().value())) {
      note(fmt::format("{}: this call is not judged", *lack));
      names_.leave_out(message.begin().value().value("call", json()));
      return std::nullopt;
    }
    if (!names_.number(kind, message.begin().value(), by)) {
      if (kind == "called")
        note(fmt::format("more than {} calls in flight: this one is not judged", calls_max));
      return std::nullopt;
    }
    if (names_.is_crowded() && !std::exchange(said_crowded_, true))
      note(fmt::format("viewers of more than {} files at once: of others ACK-26 is not judged",
                       paths_max));
    const WireNames names{beside_.names()};
    const CallId caused{static_cast<std::uint16_t>(by.is_number() ? by.get<std::uint32_t>() : 0)};
    if (is_one_of<Happening>(kind)) {
      const auto happened = read_as<Happening>(message, names);
      if (const auto* called = std::get_if<Called>(&happened))
        names_.set_sends_request(called->call.value, judge({}).sends_request(called->request));
      return Heard{caused, happened};
    }
    if (is_one_of<Command>(kind)) {
      const auto act = read_as<Command>(message, names);
      const auto* its = std::get_if<Respond>(&act);
      const auto* lack = its == nullptr ? nullptr : lack_of(*its, message.begin().value());
      if (lack == nullptr) return told_answer(act, message.begin().value());
      note(fmt::format("{}: this is not judged", lack));  // The call is given up.
      return Heard{no_call, Cancelled{its->call}};
    }
    auto fact = read_as<Fact>(message, names);
    port::visit(
        [&](auto& what) {
          if constexpr (requires { what.by; }) what.by = caused;
        },
        fact);
    return fact;
  }

  TraceJudge judge(const spec::ClauseSet& on) const {
    return {judged_rows(revision_), on, tells_, slack_ms_};
  }
  static void see(const TraceJudge& judge, Situation& s, const Item& item, Findings& findings) {
    port::visit([&](const auto& what) { judge.see(s, what, findings); },
                static_cast<const spec::ack::Seen&>(item));
    // Of what is told in part the rest is judged.
    const auto leave_out = [&](const spec::Exercised& rule) {
      findings.met = spec::without(clause_texts(), findings.met, rule);
    };
    if (item.kind && item.elapsed) leave_out(rules_about({rule_index("ACK-06")}));
    if (item.text && item.refusal) leave_out(rules_about({rule_index("ACK-11")}));
  }
  static Item passed(std::int64_t ms) { return Fact(TimePassed{judged_span(ms)}); }
  static bool prepare(const Item&, Situation&) { return false; }
  static bool is_idle(const Situation& s) {
    return std::ranges::all_of(s.calls, [](const auto& call) { return call.stage == Stage::Free; });
  }
  static std::vector<Item> readings(const Item&, const Situation&) { return {}; }
  static bool is_nobodys(const Situation&, const Item&) { return false; }
  static bool begins(const Item&) { return false; }
  static bool is_call_of(const Item&, const Item&) { return false; }
  static bool is_told_beside(const Item& item) {
    return std::holds_alternative<Fact>(item) || holds<Pushed>(item);
  }
  static bool is_guess(const Situation&) { return false; }
  static decltype(Findings::breach) take_put_off(Situation&) { return {}; }
  static constexpr std::string_view guessed{};
  static void hasten(Situation&) {}
  const Situation& initial() const { return begins_with_; }
  static bool is_act(const Item& item) {
    return std::holds_alternative<Command>(item) && !holds<Capture, Look>(item);
  }
  static CallId call_of(const Command& act) {
    return port::visit([](const auto& what) { return what.call; }, act);
  }
  // A dispatch as late as the answer.
  static constexpr bool acts_come_along = true;
  static bool are_independent(const Item& one, const Item& other) {
    return call_of(std::get<Command>(one)) != call_of(std::get<Command>(other));
  }
  Item with_time_of(const Situation& s, const Item& item, std::int64_t slack) const {
    const auto* answer = find_message<Respond>(item);
    const std::size_t call = answer != nullptr ? answer->call.value : 0;
    if (call == 0 || call > calls_max) return item;
    auto out = filled_in(s, item, *answer);
    const std::int64_t age = judge({}).age_at_timeout(s.calls[call - 1]);
    const auto is_near = [&](std::int64_t told_ms) { return std::abs(told_ms - age) <= slack; };
    if (out.response.status == Status::Missing) {
      if (item.elapsed || is_near(out.response.elapsed.count()))
        out.response.elapsed = port::Duration(static_cast<port::Duration::rep>(age));
      // Its words tell that time, too.
      for (auto& told_ms : out.response.message.numbers)
        if (is_near(told_ms)) told_ms = static_cast<std::uint32_t>(age);
    }
    auto timed = item;
    static_cast<spec::ack::Seen&>(timed) = Command(out);
    return timed;
  }
  // With what had to be told. A reply of which no text or kind is told may have had any.
  Respond filled_in(Situation s, const ToldSeen& item, Respond answer) const {
    const auto status = answer.response.status;
    const auto awaited = judge({}).signal_of(s.calls[answer.call.value - std::size_t{1}]);
    if (item.kind) answer.response.signal.kind = awaited.kind;
    if (item.subject) answer.response.signal.subject = awaited.subject;
    if (item.bound) answer.response.signal.bound = awaited.bound;
    const auto& call = s.calls[answer.call.value - std::size_t{1}];
    const bool is_open = status == Status::Missing || answer.response.refusal == Refusal::Malformed;
    if (item.doing && is_open && call.stage == Stage::Sent) {
      const bool done = status == Status::Missing && call.has(CallFlag::SaidDone);
      answer.response.doing = done ? Doing::Done : Doing::MayHappen;
    }
    if (status != Status::Failed && status != Status::Refused) return answer;
    const auto may_refuse = judge({}).may_refuse(call);
    if (status == Status::Refused && item.refusal && may_refuse)
      answer.response.refusal = *may_refuse;
    Findings found;
    judge(spec::ack::clauses_of()).see(s, Command(answer), found);
    const bool wants = found.breach && found.breach->want;
    const auto* wanted = wants ? find_message<Respond>(*found.breach->want) : nullptr;
    if (wanted == nullptr || wanted->response.status != status) return answer;
    auto& told = answer.response;
    if (item.text || wanted->response.text == port::ack::Response{}.text)
      told.text = wanted->response.text;
    if (item.refusal || wanted->response.refusal == Refusal::Other)
      told.refusal = wanted->response.refusal;
    return answer;
  }
  void give_up(const spec::ack::Seen& owed, Situation& s) const {
    const auto* answer = find_message<Respond>(owed);
    if (answer == nullptr) return;
    Findings none;
    judge({}).see(s, Heard{no_call, Cancelled{answer->call}}, none);
    s.given_up[answer->call.value - std::size_t{1}] = true;
  }
  std::string remark(const Findings& findings) const {
    std::string out;
    if (!tells_truth_) return out;
    for (const auto& verdict : findings.verdicts)
      // One of no class is a breach, or nobody knows.
      if ((verdict.kind == Kind::FalseOk || verdict.kind == Kind::FalseTimeout) &&
          verdict.classes != 0)
        out = fmt::format("a {}: {}", spec::ack::show(verdict.kind), show_classes(verdict.classes));
    return out;
  }
  // In the names of the trace, as they were in that line.
  std::string show(const spec::ack::Seen& seen, std::uint64_t line) const {
    return names_.said(port::ack::show(beside_.names(), seen), line);
  }
  // No request is named: that is the tool's own affair.
  std::string show_wanted(spec::ack::Seen seen, std::uint64_t line) const {
    auto* act = std::get_if<Command>(&seen);
    if (auto* sent = act == nullptr ? nullptr : std::get_if<Dispatch>(act)) sent->request = {};
    return show(seen, line);
  }

  struct Run {
    Revision revision;
    const std::vector<Item>& items;
    bool ended;
    ToldSignals tells;
    TraceJudge judge(const spec::ClauseSet& on) const { return {judged_rows(revision), on, tells}; }
  };
  // Each row has its plans, and all of them together.
  std::vector<SampledRuns> all_runs() const {
    std::vector<std::uint32_t> counts(rows_of(revision_).size() * plans_of_row.size(), 60);
    for (const auto kind : plans_of_all) {
      const bool is_small = kind == PlanKind::Replies || kind == PlanKind::Refused;
      const auto plan = plan_of(revision_, kind);
      counts.push_back(plan.calls.empty() ? 0 : is_small ? 1'000 : 60);
    }
    return all_runs_of(counts);
  }
  std::span<const std::uint32_t> chosen_runs() const { return chosen_runs_of(revision_); }
  static void samples(const TracedCalls& words, const SampledRuns& of, const auto& each) {
    if (of.runs.empty()) return;
    const auto of_rows = rows_of(words.revision_).size() * plans_of_row.size();
    const auto plan = of.plan < of_rows
                          ? plan_of(words.revision_, plans_of_row[of.plan % plans_of_row.size()],
                                    of.plan / plans_of_row.size())
                          : plan_of(words.revision_, plans_of_all[of.plan - of_rows]);
    std::size_t next = 0;
    sampled_runs(plan, of.runs, [&](const std::vector<spec::ack::Seen>& seen, bool ended) {
      const auto number = of.runs[next++];
      const std::vector<Item> items(seen.begin(), seen.end());
      each(Run{words.revision_, items, ended, words.tells_}, number);
      each(Run{words.revision_, reading_more(items), ended, words.tells_}, number);
      if (!words.tells_leaving_)
        each(Run{words.revision_, leaving(items), ended, words.tells_}, number);
    });
  }
  // Any call may have been left in the instant before its answer.
  static std::vector<Item> leaving(std::vector<Item> items) {
    for (auto& item : items)
      if (const auto* answer = find_message<Respond>(item))
        item = Heard{no_call, Cancelled{CallId{answer->call}}};
    return items;
  }
  // Another engine may look at other things, too.
  static std::vector<Item> reading_more(const std::vector<Item>& items) {
    constexpr Probe other{ProbeKind::SoftDialog, spec::ack::Subject::None};
    std::vector<Item> out;
    for (const auto& item : items) {
      if (const auto* sent = find_message<Dispatch>(item)) {
        out.emplace_back(Command(Capture{sent->call, other}));
        out.emplace_back(Heard{no_call, Captured{sent->call, {true, 0}}});
      }
      if (const auto* look = find_message<Look>(item)) {
        out.emplace_back(Command(Look{look->call, other}));
        out.emplace_back(Heard{no_call, Looked{look->call, {true, 0}}});
      }
      out.push_back(item);
    }
    return out;
  }

 private:
  // Why nobody knows whether the answer is right; null: it is known.
  const char* lack_of(const Respond& answer, const json& members) const {
    if (!members.value("response", json::object()).contains("status"))
      return "its answer tells no status";
    // How many places those have that are not followed, nobody knows.
    const bool is_busy = answer.response.status == Status::Busy && names_.are_others_in_flight();
    return is_busy ? "busy while calls were in flight that are not followed" : nullptr;
  }
  // Which of them the table does not have: its tool or its target. Without a tool it is none's.
  std::optional<std::string> unknown_word(const std::string& kind, const json& members) const {
    if (kind != "called" || !members.is_object()) return {};
    const auto request = members.value("request", json::object());
    if (!request.is_object()) return {};
    if (request.value("tool", json()).is_null()) return "its request names no tool";
    const auto names = table_of(revision_).names();
    const auto is_unknown = [&](const char* member, std::span<const std::string_view> known) {
      const auto told = request.value(member, json());
      return told.is_string() && std::ranges::count(known, told.get<std::string>()) == 0;
    };
    for (const auto& [member, known] :
         {std::pair("tool", names.tools), std::pair("target", names.targets)})
      if (is_unknown(member, known))
        return fmt::format("the table has no {} {}", member, request[member].dump());
    return {};
  }

  static constexpr std::array plans_of_row{PlanKind::Row, PlanKind::Pairs, PlanKind::Random};
  static constexpr std::array plans_of_all{PlanKind::Replies, PlanKind::Refused, PlanKind::Slow,
                                           PlanKind::Three,   PlanKind::Session, PlanKind::Trips};

  Revision revision_{};
  Situation begins_with_;
  TraceNames names_;
  NamesBeside beside_;
  std::int64_t slack_ms_;
  bool said_crowded_ = false;
  ToldSignals tells_;
  bool tells_all_ = false, tells_leaving_ = true, tells_truth_ = true;
};

}  // namespace

std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request) {
  return std::make_unique<Traced<TracedCalls>>(request);
}
SampledLogs sampled_logs() { return sampled_logs_of<TracedCalls>(); }

}  // namespace conformance::ack
