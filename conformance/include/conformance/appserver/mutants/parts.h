// What the driver of a client has beside its engine, each as a function that a mutant may replace.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "conformance/appserver/mutants/mutant.h"
#include "engine/appserver/account.h"
#include "engine/appserver/details.h"
#include "engine/appserver/inbox.h"
#include "engine/appserver/router.h"
#include "engine/appserver/secrets.h"
#include "sim/appserver/plan.h"

// Its header reads all of JSON.
namespace sim::appserver {
class Wire;
struct Decoded;
}  // namespace sim::appserver

namespace conformance::appserver {

sim::appserver::Decoded read_line_of_mock(sim::appserver::Wire& wire, std::string_view line);
std::string write_line_of_mock(sim::appserver::Wire& wire,
                               const port::appserver::ToClient& message);

struct Parts {
  std::string (*masked)(std::string_view command) = engine::appserver::masked;
  bool (*offer)(engine::appserver::Inbox& inbox, const port::appserver::ToClient& message) =
      [](engine::appserver::Inbox& inbox, const port::appserver::ToClient& message) {
        return inbox.offer(message);
      };
  engine::rpc::Reason (*encode)(const engine::appserver::Dialect& dialect,
                                const engine::appserver::Names& names,
                                const engine::appserver::Client& client,
                                const port::appserver::ToServer& message,
                                std::string& out) = engine::appserver::encode;
  engine::appserver::Heard (*decode)(
      const engine::appserver::Dialect& dialect, engine::appserver::Names& names,
      port::appserver::ProcessId process,
      const engine::rpc::Message& message) = engine::appserver::decode;
  engine::appserver::AccountActs (*account)(engine::appserver::Account& account,
                                            const engine::appserver::AccountEvent& event) =
      engine::appserver::step;
  std::optional<engine::appserver::Detail> (*detail)(engine::appserver::Details& details,
                                                     const engine::rpc::Message& message) =
      engine::appserver::detail_news;
  port::appserver::Settings settings = engine::appserver::default_settings;
  // Of the mock server: what a line comes to, what it writes, and a fault that it has.
  sim::appserver::Decoded (*read_line)(sim::appserver::Wire& wire,
                                       std::string_view line) = read_line_of_mock;
  std::string (*write_line)(sim::appserver::Wire& wire,
                            const port::appserver::ToClient& message) = write_line_of_mock;
  std::optional<sim::appserver::PlannedFault> fault = {};
  std::string_view codec = "engine";  // That fuzz::make_subject knows.
};

// Those of the mutant; of null, those that the engine has.
Parts parts_of(const MutantLine* mutant);

}  // namespace conformance::appserver
