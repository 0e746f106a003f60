// The situation as an observer of the wire alone knows it, from a recording or a conversation that
// goes on: what the client shows its user is not seen, so what would be told is taken as told at
// once. Slots grow up to limits; the oldest are forgotten first.
//
// Beside what every situation holds there is where it was said. Approvals that are over stay among
// the asks, and items that are complete among the items, until they are forgotten.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "spec/appserver/line.h"
#include "spec/appserver/situation.h"
#include "spec/bounded_map.h"
#include "spec/clock.h"

namespace spec::appserver::clauses {

// Entries by their numbers; `Entry::most` of them at once.
template <class Entry>
class Book {
 public:
  Entry* find(std::uint32_t number) {
    // Clauses ask for the same one again and again.
    if (number != latest_) {
      found_ = entries_.find(number);
      latest_ = number;
    }
    return found_;
  }
  const Entry* find(std::uint32_t number) const { return const_cast<Book*>(this)->find(number); }
  // As the youngest, beside others of its number.
  Entry& add(const Entry& entry) {
    latest_ = none;
    return entries_.add(number_of(entry), entry);
  }
  // The oldest of this number.
  void erase(std::uint32_t number) {
    latest_ = none;
    entries_.erase(number);
  }

  // What the next `add` forgets; null if nothing.
  const Entry* next_forgotten() const { return entries_.next_forgotten(); }
  // Makes the oldest of all the youngest. There must be one.
  void renew_oldest() {
    latest_ = none;
    entries_.renew_oldest();
  }

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return size() == 0; }
  // The oldest first.
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  static std::uint32_t number_of(const Entry& entry) {
    if constexpr (std::is_integral_v<Entry>)
      return entry;
    else if constexpr (requires { entry.id; })
      return entry.id;
    else
      return entry.of;
  }
  static constexpr std::size_t most() {
    if constexpr (requires { Entry::most; })
      return Entry::most;
    else
      return few;
  }
  static constexpr std::size_t few = 4'096;
  static constexpr std::uint32_t none = UINT32_MAX;
  BoundedMap<Entry> entries_{most()};
  std::uint32_t latest_ = none;  // What was asked for last,
  Entry* found_ = nullptr;       // and what there is.
};
// What facts.h asks of lists with fixed slots.
template <class Entry>
const Entry* with_id(const Book<Entry>& book, std::uint32_t id) {
  return id == 0 ? nullptr : book.find(id);
}
template <class Entry>
bool listed(const Book<Entry>& book, std::uint32_t of) {
  return book.find(of) != nullptr;
}

// Whose limit was reached, so that one that seems unknown may only be forgotten.
enum class Kind : std::uint8_t { Call, Thread, Turn, Item, Ask, Count };

struct ManySlots {
  static constexpr bool sees_client = false;
  using Number = std::uint32_t;
  template <class Entry, std::uint8_t>
  using List = Book<Entry>;

  struct PastTurn {
    static constexpr std::size_t most = 8'192;
    Number of = 0;
    TurnEnd end{};
    bool lost = false;  // Its end was not said, and that was told: what it still says is not.
    Place ended{};
    bool overlooked = false;  // Items of it may have begun unseen.
  };
  struct PastRequest {
    static constexpr std::size_t most = 8'192;
    Number of = 0;
    Place answered{}, sent{};
  };
  struct OfCall {  // In flight.
    static constexpr std::size_t most = 65'536;
    Place sent{};
    Name asked = 0;
    bool too_soon = false;     // Sent before initialize, as far as the recording shows.
    bool before_open = false;  // Sent between the result and `initialized`.
    bool greeted = false;      // Sent behind that.
    bool optional = false;     // Need not be answered.
    bool patient = false;
    WrongSettings wrong_if_refused = 0;
    bool ran = false;          // The turn that it names ran when it was sent,
    bool may_be_over = false;  // or its end was not seen.
    bool unnamed = false;      // It names no turn, and is about the one that ran.
    bool archived = false;     // So was its thread.
    bool review = false;       // It starts one.
    bool old = false;          // It opens a thread of the older surface,
    bool old_turn = false;     // or a turn of it.
    bool opens = false;        // Nothing was known of its thread.
    bool leaves = false;       // It leaves its thread.
    bool takes_back = false;   // It takes back turns of it.
  };
  struct TakingBack {
    std::uint32_t asked = 0;  // So often that turns be taken back, and that is not answered.
    Number total = 0;         // Before that,
    Place fell{};             // and where less was told since.
    std::int64_t in = 0;      // Since then: tokens that went in, so far.
  };
  struct OfChat {  // And the turn that runs in it.
    static constexpr std::size_t most = 4'096;
    std::uint64_t begun_here = 0;   // Its start was answered, and was asked for there.
    bool unknown = false;           // Nobody opened it: its turns are taken as they are.
    bool interrupted_once = false;  // Some turn of it was.
    TakingBack taking_back{};
    Place over{};      // Its last turn,
    Place archived{};  // where it was archived for the last time,
    Place spent{};     // and where its usage was told.
    Place interrupt_asked{}, canceled{}, declined{};
    Place stop_wanted{};       // An interrupt of its turn, also of one that has not started.
    Place refused{};           // An interrupt that was refused and did not stop it: SES-05.
    Place excused{};           // The last steering or reconnection.
    bool interrupted = false;  // The interrupt was accepted.
    bool had_items = false;
    bool unnamed_items = false;        // One of them has no id.
    bool resolved_unanswered = false;  // An approval of it was.
    bool resumed = false;              // Since then turns may be numbered anew.
    bool of_before = false;       // A process before had it; this one was not asked to resume it.
    Place turn_refused{};         // A turn in it since then.
    Place review_asked{};         // A review was, and its answer was not heard.
    bool start_asked = false;     // A turn was asked for, and not answered yet.
    bool named_unseen = false;    // The answer to that was cut: which turn it is is not known.
    bool review = false;          // It is a review, which is told of before it starts.
    bool review_begun = false;    // It did.
    bool review_guessed = false;  // Its request was not seen, so it may be none.
    bool seen_begin = false;      // Its turn did,
    bool unasked = false;         // and no answer had named it.
    Number begun_as = 0;          // The id in its turn/started, if that came behind its items.
    bool reactivated = false;     // It was called idle, and then active again.
    Place began{};                // Where its turn did, as far as is known.
    Place idle{};                 // The thread was called so: SES-14.
    bool removed = false;         // It was archived, deleted or left since its turn began.
    Place out_of_order{};         // It was called so,
    Place failed{};               // and an error of the turn, which is not tried again.
    Place steered{};              // Its start was answered while another one ran, that was asked
    Place steer_asked{};          // for there,
    Number steered_to = 0;        // and this one was named.
    Number overdue = 0;           // The turn before, whose next one was answered before its end,
    Place overdue_idle{};         // where it was called idle,
    Place overdue_began{};        // and where it began.
    Place resolved_idle{};        // Since then, a pending approval was.
    Place called_idle{};          // It was, and then went on.
    bool ended_beside = false;    // In another thread, one of its number ended twice.
    Place resolved_beside{};  // An approval that nobody here answered was resolved, before one that
                              // somebody did: APR-05.
    std::uint32_t open_items = 0;
    std::uint32_t pending = 0, unsettled = 0;  // Approvals; answered and not yet resolved ones.
  };
  struct OfItem {  // Complete ones too.
    static constexpr std::size_t most = 16'384;
    Number turn = 0;
    Name name = 0, type = 0, tool_server = 0;  // As Line has them.
    port::appserver::TextMark started_with{};  // The text that it did.
    bool command = false, background = false;
    bool unknown = false;   // It is of a kind that no rule knows.
    bool outlives = false;  // Its turn is over, and it goes on: ITM-07.
    bool astray = false;    // Its start named another thread than that of its turn.
    Place started{}, completed{};
  };
  struct OfAsk {  // Of any request of the server's, and those that are over.
    static constexpr std::size_t most = 4'096;
    Number turn = 0;
    Name method_name = 0;
    AnswerShape shape = AnswerShape::Unknown;
    bool optional = false;          // Need not be answered.
    bool names_turn = false;        // Its own words say in which turn it is.
    bool offers_unknown = false;    // As Line has it,
    bool offers_once = false;       // both,
    bool approves_tool = false;     // and this.
    bool settled = false;           // The server called it resolved.
    bool reported = false;          // That what it is about went ahead.
    bool owed_resolution = false;   // The turn was interrupted while it was pending: SRV-07.
    std::uint32_t times_again = 0;  // How often it was sent again, less the answers to that.
    Place sent_again{};             // Where it was, for the last time.
    Place asked{}, answered{}, withdrawn{};
  };
  struct AskAbout {
    Number of = 0;
    Number with = 0;          // The last ask.
    std::uint32_t waits = 0;  // So many wait for an answer.
    bool accepted = false;    // One of them was, or may have been.
  };
  // The server is overloaded, which it said of this.
  struct Refused {
    Place answered{};  // Until it is asked again.
    std::uint32_t times_at_once = 0;
    std::int64_t longest_us = 0;            // Of the pauses before these.
    std::int64_t first_us = 0;              // The first four of them together,
    std::array<std::int64_t, 4> last_us{};  // and the last four.
    bool told = false;
  };
  struct Unread {
    Place place{};
    bool answered = false;  // Only its answer was recorded.
  };
  struct OfHandshake {
    Number call = 0;       // The initialize that is in flight.
    Place asked{};         // Where the last one was sent,
    Place heard_before{};  // and the last line of the server's before it.
    Place cut{};           // A line that may be its answer.
    Place other_answer{};  // A result under another id that came instead of one.
    // A request and its result before any initialize, and `initialized`.
    Place asked_early{}, served_early{}, opened_unasked{};
    bool opened_early = false;  // `initialized` was said before initialize had a result.
    bool opened_cut = false;    // It may be in a line that was cut.
    // A second initialize that was not refused: of the same process, unless `initialized` follows.
    Place again_asked{}, again{};
    std::uint8_t again_opts_out = 0;
    bool again_surely = false;  // It is known that there was a first one.
  };
  struct OfAll {
    OfHandshake hello{};
    const Dialect* dialect = &codex;
    Version version{};  // Of the server, if it has said it.
    // The line at hand.
    Place place{};
    bool ordered = true;
    bool mistyped = false;    // The id of the answer has another type than that of its request.
    std::int64_t code = 0;    // Of a failure.
    Name type = 0;            // Of an item.
    bool compaction = false;  // It is one.
    Number home = 0;          // Another thread than the one named, whose turn is named.

    std::array<bool, static_cast<std::size_t>(Kind::Count)> forgotten{};
    bool overloaded = false;     // An answer said so: RPC-06.
    bool hammers = false;        // The request at hand is one of many at once.
    bool talked = false;         // Something else than the handshake was said.
    bool old_turns = false;      // Turns of the older surface, which is not followed,
    bool old_news = false;       // and what it tells, which some say beside the other one.
    bool turns = false;          // Turns of that one.
    bool unknown_asks = false;   // A request of the server's that no rule knows.
    bool began_late = false;     // Something was said before the recording begins.
    bool says_resolved = false;  // The server does: older ones do not.
    bool says_started = false;   // Of some thread.
    Place hasty{};             // A turn was asked for before that, in a thread that was begun here.
    bool says_ends = false;    // Of turns.
    bool says_items = false;   // Where no line is about one, none announces a thread either.
    bool says_status = false;  // Of threads: only servers since 0.115 do.
    bool version_cut = false;  // What told the version was not recorded whole.
    Clock clock{1'000'000};    // In microseconds.
    Place first_seen{}, last_seen{}, last_server{}, last_client{};
    Place silent{};         // The line behind which the server said nothing for long, as was noted.
    Place bad_line{};       // The last one of the client.
    Place cut{};            // The last line of the server's that may be about any turn.
    Place cut_by_client{};  // The last line of the client's that may be any request,
    Place cut_answer{};     // and the last one that may be any answer.
    Place unheard{};        // The last answer to a request that was not recorded.
    // How many of those name a turn, and may have begun one.
    std::uint64_t unheard_turns = 0;
    // Such lines of each side, as long as nothing is put down to them,
    std::array<BoundedMap<Unread>, 2> unread{BoundedMap<Unread>(65'536),
                                             BoundedMap<Unread>(65'536)};
    BoundedMap<bool> explained{4'096};             // what was, by its cause,
    std::uint64_t unread_answers = 0;              // and how many may have been answers.
    std::array<std::uint64_t, 2> newest_unread{};  // Where the last such line of each side stands.
    BoundedMap<Place> bad_ids{8'192};              // By the names of ids.
    BoundedMap<Number> running{4'096};             // Threads with a turn that runs or is named,
    BoundedMap<Number> active_turns{4'096};        // and such turns.
    BoundedMap<Number> idle{4'096};  // Those of them that were called idle, the first one first.
    BoundedMap<Number> phantoms{4'096};  // Turns that an answer named, and the ones that ran then.
    BoundedMap<Number> turn_items{16'384}, turn_asks{4'096};  // Of a turn that runs.
    BoundedMap<Refused> refused{4'096};                       // By Line::asked.
    BoundedMap<Number> outlived{4'096};  // Items that outlived their turns, by name and thread.
    BoundedMap<Number> astray{1'024};    // Such items, by name and that other thread.
    Book<AskAbout> asked_about;          // By items.
    std::uint32_t pending = 0;           // Approvals.
    Place bad_line_answered{};           // If the line at hand answers one.

    bool any_unread(Side side) const { return unread[static_cast<std::size_t>(side)].size() > 0; }
    bool forgot(Kind kind) const { return forgotten[static_cast<std::size_t>(kind)]; }
  };
};

using WireSituation = SituationOf<ManySlots>;

// The end of the turn there, and what its items are, may be in a line that was cut, or was not
// sent.
inline bool is_partly_seen(const WireSituation& s, const WireSituation::Chat& chat) {
  return (s.process.opts_out & opt_out_of::turn_completed) != 0 || s.cut.order > chat.began.order;
}

}  // namespace spec::appserver::clauses
