// What a server says on its way to its client, and what goes wrong on it: the faults of messages
// and of bytes that the mock server has, too (sim/appserver/faults.h).
//
// The same bytes of both sides, settings and seed give the same bytes.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/appserver/dialect.h"
#include "engine/codec/rpc.h"
#include "faults/settings.h"

namespace tools::proxy {

class Passing {
 public:
  // All outlive it.
  Passing(const faults::Settings& settings, const engine::appserver::Dialect& dialect,
          faults::Told told);

  // What the client says: of which methods the answers will be.
  void hear(std::string_view bytes);
  // What becomes of what the server says. A line waits for its end if there are faults at all.
  void feed(std::string_view bytes, std::vector<faults::Outgoing>& out);
  // The server says nothing more.
  void finish(std::vector<faults::Outgoing>& out);

  // Its last line goes on for ever.
  bool endless() const { return lines_.endless(); }
  std::uint64_t lines() const { return lines_.count(); }
  std::uint64_t injected() const { return injected_; }
  // Those that hit nothing, as they were asked for.
  std::vector<std::string> missed() const;

 private:
  // A whole line of the server: an answer, something else with a method, or neither.
  struct Message {
    bool is_answer = false, is_notice = false;
    std::optional<port::appserver::Method> method = {};
    std::optional<std::size_t> kind = {};  // The alternative of ToClient.
  };
  class Way;

  Message read(std::string_view line);
  void take(const std::string& line, std::vector<faults::Outgoing>& out);
  void draw(const Message& message);
  void note(std::string_view fault);

  const faults::Settings& settings_;
  const engine::appserver::Dialect& dialect_;
  faults::Told told_;
  faults::Lines lines_;
  sim::Rng rng_;
  std::vector<sim::appserver::PlannedFault> planned_;  // The last one is drawn.
  std::vector<sim::appserver::FaultCount> counts_;     // Of each.
  sim::appserver::Dares dares_ = 0;
  engine::rpc::Decoder client_, server_;
  std::map<std::string, port::appserver::Method> asked_;  // By id; no answer yet.
  std::string open_;                                      // A line that has not ended.
  std::string kept_back_;
  sim::appserver::Kept kept_{};
  std::uint64_t injected_ = 0;
};

}  // namespace tools::proxy
