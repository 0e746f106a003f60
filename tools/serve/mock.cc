#include "serve/mock.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "port/overload.h"
#include "port/visit.h"
#include "serve/results.h"

namespace tools::serve {

using namespace sim::appserver;

namespace {

constexpr std::size_t chats_max = 10'000;
// A thread that an earlier process may have started.
constexpr std::uint32_t earlier_max = 1'000'000;
// Of one turn: an item asks once, and one more question may come behind the end of the turn.
constexpr std::uint32_t asks_of_a_turn = sim::appserver::items_max + 1;

// As sim's server knows what it has one or none of.
constexpr ThreadId its_thread{1}, no_such_thread{2};
constexpr TurnId its_turn{1}, no_such_turn{2};

ServerPlan plan_of(const MockSettings& settings) {
  ServerPlan out;
  out.dialect = settings.dialect;
  out.faults = settings.faults.planned;
  return out;
}

std::span<const std::string_view> others_of(const Dialect& dialect) {
  if (dialect.name != dialects[0].name) return {};
  return other_methods();
}

const Json& member(const Json& json, const char* name) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(name);
  return found == json.end() ? none : *found;
}

std::string text_in(const Json& json, const char* name) {
  const auto& found = member(json, name);
  return found.is_string() ? found.get<std::string>() : std::string();
}

}  // namespace

Mock::Mock(const MockSettings& settings)
    : settings_(settings),
      plan_(plan_of(settings)),
      server_(initial_server(plan_)),
      wire_(*settings.dialect, others_of(*settings.dialect)),
      lines_(settings_.faults, settings_.on_fault),
      rng_(settings.faults.seed),
      turns_(settings.turns) {
  for (std::uint32_t i = 0; i < settings.stored; ++i) open_chat(i + 1);
  Chat nobody;
  act(nobody, [this](ServerTurn& turn) {
    refuses_ = turn.fires(Fault::RefuseSpawn);
    ignores_terminate_ = turn.fires(Fault::IgnoreTerminate);
    turn.start();
  });
}

std::vector<faults::Outgoing> Mock::take() { return std::exchange(out_, {}); }

void Mock::hear(std::string_view line) {
  if (server_.fate != Fate::Lives) return;
  const auto decoded = wire_.decode(line);
  if (!decoded.answer.empty()) lines_.put(decoded.answer, false, out_);
  if (decoded.message) hear_message(*decoded.message, decoded.line);
}

void Mock::hear_message(const ToServer& message, const Json& line) {
  port::visit(port::Overload{[&](const Request& request) { hear_request(request, line); },
                             [&](const Initialized&) {
                               Chat nobody;
                               act(nobody, [&](ServerTurn& turn) { turn.hear(message); });
                             },
                             [&](const Answer& answer) { hear_answer(message, answer.ask); },
                             [&](const AnswerError& answer) { hear_answer(message, answer.ask); }},
              message);
}

void Mock::hear_request(Request request, const Json& line) {
  const auto& params = member(line, "params");
  auto& asked = asked_[request.id.value] = {line["method"].get<std::string>()};
  if (asked_.size() > Wire::requests_max) asked_.erase(asked_.begin());
  if (request.method == Method::Initialize) read_client(params);
  if (request.method == Method::ThreadStart) return start_thread(request, params);

  const auto number = request.thread.value;
  const bool earlier = request.method == Method::ThreadResume && number > 0 &&
                       number < earlier_max && chats_.size() < chats_max;
  const auto found = earlier ? chats_.find(open_chat(number).number) : chats_.find(number);
  Chat nobody;
  auto& chat = found == chats_.end() ? nobody : found->second;
  request.thread = number == 0 ? no_thread : found == chats_.end() ? no_such_thread : its_thread;
  if (request.method == Method::TurnStart && chat.state.turn.phase == TurnPhase::None)
    begin_turn(chat, params);
  request.turn = request.turn == TurnId{chat.turn} ? its_turn : no_such_turn;
  asked.thread = chat.number;
  asked.turn = chat.turn;
  act(chat, [&](ServerTurn& turn) { turn.hear(ToServer(request)); });
  if (chat.state.turn.phase != TurnPhase::None) running_.insert(chat.number);
}

void Mock::read_client(const Json& params) {
  client_name_ = text_in(member(params, "clientInfo"), "name");
  for (const auto& name : member(member(params, "capabilities"), "optOutNotificationMethods"))
    if (name.is_string() && name != "turn/completed") muted_.insert(name.get<std::string>());
}

Chat& Mock::open_chat(std::uint32_t number) {
  const auto [found, is_new] = chats_.try_emplace(number);
  if (is_new) {
    found->second.number = number;
    found->second.state.exists = true;
    next_thread_ = std::max(next_thread_, number + 1);
  }
  return found->second;
}

void Mock::start_thread(const Request& request, const Json& params) {
  Chat chat;
  chat.number = next_thread_;
  chat.cwd = text_in(params, "cwd");
  chat.played = played_by_script({}, {});
  asked_[request.id.value].thread = chat.number;
  // There is no room: the server sees all of its places taken.
  const bool full = chats_.size() >= chats_max;
  act(chat, [&](ServerTurn& turn) {
    if (full)
      for (auto& each : server_.threads) each.exists = true;
    turn.hear(ToServer(request));
  });
  if (chat.state.exists && !full) {
    ++next_thread_;
    chats_.emplace(chat.number, std::move(chat));
  }
}

void Mock::begin_turn(Chat& chat, const Json& params) {
  const auto prompt = prompt_of(member(params, "input"));
  const auto* script = script_for(prompt);
  chat.played = script != nullptr ? played_by_script(*script, prompt) : played_by_rules(prompt);
  if (chat.preview.empty()) chat.preview = prompt.substr(0, prompt.find('\n'));
  chat.turns = chat.items = chat.asks = 0;
  chat.turn = next_turn_++;
  chat.first_item = std::exchange(next_item_, next_item_ + sim::appserver::items_max);
  chat.first_ask = std::exchange(next_ask_, next_ask_ + asks_of_a_turn);
}

const TurnScript* Mock::script_for(const std::string& prompt) {
  if (const auto* named = settings_.named ? settings_.named(prompt) : nullptr) {
    turns_ = named->turns;
    turns_played_ = 0;
    plan_.faults = named->faults;
    server_.faults = {};
  } else if (settings_.turns.empty()) {
    return nullptr;
  }
  return &turns_[std::min(turns_played_++, turns_.size() - 1)];
}

void Mock::hear_answer(const ToServer& message, AskId ask) {
  const auto found = std::ranges::find_if(chats_, [&](const auto& each) {
    const auto first = each.second.first_ask;
    return first != 0 && ask.value >= first && ask.value < first + asks_of_a_turn;
  });
  if (found == chats_.end()) return;
  auto& chat = found->second;
  auto narrow = message;
  port::visit(
      [&](auto& each) {
        if constexpr (requires { each.ask; }) each.ask = {ask.value - chat.first_ask + 1};
      },
      narrow);
  const auto* answer = std::get_if<Answer>(&message);
  const bool runs = answer != nullptr && (answer->decision == Decision::Accept ||
                                          answer->decision == Decision::AcceptForSession);
  if (!chat.played.command.empty() && !runs)
    chat.played.texts.back() = declined_answer(chat.played.command);
  act(chat, [&](ServerTurn& turn) { turn.hear(narrow); });
}

bool Mock::goes_on(Chat& chat) {
  server_.threads = {chat.state, Thread{}};
  plan_.turns[0] = chat.played.script;
  SpokenList none;
  return ServerTurn(plan_, server_, none).may_step(0);
}

bool Mock::may_step() {
  return std::ranges::any_of(running_,
                             [&](std::uint32_t number) { return goes_on(chats_.at(number)); });
}

void Mock::step() {
  const auto running = running_;
  for (const auto number : running) {
    auto& chat = chats_.at(number);
    if (chat.state.turn.phase == TurnPhase::None)
      running_.erase(number);
    else if (goes_on(chat))
      act(chat, [](ServerTurn& turn) { turn.step(0); });
  }
}

void Mock::act(Chat& chat, const Action& action) {
  server_.threads = {chat.state, Thread{}};
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
    if (const auto* message = std::get_if<ToClient>(&each.what)) say(chat, *message, each.late);
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
