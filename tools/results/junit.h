// JUnit XML, as GitLab and the common GitHub actions show it: a suite per kind of check, a
// test case per check. Real time is told of what was measured alone: rows of one search, and rules
// that other checks met, have none.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "conformance/gate/report.h"
#include "results/places.h"
#include "results/verdict.h"

namespace tools {

// The first test case is the verdict of the gate.
std::string junit_xml(std::span<const conformance::CheckResult> results, const Places& places,
                      const GateEnd& end);

// For the text of an element or of an attribute. What XML cannot hold is written out:
// a control character as "\x1b", bytes that are no UTF-8 likewise.
std::string xml_escaped(std::string_view text);

// Whether this result turns the gate red: broken, or a MUST that was not exercised.
bool fails_gate(const conformance::CheckResult& result);

}  // namespace tools
