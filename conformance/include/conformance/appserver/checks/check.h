// A directed check of a client of the app-server: one rule, one sentence, one verdict, over events
// and commands, or over lines and texts. For what searches cannot show well: capacities, long
// series of timers, the words of the dialects, secrets, the queue.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/appserver/mutants/parts.h"
#include "conformance/area/check_verdict.h"
#include "sim/appserver/subject.h"

namespace conformance::appserver {

// The thing under test. Records what it was told and what it answered.
class Client {
 public:
  // "engine", or "mutant:NAME" of a client's, which must exist. `opts_out`: bits of opt_out.
  explicit Client(std::string_view subject, std::uint8_t opts_out = 0);

  port::appserver::Commands step(const port::appserver::Event& event);
  const Parts& parts() const { return parts_; }

  struct Step {
    port::appserver::Event event;
    port::appserver::Commands commands;
  };
  const std::vector<Step>& trace() const { return trace_; }

 private:
  std::shared_ptr<const sim::appserver::Subject> subject_;
  sim::appserver::SubjectState state_;
  Parts parts_;
  std::vector<Step> trace_;
};

class Talk;  // A private header has it.
CheckVerdict converse(const Client& client, void (*script)(Talk&));

struct Check {
  std::string_view rule;  // Key into spec::appserver::protocol_rules.
  std::string_view says;
  Script<Client, Talk> run;
  bool beyond_port = false;   // About lines and texts.
  std::uint8_t opts_out = 0;  // Of what the client is made with.
};

// A check never skips: what it needs first and does not get makes it fail.
std::span<const Check> checks();
// Of a subject by this name, made as the check wants it.
CheckVerdict verdict_of(const Check& check, std::string_view subject);

}  // namespace conformance::appserver
