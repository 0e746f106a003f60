// What a gate came to, in the formats that CI systems read.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "conformance/gate/report.h"
#include "results/words.h"

namespace tools {

// Where a check stands in the repository of whoever runs it: what CI systems show it beside.

struct Place {
  std::string file;      // Relative to the repository, with slashes.
  std::size_t line = 1;  // That names the rule, or else the first.
  bool operator==(const Place&) const = default;
};

// "src/agent.py", "src/agent.py:12". Nothing of a line that is no number from 1.
std::optional<Place> parse_place(std::string_view text);

class Places {
 public:
  // Of the repository that the program was started in, or else of that folder. `subject` is who is
  // judged: "exec:python3 mine.py". `given` is what to look at, if somebody says so.
  explicit Places(std::string_view subject, std::optional<Place> given = {});
  // `root` is the repository; absolute.
  Places(std::filesystem::path root, std::string_view subject);

  // None for what has no file of its own there: scenarios that came with the program have none.
  std::optional<Place> of(const conformance::CheckResult& result) const;
  // That, or else the first word of the subject that is a file of the repository: what to look at.
  std::optional<Place> to_look_at(const conformance::CheckResult& result) const;

 private:
  std::optional<std::string> relative(const std::filesystem::path& path) const;

  std::filesystem::path root_;
  std::optional<Place> program_;
};

// JUnit XML, as GitLab and the common GitHub actions show it: a suite per kind of check, a
// test case per check. Real time is told of what was measured alone: rows of one search, and rules
// that other checks met, have none. The first test case is the verdict of the gate.
std::string junit_xml(std::span<const conformance::CheckResult> results, const Places& places,
                      const GateEnd& end);

// For the text of an element or of an attribute. What XML cannot hold is written out:
// a control character as "\x1b", bytes that are no UTF-8 likewise.
std::string xml_escaped(std::string_view text);

// Whether this result turns the gate red: broken, or a MUST that was not exercised.
bool fails_gate(const conformance::CheckResult& result);

// TAP version 14, for whatever reads it: a test point per check, with what a failure says.
std::string tap_text(std::span<const conformance::CheckResult> results, const GateEnd& end);

// SARIF 2.1.0 (OASIS, 2020), as code scanning and editors read it: the rules that there are, and a
// result per check that turns the gate red. What the harness itself failed at is a notification.
// A result has the place to look at, if the repository has one; the same check has the same
// fingerprint in every run.
std::string sarif_json(std::span<const conformance::CheckResult> results, const Places& places,
                       const GateEnd& end);

// Whether a GitHub runner reads what this program prints.
bool on_github();

// Workflow commands: a failure becomes an annotation on the page of a GitHub run. One "::error"
// line per result that turns the gate red, as many as GitHub shows; beside what the repository has
// to look at.
std::string github_annotations(std::span<const conformance::CheckResult> results,
                               const Places& places);

// Markdown, as GitHub shows it, of texts that may hold anything: in one line and as it stands.
// Nothing in it is markup, a link, a cell or a control character.
std::string markdown_escaped(std::string_view text);

// A block of code. Its fence is longer than any run of backticks in it.
std::string markdown_fenced(std::string_view text);

}  // namespace tools
