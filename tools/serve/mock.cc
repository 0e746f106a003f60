#include "serve/mock.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "port/overload.h"
#include "port/visit.h"

namespace tools::serve {

using namespace sim::appserver;

namespace {

constexpr std::size_t chats_max = 10'000;
// Of one turn: an item asks once, and one more question may come behind the end of the turn.
constexpr std::uint32_t asks_of_a_turn = sim::appserver::items_max + 1;

// As sim's server knows what it has one or none of.
constexpr ThreadId its_thread{1}, no_such_thread{threads_max + 1};
constexpr TurnId its_turn{1}, no_such_turn{2};

ServerPlan plan_of(const MockSettings& settings) {
  ServerPlan out;
  out.dialect = settings.dialect;
  out.faults = settings.faults.planned;
  return out;
}

std::uint8_t bit_of(ItemId item) { return static_cast<std::uint8_t>(1u << (item.value & 7u)); }

// What an answer to a request of another shape comes to. Those of older versions take a decision,
// in words of their own, the others none; where neither shape nor words refuse, it is accepted.
ToServer answer_of_shape(std::string_view method, const ToServer& heard, const Json& line) {
  const auto& result = member(line, "result");
  const bool older = method == "execCommandApproval" || method == "applyPatchApproval";
  const auto& decision = member(result, "decision");
  if (!result.is_object() || older == decision.is_null())
    return AnswerError{{}, Error::InvalidParams};
  if (!older) return std::holds_alternative<Answer>(heard) ? heard : Answer{{}, Decision::Accept};
  const bool approved = decision == "approved" || decision == "approved_for_session";
  return Answer{{}, approved || decision.is_object() ? Decision::Accept : Decision::Decline};
}

}  // namespace

Mock::Mock(const MockSettings& settings)
    : settings_(settings),
      plan_(plan_of(settings)),
      server_(initial_server(plan_)),
      wire_(*settings.dialect, is_codex() ? methods() : std::span<const std::string_view>(),
            settings.instance),
      names_(wire_.names()),
      lines_(settings_.faults, settings_.on_fault),
      rng_(settings.faults.seed),
      turns_(settings.turns) {
  for (std::uint32_t i = 0; i < settings.stored; ++i) new_chat(new_facts({}));
  Chat nobody;
  act(nobody, [this](ServerTurn& turn) {
    refuses_ = turn.fires(Fault::RefuseSpawn);
    ignores_terminate_ = turn.fires(Fault::IgnoreTerminate);
    exits_badly_ = turn.fires(Fault::BadExit);
    turn.start();
  });
}

std::vector<faults::Outgoing> Mock::take() { return std::exchange(out_, {}); }

void Mock::hear(std::string_view line) {
  if (server_.fate != Fate::Lives) return;
  const auto decoded = wire_.decode(line);
  if (!decoded.answer.empty()) {
    lines_.put(decoded.answer, false, out_);
    tell_refused(text_in(decoded.line, "method"), "");
  }
  if (decoded.message) hear_message(*decoded.message, decoded.line);
}

void Mock::hear_message(const ToServer& message, const Json& line) {
  port::visit(port::Overload{[&](const Request& request) { hear_request(request, line); },
                             [&](const Initialized&) {
                               Chat nobody;
                               act(nobody, [&](ServerTurn& turn) { turn.hear(message); });
                             },
                             [&](const auto& answer) { hear_answer(message, answer.ask, line); }},
              message);
}

void Mock::hear_request(Request request, const Json& line) {
  const auto& params = member(line, "params");
  auto& asked = asked_[request.id.value] = {.method = text_in(line, "method")};
  if (asked_.size() > Wire::requests_max) asked_.erase(asked_.begin());
  if (request.method == Method::Initialize) read_client(params);
  if (request.method == Method::ThreadStart) return start_thread(request, params);

  const auto number = request.thread.value;
  if (Names::is_adopted(request.thread) && chats_.size() < chats_max) adopt(number);
  const auto found = chats_.find(number);
  Chat nobody;
  auto& chat = found == chats_.end() ? nobody : found->second;
  asked.thread = chat.number;
  Call call{params, found == chats_.end() ? nullptr : &chat, asked};
  const bool early = server_.handshake == Handshake::None;
  if (!early) carry_out(call);
  if (!call.refusal.empty()) return refuse(line, call.refusal);
  if (call.begins_turn) request.method = Method::TurnStart;

  request.thread = number == 0 ? no_thread : found == chats_.end() ? no_such_thread : its_thread;
  const bool steers = chat.state.turn.phase != TurnPhase::None;
  if (request.method == Method::TurnStart && !steers)
    begin_turn(chat, call.begins_turn ? *call.begins_turn : played_for(chat, params));
  request.turn = request.turn == TurnId{chat.turn} ? its_turn : no_such_turn;
  asked.turn = chat.turn;
  act(chat, [&](ServerTurn& turn) { turn.hear(ToServer(request)); });
  if (chat.state.turn.phase != TurnPhase::None) running_.insert(chat.number);
  if (request.method == Method::TurnStart && steers && is_codex()) notify_steered(chat, params);
  if (call.then && server_.fate == Fate::Lives) call.then();
}

void Mock::refuse(const Json& line, const std::string& why) {
  const auto method = text_in(line, "method");
  const auto message = fmt::format("Invalid request: {}: {}", method, why);
  lines_.put(Json{{"id", line["id"]}, {"error", {{"code", -32600}, {"message", message}}}}.dump(),
             false, out_);
  tell_refused(method, why);
}

void Mock::tell_refused(const std::string& method, const std::string& why) {
  if (settings_.on_refused) settings_.on_refused(why.empty() ? method : method + ": " + why);
}

void Mock::read_client(const Json& params) {
  client_name_ = text_in(member(params, "clientInfo"), "name");
  std::ranges::replace(client_name_, '/', '_');
  for (const auto& name : member(member(params, "capabilities"), "optOutNotificationMethods"))
    if (name.is_string() && name != "turn/completed") muted_.insert(name.get<std::string>());
}

ThreadFacts Mock::new_facts(const Json& params) const {
  ThreadFacts out{.id = {}, .cwd = settings_.cwd};
  out.version = settings_.version;
  out.created_ms = settings_.now_ms();
  apply_params(params, out);
  return out;
}

Chat& Mock::new_chat(ThreadFacts facts) {
  const auto number = next_thread_++;
  auto& chat = chats_[number];
  chat.number = number;
  chat.state.exists = true;
  chat.played = played_by_script({}, {});
  chat.facts = std::move(facts);
  chat.facts.id = names_.text(ThreadId{number});
  return chat;
}

void Mock::adopt(std::uint32_t number) {
  const auto [found, is_new] = chats_.try_emplace(number);
  if (!is_new) return;
  auto& chat = found->second;
  chat.number = number;
  chat.state.exists = true;
  chat.facts = new_facts({});
  chat.facts.id = names_.text(ThreadId{number});
}

void Mock::start_thread(const Request& request, const Json& params) {
  const bool full = chats_.size() >= chats_max;
  auto& chat = new_chat(new_facts(params));
  const auto number = chat.number;
  chat.state.exists = false;
  asked_[request.id.value].thread = number;
  // There is no room: the server sees all of its places taken.
  act(chat, [&](ServerTurn& turn) {
    if (full)
      for (auto& each : server_.threads) each.exists = true;
    turn.hear(ToServer(request));
  });
  if (full || !chat.state.exists) chats_.erase(number);
}

Played Mock::played_for(Chat& chat, const Json& params) {
  const auto prompt = prompt_of(member(params, "input"));
  apply_params(params, chat.facts);
  if (chat.facts.preview.empty()) chat.facts.preview = prompt.substr(0, prompt.find('\n'));
  if (const auto* script = script_for(prompt)) return played_by_script(*script, prompt);
  auto out = played_by_rules(
      prompt,
      {.cwd = chat.facts.cwd, .reply = settings_.reply, .schema = member(params, "outputSchema")});
  if (!out.command.empty() && chat.facts.policy == "never")
    for (auto& item : out.script.items) item.asks = false;
  return out;
}

void Mock::begin_turn(Chat& chat, Played played) {
  chat.played = std::move(played);
  chat.turns = chat.items = chat.asks = chat.carried_out = 0;
  chat.turn = next_turn_++;
  chat.plan = 0;
  chat.first_item = std::exchange(next_item_, next_item_ + sim::appserver::items_max);
  chat.first_ask = std::exchange(next_ask_, next_ask_ + asks_of_a_turn);
  if (chat.played.subagent) prepare_subagent(chat);
}

void Mock::begin_turn_unasked(Chat& chat, Played played) {
  begin_turn(chat, std::move(played));
  chat.state.turn = {.phase = TurnPhase::Answered};
  chat.state.turn.id = chat.turns = 1;
  chat.state.loaded = true;
  running_.insert(chat.number);
}

const TurnScript* Mock::script_for(const std::string& prompt) {
  const ServerPlan* named = nullptr;
  if (settings_.named)
    for (const auto& reading : readings_of(prompt))
      if (named == nullptr) named = settings_.named(reading);
  if (named != nullptr) {
    turns_ = named->turns;
    turns_played_ = 0;
    plan_.faults = named->faults;
    server_.faults = {};
  } else if (settings_.turns.empty()) {
    return nullptr;
  }
  return &turns_[std::min(turns_played_++, turns_.size() - 1)];
}

void Mock::hear_answer(const ToServer& message, AskId ask, const Json& line) {
  const auto found = std::ranges::find_if(chats_, [&](const auto& each) {
    const auto first = each.second.first_ask;
    return first != 0 && ask.value >= first && ask.value < first + asks_of_a_turn;
  });
  if (found == chats_.end()) return;
  auto& chat = found->second;
  auto narrow = chat.played.ask.empty() ? message : answer_of_shape(chat.played.ask, message, line);
  port::visit(
      [&](auto& each) {
        if constexpr (requires { each.ask; }) each.ask = {ask.value - chat.first_ask + 1};
      },
      narrow);
  const auto* answer = std::get_if<Answer>(&narrow);
  const bool runs = answer != nullptr && (answer->decision == Decision::Accept ||
                                          answer->decision == Decision::AcceptForSession);
  if (!chat.played.command.empty() && !runs)
    chat.played.texts.back() = declined_answer(chat.played.command);
  act(chat, [&](ServerTurn& turn) { turn.hear(narrow); });
}

bool Mock::goes_on(Chat& chat) {
  server_.threads = {chat.state};
  plan_.turns[0] = chat.played.script;
  SpokenList none;
  return ServerTurn(plan_, server_, none).may_step(0);
}

bool Mock::may_step() {
  return std::ranges::any_of(running_,
                             [&](std::uint32_t number) { return goes_on(chats_.at(number)); }) ||
         std::ranges::any_of(beside_, [&](const Beside& each) { return !waits(each); }) ||
         (login_ && login_->steps > 0);
}

void Mock::step() {
  const auto running = running_;
  for (const auto number : running) {
    const auto found = chats_.find(number);
    if (found == chats_.end() || found->second.state.turn.phase == TurnPhase::None)
      running_.erase(number);
    else if (goes_on(found->second))
      act(found->second, [](ServerTurn& turn) { turn.step(0); });
  }
  for (auto& each : beside_)
    if (server_.fate == Fate::Lives && !waits(each)) step_beside(each);
  if (server_.fate == Fate::Lives) step_login();
  std::erase_if(beside_, [](const Beside& each) { return each.steps == beside_steps; });
}

void Mock::act(Chat& chat, const Action& action) {
  server_.threads = {chat.state};
  // Its turn opens none of these: a subagent has a chat of its own.
  for (std::size_t i = 1; i < server_.threads.size(); ++i) server_.threads[i].exists = true;
  server_.turns = chat.turns;
  server_.items = chat.items;
  server_.asks = chat.asks;
  plan_.turns[0] = chat.played.script;
  const auto before = server_;
  SpokenList spoken;
  if (!goes_wrong(action, spoken)) {
    ServerTurn turn(plan_, server_, spoken);
    action(turn);
    tell_faults(before);
  }
  chat.state = server_.threads[0];
  chat.turns = server_.turns;
  chat.items = server_.items;
  chat.asks = server_.asks;
  for (const auto& each : spoken)
    if (const auto* message = std::get_if<ToClient>(&each.what)) {
      say(chat, *message, each.late);
    } else {
      chat.carried_out |= bit_of(std::get<CarriedOut>(each.what).item);
    }
  for (std::size_t i = 0; i < plan_.faults.size(); ++i)
    if (plan_.faults[i].what == Fault::CrashMidLine &&
        server_.faults[i].fired > before.faults[i].fired)
      out_.push_back({.bytes = R"({"method":"item/agentMess)"});
}

bool Mock::goes_wrong(const Action& action, SpokenList& spoken) {
  const auto& drawn = settings_.faults.drawn;
  if (drawn.empty() || !faults::happens(settings_.faults.rate, rng_)) return false;
  auto plan = plan_;
  const auto last = plan.faults.size();
  plan.faults.push_back({.nth = any_opportunity});
  const auto count = static_cast<std::uint32_t>(drawn.size());
  const auto first = rng_.below(count);
  const auto before = server_;
  for (std::uint32_t i = 0; i < count; ++i) {
    plan.faults[last].what = drawn[(first + i) % count];
    server_ = before;
    server_.faults[last] = {};
    spoken.clear();
    ServerTurn turn(plan, server_, spoken, true);
    action(turn);
    if (server_.faults[last].fired == 0) continue;
    tell_faults(before);
    tell(port::word(plan.faults[last].what));
    return true;
  }
  server_ = before;
  spoken.clear();
  return false;
}

void Mock::tell_faults(const Server& before) {
  for (std::size_t i = 0; i < plan_.faults.size(); ++i)
    if (server_.faults[i].fired > before.faults[i].fired) tell(port::word(plan_.faults[i].what));
}

void Mock::tell(std::string_view fault) {
  if (settings_.on_fault) settings_.on_fault(fault);
}

// Two faults of the server's are faults of bytes here.
std::optional<ByteFault> Mock::line_fault(const ToClient& message) {
  SpokenList none;
  ServerTurn turn(plan_, server_, none);
  if (turn.fires(Fault::LoseLine, message)) return ByteFault::Truncate;
  if (turn.fires(Fault::MergeLines, message)) return ByteFault::Merge;
  return std::nullopt;
}

}  // namespace tools::serve
