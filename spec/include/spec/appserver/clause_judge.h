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
#include <string_view>

#include "port/appserver/facts.h"
#include "spec/appserver/bounds.h"
#include "spec/appserver/situation.h"
#include "spec/rule.h"

namespace spec::appserver::clauses {

// The form of a clause: how its condition and an act go together.
enum class Form : std::uint8_t {
  CallsFor,  // The situation licenses the act. One that none licenses is a breach.
  Never,
  OnlyIf,
  Says,    // What the act carries is what the situation gives.
  Within,  // It must come before an age passes its bound.
};
std::string_view show(Form form);  // "calls for".

// Whose act it is.
enum class Party : std::uint8_t { Client, Server };

// What is judged. What is not judged is followed all the same.
struct Scope {
  bool client = true;
  bool server = true;
  Exercised
      off;  // Rules that are off, by their index in protocol_rules, and what presupposes them.
};

// The first clause that fails. Texts are made when asked for, never in a search.
struct Breach {
  std::uint8_t rule = 0;  // Index into protocol_rules.
  Form form{};
  Party by{};
  std::optional<Seen> want;  // What had to come; nothing: no one act.
  std::optional<Seen> got;   // What came; nothing: it did not come.
};

struct Findings {
  Exercised exercised;           // Rules with a clause whose case came up.
  std::optional<Breach> breach;  // Set at most once; later observations are not judged.
};

class Judge {
 public:
  explicit Judge(const Bounds& bounds, const Scope& scope = {}) : bounds_(bounds), scope_(scope) {}

  void see(Situation& s, const Happening& what, Findings& findings) const;
  void see(Situation& s, const Fact& fact, Findings& findings) const;
  void see(Situation& s, const Command& act, Findings& findings) const;

  // The world stands still for good: what is still owed is missing.
  void end(Situation& s, Findings& findings) const;

 private:
  Bounds bounds_;
  Scope scope_;
};

// Rules that no clause can speak of, since observers of the port do not see what they are about:
// bytes and lines, logs, dialects.
inline constexpr std::array<std::string_view, 14> rules_without_clauses{
    "WIRE-01", "WIRE-02", "WIRE-03", "WIRE-04", "WIRE-05", "WIRE-06", "WIRE-07",
    "WIRE-08", "WIRE-09", "WIRE-11", "RPC-08",  "APR-07",  "PROC-01", "SRV-04"};

}  // namespace spec::appserver::clauses
