#include "sim/appserver/server.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "port/check.h"

namespace sim::appserver {

static_assert(std::has_unique_object_representations_v<Server>);
static_assert(sizeof(Server) <= 128);

namespace {

constexpr std::uint16_t tokens_of_a_turn = 10;

ThreadId thread_id(std::size_t index) { return {static_cast<std::uint32_t>(index + 1)}; }

bool is_text(ItemKind kind) {
  switch (kind) {
    case ItemKind::Answer:
    case ItemKind::Reasoning:
    case ItemKind::Plan:
    case ItemKind::User:
    case ItemKind::Other: return true;
    case ItemKind::Command:
    case ItemKind::Patch:
    case ItemKind::Tool:
    case ItemKind::Search: break;
  }
  return false;
}

bool is_muted(std::uint8_t opts_out, const ToClient& message) {
  if (std::holds_alternative<ThreadStarted>(message))
    return (opts_out & opt_out::thread_started) != 0;
  if (std::holds_alternative<TurnStarted>(message)) return (opts_out & opt_out::turn_started) != 0;
  const bool delta =
      std::holds_alternative<ItemDelta>(message) || std::holds_alternative<ItemOutput>(message);
  return delta && (opts_out & opt_out::deltas) != 0;
}

}  // namespace

Server initial_server(const ServerPlan& plan) {
  Server out;
  for (std::size_t i = 0; i < plan.stored; ++i) out.threads[i].exists = true;
  return out;
}

bool ServerTurn::fires(Fault fault, const Method* method, const ToClient* message) {
  Opportunity opportunity{.what = fault};
  if (method != nullptr) opportunity.method = *method;
  if (message != nullptr) opportunity.message = message->index();
  return appserver::fires(plan_.faults, server_.faults, opportunity, dares_);
}

// See pass_response().
class ServerTurn::Way {
 public:
  Way(ServerTurn& turn, const Method* method, const ToClient* message)
      : turn_(turn), method_(method), message_(message) {}

  bool fires(Fault fault) { return turn_.fires(fault, method_, message_); }
  Kept kept() const { return turn_.server_.kept; }
  void keep_back(const Response& response, Kept until) {
    turn_.server_.kept = until;
    turn_.server_.kept_back = letter_of(ToClient(response));
  }
  void release() {
    turn_.server_.kept = Kept::Nothing;
    turn_.say(to_client(std::exchange(turn_.server_.kept_back, {})));
  }
  void rename(Response& response) const { response.id = {}; }
  void say(const ToClient& message, bool late) { turn_.say(message, late); }
  void say_unknown() { turn_.say(UnknownNotice{}); }

 private:
  ServerTurn& turn_;
  const Method* method_;
  const ToClient* message_;
};

void ServerTurn::start() {
  server_.handshake = Handshake::None;
  server_.fate = Fate::Lives;
  server_.kept = Kept::Nothing;
  server_.kept_back = {};
  server_.opts_out = 0;
  for (auto& thread : server_.threads) {
    thread.turn = {};
    thread.loaded = false;
  }
  fail_process(Fault::CrashAtStart, Fate::Crashed);
}

void ServerTurn::hear(const ToServer& message) {
  std::visit([this](const auto& each) { hear(each); }, message);
}

void ServerTurn::hear(const Request& request) {
  if (fires(Fault::Hang, &request.method, nullptr)) {
    server_.fate = Fate::Hangs;
    return;
  }
  if (request.method == Method::Initialize) return initialize(request);
  const bool early = server_.handshake == Handshake::Answered && !plan_.dialect->answers_early;
  if (server_.handshake == Handshake::None || early) return refuse(request, Error::NotInitialized);
  if (fires(Fault::ForgetHandshake, &request.method, nullptr)) {
    server_.handshake = Handshake::None;
    return refuse(request, Error::NotInitialized);
  }
  if (fires(Fault::InternalError, &request.method, nullptr))
    return refuse(request, Error::Internal);
  if (fires(Fault::Overload, &request.method, nullptr)) return refuse(request, Error::Overloaded);
  if (fires(Fault::Refuse, &request.method, nullptr))
    return refuse(request, plan_.dialect->bad_params);
  carry_out(request);
}

void ServerTurn::hear(const Initialized&) {
  if (server_.handshake == Handshake::Answered) server_.handshake = Handshake::Done;
}

void ServerTurn::initialize(const Request& request) {
  if (server_.handshake != Handshake::None) return refuse(request, Error::AlreadyInitialized);
  if (fires(Fault::InternalError, &request.method, nullptr))
    return refuse(request, Error::Internal);
  fail_process(Fault::NeverGreet, Fate::Fades);
  if (server_.fate != Fate::Lives) return;
  server_.handshake = Handshake::Answered;
  server_.opts_out = request.opts_out;
  respond(request, {.id = request.id});
}

void ServerTurn::carry_out(const Request& request) {
  auto* thread = find(request.thread);
  switch (request.method) {
    case Method::ThreadStart: return start_thread(request);
    case Method::TurnStart: return start_turn(request);
    case Method::TurnInterrupt: return interrupt(request);
    case Method::ThreadResume:
      if (thread == nullptr || thread->archived) return refuse(request, plan_.dialect->bad_params);
      thread->loaded = true;
      return respond(request, {.id = request.id, .thread = request.thread});
    case Method::ThreadArchive:
      if (thread == nullptr) return refuse(request, plan_.dialect->bad_params);
      thread->archived = true;
      return respond(request, {.id = request.id});
    case Method::Initialize:
    case Method::ThreadList:
    case Method::ModelList:
    case Method::Other: break;
  }
  respond(request, {.id = request.id});
}

Thread* ServerTurn::find(ThreadId id) {
  if (id.value == 0 || id.value > threads_max) return nullptr;
  auto& thread = server_.threads[id.value - 1];
  return thread.exists ? &thread : nullptr;
}

void ServerTurn::start_thread(const Request& request) {
  const auto free =
      std::ranges::find_if(server_.threads, [](const Thread& thread) { return !thread.exists; });
  if (free == server_.threads.end()) return refuse(request, Error::Other);
  free->exists = free->loaded = true;
  const auto id = thread_id(static_cast<std::size_t>(free - server_.threads.begin()));
  respond(request, {.id = request.id, .thread = id});
  notify(ThreadStarted{id});
}

void ServerTurn::start_turn(const Request& request) {
  auto* thread = find(request.thread);
  if (thread == nullptr || !thread->loaded || thread->archived)
    return refuse(request, plan_.dialect->bad_params);
  if (thread->turn.phase != TurnPhase::None) {
    if (!plan_.dialect->steers) return refuse(request, Error::InvalidRequest);
    const TurnId turn{plan_.dialect->steers_elsewhere ? ++server_.turns : thread->turn.id};
    return respond(request, {.id = request.id, .turn = turn});
  }
  fail_process(Fault::CrashBeforeTurn, Fate::Crashed);
  if (server_.fate != Fate::Lives) return;
  const auto last = plan_.turns.size() - 1;
  thread->turn = {.phase = TurnPhase::Answered,
                  .script = static_cast<std::uint8_t>(std::min<std::size_t>(server_.turns, last))};
  thread->turn.id = ++server_.turns;
  respond(request, {.id = request.id, .turn = {thread->turn.id}});
}

void ServerTurn::interrupt(const Request& request) {
  auto* thread = find(request.thread);
  const bool active = thread != nullptr && thread->turn.phase > TurnPhase::Answered &&
                      request.turn == TurnId{thread->turn.id};
  if (!active) return refuse(request, Error::NoActiveTurn);
  if (fires(Fault::IgnoreInterrupt)) return;
  if (fires(Fault::CompleteBeforeInterrupt)) {
    end_turn(request.thread.value - 1, TurnEnd::Completed);
    return refuse(request, Error::NoActiveTurn);
  }
  respond(request, {.id = request.id});
  const auto items = thread->turn.items;
  end_turn(request.thread.value - 1, TurnEnd::Interrupted);
  if (!plan_.dialect->tells_resolved) return;
  for (const auto& item : items)
    if (item.phase == ItemPhase::Asked) notify(AskResolved{request.thread, {item.ask}});
}

void ServerTurn::hear(const Answer& answer) {
  for (std::size_t i = 0; i < threads_max; ++i)
    for (auto& item : server_.threads[i].turn.items)
      if (item.phase == ItemPhase::Asked && answer.ask == AskId{item.ask})
        return settle(i, item, answer.decision);
}

void ServerTurn::hear(const AnswerError& answer) {
  for (std::size_t i = 0; i < threads_max; ++i)
    for (auto& item : server_.threads[i].turn.items)
      if (item.phase == ItemPhase::Asked && answer.ask == AskId{item.ask})
        return end_item(i, item, ItemEnd::Failed);
}

void ServerTurn::settle(std::size_t thread, Item& item, Decision decision) {
  if (plan_.dialect->tells_resolved) notify(AskResolved{thread_id(thread), {item.ask}});
  const bool denied = decision == Decision::Decline || decision == Decision::Cancel;
  if (!denied || fires(Fault::RunDenied)) {
    item.phase = ItemPhase::Decided;
    return;
  }
  end_item(thread, item, ItemEnd::Declined);
  if (decision == Decision::Cancel) end_turn(thread, TurnEnd::Interrupted);
}

const ItemScript& ServerTurn::script_of(const Turn& turn, const Item& item) const {
  return plan_.turns[turn.script].items[static_cast<std::size_t>(&item - turn.items.data())];
}

Item* ServerTurn::next_item(Turn& turn) const {
  const auto& items = plan_.turns[turn.script].items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto& item = turn.items[i];
    if (item.phase == ItemPhase::Over) continue;
    if (item.phase != ItemPhase::Asked && item.phase != ItemPhase::InIde) return &item;
    if (!items[i].beside) return nullptr;
  }
  return nullptr;
}

bool ServerTurn::may_step(std::size_t thread) const {
  auto turn = server_.threads[thread].turn;
  if (server_.fate != Fate::Lives || turn.phase == TurnPhase::None) return false;
  if (turn.phase == TurnPhase::Answered || next_item(turn) != nullptr) return true;
  const auto& script = plan_.turns[turn.script];
  const bool over = std::ranges::all_of(
      turn.items.begin(), turn.items.begin() + static_cast<std::ptrdiff_t>(script.items.size()),
      [](const Item& item) { return item.phase == ItemPhase::Over; });
  return over && !script.endless;
}

void ServerTurn::step(std::size_t index) {
  auto& turn = server_.threads[index].turn;
  const auto& script = plan_.turns[turn.script];
  if (turn.phase == TurnPhase::Answered) return begin_turn(index);
  fail_process(Fault::CrashInTurn, Fate::Crashed);
  fail_process(Fault::ExitZero, Fate::ExitedZero);
  fail_process(Fault::CloseOutput, Fate::ClosedOutput);
  fail_process(Fault::CloseInput, Fate::ClosedInput);
  if (server_.fate != Fate::Lives) return;
  if (auto* item = next_item(turn)) return go_on(index, *item);
  if (script.usage && turn.phase == TurnPhase::Running) return count_usage(index);
  end_turn(index, script.end);
}

void ServerTurn::begin_turn(std::size_t index) {
  auto& turn = server_.threads[index].turn;
  turn.phase = TurnPhase::Running;
  notify(TurnStarted{thread_id(index), {turn.id}});
  if (plan_.turns[turn.script].trouble)
    notify(Trouble{thread_id(index), {turn.id}, true, Severity::Error, {trouble_text}});
  if (!fires(Fault::Problems)) return;
  notify(Trouble{thread_id(index), {}, false, Severity::Warning, {trouble_text}});
  notify(Trouble{{}, {}, false, Severity::Deprecation, {going_text}});
}

void ServerTurn::go_on(std::size_t index, Item& item) {
  const auto& turn = server_.threads[index].turn;
  const auto& script = script_of(turn, item);
  switch (item.phase) {
    case ItemPhase::Ahead:
      item.id = ++server_.items;
      item.phase = ItemPhase::Begun;
      return notify(
          ItemStarted{thread_id(index), {turn.id}, {item.id}, script.kind, script.subject});
    case ItemPhase::Begun:
      if (script.asks) return ask(index, item);
      [[fallthrough]];
    case ItemPhase::Decided:
      item.phase = script.in_ide ? ItemPhase::InIde : ItemPhase::CarriedOut;
      if (!is_text(script.kind)) out_.push_back({CarriedOut{{item.id}}});
      if (script.in_ide) return;
      [[fallthrough]];
    case ItemPhase::CarriedOut:
      if (item.said < script.parts) return say_part(index, item);
      return end_item(index, item, item.failed ? ItemEnd::Failed : script.end);
    case ItemPhase::Withdrawn:
      if (plan_.dialect->tells_resolved) notify(AskResolved{thread_id(index), {item.ask}});
      return end_item(index, item, ItemEnd::Declined);
    case ItemPhase::Asked:
    case ItemPhase::InIde:
    case ItemPhase::Over: break;
  }
}

void ServerTurn::call_ended(std::uint8_t id, bool failed) {
  for (auto& thread : server_.threads)
    for (auto& item : thread.turn.items) {
      if (item.phase != ItemPhase::InIde || item.id != id) continue;
      item.phase = ItemPhase::CarriedOut;
      item.failed = failed;
    }
}

void ServerTurn::ask(std::size_t index, Item& item) {
  const auto& turn = server_.threads[index].turn;
  const auto& script = script_of(turn, item);
  item.ask = ++server_.asks;
  item.phase = fires(Fault::WithdrawAsk) ? ItemPhase::Withdrawn : ItemPhase::Asked;
  Ask out{.ask = {item.ask},
          .kind = script.kind == ItemKind::Patch ? AskKind::Patch : AskKind::Command,
          .thread = thread_id(index),
          .turn = {turn.id},
          .item = {item.id},
          .subject = script.subject};
  if (fires(Fault::AskUnknown)) out.kind = AskKind::Unknown;
  if (fires(Fault::AskMalformed)) out.wellformed = false;
  notify(out);
  if (fires(Fault::AskTwice)) notify(out);
}

void ServerTurn::say_part(std::size_t index, Item& item) {
  const auto& turn = server_.threads[index].turn;
  const auto text = part_text(item.said++);
  if (is_text(script_of(turn, item).kind))
    notify(ItemDelta{thread_id(index), {turn.id}, {item.id}, text, mark_of(text)});
  else
    notify(ItemOutput{thread_id(index), {turn.id}, {item.id}, text});
}

void ServerTurn::end_item(std::size_t index, Item& item, ItemEnd end) {
  const auto& turn = server_.threads[index].turn;
  const bool text = is_text(script_of(turn, item).kind);
  item = {.said = item.said, .id = item.id, .phase = ItemPhase::Over};
  if ((text && !plan_.dialect->ends_texts) || fires(Fault::LeaveItemOpen)) return;
  ItemCompleted out{.thread = thread_id(index), .turn = {turn.id}, .item = {item.id}, .end = end};
  if (text) {
    out.has_text = true;
    out.text = fires(Fault::DifferentText) ? TextId{different_text} : final_text(item.said);
    out.mark = mark_of(out.text);
  }
  notify(out);
  if (fires(Fault::EndItemTwice)) notify(out);
}

void ServerTurn::count_usage(std::size_t index) {
  auto& thread = server_.threads[index];
  thread.turn.phase = TurnPhase::Counted;
  thread.total = static_cast<std::uint16_t>(std::min(thread.total + tokens_of_a_turn, 60'000));
  notify(Usage{thread_id(index), thread.total});
  if (fires(Fault::TotalFalls)) notify(Usage{thread_id(index), thread.total - 1u});
  notify(RateLimits{server_.turns});
}

void ServerTurn::end_turn(std::size_t index, TurnEnd end) {
  auto& thread = server_.threads[index];
  const auto turn = std::exchange(thread.turn, {});
  const TextId why{end == TurnEnd::Failed ? failed_text : 0};
  const TurnCompleted completed{thread_id(index), {turn.id}, end, why};
  notify(completed);
  if (fires(Fault::EndTurnTwice)) notify(completed);
  if (fires(Fault::LateDelta)) {
    const auto text = part_text(0);
    notify(ItemDelta{thread_id(index), {turn.id}, {turn.items[0].id}, text, mark_of(text)});
  }
  if (fires(Fault::AskAfterEnd))
    notify(Ask{.ask = {++server_.asks},
               .thread = thread_id(index),
               .turn = {turn.id},
               .item = {turn.items[0].id},
               .subject = {1}});
  fail_process(Fault::CrashAfterTurn, Fate::Crashed);
}

void ServerTurn::respond(const Request& request, const Response& response) {
  pass_response(Way(*this, &request.method, nullptr), response);
}

void ServerTurn::notify(const ToClient& message) {
  if (!is_muted(server_.opts_out, message)) pass_notice(Way(*this, nullptr, &message), message);
}

void ServerTurn::say(const ToClient& message, bool late) {
  if (server_.fate != Fate::Lives) return;
  if (fires(Fault::CrashMidLine, nullptr, &message)) return void(server_.fate = Fate::Crashed);
  CHECK(out_.size() < spoken_max);
  out_.push_back({message, late});
}

}  // namespace sim::appserver
