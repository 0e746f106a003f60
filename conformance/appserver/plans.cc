#include "conformance/appserver/plans.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "port/words.h"
#include "sim/appserver/letter.h"

namespace conformance::appserver {
namespace {

using namespace port::appserver;
using sim::appserver::ActKind;
using sim::appserver::any_opportunity;
using sim::appserver::Fault;
using sim::appserver::kind_of;
using sim::appserver::Plan;

constexpr std::string_view prefix = "appserver:";

const sim::appserver::ItemScript asking{.kind = ItemKind::Command, .subject = {1}, .asks = true};

Plan one_turn(std::uint8_t acts) {
  Plan plan;
  plan.user = sim::appserver::one_turn_of_a_chat();
  plan.server.turns = {{.items = {{.parts = 2}, asking}, .usage = true}};
  plan.free = {{.what = ActKind::Stop},
               {.what = ActKind::Decide},
               {.what = ActKind::Decide, .decision = Decision::Decline}};
  plan.free_max = acts;
  // Time passes between any two messages, so that whatever is owed at once is seen to be missing.
  plan.latencies = {.start = {7, 7},
                    .send = {2, 2},
                    .receive = {3, 3},
                    .step = {5, 5},
                    .late = {90'000, 90'000},
                    .exit = {11, 11},
                    .gone = {1, 1},
                    .frame = {17, 17}};
  return plan;
}

// A second turn is asked for while the first one runs, since nothing was heard of that. That no
// turn runs any more may be lost, too.
void steer(Plan& plan) {
  plan.server.faults = {
      {.what = Fault::SteerElsewhere},
      {.what = Fault::DropResponse, .method = Method::TurnStart},
      {.what = Fault::DropNotice, .message = kind_of<TurnStarted>()},
      {.what = Fault::DropNotice, .nth = any_opportunity, .message = kind_of<ThreadIdle>()}};
  plan.server.turns = {{.items = {{.parts = 0}}}};
  plan.latencies.step = {40'000, 40'000};
  plan.user.push_back({.act = {.what = ActKind::Say}, .when = sim::appserver::When::Ready});
  plan.free = {{.what = ActKind::Stop}};
}

Plan with_fault(Fault what, std::uint8_t acts) {
  auto plan = one_turn(acts);
  plan.server.faults = {{.what = what, .nth = any_opportunity}};
  // A process is terminated only if it does not end with its input.
  if (what == Fault::IgnoreTerminate)
    plan.server.faults = {{.what = what}, {.what = Fault::Hang, .method = Method::TurnStart}};
  // Each process ends once.
  if (what == Fault::BadExit) plan.server.faults = {{.what = what}};
  if (what == Fault::SteerElsewhere) steer(plan);
  if (what == Fault::IgnoreCancel)
    plan.free.push_back({.what = ActKind::Decide, .decision = Decision::Cancel});
  return plan;
}

struct Named {
  std::string name;
  Plan plan;
};

// Of what goes on beside a turn, and behind its end.
std::vector<Named> outliving_plans() {
  std::vector<Named> out;
  // A thread of its own, which asks, whoever announces it.
  for (const auto announced :
       {sim::appserver::Announced::Before, sim::appserver::Announced::Never}) {
    auto opens = one_turn(2);
    auto agent = asking;
    agent.kind = ItemKind::Subagent;
    agent.announced = announced;
    opens.server.turns = {{.items = {agent, {}}}};
    out.push_back({announced == sim::appserver::Announced::Never ? "stranger" : "subagent", opens});
  }
  // A command that goes on behind its turn, and the next one.
  auto background = one_turn(2);
  background.server.turns = {{.items = {{.kind = ItemKind::Command, .background = true}, {}}}};
  background.user.push_back(
      {.act = {.what = ActKind::Say}, .when = sim::appserver::When::TurnOver});
  background.free = {{.what = ActKind::Stop}, {.what = ActKind::ArchiveChat}};
  out.push_back({"background", background});
  return out;
}

// A user who calls what there is, at once, and no more than closes.
Plan calling_twice() {
  auto out = one_turn(0);
  out.user = {{.act = {.what = ActKind::Open}},
              {.act = {.what = ActKind::Call, .number = 1}},
              {.act = {.what = ActKind::Call, .number = 2, .method = Method::Other}}};
  out.free = {{.what = ActKind::Close}};
  return out;
}

// Of defects that meet: several of one request, and of one process after the other.
std::vector<Named> meeting_plans() {
  std::vector<Named> out;
  const auto any = [](Fault what, std::uint8_t times = 1) {
    return sim::appserver::PlannedFault{.what = what, .nth = any_opportunity, .times = times};
  };
  // An answer comes late, and may say that the server is busy: also at the last instant at which
  // the call could go again.
  auto late = calling_twice();
  late.server.faults = {any(Fault::DelayResponse), any(Fault::Overload)};
  late.latencies.late = {59'746, 90'000};
  out.push_back({"late_calls", late});
  // The second handshake is through when the call that waits for it has its deadline. Its own
  // deadline is behind that: then nobody says whether it was given up.
  auto greets = calling_twice();
  greets.user.pop_back();
  greets.server.faults = {
      any(Fault::DelayResponse),
      {.what = Fault::ForgetHandshake, .nth = any_opportunity, .method = Method::ThreadList}};
  greets.latencies.late = {59'985, 59'997};
  out.push_back({"late_handshake", greets});
  // The list of models fails, and then the second handshake.
  auto lacks = calling_twice();
  lacks.server.faults = {any(Fault::InternalError, 2), any(Fault::ForgetHandshake)};
  out.push_back({"lacks_twice", lacks});
  // A turn that nobody knew of is steered, and its first answer comes after all.
  auto late_turn = with_fault(Fault::SteerElsewhere, 0);
  late_turn.server.faults = {
      {.what = Fault::DelayResponse, .nth = any_opportunity, .method = Method::TurnStart},
      {.what = Fault::DropNotice, .nth = any_opportunity, .message = kind_of<TurnStarted>()}};
  late_turn.latencies.late = {70'000, 90'000};
  out.push_back({"late_turn", late_turn});
  // The process is lost between a thread and the answer that names it, and so is the next answer.
  auto lost = one_turn(0);
  lost.user = {
      {.act = {.what = ActKind::Open}},
      {.act = {.what = ActKind::StartChat}},
      {.act = {.what = ActKind::StartChat, .chat = 2}, .when = sim::appserver::When::Back}};
  lost.free = {{.what = ActKind::Close}};
  lost.latencies.gone = {20, 20};
  lost.server.faults = {
      {.what = Fault::NoticeFirst, .times = 2, .method = Method::ThreadStart},
      {.what = Fault::CrashMidLine, .nth = any_opportunity, .message = kind_of<Response>()}};
  out.push_back({"lost_thread", lost});
  // The process is lost before the first turn of a thread, which the next one then does not have.
  auto refused = one_turn(0);
  refused.free = {{.what = ActKind::Close}};
  refused.server.faults = {
      any(Fault::CrashBeforeTurn),
      {.what = Fault::Refuse, .nth = any_opportunity, .method = Method::ThreadResume}};
  out.push_back({"refused_thread", refused});
  // Processes that greet nobody, for less or more than a minute, between others that do.
  auto rows = one_turn(0);
  rows.free = {{.what = ActKind::Close}};
  rows.server.faults = {any(Fault::NeverGreet, 4), any(Fault::CrashBeforeTurn)};
  rows.latencies.fade = {20'000, 61'000};
  out.push_back({"crash_rows", rows});
  return out;
}

// Those that have names of their own.
std::vector<Named> particular_plans() {
  std::vector<Named> out;
  out.push_back({"turn", one_turn(2)});
  // Two approvals at once, with every decision.
  auto asks = one_turn(2);
  auto beside = asking;
  beside.beside = true;
  auto other = asking;
  other.kind = ItemKind::Patch;
  other.subject = {2};
  asks.server.turns = {{.items = {beside, other}}};
  asks.free = {{.what = ActKind::Decide, .number = 1, .decision = Decision::AcceptForSession},
               {.what = ActKind::Decide, .number = 1, .decision = Decision::Cancel},
               {.what = ActKind::Decide, .number = 2},
               {.what = ActKind::Decide, .number = 2, .decision = Decision::Decline}};
  out.push_back({"two_approvals", asks});
  // The same command in a second turn of the chat.
  auto session = one_turn(0);
  session.server.turns = {{.items = {asking}, .usage = true}};
  session.user.push_back({.act = {.what = ActKind::Decide, .decision = Decision::AcceptForSession},
                          .when = sim::appserver::When::Asked});
  session.user.push_back({.act = {.what = ActKind::Say}, .when = sim::appserver::When::TurnOver});
  session.free = {{.what = ActKind::Stop}, {.what = ActKind::MakeRule, .number = 1}};
  session.free_max = 1;
  out.push_back({"session", session});
  // Calls beside a turn, before and after the handshake.
  auto calls = one_turn(0);
  calls.server.turns = {{.items = {{}}}};
  calls.free = {{.what = ActKind::Call, .number = 1},
                {.what = ActKind::Call, .number = 2, .method = Method::Other},
                {.what = ActKind::ArchiveChat},
                {.what = ActKind::Say}};
  calls.free_max = 2;
  out.push_back({"calls", calls});
  // Two calls of one method and a second chat, beside the first, and a busy server.
  auto same = calls;
  same.user.pop_back();
  same.free = {{.what = ActKind::Call, .number = 1},
               {.what = ActKind::Call, .number = 2},
               {.what = ActKind::StartChat, .chat = 2, .text = 2}};
  same.server.faults = {{.what = Fault::Overload, .nth = any_opportunity}};
  out.push_back({"same_calls", same});
  // All chats and calls before the handshake is through: there is no room for the last one.
  auto crowd = calling_twice();
  for (std::uint8_t chat = 1; chat <= sim::appserver::chats_max; ++chat)
    crowd.user.push_back({.act = {.what = ActKind::StartChat, .chat = chat}});
  out.push_back({"crowd", crowd});
  for (auto& named : outliving_plans()) out.push_back(std::move(named));
  for (auto& named : meeting_plans()) out.push_back(std::move(named));
  // Nothing ends by itself.
  auto endless = one_turn(1);
  endless.server.turns = {{.items = {{}}, .endless = true}};
  out.push_back({"endless", endless});
  return out;
}

// Takes the number behind the last colon off.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  const auto colon = text.rfind(':');
  if (colon == text.npos) return std::nullopt;
  std::uint64_t out = 0;
  const auto* end = text.data() + text.size();
  const auto [at, fault] = std::from_chars(text.data() + colon + 1, end, out);
  if (fault != std::errc{} || at != end) return std::nullopt;
  text = text.substr(0, colon);
  return out;
}
// "hang:1:17".
std::optional<Plan> drawn_as(std::string_view text) {
  const auto run = take_number(text);
  const auto seed = run ? take_number(text) : std::nullopt;
  const auto what = seed ? port::enumerator_of<Fault>(text) : std::nullopt;
  return what ? std::optional(sampled_plan(*what, *seed, *run)) : std::nullopt;
}

}  // namespace

std::vector<PlanName> plan_names(bool full) {
  std::vector<PlanName> out;
  const std::string begin = std::string(prefix) + (full ? "full:" : "");
  for (const auto& named : particular_plans()) out.push_back({begin + named.name, named.name});
  for (std::size_t i = 0; i < sim::appserver::fault_kinds; ++i) {
    const auto word = port::word(static_cast<Fault>(i));
    out.push_back({fmt::format("{}fault:{}", begin, word), std::string(word)});
  }
  return out;
}

std::optional<Plan> plan_named(std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  constexpr std::string_view full_word = "full:", fault_word = "fault:", sample_word = "sample:";
  if (name.starts_with(sample_word)) return drawn_as(name.substr(sample_word.size()));
  const bool full = name.starts_with(full_word);
  if (full) name.remove_prefix(full_word.size());
  if (name.starts_with(fault_word)) {
    const auto what = port::enumerator_of<Fault>(name.substr(fault_word.size()));
    if (!what) return std::nullopt;
    return with_fault(*what, full ? 3 : 2);
  }
  for (auto& named : particular_plans()) {
    if (named.name != name) continue;
    if (full) ++named.plan.free_max;
    return named.plan;
  }
  return std::nullopt;
}

std::string sampled_name(Fault what, std::uint64_t seed, std::uint64_t run) {
  return fmt::format("{}sample:{}:{}:{}", prefix, port::word(what), seed, run);
}

}  // namespace conformance::appserver
