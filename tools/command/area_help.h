// What the help of a command says of the areas that there are: paragraphs below what the command
// does.
#pragma once
#include <string>

namespace tools {

std::string help_of_gates();   // The areas that `orrery conform` judges.
std::string help_of_tables();  // Those that `orrery table` prints.
std::string help_of_worlds();  // The names of worlds that are no scenarios.
std::string help_of_words();   // What the areas have words of their own for.

// "Of the tables that have some (ack: r1, r2); the first by default."
std::string help_of_revisions();

}  // namespace tools
