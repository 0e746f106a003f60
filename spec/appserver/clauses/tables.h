// All tables of clauses, in the order of their numbers; not for others to include.
#pragma once
#include <tuple>

#include "appserver/clauses/approvals.h"
#include "appserver/clauses/calls.h"
#include "appserver/clauses/items.h"
#include "appserver/clauses/process.h"
#include "appserver/clauses/recorded.h"
#include "appserver/clauses/recorded_turns.h"
#include "appserver/clauses/server.h"
#include "appserver/clauses/sessions.h"

namespace spec::appserver::clauses {

template <class S>
inline constexpr std::tuple tables_of_client{
    // clang-format off
    Table<approvals::answers<S>>{"Answer"},
    Table<approvals::answer_errors<S>>{"AnswerError"},
    Table<approvals::shown_asks<S>>{"AskShown"},
    Table<approvals::withdrawn_asks<S>>{"AskWithdrawn"},
    Table<approvals::accepted_asks<S>>{"AskAccepted"},
    Table<approvals::pending_asks<S>>{"an ask"},
    Table<approvals::oddities<S>>{"what was odd"},
    Table<calls::requests<S>>{"Request"},
    Table<calls::handshakes<S>>{"Request initialize"},
    Table<calls::model_lists<S>>{"Request model_list"},
    Table<calls::other_calls<S>>{"Request other, thread_list"},
    Table<calls::thread_starts<S>>{"Request thread_start"},
    Table<calls::thread_resumptions<S>>{"Request thread_resume"},
    Table<calls::archivings<S>>{"Request thread_archive"},
    Table<calls::turn_starts<S>>{"Request turn_start"},
    Table<calls::interrupts_sent<S>>{"Request turn_interrupt"},
    Table<calls::initialized_said<S>>{"Initialized"},
    Table<calls::outcomes<S>>{"CallEnded"},
    Table<calls::owed_to_callers<S>>{"a call"},
    Table<items::opened_items<S>>{"ItemOpened"},
    Table<items::appended_texts<S>>{"TextAppended"},
    Table<items::replaced_texts<S>>{"TextReplaced"},
    Table<items::shown_items<S>>{"ItemShown"},
    Table<items::closed_items<S>>{"ItemClosed"},
    Table<items::background_items<S>>{"ItemInBackground"},
    Table<items::open_items<S>>{"an item"},
    Table<items::shown_problems<S>>{"ProblemShown"},
    Table<items::problems<S>>{"a problem"},
    Table<process::sends<S>>{"Send"},
    Table<process::spawns<S>>{"Spawn"},
    Table<process::closings<S>>{"CloseInput"},
    Table<process::terminations<S>>{"Terminate"},
    Table<process::kills<S>>{"Kill"},
    Table<process::handshakes_again<S>>{"BannerShown handshake_again"},
    Table<process::server_lacks<S>>{"BannerShown server_lacks"},
    Table<process::restarts<S>>{"BannerShown restarting"},
    Table<process::surrenders<S>>{"BannerShown given_up"},
    Table<process::stuck_turns<S>>{"BannerShown turn_stuck"},
    Table<process::lost_turns<S>>{"BannerShown turn_lost"},
    Table<process::processes<S>>{"the process"},
    Table<sessions::ready_composers<S>>{"ComposerReady"},
    Table<sessions::busy_composers<S>>{"ComposerBusy"},
    Table<sessions::shown_turns<S>>{"TurnShown"},
    Table<sessions::ended_turns<S>>{"TurnEnded"},
    Table<sessions::shown_usage<S>>{"UsageShown"},
    Table<sessions::shown_rates<S>>{"RateLimitsShown"},
    Table<sessions::owed_in_chats<S>>{"a chat"}
    // clang-format on
};
template <class S>
inline constexpr std::tuple tables_of_server{
    // clang-format off
    Table<of_server::responses<S>>{"Response", true},
    Table<of_server::started_threads<S>>{"ThreadStarted", true},
    Table<of_server::started_turns<S>>{"TurnStarted", true},
    Table<of_server::completed_turns<S>>{"TurnCompleted", true},
    Table<of_server::started_items<S>>{"ItemStarted", true},
    Table<of_server::deltas<S>>{"ItemDelta", true},
    Table<of_server::outputs<S>>{"ItemOutput", true},
    Table<of_server::completed_items<S>>{"ItemCompleted", true},
    Table<of_server::usages<S>>{"Usage", true},
    Table<of_server::asks<S>>{"Ask", true},
    Table<of_server::resolved_asks<S>>{"AskResolved", true},
    Table<of_server::carried_out<S>>{"CarriedOut", true},
    Table<of_server::exits<S>>{"ProcessExited", true},
    Table<calls::unanswered<S>>{"a call", true},
    Table<calls::late<S>>{"a late call", true},
    Table<sessions::uncompleted<S>>{"a turn", true}
    // clang-format on
};

template <class S>
inline constexpr std::tuple tables_of_lines{
    // clang-format off
    Table<recorded::requests<S>>{"Request"},
    Table<recorded::values<S>>{"a value of a request"},
    Table<recorded::initialized<S>>{"Initialized"},
    Table<recorded::early_requests<S>>{"a request before initialize"},
    Table<recorded::asked_early<S>>{"a request before initialize"},
    Table<recorded::opened_early<S>>{"Initialized"},
    Table<recorded::no_decisions<S>>{"an answer without a decision"},
    Table<recorded::replies<S>>{"an answer to another request"},
    Table<recorded::grants<S>>{"an answer to a request of the server's"},
    Table<recorded::unanswerable<S>>{"a notification of an interrupt"},
    Table<recorded::hasty_turns<S>>{"a turn before its thread started"},
    Table<recorded::turns_since<S>>{"a turn in a thread of a process before"},
    Table<recorded::bad_lines<S>>{"a line that is no message"},
    Table<recorded::open_asks<S>>{"an ask, at the end"},
    Table<recorded::served_early<S>>{"Response", true},
    Table<recorded::responses<S>>{"Response", true},
    Table<recorded::second_handshakes<S>>{"Response", true},
    Table<recorded::completed_items<S>>{"ItemCompleted", true},
    Table<recorded::outputs<S>>{"ItemOutput", true},
    Table<recorded::old_effects<S>>{"codex/event/", true},
    Table<recorded::started_items<S>>{"ItemStarted", true},
    Table<recorded::early_resolutions<S>>{"AskResolved", true},
    Table<recorded::other_resolutions<S>>{"AskResolved", true},
    Table<recorded::left_commands<S>>{"TurnCompleted", true},
    Table<recorded::steered<S>>{"Response", true},
    Table<recorded::idle_ends<S>>{"the end of a turn that was called idle", true},
    Table<recorded::completed_turns<S>>{"TurnCompleted", true},
    Table<recorded::misplaced<S>>{"something about a turn", true},
    Table<recorded::turn_news<S>>{"something about a turn", true},
    Table<recorded::resolved_asks<S>>{"AskResolved", true},
    Table<recorded::open_calls<S>>{"a call, at the end", true},
    Table<recorded::dead_servers<S>>{"a call, at the end", true},
    Table<recorded::unresolved_asks<S>>{"an ask, at the end", true}
    // clang-format on
};

// All of them; of an observer who sees the client, those that he judges.
template <class S>
inline constexpr auto tables = [] {
  if constexpr (S::sees_client)
    return std::tuple_cat(tables_of_client<S>, tables_of_server<S>);
  else
    return std::tuple_cat(tables_of_client<S>, tables_of_server<S>, tables_of_lines<S>);
}();

}  // namespace spec::appserver::clauses
