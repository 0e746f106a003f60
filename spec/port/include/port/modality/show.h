// Events, commands and facts of the area modality in short words: "CloseDialog d1 lane=monitor".
//
// For stories, prints of failures and checks. Equal values give equal texts. The main lane goes
// without saying.
#pragma once
#include <span>
#include <string>

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

}  // namespace port::modality
