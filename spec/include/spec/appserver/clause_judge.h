// Judges a client of the app-server and its server by clauses over what happened: from what an
// observer of both sees, act by act.
//
// Independent of every engine and of every world. Incremental: feed the observations in order. All
// that is remembered is in one flat Situation.
//
// What it takes for granted:
// - A reaction is told in one piece, in the instant of what it reacts to: TimePassed comes after
//   all acts of an instant. In which order the acts of an instant come is the client's affair,
//   unless a rule says so.
// - Messages are told as the client receives them and sends them.
// - Numbers are those of the port, each below 65,536.
//
// What no rule says it leaves open: other orders within an instant; the banner of a restart; a
// pause twice as long; reports too many, and which of several reports of its kind; what becomes of
// unsent calls when a process goes, of a resumption that is lost, of an approval that comes behind
// a stop, and of a turn that nobody asked for.
//
// A situation that something had no slot in is Unfollowed, and is not judged any more.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "port/appserver/facts.h"
#include "spec/appserver/bounds.h"
#include "spec/appserver/situation.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace spec::appserver::clauses {

using spec::Form;

// Whose act it is.
enum class Party : std::uint8_t { Client, Server };

// The clauses, by their numbers.
std::span<const ClauseText> clauses();
// Those on what this party does or owes.
ClauseSet clauses_on(Party party);

// The clauses that fail at one act.
struct Breach {
  std::uint8_t rule = 0;  // Of the most specific one; an index into protocol_rules.
  Form form{};
  Broken clauses;            // All of them, the most specific first.
  std::optional<Seen> want;  // What had to come; nothing: no one act.
  std::optional<Seen> got;   // What came; nothing: it did not come.
};

struct Findings {
  ClauseSet met;                 // Clauses whose case came up.
  std::optional<Breach> breach;  // Set at most once; later observations are not judged.
};

class Judge {
 public:
  using Situation = clauses::Situation;
  using Findings = clauses::Findings;

  // Of what is not `on` nothing is judged; it is followed all the same.
  explicit Judge(const Bounds& bounds);
  Judge(const Bounds& bounds, const ClauseSet& on) : bounds_(bounds), on_(on) {}

  void see(Situation& s, const Happening& what, Findings& findings) const;
  void see(Situation& s, const Fact& fact, Findings& findings) const;
  void see(Situation& s, const Command& act, Findings& findings) const;

  // The world stands still for good: what is still owed is missing.
  void end(Situation& s, Findings& findings) const;

 private:
  Bounds bounds_;
  ClauseSet on_;
};

// Rules that no clause on the port can speak of, since its observers do not see what they are
// about: bytes and lines, logs and records, dialects, texts that are shown.
inline constexpr std::array<std::string_view, 20> rules_without_clauses{
    "WIRE-01", "WIRE-02", "WIRE-03", "WIRE-04", "WIRE-05", "WIRE-06", "WIRE-07",
    "WIRE-08", "WIRE-09", "WIRE-11", "RPC-08",  "APR-07",  "PROC-01", "PROC-07",
    "SRV-04",  "SRV-10",  "ACC-01",  "ACC-02",  "ACC-03",  "ITM-09"};

}  // namespace spec::appserver::clauses
