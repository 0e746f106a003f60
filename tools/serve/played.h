// What a turn of the mock server plays: a script, and its texts.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "serve/results.h"
#include "sim/appserver/plan.h"

namespace tools::serve {

using sim::appserver::Announced;

struct Played {
  sim::appserver::TurnScript script;
  std::string prompt = {};
  std::string cwd = {};
  std::string command = {};  // That its command item runs; empty: those of the script have names.
  std::string patch = {};    // Likewise: the file that its patch writes.
  std::vector<std::vector<std::string>> texts = {};  // By item and part; none: the script's.
  std::vector<Json> items = {};  // Likewise, by item: what one has that the port has no word for.
  std::string ask = {};          // A request of another shape, in place of the approval,
  Json ask_params = {};          // with these of its own.
  std::string beside = {};       // A command that goes on behind the turn.
  std::vector<std::string> plan = {};  // The steps of a plan that it follows, one an item.
  Json tool_result = {};               // Of its call of a tool, once that has ended.
  std::optional<Announced> subagent = {};
  std::string subagent_prompt = {};
};

// The texts among the items of an input, one after the other.
std::string prompt_of(const Json& input);
// The prompt, and what may stand in it behind a prefix of the client's, such as "User: ".
std::vector<std::string> readings_of(const std::string& prompt);

// What is answered where no word of the prompt asks for something else.
struct Answers {
  std::string cwd = {};    // Of the thread.
  std::string reply = {};  // None: the prompt again.
  Json schema = {};        // That the answer has to be of, or null.
};
// The rules for a prompt that names no scenario: docs/SERVE.md.
Played played_by_rules(const std::string& prompt, const Answers& answers);

// A script of a scenario, whose texts are its own.
Played played_by_script(const sim::appserver::TurnScript& script, const std::string& prompt);
Played played_review(const std::string& target);
Played played_compaction();
Played played_shell(const std::string& command);

// The answer behind a command that was declined, in as many parts as that behind one that ran.
std::vector<std::string> declined_answer(const std::string& command);

// The text up to so many parts of an item, or that part of it.
std::string first_parts(const Played& played, std::size_t item, std::size_t parts);
std::string part(const Played& played, std::size_t item, std::size_t which);

}  // namespace tools::serve
