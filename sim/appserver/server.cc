#include "sim/appserver/server.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "port/check.h"
#include "port/visit.h"

namespace sim::appserver {

static_assert(std::has_unique_object_representations_v<Server>);
static_assert(sizeof(Server) <= 192);

namespace {

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
    thread.outliving = {};
    thread.parent = thread.opener = 0;
    thread.loaded = false;
  }
  fail_process(Fault::CrashAtStart, Fate::Crashed);
}

void ServerTurn::hear(const ToServer& message) {
  port::visit([this](const auto& each) { hear(each); }, message);
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
  if (fires(Fault::OtherCode, &request.method, nullptr))
    return refuse(request, plan_.dialect->bad_params == Error::InvalidRequest
                               ? Error::InvalidParams
                               : Error::InvalidRequest);
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
      thread->outliving = {};
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
    const bool elsewhere = plan_.dialect->steers_elsewhere || fires(Fault::SteerElsewhere);
    const TurnId turn{elsewhere ? ++server_.turns : thread->turn.id};
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
  const auto resolve = [&] {
    for (const auto& item : items)
      if (item.phase == ItemPhase::Asked) notify(AskResolved{request.thread, {item.ask}});
  };
  const bool asked = plan_.dialect->tells_resolved &&
                     std::ranges::count(items, ItemPhase::Asked, &Item::phase) > 0;
  const bool first = asked && fires(Fault::ResolveFirst);
  if (first) resolve();
  end_turn(request.thread.value - 1, TurnEnd::Interrupted);
  if (asked && !first) resolve();
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
  if (decision == Decision::Cancel && !fires(Fault::IgnoreCancel))
    end_turn(thread, TurnEnd::Interrupted);
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
