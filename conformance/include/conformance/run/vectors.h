// Directed checks and schedules of scenarios as data: what a subject is told, at which instants,
// and the effects that must follow, so that others can try their own without this program.
// docs/VECTORS.md has the format; scenarios/vectors.schema.json its schema.
//
// When and how often a subject looks, and which timers it has, is its own affair: a vector says
// what a look reads, and whoever plays it fires the timers that the subject sets. A subject that
// asks what the vector does not know leaves it, which is no failure.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/plan.h"
#include "conformance/run/scenario.h"
#include "sim/program/any_stepper.h"

namespace conformance {

inline constexpr int vectors_version = 1;

// What of an area's port is free, and whose rule what is not belongs to; names are those of the
// port's messages.
struct VectorWords {
  // The member `gives` of `answer` is what `command` reads; what it reads it of is the member
  // `about`, if it has one. `copies` is said back.
  struct Look {
    std::string_view command, answer, copies, about, gives;
  };
  // The event `drops` stops the timer that it names, too, unless it is empty.
  struct Timers {
    std::string_view set, stop, fired, key, drops;
  };
  // A number that a subject chooses with a command, and is told again with an event. `member` may
  // stand deeper: "message.request.id"; `heard` is where it stands in the event, unless it is
  // empty: in the same place. Without an event
  // a command names one that was given; without a command an event does. Numbers of one `kind` are
  // of one series, each given once; without a kind a command may give one again. With `only` the
  // command says one if that member has such a word.
  struct Chosen {
    std::string_view command, event, member;
    std::string_view heard = {}, kind = {}, only = {};
    std::vector<std::string_view> words = {};
  };
  // A command that no rule asks for if this member has such a word.
  struct Unasked {
    std::string_view command, member;
    std::vector<std::string_view> words;
  };
  // From setting a timer to what it leads to, by the rules.
  struct Pause {
    std::int64_t least_ms, most_ms;
  };
  // What a rule alone asks for: a command, or an event (with this member, unless it is empty) from
  // which on a run rests on it. With `says` it does so where that command is said to the event,
  // which then the rule alone asks for.
  struct Owner {
    std::string_view message, member, value, rule;
    std::string_view says = {};
  };
  std::vector<Look> looks = {};
  Timers timers = {};
  std::vector<Chosen> chosen = {};
  std::vector<Owner> owners = {};
  std::vector<std::string_view> any_order = {};  // Effects that no rule puts in an order.
  bool all_in_any_order = false;
  // What is said although it is not wanted, where a run goes another way later.
  std::vector<std::string_view> may = {};
  std::vector<Unasked> unasked = {};
  // Of a timer, by its key, and how long it was set for: nothing, unless a subject chooses how long
  // within bounds. What it leads to is wanted within them, and what comes later comes so much
  // sooner or later.
  std::function<std::optional<Pause>(const nlohmann::json& key, std::int64_t after_ms)> pause = {};
  // What may come as soon as such an event was told: to look earlier is right. Empty: nothing.
  std::string_view early = {}, early_after = {};
  // Where nothing but such commands differs from what is wanted, a subject goes another way: which
  // of several it looks at first is its own affair.
  std::vector<std::string_view> ways = {};
  // What an answer holds that has no room for more: how much there is, is no rule's affair.
  std::string_view no_room = {};
  // Members of what is said that say what the subject likes: texts for people.
  std::vector<std::string_view> free = {};
  // The member of what a look is about that only adds to it: that of another value is not known.
  std::string_view adds = {};
  // What a look reads that the run had none of, as JSON; empty: that is not known.
  std::string_view unread = {};
  // What it reads of the subject itself: the member of its answers, for looks about this,
  // which is JSON.
  std::string_view own = {}, own_about = "null";
  // What is told may change what looks read, so that it is not known again before the next look.
  bool told_changes_looks = false;
};

// The document of an area; it must have vector_words(). Equal builds give equal documents. What
// rules want that are weaker is not in it.
nlohmann::ordered_json vectors_of(const Area& area, const std::vector<AnyScenario>& scenarios,
                                  spec::Level weakest = spec::Level::Proposed);

// What came of a vector played on a subject.
struct Played {
  enum class End { Passed, Failed, Left };
  End end = End::Passed;
  std::size_t step = 0;             // At which it failed or was left; else how many there were.
  std::string want = {}, got = {};  // Of a failure.
};
// By the document's "port", as anybody's runner does. Rules that are weaker are not asked.
Played play(const nlohmann::json& port, const nlohmann::json& vector,
            std::unique_ptr<sim::Stepper> subject, spec::Level weakest = spec::Level::Proposed);

}  // namespace conformance
