// Judges a conversation with an app-server, message by message, by the rules of
// spec/appserver/rules.h.
//
// Memory is bounded by the limits below, however long the conversation is: what is oldest is
// forgotten first, and what was forgotten is not judged any more. Pure: no clock, I/O or thread.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "spec/appserver/dialect.h"
#include "spec/appserver/lifecycle.h"
#include "spec/appserver/observation.h"
#include "spec/bounded_map.h"
#include "spec/rule.h"

namespace spec::appserver {

// Lines of the two directions that are no further apart may have been recorded in either order.
inline constexpr std::int64_t swap_us = 2'000;

inline constexpr std::int64_t invalid_params_code = -32'602;  // Of JSON-RPC.

struct Limits {
  std::size_t calls = 65'536;  // In flight.
  std::size_t answered = 8'192;
  std::size_t threads = 4'096;
  std::size_t turns = 8'192;
  std::size_t items = 16'384;
  std::size_t asks = 4'096;  // Requests of the server.
};

struct Finding {
  std::uint8_t rule = no_rule;  // An index into protocol_rules; no_rule: a note.
  Place place{};
  Place about{};          // An earlier line that it is about; nowhere if there is none.
  std::string_view says;  // Lives as long as the program.
};

class Judge {
 public:
  using Sink = std::function<void(const Finding&)>;

  Judge(const Dialect& dialect, Sink sink, const Limits& limits = {});

  // Whether the next observation would break a rule that something which the other side says
  // can still mend. So a recorder's swap is told from a breach: see swap_us.
  bool early(const Observation& next) const;

  void see(const Observation& seen);
  void see(const BadLine& line);

  // The first line that a finding about the time before the handshake may still name; zero: none.
  std::uint64_t undecided_line() const;

  // The recording ends here.
  void finish();

  // Met by the conversation so far. A rule that is neither met nor broken was not exercised.
  const Exercised& exercised() const { return exercised_; }

 private:
  enum class Handshake : std::uint8_t { Fresh, Refused, Asked, Ready, Open, Joined };

  struct Call {
    Place sent{};
    Method method = Method::Unknown;
    Name method_name = 0;
    Name id = 0, twin = 0, thread = 0, turn = 0;
    bool too_soon = false;     // Sent before initialize, as far as the recording shows.
    bool before_open = false;  // Sent between the result and `initialized`.
    bool optional = false;     // Need not be answered.
    bool patient = false;
    bool turn_ran = false;  // The turn that it names ran when it was sent.
    bool archived = false;  // So was its thread.
  };
  struct Thread {
    bool answered = false, started = false, begun_here = false, archived = false;
    bool unknown = false;  // Nobody opened it: its turns and items are taken as they are.
    Name active = 0;       // Key of a turn.
    bool has_total = false;
    std::int64_t total = 0;
  };
  struct Turn {
    TurnPhase phase = TurnPhase::Absent;
    Name thread = 0, id = 0;
    Place ended{};
    Status ended_as = Status::None;
    Place excused{};  // The last steering or reconnection.
    Place interrupt_asked{}, canceled{}, declined{};
    bool interrupted = false;  // The interrupt was accepted.
    std::uint32_t open_items = 0;
    std::uint32_t pending = 0, unsettled = 0;  // Approvals; answered and not yet resolved ones.
    bool had_items = false;
    bool unnamed_items = false;        // One of them has no id.
    bool resolved_unanswered = false;  // An approval of it was.
  };
  struct Item {
    ItemPhase phase = ItemPhase::Absent;
    Name turn = 0;
    Place started{}, completed{};
    TextSum text{};
    bool has_deltas = false;
  };
  struct Ask {  // A request of the server.
    ApprovalPhase phase = ApprovalPhase::Absent;
    bool approval = false, malformed = false, settled = false, reported = false;
    bool optional = false;         // Need not be answered.
    bool owed_resolution = false;  // The turn was interrupted while it was pending: SRV-07.
    Name method_name = 0;
    Name turn = 0, item = 0;
    Place asked{}, answered{}, withdrawn{};
  };

  // Whose limit was reached, so that one that seems unknown may only be forgotten.
  enum class Kind : std::uint8_t { Call, Thread, Turn, Item, Ask, Count };

  void breach(std::uint8_t rule, const Place& place, std::string_view says,
              const Place& about = {});
  void note(const Place& place, std::string_view says, const Place& about = {});
  void incomplete(const Place& place);
  void met(std::uint8_t rule) { exercised_.mark(rule); }
  template <class Value, class Settled>
  void make_room(BoundedMap<Value>& map, Kind kind, const Place& place, Settled&& settled);
  bool forgot(Kind kind) const { return forgot_[static_cast<std::size_t>(kind)]; }
  void forgets(Kind kind, const Place& place);

  void client_initialized(const Observation& seen);

  // calls.cc
  void client_request(const Observation& seen);
  void handshake_request(const Observation& seen, Call& call);
  void server_answer(const Observation& seen);
  void unknown_answer(const Observation& seen);
  void initialize_answered(const Observation& seen, const Call& call);
  void judge_refusal(const Observation& seen);
  void judge_too_soon(const Observation& seen, const Call& call);
  void result_of(const Observation& seen, const Call& call);
  void turn_refused(const Call& call);
  void turn_start_answered(const Observation& seen, const Call& call);
  void interrupt_answered(const Observation& seen, const Call& call);
  void finish_calls();

  // turns.cc
  void turn_requested(const Observation& seen);
  void server_says(const Observation& seen);
  void turn_news(const Observation& seen);
  void about_thread(const Observation& seen);
  bool taken_as_it_is(Name thread) const;
  Name turn_of(const Observation& seen) const;
  Turn& take_turn(Name key, const Observation& seen);
  Thread& take_thread(Name name, const Place& place);
  bool turn_step(Name key, Turn& turn, TurnSign sign, const Observation& seen);
  void turn_started(const Observation& seen);
  void turn_completed(const Observation& seen);
  void judge_ending(Name key, const Turn& turn, const Observation& seen);
  void usage(const Observation& seen);

  // items.cc
  void item_event(const Observation& seen);
  Item& take_item(Name key, const Place& place);
  void item_opened(Name key, Item& item, Name turn_key, const Observation& seen);
  void item_completed(Name key, Item& item, const Observation& seen);
  void judge_open_items(Name key, const Turn& turn, const Observation& seen);
  Name item_key(const Observation& seen) const;

  // approvals.cc
  void server_asks(const Observation& seen);
  void client_answer(const Observation& seen);
  void approval_answered(Ask& ask, const Observation& seen, Decision decision);
  void resolved(const Observation& seen);
  void forget(const Ask& ask);
  void withdraw(Name turn_key, const Observation& seen);
  void judge_unanswered(Ask& ask, const Observation& seen);
  void finish_asks();

  bool early_client(const Observation& next) const;
  bool early_server(const Observation& next) const;

  const Dialect& dialect_;
  Sink sink_;
  Exercised exercised_;
  Handshake handshake_ = Handshake::Fresh;
  // A request and its result before any initialize.
  Place asked_early_, served_early_;
  Place too_soon_;             // The first request that may have been sent before initialize.
  Place opened_unasked_;       // `initialized` was said before any initialize.
  bool overloaded_ = false;    // An answer said so: RPC-06.
  bool opened_early_ = false;  // `initialized` was said before initialize had a result.
  bool told_incomplete_ = false;
  bool says_resolved_ = false;  // The server does: older ones do not.
  std::array<bool, static_cast<std::size_t>(Kind::Count)> forgot_{};
  Place first_seen_, last_seen_, last_server_, last_client_;
  Place bad_line_;  // The last one of the client.
  std::uint32_t pending_ = 0;

  BoundedMap<Call> calls_;
  BoundedMap<Place> answered_;
  BoundedMap<Thread> threads_;
  BoundedMap<Turn> turns_;
  BoundedMap<Name> homes_;  // The key of the last turn of an id.
  BoundedMap<Item> items_;
  BoundedMap<Name> asked_about_;  // The ask about an item.
  BoundedMap<Ask> asks_;
  BoundedMap<Place> bad_ids_;
  BoundedMap<bool> active_;  // Keys of active turns.
  // Where the latest answered request of a method was sent.
  BoundedMap<Place> newest_answered_, newest_ask_answered_;
  BoundedMap<Name> turn_items_;  // Keys of the items of a turn that runs,
  BoundedMap<Name> turn_asks_;   // and ids of its asks.
};

}  // namespace spec::appserver
