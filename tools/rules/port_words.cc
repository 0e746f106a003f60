#include "rules/port_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/worlds.h"
#include "sim/files/document.h"
#include "sim/files/scenario_file.h"

namespace tools {
namespace {

using Json = nlohmann::ordered_json;

// The words of the protocol of subjects and of the head and lines of traces, which belong to no
// area.
struct ProtocolWord {
  std::string_view word, kind, says;
};

inline constexpr std::string_view in_message = "member of a message to a subject",
                                  in_answer = "member of a subject's answer", grade = "grade",
                                  in_trace = "member of a trace", port_sort = "sort of a member",
                                  of_mock = "word of serve --area monitor", term = "term",
                                  of_result = "outcome of a check", of_gate = "end of a gate",
                                  table_of_tools = "table of tools of ack";

inline constexpr ProtocolWord protocol_words[] = {
    {"hello", in_message,
     "Greets a program: the first message of each process, with the version of the protocol and a "
     "digest of the words of each area."},
    {"protocol", in_message, "The version of the protocol, of hello."},
    {"ports", in_message, "The digests of the areas' words, of hello."},
    {"begin", in_message, "A run begins, of an area and a setup: everything before is forgotten."},
    {"restore", in_message,
     "Be as you were when you told this state; only for a program of the grade save_restore."},
    {"events", in_message, "What happens, in order; what is answered is said to the last of them."},
    {"after_ms", in_message, "So much virtual time has passed since the event before."},
    {"n", in_message, "The number of a message, which its answer repeats."},
    {"revision", in_message, "Which table of tools, profile or set of rules a run is judged by."},
    {"limits", in_message, "Periods and bounds of the area modality, in a setup or a trace."},
    {"commands", in_answer, "What the program says to the last event, in order."},
    {"state", in_answer,
     "A text of all that decides what the program will do: equal texts, equal futures. Times in it "
     "count from now."},
    {"failed", in_answer, "Any text in place of commands: the program cannot go on (FLT-01)."},
    {"areas", in_answer, "Of the first answer: what the program is a subject of."},
    {"grade", in_answer, "Of the first answer: plain, digest or save_restore."},
    {"panes", in_answer,
     "In ack: what a look at the generation of the panes reads; left out, it stays as it was."},
    {"listening", in_answer,
     "In ack: how many listeners for replies of single calls there are now (ACK-17); left out: "
     "nobody asks."},
    {"table", in_message,
     "Of the setup of ack, with --table: the rows of the tool table that the run is judged by."},
    {"follows", in_message,
     "Of the setup of ack, with --table: the revision that the table goes by in what it leaves "
     "out."},
    {"poll_ms", in_message,
     "Of a row of such a table: how often is looked at least; 0: nothing is looked for."},
    {"first_port", in_message, "Of the setup of monitor: the first of the ports that are scanned."},
    {"probes_at_once", in_message,
     "Of the setup of monitor: how many ports are asked at the same time, at most."},
    {"jitter_percent", in_message,
     "Of the setup of monitor: by how much of it a pause may differ, so that many do not come back "
     "at once."},
    {"seed", in_message,
     "Of the setup of appserver and monitor: what the jitter of pauses is drawn from."},
    {"opts_out", in_message,
     "Of the setup of appserver: bits of the notifications that its initialize wants none of."},
    {"plain", grade, "No state is told: a run is known by all that happened in it."},
    {"digest", grade, "Each answer tells a state: what was reached twice is searched once."},
    {"save_restore", grade, "As digest; and a state can be given back, to go on from there."},
    {"trace", in_trace, "1, the version of the format; the first member of the head."},
    {"importing", in_trace, "Modality: the build is being imported when the trace begins."},
    {"tells", in_trace,
     "The kinds of lines that the log tells, or \"all\"; left out: those that it has."},
    {"note", in_trace, "Anything, for a person."},
    {"t_ms", in_trace, "When, in milliseconds from any beginning; it never goes back."},
    {"by", in_trace, "Ack: the call whose action caused it."},
    {"ended", in_trace, "The last line: nothing more will come, and what is owed is missing."},
    {"revisions", in_answer,
     "Of the first answer: whose tables it works by, a list; left out: all of them."},
    {"without", in_answer, "Of the first answer: words of what cannot happen to the program."},
    {"histories", in_message, "Two runs after which a program ought to have answered alike."},
    {"pass", of_result, "It was judged to its end, and nothing failed."},
    {"fail", of_result, "A rule is broken, and the print says how."},
    {"error", of_result,
     "The harness failed, or a file cannot be read: nothing is said of the subject."},
    {"not_exercised", of_result, "Nothing that this is about came up in any run."},
    {"not_applicable", of_result,
     "It says nothing of this subject: of another table, or of what the subject is without."},
    {"known", of_result, "It fails as the file of --known says that it does."},
    {"remark", of_result, "It fails by a rule of a weaker level than the one that decides."},
    {"through", of_result,
     "It is red only through another row, of which the same failure is told: it counts there."},
    {"passed", of_gate, "Everything that was selected was judged to its end, and nothing failed."},
    {"failed", of_gate, "A check failed, or one that is listed as known did not."},
    {"judged_nothing", of_gate, "What was selected says nothing of the subject: not passed."},
    {"nothing_selected", of_gate, "No check is of what was selected: not passed."},
    {"interrupted", of_gate, "Somebody stopped it: what was decided stays decided."},
    {"unsteady", term,
     "A subject that is not the same twice: it reads a clock, or chance decides, or a run leaks "
     "into the next, or its state leaves something out."},
    {"boolean", port_sort, "true or false."},
    {"integer", port_sort, "A number without a fraction, from zero on."},
    {"ms", port_sort, "Milliseconds, a number without a fraction, at most 600000."},
    {"id", port_sort, "A small number by which a thing is told again."},
    {"name", port_sort, "A text that the table has, or null for none."},
    {"server_other", of_mock, "The mock IDE answers everything as another web server does."},
    {"pings_stop", of_mock, "The mock IDE sends no pings any more."},
    {"line_torn", of_mock, "The mock IDE sends half a line, then ends the stream."},
    {"stop", of_mock, "The mock IDE ends."},
    {"slow_snapshot", of_mock, "The first snapshot of a stream comes late."},
    {"no_stream_address", of_mock, "The mock IDE's own server has the older address alone."},
    {"must", term, "The level of a rule that a program has to keep: breaking it fails the gate."},
    {"should", term, "The level of a rule that is good to keep."},
    {"proposed", term, "The level of a rule that is not agreed on yet."},
    {"row", term, "A line of an area's table, judged by itself: a tool, a mode, a fault."},
    {"world", term,
     "All that does not depend on the subject in a run: what is there at the start, what happens "
     "beside it, how the other side behaves."},
    {"worlds", term, "How many of them a search stands for: see world."},
    {"check", term,
     "One thing that a gate decides: a directed check, a scenario, a row, random runs of a row, or "
     "whether a rule was exercised."},
    {"directed", term,
     "A check that is a short script of events, with what has to be said to each."},
    {"scenario", term, "One reported race as a file; a gate searches every schedule of it."},
    {"exercised", term, "Some run came to what the rule or the clause is about."},
    {"exhausted", term, "Every state of a row was met: nothing is left within its bounds."},
    {"state", term, "A world at one moment, with the subject and the judge in it."},
    {"story", term, "One run as a print: what each side did, when, and which rule it breaks."},
    {"replay", term, "The printed line that takes a failing run once more, choice by choice."},
    {"shrink", term,
     "A failing run and its scenario made as small as they still show the failure."},
    {"shard", term, "A part of a gate that runs elsewhere: `--shard I/N`, put together by merge."},
    {"lie", term,
     "An OK of what was not processed, or an error of what was: allowed where the signal of the "
     "row cannot tell, in one of its classes."},
    {"soundness", term,
     "How often answers were true and how often not, by row and by what the frontend did."},
    {"false_ok", term, "An OK was said, and the action was not processed."},
    {"false_timeout", term, "An error was said, though the signal had come within the budget."},
    {"unseen_success", term,
     "The action was processed, and nothing that its signal reads changed: no lie."},
    {"coarse", term, "The grid that has only the instants at which a window begins or ends."},
    {"reference", term, "The grid that has every multiple of a step that divides all delays."},
    {"r1", table_of_tools, "What each tool waits for, and how long; `orrery table ack` prints it."},
    {"r2", table_of_tools, "r1, with refresh and select as round trips; `--revision r2`."},
    {"relist", table_of_tools, "r1, and the frontend pushes whatever it lists, changed or not."},
    {"r3", table_of_tools, "r2, with operations that are acknowledged by a reply when they begin."},
    {"incomplete", of_gate, "The gate could not look at all that it was to look at: no verdict."},
    {"nothing_judged", of_gate,
     "What was selected says nothing of the subject: not passed. In files judged_nothing."},
    {"slack", term,
     "How late, in milliseconds, what happened may stand in a trace: a real reaction is written "
     "down a little after what it reacts to."},
    {"capsule", term,
     "One failing run as a file: the scenario, its choices and the build that it failed in."},
    {"schedule", term,
     "The choices of one run, in order: who moves next, and which of the possible latencies it "
     "is."},
    {"subject", term, "What is judged: an engine, a mutant of it, or a program of yours."},
    {"mutant", term,
     "An engine with one planted defect, which the rules that it names must catch."},
    {"level", term, "How much a rule weighs: must, should or proposed."},
    {"clause", term, "One way in which a rule is judged: an act, when it is owed, and by when."},
    {"fingerprint", term, "One number over all that a gate did: equal numbers, equal runs."}};

std::string_view meaning_of(std::span<const port::Meaning> meanings, std::string_view word) {
  const auto found = std::ranges::find(meanings, word, &port::Meaning::word);
  return found == meanings.end() ? std::string_view() : found->says;
}
bool has_meaning(std::span<const port::Meaning> meanings, std::string_view word) {
  return std::ranges::find(meanings, word, &port::Meaning::word) != meanings.end();
}

// Collects each word once for its kind, with all places where it stands.
class Words {
 public:
  explicit Words(std::string_view area) : area_(area) {}

  PortWord& add(std::string_view word, std::string_view kind, std::string_view says,
                std::string_view place) {
    const auto [at, is_new] = index_.try_emplace(
        std::tuple(std::string(word), std::string(kind), std::string(says)), words_.size());
    if (is_new)
      words_.push_back({std::string(word), area_, std::string(kind), std::string(says), {}, {}});
    auto& places = words_[at->second].stands_in;
    if (!place.empty() && std::ranges::find(places, place) == places.end())
      places.emplace_back(place);
    return words_[at->second];
  }
  bool has(std::string_view word, std::string_view kind) const {
    return std::ranges::any_of(
        words_, [&](const PortWord& each) { return each.word == word && each.kind == kind; });
  }
  std::vector<PortWord> take() { return std::move(words_); }

 private:
  std::string area_;
  std::vector<PortWord> words_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> index_;
};

// A sentence of its own, that of the port, or what the member says that it may stand in.
void read_value(const Json& value, const Json& node, const std::string& owner, std::string_view of,
                const port::Meanings& meanings, Words& words) {
  if (!value.is_string()) return;
  const auto word = value.get<std::string>();
  std::string says;
  if (node.contains("const")) says = node.value("description", std::string());
  if (says.empty()) says = meaning_of(meanings.values, word);
  if (says.empty()) says = meaning_of(meanings.messages, word);
  if (says.empty() && !owner.empty()) says = "One of the words of `" + owner + "`.";
  words.add(word, fmt::format("value of {}", of), says, owner);
}

// `of` are the files that the schema is about: "scenario files".
void read_schema(const Json& node, const std::string& owner, std::string_view of,
                 const port::Meanings& meanings, Words& words) {
  if (node.is_array())
    for (const auto& each : node) read_schema(each, owner, of, meanings, words);
  if (!node.is_object()) return;
  if (node.contains("properties"))
    for (const auto& [name, member] : node["properties"].items())
      words.add(name, fmt::format("member of {}", of), member.value("description", std::string()),
                owner);
  if (node.contains("const")) read_value(node["const"], node, owner, of, meanings, words);
  if (node.contains("enum"))
    for (const auto& each : node["enum"]) read_value(each, node, owner, of, meanings, words);
  for (const auto& [name, member] : node.items()) {
    const bool names = name == "properties" || name == "definitions";
    if (!names) read_schema(member, owner, of, meanings, words);
    if (names)
      for (const auto& [inner, what] : member.items())
        read_schema(what, inner, of, meanings, words);
  }
}

// The vocabulary of one area, and the schema of its scenario files.
class PortReader {
 public:
  PortReader(const conformance::Area& area, Words& words)
      : facts_(area.checks().facts()), meanings_(*facts_.meanings), words_(words) {
    const auto said = sim::own_document<Json>(facts_.vocabulary);
    messages(said.at("events"), "event");
    messages(said.at("commands"), "command");
    messages(sim::own_document<Json>(facts_.facts_vocabulary), "fact");
    schema(area.files().schema(), {}, "scenario files");
    schema(area.files().table_schema(), {}, "tool tables");
  }

 private:
  void messages(const Json& all, std::string_view kind) {
    for (const auto& [name, members] : all.items()) {
      words_.add(name, kind, meaning_of(meanings_.messages, name), {}).shape = members.dump();
      within(members, name);
    }
  }

  // A message on a wire stands in a member of another.
  void within(const Json& shape, const std::string& owner) {
    if (shape.is_array()) return within(shape.at(0), owner);
    if (!shape.is_object()) return;
    for (const auto& [name, member] : shape.items()) {
      if (member.is_object() && has_meaning(meanings_.messages, name)) {
        messages(Json{{name, member}}, "message on the wire");
        continue;
      }
      words_.add(name, "member", meaning_of(meanings_.members, name), owner);
      if (member.is_string()) values(member.get<std::string>(), name);
      within(member, owner);
    }
  }

  void values(std::string_view words, const std::string& owner) {
    constexpr std::array sorts{"boolean", "integer", "ms", "id", "name"};
    if (std::ranges::find(sorts, words) != sorts.end()) return;
    while (!words.empty()) {
      const auto end = std::min(words.find('|'), words.size());
      const auto word = words.substr(0, end);
      words_.add(word, "value", meaning_of(meanings_.values, word), owner);
      words.remove_prefix(std::min(end + 1, words.size()));
    }
  }

  void schema(const Json& node, const std::string& owner, std::string_view of) {
    read_schema(node, owner, of, meanings_, words_);
  }

  const conformance::CheckFacts& facts_;
  const port::Meanings& meanings_;
  Words& words_;
};

// "ForeignPush", "foreign-push" and "foreign_push" are one word.
std::string plain(std::string_view name) {
  std::string out;
  for (const char letter : name)
    if (letter != '_' && letter != '-' && letter != ' ')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return out;
}

}  // namespace

std::vector<PortWord> port_words(std::string_view of) {
  std::vector<PortWord> out;
  const auto add = [&](std::vector<PortWord> more) {
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  };
  for (const auto* area : conformance::areas()) {
    if ((!of.empty() && of != area->name()) || area->checks().facts().meanings == nullptr) continue;
    Words words(area->name());
    PortReader(*area, words);
    for (const auto& lack : area->worlds().facts().may_lack)
      words.add(lack.word, "word of without", fmt::format("Cannot happen: {}.", lack.description),
                "without");
    add(words.take());
  }
  if (!of.empty()) return out;
  Words words({});
  const auto text = sim::text_of_file((scenario_folder() / "vectors.schema.json").string(),
                                      {"schema", std::size_t{1} << 20});
  if (const auto* schema = std::get_if<std::string>(&text)) {
    const auto read = sim::read_document<Json>(*schema);
    if (const auto* vectors = std::get_if<Json>(&read))
      read_schema(*vectors, {}, "vector files", {}, words);
  }
  for (const auto& row : protocol_words) words.add(row.word, row.kind, row.says, {}).shape = {};
  add(words.take());
  return out;
}

std::vector<PortWord> port_words_named(std::string_view name) {
  auto out = port_words();
  const auto wanted = plain(name);
  std::erase_if(out, [&](const PortWord& word) { return plain(word.word) != wanted; });
  // What a gate prints comes before what messages and files are made of.
  std::stable_partition(out.begin(), out.end(), [](const PortWord& word) {
    return word.kind == of_gate || word.kind == of_result || word.kind == term ||
           word.kind == table_of_tools;
  });
  // A file says the words of the port in their own meaning: that is told once.
  std::vector<PortWord> kept;
  for (auto& word : out) {
    const auto same = std::ranges::find_if(kept, [&](const PortWord& other) {
      return other.says == word.says && other.area == word.area;
    });
    if (same == kept.end()) {
      kept.push_back(std::move(word));
      continue;
    }
    for (auto& place : word.stands_in)
      if (std::ranges::find(same->stands_in, place) == same->stands_in.end())
        same->stands_in.push_back(std::move(place));
  }
  return kept;
}

}  // namespace tools
