// Events, commands and facts of the area modality in short words, for stories, prints of failures
// and checks: "CloseDialog d1 operation=monitor". Equal values give equal texts. The main operation
// goes without saying.
#pragma once
#include <span>
#include <string>

#include "port/meanings.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "port/show.h"

namespace port::modality {

std::string show(const Happening& what);
std::string show(const Event& event);  // "1.500s BodyReturned"
std::string show(const Command& command);
std::string show(std::span<const Command> commands);  // "nothing" if there are none.
std::string show(const Fact& fact);

// What the words mean.
const Meanings& meanings();

}  // namespace port::modality
