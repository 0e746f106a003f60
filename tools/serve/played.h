// What a turn of the mock server plays: a script, and its texts.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/appserver/plan.h"

namespace tools::serve {

using Json = nlohmann::ordered_json;

struct Played {
  sim::appserver::TurnScript script;
  std::string prompt;
  std::string command;  // That its command item runs; empty: those of the script have names.
  std::vector<std::vector<std::string>> texts = {};  // By item and part; none: the script's.
};

// The texts among the items of an input, one after the other.
std::string prompt_of(const Json& input);

// The rules for a prompt that names no scenario: "run COMMAND" asks for approval of that command;
// anything else is echoed.
Played played_by_rules(const std::string& prompt);

// A script of a scenario, whose texts are its own.
Played played_by_script(const sim::appserver::TurnScript& script, const std::string& prompt);

// The answer behind a command that was declined, in as many parts as that behind one that ran.
std::vector<std::string> declined_answer(const std::string& command);

// The text up to so many parts of an item, or that part of it.
std::string first_parts(const Played& played, std::size_t item, std::size_t parts);
std::string part(const Played& played, std::size_t item, std::size_t which);

}  // namespace tools::serve
