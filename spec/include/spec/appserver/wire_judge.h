// Judges a conversation with an app-server line by line, as an observer of the wire alone sees it:
// a recording, or one that goes on. By the same clauses that judge a client and its server in a
// search, as far as lines show what they are about.
//
// Memory is bounded by the limits of WireSituation, however long the conversation is: what is
// oldest is forgotten first, and what was forgotten is not judged any more. Pure: no clock, I/O or
// thread.
#pragma once
#include <cstdint>
#include <functional>
#include <string_view>

#include "spec/appserver/bounds.h"
#include "spec/appserver/line.h"
#include "spec/appserver/wire_situation.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace spec::appserver {

struct Finding {
  std::uint8_t rule = no_rule;  // An index into protocol_rules; no_rule: a note.
  Place place{};
  Place about{};                      // An earlier line that it is about; nowhere if there is none.
  std::string_view says;              // Lives as long as the program.
  Side side = Side::Server;           // Whose fault it is; of a note, whose line.
  Name cause = 0;                     // Findings with one cause are one; zero: of a note.
  const VersionRow* known = nullptr;  // The server's version is known for it.
  std::int64_t age_us = -1;           // How old what it is about is, if that is known.
};

namespace clauses {

// Equal numbers for equal names, for as long as they are in use and a while longer.
class Numbers {
 public:
  // Zero: it has none.
  std::uint32_t find(Name name) const;
  // The same, or else the next one. None that is `in_use` is forgotten.
  std::uint32_t take(Name name, auto&& in_use);
  // From now on it has this number, beside the name that has it.
  void rename(Name name, std::uint32_t number) {
    latest_name_ = name;
    latest_ = numbers_.take(name) = number;
  }

 private:
  BoundedMap<std::uint32_t> numbers_{8'192};  // More if more are in use.
  std::uint32_t last_ = 0;
  mutable Name latest_name_ = 0;
  mutable std::uint32_t latest_ = 0;
};

class WireJudge {
 public:
  using Sink = std::function<void(const Finding&)>;

  WireJudge(const Dialect& dialect, Sink sink);

  // Whether the next line would break a rule that something which the other side says can still
  // mend. So a recorder's swap is told from a breach: see swap_us.
  bool early(const Line& next) const;
  bool early(const BadLine& next) const;
  // Whether a request under the id of this answer was answered before: only a request that uses the
  // id again can mend that.
  bool has_answered(const Line& next) const;

  void see(const Line& line);
  void see(const BadLine& line);

  // The first line that a finding about the time before the handshake may still name; zero: none.
  std::uint64_t undecided_line() const;

  // The conversation ends here.
  void finish();

  // That of the server, as initialize was answered.
  Version version() const { return s_.version; }
  // Whether anything was said beside the handshake.
  bool talked() const { return s_.talked; }
  // Whether there are turns of the older surface, which is not followed.
  bool is_of_old_surface() const { return s_.old_turns || (s_.old_news && !s_.turns); }
  // Whether the server asked for something that no rule knows.
  bool has_unknown_asks() const { return s_.unknown_asks; }
  // Whether something was asked about that is not to be carried out.
  bool has_refused() const { return !s_.refused_items.empty(); }

  // Rules with a clause whose case came up. One that is neither met nor broken was not exercised.
  Exercised exercised() const;

 private:
  using Call = WireSituation::Call;
  using Chat = WireSituation::Chat;
  using Item = WireSituation::Item;
  using PendingAsk = WireSituation::PendingAsk;
  struct Where {
    ThreadId thread{};
    TurnId turn{};
  };

  // Tries the clauses of these tables. False: one failed, and was told; `about(rule)` is the
  // earlier line that it is about.
  template <const auto&... tables, class Act, class About>
  bool keeps(const Act& act, const Place& place, About&& about);
  Name cause_of(std::uint16_t clause, const auto& act, const Place& place) const;
  void note(std::string_view says, const Place& place, const Place& about = {});
  void note_open(std::string_view says, const Place& since);
  bool is_joined() const { return s_.process.handshake == Handshake::Joined; }
  bool may_be_any_version() const;
  // A process has its handshake behind it.
  bool runs_already() const {
    return s_.process.handshake == Handshake::Open || (is_joined() && s_.began_late);
  }
  // Some of the client's were cut, or not recorded.
  bool lacks_requests() const { return s_.cut_by_client.line != 0 || s_.unheard.line != 0; }
  void incomplete();
  // Lines that were not recorded, or not whole: each explains one thing. See wire_unread.cc.
  void add_unread(const Place& place, Side side);
  bool take_unread();
  bool explains(Side side, const Place& since, bool or_answered = true);
  bool is_explained(std::uint16_t clause, Name cause, const Place& since);
  template <class Act>
  Place since(std::uint8_t rule, const Act& act, const Place& about, const Place& place) const;
  template <class Act>
  static Name explained_as(const Act& act, Name cause);
  void forgets(Kind kind);
  void take_cut(const BadLine& line);
  void take_cut_greeting();
  void open_up();
  void answered_unseen(const Call& call);
  void assume_start(Name thread);
  // Of an answer, or of what a review says first if its answer was lost.
  void name_turn(Chat& chat, TurnId turn, const Place& asked, bool review);
  // Not all of its text was heard: a delta of it may have been cut.
  bool overhears(const Item& item) const { return s_.cut.order > item.started.order; }
  void make_room(auto& list, Kind kind, auto&& settled);

  // wire_client.cc: what the client says.
  void client_request(const Line& line);
  void greet(const Line& line, Call& call);
  void ask_about_turn(const Line& line, Call& call);
  void stop(Chat& chat, const Place& asked);
  void note_refused_stop(const Chat& chat, const Place& now);
  void client_notice(const Line& line);
  void client_initialized();
  void take_second_initialize(bool initialized);
  void begin_again();
  void client_answer(const Line& line);
  void approval_answered(PendingAsk& ask, const Line& line);
  void judge_grant(PendingAsk& ask, const Place& place, bool grants);
  void look_at_named_turn(const Line& line, Request& act);

  // wire_requests.cc: what a request sets, and how soon it is sent again.
  bool hammers(const Line& line);
  WrongSettings judge_values_of(const Line& line);
  void judge_values(WrongSettings wrong, const Place& place);

  // wire_answers.cc: the server's answers, and what is missing at the end.
  void server_answer(const Line& line);
  bool may_answer_initialize(const Response& act) const;
  void take_other_answer();
  void unknown_answer(const Line& line);
  void initialize_answered(const Response& act);
  void forgive_greetings();
  void came_too_soon(const Call& call, const Response& act);
  void result_of(const Line& line, const Call& call, const Response& act);
  void interrupt_answered(const Call& call, const Response& act);
  void finish_calls();
  void finish_asks();
  void finish_turns();
  void leave(Chat& chat);
  void resumed(const Line& line, const Call& call, Chat& chat);
  void take_back_answered(const Call& call, const Response& act);
  void asked_about(Chat& chat, const Call& call);
  static void take_up(Chat& chat);
  void look_at_its_process(const Line& line, const Call& call);
  void remember_answer(const Line& line, const Call& call);
  void note_uninitialized(const Line& line, const Call& call);
  void numbered_anew(const Call& call, const Response& act);
  void answered_otherwise(const Call& call, const Response& act);

  // wire_turns.cc: threads and turns.
  void server_says(const Line& line);
  Where where(const Line& line);
  Where known_where(const Line& line) const;
  std::uint32_t thread_named(const Line& line);
  TurnId turn_named(ThreadId thread, Name turn);
  Chat& take_chat(ThreadId thread);
  Chat& meet(ThreadId thread);
  bool mention(Chat& chat, TurnId turn);
  void runs(Chat& chat, TurnId turn);
  void forget_turn(Chat& chat);
  Place ending_of(TurnId turn) const;
  void turn_started(const Line& line);
  void may_end_elsewhere(const Line& line, ThreadId thread);
  void turn_completed(const Line& line, const Where& at);
  void turn_news(const Where& at, bool excuses);
  void trouble(const Line& line);
  Where spent_where(const Line& line);
  void usage(const Line& line);
  void thread_state(const Line& line);
  void seems_over(Chat& chat, bool soon);
  void old_turn_end(const Line& line);
  void fails(Chat& chat);
  void closes(Chat& chat);
  void goes_on(const Where& at);
  void begins_more(const Where& at);
  bool tell_steered(Chat& chat);
  void begin_next(Chat& chat);
  void lose_idle(const Place& now, bool at_end);
  void overtaken(Chat& chat);
  void settle_overdue(Chat& chat);
  void archive(Chat& chat);
  void miss(Chat& chat);
  void note_silence();
  void note_unstarted(const Chat& chat);
  void lose(Chat& chat, bool told);
  void tell_lost(ThreadId thread, TurnId turn, const Place& idle);
  void announce(const Line& line);
  bool names_item_of(const Line& line, const Chat* chat) const;
  Where redirected(const Line& line);
  void stray(const Line& line, ItemId id, const Where& at);
  void come_home(const Line& line, const Where& at);

  // wire_reviews.cc: turns of two names, and such whose beginning was not heard.
  const Call* review_under_way() const;
  static bool may_be_review(const Chat& chat, const Place& asked);
  void name_again(Chat& chat, Name turn);
  void expect_second_name(const Line& line);
  void expect_untold_name(const Line& line);
  void expect_untold_turn(Chat& chat, TurnId turn);
  void expect_turn(const Where& at, bool begins);

  // wire_items.cc: items and what the server asks.
  void item_says(const Line& line);
  ItemId item_named(Name item, TurnId turn);
  ItemId named_in_ask(const Line& line, TurnId turn);
  ItemId call_of_tool(const Line& line, TurnId turn) const;
  Place place_of(ItemId item) const;
  Place place_before(ItemId item, TurnId turn) const;
  void describe(const Line& line, ItemId id);
  void item_started(ItemId id, const Where& at, bool again);
  void item_delta(const Line& line, ItemId id, const Where& at);
  void item_input(const Line& line, ItemId id, const Where& at);
  void item_completed(const Line& line, ItemId id, const Where& at);
  Item& add_item(ItemId id, Chat& chat, TurnId turn);
  void server_asks(const Line& line);
  void add_ask(const Line& line, const Ask& act);
  void forget(const PendingAsk& ask);
  void decide(const PendingAsk& ask, bool accepted);
  void settle_unseen(PendingAsk& ask);
  void resolved(const Line& line);
  void withdraw(Chat& chat, TurnEnd end);
  void leave_commands(const Chat& chat);
  void finish_items();
  void old_effect(const Line& line);

  bool early_client(const Line& next) const;
  bool early_server(const Line& next) const;

  Sink sink_;
  Bounds bounds_;
  ClauseSet on_, met_;
  WireSituation s_;
  Place too_soon_;  // The first request that may have been sent before initialize.
  bool told_incomplete_ = false, told_uninitialized_ = false, told_no_ends_ = false;
  Numbers threads_, turns_, items_, requests_, asks_;
  BoundedMap<std::uint32_t> homes_;  // The thread of a turn that is told without one.
};

}  // namespace clauses
}  // namespace spec::appserver
