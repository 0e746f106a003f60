// Events, commands and facts of the acknowledgement in short words, for prints and stories:
// "Respond call=2 missing=SoftDialogAppeared{about} elapsed=1500ms".
//
// The names are those of the table by which the calls are made; an id beyond them shows as "?".
#pragma once
#include <string>
#include <string_view>

#include "port/ack/facts.h"
#include "port/meanings.h"

namespace port::ack {

std::string show(const Names& names, const Heard& heard);
std::string show(const Names& names, const Happening& what);
std::string show(const Names& names, const Fact& fact);
std::string show(const Names& names, const Command& command);
std::string show(const Names& names, const Seen& seen);

// "GenerationAdvanced{from=4}".
std::string show(const Names& names, const Signal& signal);
// "dialog_close file-viewer one".
std::string show(const Names& names, const Request& request);
// The requests that a row is for: "copy asking", "dialog_close file-viewer all".
std::string show(const Names& names, ToolId tool, TargetId target, When when);

std::string_view name_of(const Names& names, ToolId tool);
std::string_view name_of(const Names& names, TargetId target);    // Empty: none.
std::string_view name_of(const Names& names, SubjectId subject);  // Empty: none.

// What the words mean.
const Meanings& meanings();

}  // namespace port::ack
