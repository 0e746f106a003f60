#include "trace/checks.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "conformance/modality/plans.h"
#include "conformance/modality/sampled_runs.h"
#include "modality/chosen_runs.h"
#include "modality/contradictions.h"
#include "modality/run_numbers.h"
#include "modality/trace_names.h"
#include "modality/traced_runs.h"
#include "port/json_text.h"
#include "port/modality/show.h"
#include "port/visit.h"
#include "sim/modality/outcome.h"
#include "sim/modality/words.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"
#include "trace/judgeable.h"
#include "trace/read_any.h"
#include "trace/traced.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;
using nlohmann::json;

// Timers are the subject's own affair, and time is "t_ms".
constexpr std::array<std::string_view, 4> left_out{"timer_fired", "start_timer", "stop_timer",
                                                   "time_passed"};

// The rules about what a log may leave out of a result, or of what a method gives.
constexpr auto rules_of_retry = rules_about({rule_index("MOD-114")});
constexpr auto rules_of_blocker = rules_about({rule_index("MOD-35")});
constexpr auto rules_of_value =
    rules_about({rule_index("MOD-100"), rule_index("MOD-104"), rule_index("MOD-106")});

// A caller who names no timeout has the usual one.
void sets_timeout(json& request) {
  if (request.is_object())
    request.emplace("body_timeout_ms", spec::modality::default_body_timeout.count());
}

class TracedCalls {
 public:
  using Item = RunItem;
  using Situation = TracedRuns;
  using Findings = spec::modality::Findings;
  static constexpr std::string_view area = "modality";
  explicit TracedCalls(std::int64_t slack_ms) : contradictions_(slack_ms), slack_ms_(slack_ms) {}

  static std::vector<std::string_view> kinds() {
    return names_of<Happening, Fact, Command>(left_out);
  }
  // What every trace must tell: without it nothing that follows is where it is.
  static constexpr std::array<std::string_view, 18> needed{
      "called",         "dialog_opened", "dialog_disposed", "progress_started",
      "progress_ended", "close_dialog",  "close_answered",  "commit",
      "save",           "refresh",       "write_ended",     "method_called",
      "return",         "start_body",    "body_returned",   "body_threw",
      "decide",         "finish"};
  static constexpr std::array<std::string_view, 2> usual{"schedule_refresh", "report_smart_wait"};
  static constexpr std::array<std::string_view, 2> counted{"capture", "captured"};
  static bool counts(const TraceLine& line) {
    const auto result = line.message.value("finish", json());
    return result.is_object() && result.value("artifacts", json()) > 0;
  }
  static constexpr std::array<std::string_view, 0> standing{};
  static constexpr std::string_view anew{};
  // Where one of these is not told, a look may be under way at any time.
  static constexpr std::array<std::string_view, 4> looks{"read_modality", "modality_read",
                                                         "list_dialogs", "dialogs_listed"};
  static constexpr std::array<KindOfFact, 0> kinds_of_facts{};
  static std::string_view kind(const Item& item) {
    return port::visit([](const auto& what) { return message_kind(what); }, item.what);
  }
  static auto rules() { return std::span(policy_rules); }
  static auto clause_texts() { return spec::modality::clause_texts(); }
  static auto clauses_of(const spec::RuleScope& scope) { return spec::modality::clauses_of(scope); }
  Revision revision() const { return revision_; }

  void begin(const json& head) {
    constexpr std::array<std::string_view, 3> own{"limits", "importing", "revision"};
    sim::refuse_others(sim::object_of(head, "the head"), "the head", own);
    if (head.contains("limits")) sim::read_answer(head["limits"], "limits", limits_, TraceTimes{});
    port::for_each_member(limits_, [](std::string_view name, const Duration& bound) {
      if (bound < Duration{1} && name != "wait_budget_ms")
        throw sim::BadAnswer(fmt::format("limits.{} must be at least 1", name));
    });
    importing_ = head.contains("importing") && sim::boolean_of(head["importing"], "importing");
    if (head.contains("revision"))
      revision_ = Revision(sim::word_of(head["revision"], "revision", port::words<Revision>));
  }
  void settle(std::vector<std::string_view>& lacks) {
    // A wait of which no line tells the end is as good as none.
    lacks_wait_ = std::ranges::find(lacks, "smart_reached") != lacks.end();
    if (lacks_wait_ && std::ranges::find(lacks, "await_smart") == lacks.end())
      lacks.push_back("await_smart");
    lacks_looks_ = std::ranges::any_of(lacks, is_of_a_look);
    lacks_refresh_ = std::ranges::find(lacks, "schedule_refresh") != lacks.end();
    tells_all_ = lacks.empty();
  }
  std::vector<std::string_view> begins_with(const auto& unheard, const auto&, bool has_tells) {
    begins_late_ = !has_tells || !tells_all_;
    return unheard;
  }
  Situation initial() const {
    return {.runs = {},
            .looks_untold = lacks_looks_,
            .refresh_untold = lacks_refresh_,
            .script_before = begins_late_};
  }
  std::optional<Item> read(const TraceLine& line, const auto& note) {
    auto message = line.message;
    const auto kind = message.begin().key();
    if (!line.by.is_null()) throw sim::BadAnswer(R"("by" says nothing in this area)");
    if (lacks_wait_ && kind == "await_smart") return std::nullopt;
    names_.at_line(line.number);
    if (auto says = contradictions_.hear(kind, line.number, line.time_ms)) note(std::move(*says));
    if (kind == "called" && numbers_.none()) names_.begin();
    auto& members = message.begin().value();
    names_.number(kind, members, line.run);
    if (kind == "method_called" && members.is_object() &&
        members.value("method", json()) == sim::modality::former_hatch)
      members["method"] = port::word(port::modality::Method::AllowModalDialog);
    if (kind == "called" && members.is_object()) sets_timeout(members["request"]);
    const auto number = numbers_.of(kind, line.run);
    Item out(item_of(kind, message), number, !line.run.is_null());
    const auto lacks = [&](std::string_view of, std::string_view member) {
      return kind == of && members.is_object() && !members.contains(member);
    };
    // What a good result lists is nobody's affair (MOD-74).
    auto* act = std::get_if<Command>(&out.what);
    auto* result = act != nullptr ? std::get_if<Finish>(act) : nullptr;
    if (result != nullptr && result->verdict == Verdict::Ok) result->artifacts = 0;
    out.lacks_retry = lacks("finish", "retry_later");
    out.lacks_blocker = lacks("finish", "blocked_by");
    out.lacks_value = lacks("return", "value");
    if (is_of_a_look(kind)) tells_looks_ = true;
    tells_effects_ = tells_effects_ || is_effect(out.what);
    if (!is_of_the_ide(out.what) && numbers_.is_news(out.run))
      note(R"(no "called" of its run stands before it: unless one comes within the slack, )"
           "what the run does is not judged");
    if (ends(out)) numbers_.end(out.run);
    return out;
  }

  RunsJudge judge(const spec::ClauseSet& on) const { return {limits_, on, revision_, slack_ms_}; }
  static void see(const RunsJudge& judge, Situation& all, const Item& item, Findings& findings) {
    judge.see(all, item, findings);
    spec::Exercised unsaid;
    if (item.lacks_retry) unsaid |= rules_of_retry;
    if (item.lacks_blocker) unsaid |= rules_of_blocker;
    if (item.lacks_value) unsaid |= rules_of_value;
    if (unsaid != spec::Exercised{})
      findings.met = spec::without(clause_texts(), findings.met, unsaid);
  }
  static Item passed(std::int64_t ms) { return TraceItem(Fact(TimePassed{judged_span(ms)})); }
  bool prepare(const Item& item, Situation& all) {
    // Before the first look is told nobody knows that this log tells any.
    all.looks_untold = lacks_looks_ || !tells_looks_;
    if (!all.looks_untold) all.tell_looks();
    all.effects_untold = !tells_effects_;
    all.take_as_before(item, slack_ms_, judge({}));
    if (!holds<Called>(item.what)) return false;
    auto& s = all.begin(item.run).situation;
    if (!importing_) s.set(Flag::Imported);
    return true;
  }
  static bool is_idle(const Situation& all) { return all.are_idle(); }
  static bool is_act(const Item& item) {
    return std::holds_alternative<Command>(item.what) &&
           !holds<ReadModality, ListDialogs, ReadSmart>(item.what);
  }
  static std::vector<Item> readings(const Item& item, const Situation& all) {
    return all.readings(item);
  }
  bool shows_breaches_only(std::uint8_t rule) const {
    return rule == rule_index("MOD-50") && contradictions_.about_indexes();
  }
  static bool is_nobodys(const Situation& all, const Item& item) { return all.are_nobodys(item); }
  static bool begins(const Item& item) { return begins_a_run(item.what); }
  static bool is_call_of(const Item& item, const Item& other) {
    return holds<Called>(item.what) && (other.run == 0 || other.run == item.run);
  }
  // That the caller withdrew may be told by the decision alone, behind what is taken back for it.
  static bool is_told_beside(const Item& item) {
    const auto* decide = find_message<Decide>(item.what);
    return is_of_the_ide(item.what) || (decide != nullptr && decide->reason == Reason::Cancelled);
  }
  static bool is_guess(const Situation& all) { return all.are_guessed; }
  static constexpr std::string_view guessed =
      "two calls are under way and nothing tells whose a line is: what seems wrong there is not "
      R"(judged; say of each line which of them it is of, as "run": 2)";
  static void hasten(Situation& all) { all.tell_looks(); }
  // Of two runs either may act first.
  static constexpr bool acts_come_along = false;
  static bool are_independent(const Item& one, const Item& other) { return one.run != other.run; }
  static Item with_time_of(const Situation& all, const Item& item, std::int64_t slack) {
    auto runs = all;
    const auto* run = runs.owner_of(item);
    const auto* act = std::get_if<Command>(&item.what);
    if (act == nullptr || run == nullptr) return item;
    const auto& s = run->situation;
    auto out = *act;
    const auto put = [&](std::int64_t told) { return std::abs(told - s.age) <= slack; };
    if (auto* smart = std::get_if<ReportSmartWait>(&out); smart && put(smart->waited.count()))
      smart->waited = Duration(s.age);
    if (auto* progress = std::get_if<ReportProgress>(&out);
        progress && put(progress->waited.count()))
      progress->waited = Duration(s.age);
    if (auto* told = std::get_if<Return>(&out);
        told && (item.lacks_value || (s.in(Method::WaitForSmartMode) && put(told->value))))
      told->value = method_value(s);
    if (auto* finish = std::get_if<Finish>(&out)) {
      if (item.lacks_retry) finish->retry_later = mends_later(s);
      if (item.lacks_blocker) finish->blocked_by = blocker(s);
    }
    auto timed = item;
    timed.what = out;
    return timed;
  }
  static decltype(Findings::breach) take_put_off(Situation& all) { return all.take_put_off(); }
  static void give_up(const Command& owed, Situation& all) {
    if (const auto* refuse = std::get_if<Refuse>(&owed)) all.give_up_refusal(*refuse);
  }
  static std::string remark(const Findings&) { return {}; }
  // In the names of the trace, as they were in that line.
  std::string show(const Item& item, std::uint64_t line) const {
    const auto run = numbers_.name_of(item.run);
    auto text = port::visit(
        [](const auto& what) { return std::string(port::modality::show(what)); }, item.what);
    return names_.said(std::move(text), line) + (run.empty() ? "" : " run=" + run);
  }
  std::string show(const Command& act, std::uint64_t line) const {
    return names_.said(port::modality::show(act), line);
  }
  std::string show_wanted(const Command& act, std::uint64_t line) const { return show(act, line); }

  struct Run {
    const Limits& limits;
    const std::vector<Item>& items;
    bool ended;
    Revision revision;
    RunsJudge judge(const spec::ClauseSet& on) const { return {limits, on, revision}; }
  };
  static std::vector<SampledRuns> all_runs() {
    std::vector<std::uint32_t> counts(line_plans, 8);
    counts.resize(line_plans + table_parts(Budget::Quick).size(), 5'000);
    return all_runs_of(counts);
  }
  // With constants of one's own the runs are others.
  std::span<const std::uint32_t> chosen_runs() const {
    return own_limits() != nullptr ? std::span<const std::uint32_t>() : chosen_runs_of(revision_);
  }
  static void samples(const TracedCalls& words, const SampledRuns& of, const auto& each) {
    auto plan = of.plan < line_plans
                    ? sampled_plan(of.plan / plans_of_line, 1, of.plan % plans_of_line)
                    : plan_of(table_parts(Budget::Quick)[of.plan - line_plans]);
    plan.revision = words.revision_;
    std::size_t next = 0;
    sampled_runs(plan, of.runs, [&](const std::vector<Item>& items, bool ended) {
      const auto number = of.runs[next++];
      each(Run{plan.limits, items, ended, words.revision_}, number);
      if (std::ranges::any_of(items, is_said_to_nobody))
        each(Run{plan.limits, in_silence(items), ended, words.revision_}, number);
    });
  }

 private:
  static TraceItem item_of(const std::string& kind, const json& message) {
    if (is_one_of<Happening>(kind)) return read_as<Happening>(message);
    if (is_one_of<Fact>(kind)) return read_as<Fact>(message);
    return read_as<Command>(message);
  }
  // A caller who has withdrawn need not be told so.
  static bool is_said_to_nobody(const Item& item) {
    const auto* result = find_message<Finish>(item.what);
    return result != nullptr && result->reason == Reason::Cancelled;
  }
  static std::vector<Item> in_silence(std::vector<Item> items) {
    std::erase_if(items, is_said_to_nobody);
    return items;
  }
  static bool is_of_a_look(std::string_view kind) {
    return std::ranges::find(looks, kind) != looks.end();
  }
  // It tells what a write did to a document.
  static bool is_effect(const TraceItem& item) {
    const auto* touched = find_message<DocumentTouched>(item);
    return touched != nullptr && touched->by == TouchedBy::Write;
  }
  // A caller who has withdrawn may be told nothing more.
  static bool ends(const Item& item) {
    const auto* decide = find_message<Decide>(item.what);
    return holds<Finish>(item.what) || (decide != nullptr && decide->reason == Reason::Cancelled);
  }

  static constexpr std::uint32_t plans_of_line = 100;
  static constexpr std::uint32_t line_plans = plans_of_line * sampled_lines;

  Limits limits_ = own_limits() != nullptr ? *own_limits() : real_limits;
  TraceNames names_;
  RunNumbers numbers_;
  Contradictions contradictions_;
  std::int64_t slack_ms_;
  Revision revision_{};
  bool lacks_looks_ = false, tells_looks_ = false, lacks_refresh_ = false, importing_ = false;
  bool tells_effects_ = false, lacks_wait_ = false, tells_all_ = false;
  bool begins_late_ = false;  // A call that was made before may be under way when it does.
};

}  // namespace

std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request) {
  return std::make_unique<Traced<TracedCalls>>(request);
}
SampledLogs sampled_logs() { return sampled_logs_of<TracedCalls>(); }

}  // namespace conformance::modality
