// Faults as a user asks for them, of whoever speaks as a server or passes on what one says.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command/options.h"
#include "faults/outbox.h"
#include "sim/appserver/faults.h"
#include "sim/search/rng.h"

namespace tools::faults {

using sim::appserver::ByteFault;
using sim::appserver::Fault;

struct PlannedBytes {
  ByteFault what{};
  std::uint64_t nth = 1;  // Line of the server, from 1.
};

struct Settings {
  std::vector<sim::appserver::PlannedFault> planned = {};  // At most faults_max.
  std::vector<PlannedBytes> bytes = {};
  // Besides, a step goes wrong with this probability, by one of these where one of them can
  // happen.
  double rate = 0;
  std::vector<Fault> drawn = {};
  std::vector<ByteFault> drawn_bytes = {};
  std::uint64_t seed = 1;

  bool any() const { return !planned.empty() || !bytes.empty() || rate > 0; }
};

// The options `fault`, `fault-rate`, `seed` and `faults` of a command.
void add_options(CommandLine& line);
// What they say. `possible`: whether the command knows this one; `drawn`: the ones that a rate
// alone draws from.
using Which = bool (*)(Fault);
Settings settings_of(const CommandLine& line, Which possible, Which drawn);
// What there is, a line each.
std::string listing(Which possible);
// As it is asked for: "drop_notice:item_delta@2".
std::string show(const sim::appserver::PlannedFault& fault);
std::string show(const PlannedBytes& fault);

// Is told of each fault that happens.
using Told = std::function<void(std::string_view fault)>;
// Says the first hundred on stderr, as `command`: nobody may read it, and it must not fill up.
// `what`: what it is told of.
Told told_on_stderr(std::string command, std::string what = "fault");

// Lines as they are written, with the faults of bytes that hit them.
class Lines {
 public:
  Lines(const Settings& settings, Told told)
      : settings_(settings), told_(std::move(told)), rng_(settings.seed) {}

  // The next line, without its newline. `fault`: what hits it in any case.
  void put(std::string_view line, bool late, std::vector<Outgoing>& out,
           std::optional<ByteFault> fault = std::nullopt);

  // The line that was begun has no end: no more is said.
  bool endless() const { return endless_; }
  std::uint64_t count() const { return count_; }
  // Those that hit nothing.
  std::vector<PlannedBytes> missed() const;

 private:
  std::optional<ByteFault> draw();

  const Settings& settings_;
  Told told_;
  sim::Rng rng_;
  std::uint64_t count_ = 0;
  bool endless_ = false;
};

// Whether it happens this time.
bool happens(double probability, sim::Rng& rng);

}  // namespace tools::faults
