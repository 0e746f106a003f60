// A mock server that was started, and what it says, in words.
#pragma once
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "port/appserver/show.h"
#include "sim/appserver/server.h"

namespace sim::appserver {

inline constexpr ThreadId thread_one{1};
inline constexpr TurnId turn_one{1};

using Lines = std::vector<std::string>;

class Running {
 public:
  explicit Running(ServerPlan plan) : plan_(std::move(plan)), server_(initial_server(plan_)) {
    turn([](ServerTurn& turn) { turn.start(); });
  }

  Lines hear(const ToServer& message) {
    return turn([&](ServerTurn& turn) { turn.hear(message); });
  }
  Lines step(std::size_t thread = 0) {
    return turn([thread](ServerTurn& turn) { turn.step(thread); });
  }
  // Steps for as long as it can.
  Lines steps() {
    Lines out;
    while (may_step())
      for (auto& line : step()) out.push_back(std::move(line));
    return out;
  }
  bool may_step(std::size_t thread = 0) {
    SpokenList none;
    return ServerTurn(plan_, server_, none).may_step(thread);
  }
  Running& ready() {
    hear(Request{.id = {1}, .method = Method::Initialize});
    hear(Initialized{});
    hear(Request{.id = {2}, .method = Method::ThreadStart});
    return *this;
  }
  Running& in_turn() {
    ready().hear(Request{.id = {3}, .method = Method::TurnStart, .thread = thread_one});
    return *this;
  }
  Lines interrupt() {
    return hear(Request{
        .id = {4}, .method = Method::TurnInterrupt, .thread = thread_one, .turn = turn_one});
  }
  const Server& state() const { return server_; }
  std::vector<bool> late = {};

 private:
  Lines turn(auto what) {
    SpokenList spoken;
    ServerTurn turn(plan_, server_, spoken);
    what(turn);
    Lines out;
    for (const auto& each : spoken) {
      late.push_back(each.late);
      out.push_back(std::visit([](const auto& one) { return line(one); }, each.what));
    }
    return out;
  }
  // Without the words of an error, which are always the same.
  static std::string line(const ToClient& message) {
    auto out = show(message);
    if (const auto words = out.find(" text=11"); words != out.npos) out.erase(words);
    return out;
  }
  static std::string line(const CarriedOut& fact) { return show(Fact(fact)); }

  ServerPlan plan_;
  Server server_;
};

inline ServerPlan plan_of(std::vector<ItemScript> items, std::vector<PlannedFault> faults = {}) {
  ServerPlan out;
  out.turns = {{.items = std::move(items)}};
  out.faults = std::move(faults);
  return out;
}
inline ServerPlan with_fault(Fault what, std::vector<ItemScript> items = {{}}) {
  return plan_of(std::move(items), {{.what = what}});
}
inline ServerPlan draft(ServerPlan plan = {}) {
  plan.dialect = find_dialect("draft");
  return plan;
}
inline const ItemScript command{.kind = ItemKind::Command, .subject = {7}, .asks = true};

}  // namespace sim::appserver
