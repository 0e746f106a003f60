// What real clients call beyond what sim's server does: forks, steering, reviews, goals and others.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "serve/mock.h"

namespace tools::serve {

using namespace sim::appserver;

namespace {

constexpr std::size_t page_max = 50;

std::size_t number_in(const Json& value, std::size_t otherwise) {
  if (value.is_number_unsigned()) return value.get<std::size_t>();
  if (!value.is_string()) return otherwise;
  const auto& text = value.get_ref<const std::string&>();
  std::size_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() ? out : otherwise;
}

// One page of what there is. A cursor is a number of those before it.
Json page_of(const std::vector<Json>& all, const Json& params) {
  const auto from = std::min(number_in(member(params, "cursor"), 0), all.size());
  const auto limit =
      std::clamp<std::size_t>(number_in(member(params, "limit"), page_max), 1, page_max);
  const auto to = std::min(from + limit, all.size());
  auto data = Json::array();
  for (auto i = from; i < to; ++i) data.push_back(all[i]);
  return {{"data", std::move(data)},
          {"nextCursor", to < all.size() ? Json(std::to_string(to)) : Json()},
          {"backwardsCursor", from > 0 ? Json("0") : Json()}};
}

// Whether it passes the filter: there is none, or it is the one value, or among those named.
bool passes(const Json& filter, std::string_view value) {
  if (filter.is_string()) return filter == value;
  if (!filter.is_array() || filter.empty()) return true;
  return std::ranges::any_of(filter, [&](const Json& each) { return each == value; });
}

// Of "0.140.0".
std::size_t minor_of(std::string_view version) {
  const auto from = version.find('.') + 1;
  return number_in(Json(version.substr(from, version.find('.', from) - from)), 0);
}

std::string words_of_target(const Json& target) {
  for (const char* name : {"instructions", "branch", "sha"})
    if (auto text = text_in(target, name); !text.empty()) return text;
  return "the changes that are not committed";
}

}  // namespace

struct Mock::Features {
  static void fork(Mock& mock, Call& call) {
    auto facts = mock.new_facts({});
    const auto& parent = call.chat->facts;
    facts.cwd = parent.cwd;
    facts.model = parent.model;
    facts.policy = parent.policy;
    facts.sandbox = parent.sandbox;
    facts.preview = parent.preview;
    facts.forked_from = parent.id;
    apply_params(call.params, facts);
    auto& child = mock.new_chat(std::move(facts));
    child.state.loaded = true;
    child.history = call.chat->history;
    const auto last = text_in(call.params, "lastTurnId");
    const auto found = std::ranges::find(child.history, last, &TurnFacts::id);
    if (found != child.history.end()) child.history.erase(found + 1, child.history.end());
    if (call.chat->state.turn.phase != TurnPhase::None && found == child.history.end() &&
        !child.history.empty())
      child.history.pop_back();
    const bool bare = member(call.params, "excludeTurns") == true;
    call.asked.result = opened_thread(child.facts, bare ? Json::array() : turns_of(child));
    call.then = [&mock, &child] {
      mock.notify("thread/started", {{"thread", thread_of(child.facts)}});
    };
  }

  static Json turns_of(const Chat& chat) {
    auto out = Json::array();
    for (const auto& turn : chat.history) out.push_back(turn_of(turn, "full"));
    return out;
  }
  static Json read_thread(Mock& mock, const Chat& chat, bool turns) {
    return thread_of(mock.facts_of(chat), turns ? turns_of(chat) : Json::array());
  }

  static void read(Mock& mock, Call& call) {
    const bool turns = member(call.params, "includeTurns") == true;
    call.asked.result = {{"thread", read_thread(mock, *call.chat, turns)}};
  }
  static void resume(Mock& mock, Call& call) {
    const bool bare = member(call.params, "excludeTurns") == true;
    apply_params(call.params, call.chat->facts);
    auto facts = mock.facts_of(*call.chat);
    facts.loaded = true;
    call.asked.result = opened_thread(facts, bare ? Json::array() : turns_of(*call.chat));
    if (const auto& page = member(call.params, "initialTurnsPage"); page.is_object())
      call.asked.result["initialTurnsPage"] = page_of_turns(*call.chat, page);
    call.then = [&mock, &chat = *call.chat] { mock.repeat_asks(chat); };
  }
  static void archive(Mock& mock, Call& call) {
    call.then = [&mock, &chat = *call.chat] {
      chat.state.loaded = false;
      mock.notify("thread/archived", {{"threadId", chat.facts.id}});
    };
  }
  static void unarchive(Mock& mock, Call& call) {
    call.chat->state.archived = false;
    call.asked.result = {{"thread", read_thread(mock, *call.chat, false)}};
    call.then = [&mock, id = call.chat->facts.id] {
      mock.notify("thread/unarchived", {{"threadId", id}});
    };
  }
  static void remove(Mock& mock, Call& call) {
    const auto number = call.chat->number;
    call.then = [&mock, number, id = call.chat->facts.id] {
      mock.notify("thread/deleted", {{"threadId", id}});
      mock.running_.erase(number);
      std::erase_if(mock.beside_, [&](const Beside& each) { return each.chat == number; });
      mock.chats_.erase(number);
    };
  }
  static void rename(Mock& mock, Call& call) {
    auto& facts = call.chat->facts;
    facts.name = text_in(call.params, "name");
    call.then = [&mock, id = facts.id, name = facts.name] {
      mock.notify("thread/name/updated", {{"threadId", id}, {"threadName", name}});
    };
  }
  static void unsubscribe(Mock&, Call& call) {
    const bool loaded = call.chat != nullptr && call.chat->state.loaded;
    call.asked.result = {{"status", loaded ? "unsubscribed" : "notLoaded"}};
  }

  static void set_goal(Mock& mock, Call& call) {
    auto& goal = call.chat->goal;
    const auto now = mock.settings_.now_ms() / 1000;
    if (goal.is_null())
      goal = {{"threadId", call.chat->facts.id},
              {"objective", ""},
              {"status", "active"},
              {"tokenBudget", nullptr},
              {"tokensUsed", 0},
              {"timeUsedSeconds", 0},
              {"createdAt", now},
              {"updatedAt", now}};
    for (const char* name : {"objective", "status", "tokenBudget"})
      if (const auto& value = member(call.params, name); !value.is_null()) goal[name] = value;
    call.asked.result = {{"goal", goal}};
    call.then = [&mock, goal = goal] {
      mock.notify("thread/goal/updated",
                  {{"threadId", goal["threadId"]}, {"turnId", nullptr}, {"goal", goal}});
    };
  }
  static void get_goal(Mock&, Call& call) { call.asked.result = {{"goal", call.chat->goal}}; }
  static void clear_goal(Mock& mock, Call& call) {
    const bool had = !std::exchange(call.chat->goal, {}).is_null();
    call.asked.result = {{"cleared", had}};
    if (had)
      call.then = [&mock, id = call.chat->facts.id] {
        mock.notify("thread/goal/cleared", {{"threadId", id}});
      };
  }

  static bool is_busy(Call& call) {
    const bool busy = call.chat->state.turn.phase != TurnPhase::None;
    if (busy) call.refusal = "a turn of the thread is running";
    return busy;
  }
  // Older versions count turns from the end, newer ones name the first that goes.
  static void roll_back(Mock& mock, Call& call) {
    if (is_busy(call)) return;
    auto& history = call.chat->history;
    const auto before = text_in(call.params, "beforeTurnId");
    auto from = std::ranges::find(history, before, &TurnFacts::id);
    if (before.empty()) {
      const auto count = std::min(number_in(member(call.params, "numTurns"), 0), history.size());
      from = history.end() - static_cast<std::ptrdiff_t>(count);
    } else if (from == history.end()) {
      call.refusal = "no turn " + before;
      return;
    }
    history.erase(from, history.end());
    call.asked.result = {{"thread", read_thread(mock, *call.chat, true)}};
    if (!before.empty())
      call.then = [&mock, id = call.chat->facts.id] {
        mock.notify("thread/reverted", {{"threadId", id}});
      };
  }

  static void list_threads(Mock& mock, Call& call) {
    const bool archived = member(call.params, "archived") == true;
    const auto term = text_in(call.params, "searchTerm");
    std::vector<Json> found;
    // There are no sections.
    if (member(call.params, "sectionId").is_null())
      for (const auto& [number, chat] : mock.chats_) {
        const auto& facts = chat.facts;
        if (chat.state.archived == archived && !facts.ephemeral &&
            passes(member(call.params, "cwd"), facts.cwd) &&
            passes(member(call.params, "modelProviders"), facts.provider) &&
            passes(member(call.params, "sourceKinds"), thread_source) &&
            passes(member(call.params, "parentThreadId"), facts.parent) &&
            (facts.preview + '\n' + facts.name).find(term) != std::string::npos)
          found.push_back(thread_of(mock.facts_of(chat)));
      }
    if (member(call.params, "sortDirection") != "asc") std::ranges::reverse(found);
    call.asked.result = page_of(found, call.params);
  }
  static void list_loaded(Mock& mock, Call& call) {
    std::vector<Json> found;
    for (const auto& [number, chat] : mock.chats_)
      if (chat.state.loaded) found.emplace_back(chat.facts.id);
    call.asked.result = page_of(found, call.params);
  }
  static Json page_of_turns(const Chat& chat, const Json& params) {
    const auto view = text_in(params, "itemsView");
    std::vector<Json> found;
    for (const auto& turn : chat.history)
      found.push_back(turn_of(turn, view == "full" || view == "notLoaded" ? view : "summary"));
    if (member(params, "sortDirection") != "asc") std::ranges::reverse(found);
    return page_of(found, params);
  }
  static void list_turns(Mock&, Call& call) {
    call.asked.result = page_of_turns(*call.chat, call.params);
  }
  static void list_items(Mock&, Call& call) {
    const auto turn_id = text_in(call.params, "turnId");
    std::vector<Json> found;
    for (const auto& turn : call.chat->history)
      for (const auto& item : turn.items)
        if (turn_id.empty() || turn_id == turn.id)
          found.push_back({{"turnId", turn.id}, {"item", item}});
    if (member(call.params, "sortDirection") == "desc") std::ranges::reverse(found);
    call.asked.result = page_of(found, call.params);
  }

  static void steer(Mock& mock, Call& call) {
    auto& chat = *call.chat;
    const auto id = mock.names_.text(TurnId{chat.turn});
    const auto expected = text_in(call.params, "expectedTurnId");
    if (chat.state.turn.phase == TurnPhase::None) {
      call.refusal = "no active turn to steer";
    } else if (expected != id) {
      call.refusal = fmt::format("expected active turn id `{}` but found `{}`", expected, id);
    } else {
      call.asked.result = {{"turnId", id}};
      call.then = [&mock, &chat, &call] { mock.notify_steered(chat, call.params); };
    }
  }
  static void review(Mock& mock, Call& call) {
    if (is_busy(call)) return;
    call.begins_turn = played_review(words_of_target(member(call.params, "target")));
    const auto turn = mock.names_.text(TurnId{mock.next_turn_});
    call.asked.result = {{"turn", turn_of({.id = turn})}, {"reviewThreadId", call.chat->facts.id}};
  }
  static void compact(Mock& mock, Call& call) {
    if (is_busy(call)) return;
    call.then = [&mock, &chat = *call.chat] { mock.begin_turn_unasked(chat, played_compaction()); };
  }
  static void run_shell(Mock& mock, Call& call) {
    const auto command = text_in(call.params, "command");
    if (command.empty()) {
      call.refusal = "a shell command without words";
      return;
    }
    call.then = [&mock, &chat = *call.chat, command] {
      if (chat.state.turn.phase == TurnPhase::None)
        mock.begin_turn_unasked(chat, played_shell(command));
      else
        mock.run_beside(chat, command, of_user);
    };
  }
  static void list_terminals(Mock& mock, Call& call) {
    std::vector<Json> found;
    for (const auto& each : mock.beside_)
      if (each.chat == call.chat->number && each.source == started_in_background)
        found.push_back({{"itemId", mock.names_.text(ItemId{each.item})},
                         {"processId", std::to_string(each.item)},
                         {"command", each.command},
                         {"cwd", call.chat->facts.cwd},
                         {"osPid", nullptr},
                         {"cpuPercent", nullptr},
                         {"rssKb", nullptr}});
    call.asked.result = page_of(found, call.params);
  }
  static void clean_terminals(Mock& mock, Call& call) {
    call.then = [&mock, number = call.chat->number] {
      for (auto& each : mock.beside_)
        if (each.chat == number && each.source == started_in_background) mock.end_beside(each);
    };
  }
  static void terminate(Mock& mock, Call& call) {
    clean_terminals(mock, call);
    call.asked.result = {{"terminated", true}};
  }
  static void update(Mock& mock, Call& call) {
    if (const auto& given = member(call.params, "gitInfo"); given.is_object()) {
      auto& git = call.chat->facts.git;
      if (git.is_null()) git = {{"sha", nullptr}, {"branch", nullptr}, {"originUrl", nullptr}};
      for (auto& [name, value] : git.items())
        if (const auto& told = member(given, name); given.contains(name))
          value = told.is_string() ? told : Json();
    }
    call.asked.result = {{"thread", read_thread(mock, *call.chat, false)}};
  }
  static void nothing(Mock&, Call&) {}
  static void read_apps(Mock&, Call& call) {
    const auto& ids = member(call.params, "appIds");
    call.asked.result = {{"apps", Json::array()},
                         {"missingAppIds", ids.is_array() ? ids : Json::array()}};
  }
  // None, of each folder that is asked for.
  static void list_by_folder(Mock& mock, Call& call) {
    const bool skills = call.asked.method == "skills/list";
    auto folders = member(call.params, "cwds");
    if (!folders.is_array() || folders.empty()) folders = Json::array({mock.settings_.cwd});
    auto data = Json::array();
    for (const auto& folder : folders) {
      if (!folder.is_string()) continue;
      Json entry{{"cwd", folder}, {"errors", Json::array()}};
      entry[skills ? "skills" : "hooks"] = Json::array();
      if (!skills) entry["warnings"] = Json::array();
      data.push_back(std::move(entry));
    }
    call.asked.result = {{"data", std::move(data)}};
  }

  static void read_account(Mock& mock, Call& call) { mock.read_account(call); }
  static void start_login(Mock& mock, Call& call) { mock.start_login(call); }
  static void cancel_login(Mock& mock, Call& call) { mock.cancel_login(call); }
  static void log_out(Mock& mock, Call& call) { mock.log_out(call); }

  static constexpr std::array rows{Feature{"account/login/cancel", cancel_login, false, true},
                                   Feature{"account/login/start", start_login, false, true},
                                   Feature{"account/logout", log_out, false, true},
                                   Feature{"account/read", read_account, false, true},
                                   Feature{"app/read", read_apps, false},
                                   Feature{"hooks/list", list_by_folder, false},
                                   Feature{"review/start", review},
                                   Feature{"skills/list", list_by_folder, false},
                                   Feature{"thread/archive", archive},
                                   Feature{"thread/backgroundTerminals/clean", clean_terminals},
                                   Feature{"thread/backgroundTerminals/list", list_terminals},
                                   Feature{"thread/backgroundTerminals/terminate", terminate},
                                   Feature{"thread/compact/start", compact},
                                   Feature{"thread/delete", remove, true, false, 140},
                                   Feature{"thread/fork", fork},
                                   Feature{"thread/goal/clear", clear_goal, true, false, 140},
                                   Feature{"thread/goal/get", get_goal, true, false, 140},
                                   Feature{"thread/goal/set", set_goal, true, false, 140},
                                   Feature{"thread/inject_items", nothing},
                                   Feature{"thread/items/list", list_items},
                                   Feature{"thread/list", list_threads, false},
                                   Feature{"thread/loaded/list", list_loaded, false},
                                   Feature{"thread/metadata/update", update},
                                   Feature{"thread/name/set", rename},
                                   Feature{"thread/read", read},
                                   Feature{"thread/resume", resume},
                                   Feature{"thread/revert", roll_back},
                                   Feature{"thread/rollback", roll_back},
                                   Feature{"thread/shellCommand", run_shell},
                                   Feature{"thread/turns/list", list_turns},
                                   Feature{"thread/unarchive", unarchive},
                                   Feature{"thread/unsubscribe", unsubscribe, false},
                                   Feature{"turn/steer", steer}};
};

std::span<const std::string_view> Mock::methods() {
  static const auto names = [] {
    std::vector<std::string_view> out(other_methods().begin(), other_methods().end());
    for (const auto& row : Features::rows) out.push_back(row.method);
    return out;
  }();
  return names;
}

void Mock::carry_out(Call& call) {
  const auto row = std::ranges::find(Features::rows, call.asked.method, &Feature::method);
  if (row == Features::rows.end() || (!is_codex() && !row->of_draft)) return;
  if (is_codex() && minor_of(settings_.version) < row->from)
    call.refusal = "no method of " + settings_.version;
  else if (row->of_thread && call.chat == nullptr)
    call.refusal = "thread not found: " + text_in(call.params, "threadId");
  else
    row->run(*this, call);
}

}  // namespace tools::serve
