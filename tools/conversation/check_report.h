// What `orrery check` says of one recording, as text or as JSON Lines.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "recordings/appserver/check.h"
#include "results/known_file.h"

namespace tools {

class CheckReport {
 public:
  // The names of the files of the client's and the server's lines; the same for a recording.
  // `known`: what is known to fail; what became of it is noted there.
  CheckReport(std::array<std::string, 2> names, bool json, KnownFindings& known)
      : names_(std::move(names)), json_(json), known_(known) {}

  // Findings are printed with the notes: then it is known how often each came up.
  void take(const conformance::appserver::TranscriptFinding& finding);
  void difference(const conformance::appserver::RecordedLine& line, const std::string& says);
  void refused(const std::string& name, const conformance::appserver::BadInput& error);
  // Prints the findings, the notes and the summary.
  void finish(const conformance::appserver::TranscriptCheck& check, std::uint64_t lines,
              std::uint64_t compared);

  // What failed and is not known, for a list.
  const std::vector<KnownFinding>& unknown() const { return unknown_; }
  bool failed() const { return failed_; }
  bool not_judged() const { return not_judged_; }
  bool differs() const { return differs_; }

 private:
  struct Told {
    conformance::appserver::TranscriptFinding finding;
    std::string known_because;  // Empty: it is not known.
  };
  struct Note {
    spec::appserver::Place place;
    std::uint64_t count = 0;
  };

  const std::string& name_of(const spec::appserver::Place& place) const;
  void print(const Told& told, std::uint64_t times) const;
  void print_notes() const;

  std::array<std::string, 2> names_;
  bool json_;
  KnownFindings& known_;
  bool failed_ = false, not_judged_ = false, differs_ = false;
  std::vector<Told> findings_;
  std::vector<KnownFinding> unknown_;
  std::map<std::string, Note> notes_;
};

}  // namespace tools
