// All tables of clauses, in the order of their numbers; not for others to include.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "appserver/clauses/approvals.h"
#include "appserver/clauses/calls.h"
#include "appserver/clauses/items.h"
#include "appserver/clauses/process.h"
#include "appserver/clauses/recorded.h"
#include "appserver/clauses/recorded_turns.h"
#include "appserver/clauses/server.h"
#include "appserver/clauses/sessions.h"

namespace spec::appserver::clauses {

// A table, whose acts it is about, and what a reader calls them.
template <const auto& rows_>
struct Table {
  static constexpr const auto& rows = rows_;
  Party by;
  std::string_view acts;
};

template <class S, class Each>
constexpr void for_each_table_of_client(Each&& each) {
  constexpr auto by = Party::Client;
  // clang-format off
  each(Table<approvals::answers<S>>{by, "Answer"});
  each(Table<approvals::answer_errors<S>>{by, "AnswerError"});
  each(Table<approvals::shown_asks<S>>{by, "AskShown"});
  each(Table<approvals::withdrawn_asks<S>>{by, "AskWithdrawn"});
  each(Table<approvals::accepted_asks<S>>{by, "AskAccepted"});
  each(Table<approvals::pending_asks<S>>{by, "an ask"});
  each(Table<approvals::oddities<S>>{by, "what was odd"});
  each(Table<calls::requests<S>>{by, "Request"});
  each(Table<calls::handshakes<S>>{by, "Request initialize"});
  each(Table<calls::model_lists<S>>{by, "Request model_list"});
  each(Table<calls::other_calls<S>>{by, "Request other, thread_list"});
  each(Table<calls::thread_starts<S>>{by, "Request thread_start"});
  each(Table<calls::thread_resumptions<S>>{by, "Request thread_resume"});
  each(Table<calls::archivings<S>>{by, "Request thread_archive"});
  each(Table<calls::turn_starts<S>>{by, "Request turn_start"});
  each(Table<calls::interrupts_sent<S>>{by, "Request turn_interrupt"});
  each(Table<calls::initialized_said<S>>{by, "Initialized"});
  each(Table<calls::outcomes<S>>{by, "CallEnded"});
  each(Table<calls::owed_to_callers<S>>{by, "a call"});
  each(Table<items::opened_items<S>>{by, "ItemOpened"});
  each(Table<items::appended_texts<S>>{by, "TextAppended"});
  each(Table<items::replaced_texts<S>>{by, "TextReplaced"});
  each(Table<items::shown_items<S>>{by, "ItemShown"});
  each(Table<items::closed_items<S>>{by, "ItemClosed"});
  each(Table<items::background_items<S>>{by, "ItemInBackground"});
  each(Table<items::open_items<S>>{by, "an item"});
  each(Table<items::shown_problems<S>>{by, "ProblemShown"});
  each(Table<items::problems<S>>{by, "a problem"});
  each(Table<process::sends<S>>{by, "Send"});
  each(Table<process::spawns<S>>{by, "Spawn"});
  each(Table<process::closings<S>>{by, "CloseInput"});
  each(Table<process::terminations<S>>{by, "Terminate"});
  each(Table<process::kills<S>>{by, "Kill"});
  each(Table<process::handshakes_again<S>>{by, "BannerShown handshake_again"});
  each(Table<process::server_lacks<S>>{by, "BannerShown server_lacks"});
  each(Table<process::restarts<S>>{by, "BannerShown restarting"});
  each(Table<process::surrenders<S>>{by, "BannerShown given_up"});
  each(Table<process::stuck_turns<S>>{by, "BannerShown turn_stuck"});
  each(Table<process::lost_turns<S>>{by, "BannerShown turn_lost"});
  each(Table<process::processes<S>>{by, "the process"});
  each(Table<sessions::ready_composers<S>>{by, "ComposerReady"});
  each(Table<sessions::busy_composers<S>>{by, "ComposerBusy"});
  each(Table<sessions::shown_turns<S>>{by, "TurnShown"});
  each(Table<sessions::ended_turns<S>>{by, "TurnEnded"});
  each(Table<sessions::shown_usage<S>>{by, "UsageShown"});
  each(Table<sessions::shown_rates<S>>{by, "RateLimitsShown"});
  each(Table<sessions::owed_in_chats<S>>{by, "a chat"});
  // clang-format on
}
template <class S, class Each>
constexpr void for_each_table_of_server(Each&& each) {
  constexpr auto by = Party::Server;
  // clang-format off
  each(Table<of_server::responses<S>>{by, "Response"});
  each(Table<of_server::started_threads<S>>{by, "ThreadStarted"});
  each(Table<of_server::started_turns<S>>{by, "TurnStarted"});
  each(Table<of_server::completed_turns<S>>{by, "TurnCompleted"});
  each(Table<of_server::started_items<S>>{by, "ItemStarted"});
  each(Table<of_server::deltas<S>>{by, "ItemDelta"});
  each(Table<of_server::outputs<S>>{by, "ItemOutput"});
  each(Table<of_server::completed_items<S>>{by, "ItemCompleted"});
  each(Table<of_server::usages<S>>{by, "Usage"});
  each(Table<of_server::asks<S>>{by, "Ask"});
  each(Table<of_server::resolved_asks<S>>{by, "AskResolved"});
  each(Table<of_server::carried_out<S>>{by, "CarriedOut"});
  each(Table<of_server::exits<S>>{by, "ProcessExited"});
  each(Table<calls::unanswered<S>>{by, "a call"});
  each(Table<calls::late<S>>{by, "a late call"});
  each(Table<sessions::uncompleted<S>>{by, "a turn"});
  // clang-format on
}

template <class S, class Each>
constexpr void for_each_table_of_lines(Each&& each) {
  // clang-format off
  each(Table<recorded::requests<S>>{Party::Client, "Request"});
  each(Table<recorded::values<S>>{Party::Client, "a value of a request"});
  each(Table<recorded::initialized<S>>{Party::Client, "Initialized"});
  each(Table<recorded::early_requests<S>>{Party::Client, "a request before initialize"});
  each(Table<recorded::asked_early<S>>{Party::Client, "a request before initialize"});
  each(Table<recorded::opened_early<S>>{Party::Client, "Initialized"});
  each(Table<recorded::no_decisions<S>>{Party::Client, "an answer without a decision"});
  each(Table<recorded::replies<S>>{Party::Client, "an answer to another request"});
  each(Table<recorded::grants<S>>{Party::Client, "an answer to a request of the server's"});
  each(Table<recorded::unanswerable<S>>{Party::Client, "a notification of an interrupt"});
  each(Table<recorded::hasty_turns<S>>{Party::Client, "a turn before its thread started"});
  each(Table<recorded::turns_since<S>>{Party::Client, "a turn in a thread of a process before"});
  each(Table<recorded::bad_lines<S>>{Party::Client, "a line that is no message"});
  each(Table<recorded::open_asks<S>>{Party::Client, "an ask, at the end"});
  each(Table<recorded::served_early<S>>{Party::Server, "Response"});
  each(Table<recorded::responses<S>>{Party::Server, "Response"});
  each(Table<recorded::second_handshakes<S>>{Party::Server, "Response"});
  each(Table<recorded::completed_items<S>>{Party::Server, "ItemCompleted"});
  each(Table<recorded::outputs<S>>{Party::Server, "ItemOutput"});
  each(Table<recorded::old_effects<S>>{Party::Server, "codex/event/"});
  each(Table<recorded::started_items<S>>{Party::Server, "ItemStarted"});
  each(Table<recorded::early_resolutions<S>>{Party::Server, "AskResolved"});
  each(Table<recorded::other_resolutions<S>>{Party::Server, "AskResolved"});
  each(Table<recorded::left_commands<S>>{Party::Server, "TurnCompleted"});
  each(Table<recorded::idle_ends<S>>{Party::Server, "the end of a turn that was called idle"});
  each(Table<recorded::completed_turns<S>>{Party::Server, "TurnCompleted"});
  each(Table<recorded::misplaced<S>>{Party::Server, "something about a turn"});
  each(Table<recorded::turn_news<S>>{Party::Server, "something about a turn"});
  each(Table<recorded::resolved_asks<S>>{Party::Server, "AskResolved"});
  each(Table<recorded::open_calls<S>>{Party::Server, "a call, at the end"});
  each(Table<recorded::dead_servers<S>>{Party::Server, "a call, at the end"});
  each(Table<recorded::unresolved_asks<S>>{Party::Server, "an ask, at the end"});
  // clang-format on
}

// Calls `each(table)` for each of them; of an observer who sees the client, of those that he
// judges.
template <class S, class Each>
constexpr void for_each_table(Each&& each) {
  for_each_table_of_client<S>(each);
  for_each_table_of_server<S>(each);
  if constexpr (!S::sees_client) for_each_table_of_lines<S>(each);
}

template <class S>
consteval std::size_t clause_count() {
  std::size_t count = 0;
  for_each_table<S>([&](const auto& table) { count += std::size(table.rows); });
  return count;
}

// The number of a table's first clause.
template <class S, const auto& rows>
consteval std::size_t first_of() {
  std::size_t first = 0, at = 0;
  for_each_table<S>([&]<class Each>(const Each& table) {
    if (std::is_same_v<Each, Table<rows>>) first = at;
    at += std::size(table.rows);
  });
  return first;
}

}  // namespace spec::appserver::clauses
