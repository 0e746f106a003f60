// Plans that are drawn: any letters of the user, of the turns, of the faults and of the times, in
// any order, so that those meet which nobody has written down together.
#include <variant>

#include "conformance/appserver/plans.h"
#include "sim/search/rng.h"

namespace conformance::appserver {
namespace {

using namespace port::appserver;
using sim::Rng;
using sim::Window;
using sim::appserver::Act;
using sim::appserver::ActKind;
using sim::appserver::Fault;
using sim::appserver::Plan;
using sim::appserver::PlannedFault;
using sim::appserver::When;

bool once_in(Rng& rng, std::uint32_t count) { return rng.below(count) == 0; }
std::uint8_t up_to(Rng& rng, std::uint32_t most) {
  return static_cast<std::uint8_t>(rng.below(most + 1));
}
template <class E>
E any_of(Rng& rng, std::uint32_t count) {
  return static_cast<E>(rng.below(count));
}
template <class E>
E any_word(Rng& rng) {
  return any_of<E>(rng, static_cast<std::uint32_t>(port::words<E>.size()));
}

// At once, after a while or within one; half of all are short.
Window draw_window(Rng& rng, std::int32_t most) {
  const auto span = static_cast<std::uint32_t>(once_in(rng, 2) ? most : most / 50 + 1);
  const auto from = once_in(rng, 2) ? 0 : static_cast<std::int32_t>(rng.below(span));
  const auto width = once_in(rng, 2) ? 0 : static_cast<std::int32_t>(rng.below(span));
  return {from, from + width};
}

Act draw_act(Rng& rng, std::uint8_t stored) {
  constexpr std::array methods{Method::ThreadList, Method::ModelList, Method::Other};
  Act out{.what = static_cast<ActKind>(1 + rng.below(sim::appserver::act_kinds - 1))};
  if (out.what == ActKind::Close && !once_in(rng, 4)) out.what = ActKind::Say;
  out.chat = static_cast<std::uint8_t>(1 + rng.below(sim::appserver::chats_max));
  out.number = static_cast<std::uint8_t>(1 + rng.below(2));
  // Mostly the same one.
  out.method = methods[once_in(rng, 2) ? rng.below(methods.size()) : 0];
  out.decision = any_word<Decision>(rng);
  // What has no word in a dialect does not come as far as a client (SES-10).
  if (once_in(rng, 8)) out.settings = {Policy::Never, any_word<Sandbox>(rng), once_in(rng, 2)};
  if (out.what == ActKind::StartChat) out.text = up_to(rng, 3);
  // A server gives no thread of its own the number of one that it does not have.
  if (out.what == ActKind::ResumeChat && out.number > stored) out.what = ActKind::StartChat;
  return out;
}

sim::appserver::ItemScript draw_item(Rng& rng) {
  sim::appserver::ItemScript out{.kind = any_word<ItemKind>(rng), .parts = up_to(rng, 3)};
  if (once_in(rng, 2)) out.kind = ItemKind::Command;
  if (out.kind == ItemKind::Subagent) out.announced = any_word<sim::appserver::Announced>(rng);
  const bool acts = out.kind == ItemKind::Command || out.kind == ItemKind::Patch ||
                    out.kind == ItemKind::Subagent;
  if (acts) out.subject = {1 + rng.below(2)};
  out.background = out.kind == ItemKind::Command && once_in(rng, 4);
  out.asks = acts && once_in(rng, 2);
  out.beside = out.asks && once_in(rng, 3);
  if (once_in(rng, 4)) out.end = ItemEnd::Failed;
  return out;
}

sim::appserver::TurnScript draw_turn(Rng& rng) {
  sim::appserver::TurnScript out{.items = {},
                                 .usage = once_in(rng, 2),
                                 .trouble = once_in(rng, 4),
                                 .endless = once_in(rng, 8)};
  for (auto left = up_to(rng, sim::appserver::items_max); left > 0; --left)
    out.items.push_back(draw_item(rng));
  if (once_in(rng, 4)) out.end = TurnEnd::Failed;
  return out;
}

PlannedFault draw_fault(Rng& rng, Fault what) {
  PlannedFault out{
      .what = what, .nth = up_to(rng, 3), .times = static_cast<std::uint8_t>(1 + up_to(rng, 2))};
  if (is_of_responses(what) && once_in(rng, 3)) out.method = any_word<Method>(rng);
  const bool of_one_kind = is_of_notices(what) || what == Fault::CrashMidLine ||
                           what == Fault::LateDelta || what == Fault::LoseLine;
  if (of_one_kind && once_in(rng, 3)) out.message = up_to(rng, std::variant_size_v<ToClient> - 1);
  return out;
}

void draw_user(Plan& plan, Rng& rng) {
  plan.user = {{.act = {.what = ActKind::Open}}};
  const auto stored = plan.server.stored;
  const bool resumes = stored > 0 && once_in(rng, 2);
  plan.user.push_back({.act = {.what = resumes ? ActKind::ResumeChat : ActKind::StartChat}});
  plan.user.push_back({.act = {.what = ActKind::Say}, .when = When::Ready});
  // Further turns, one after the other: up to five.
  for (auto left = up_to(rng, 4); once_in(rng, 2) && left > 0; --left)
    plan.user.push_back({.act = {.what = ActKind::Say}, .when = When::TurnOver});
  for (auto left = up_to(rng, 6); left > 0; --left) {
    const auto act = draw_act(rng, stored);
    plan.user.push_back(
        {.act = act, .when = any_word<When>(rng), .window = draw_window(rng, 70'000)});
  }
  for (auto left = up_to(rng, 3); left > 0; --left)
    plan.beside.push_back({.act = draw_act(rng, stored), .window = draw_window(rng, 130'000)});
  for (auto left = up_to(rng, 8); left > 0; --left) plan.free.push_back(draw_act(rng, stored));
  plan.free_max = plan.free.empty() ? std::uint8_t{0} : up_to(rng, 5);
}

void draw_latencies(sim::appserver::Latencies& out, Rng& rng) {
  if (once_in(rng, 4)) return;  // All at once.
  out = {.start = draw_window(rng, 1'000),
         .send = draw_window(rng, 500),
         .receive = draw_window(rng, 500),
         .step = draw_window(rng, 5'000),
         .late = draw_window(rng, 90'000),
         .exit = draw_window(rng, 3'000),
         .gone = draw_window(rng, 500),
         .frame = draw_window(rng, 50)};
  if (once_in(rng, 2)) out.fade = draw_window(rng, 130'000);
}

}  // namespace

Plan sampled_plan(Fault what, std::uint64_t seed, std::uint64_t run) {
  auto rng = Rng(seed).fork(static_cast<std::uint64_t>(what)).fork(2 * run);
  Plan plan;
  if (once_in(rng, 4)) plan.client.opts_out = up_to(rng, 7);
  plan.server.dialect = &sim::appserver::dialects[rng.below(2)];
  plan.server.stored = up_to(rng, 2);
  plan.server.turns.clear();
  for (auto left = 1 + up_to(rng, 2); left > 0; --left) plan.server.turns.push_back(draw_turn(rng));
  plan.server.faults = {draw_fault(rng, what)};
  // A process is terminated only if it does not end with its input.
  if (what == Fault::IgnoreTerminate) plan.server.faults.push_back({.what = Fault::Hang});
  for (auto left = up_to(rng, 2); left > 0; --left)
    plan.server.faults.push_back(draw_fault(
        rng, any_of<Fault>(rng, static_cast<std::uint32_t>(sim::appserver::fault_kinds))));
  draw_user(plan, rng);
  draw_latencies(plan.latencies, rng);
  return plan;
}

}  // namespace conformance::appserver
