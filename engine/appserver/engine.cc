#include "engine/appserver/engine.h"

#include <algorithm>
#include <type_traits>

#include "appserver/calls.h"
#include "appserver/chats.h"
#include "appserver/descendants.h"
#include "appserver/items.h"
#include "appserver/process.h"
#include "appserver/turns.h"
#include "port/visit.h"

namespace engine::appserver {

static_assert(std::has_unique_object_representations_v<BasicState<Live>>,
              "a state is hashed as bytes");
static_assert(std::has_unique_object_representations_v<BasicState<Small>>);
static_assert(sizeof(BasicState<Small>) <= 820);

template <class Capacity>
void BasicEngine<Capacity>::step(const Event& event, Commands& out) {
  CHECK(event.at >= state_.now);
  CHECK(event.at.time_since_epoch() <= clock_span);
  CHECK(limits_->crashes_max >= 1);
  CHECK(limits_->crashes_max <= crashes_room);
  state_.now = event.at;
  Run<Capacity> run(*limits_, seed_, state_, out);
  port::visit([&](const auto& what) { run.on(what); }, event.what);
}

template <class Capacity>
Commands BasicEngine<Capacity>::step(const Event& event) {
  Commands out;
  step(event, out);
  return out;
}

template <class Capacity>
void BasicEngine<Capacity>::rebase(Instant now) {
  CHECK(now >= state_.now);
  const Duration passed = now.time_since_epoch();
  CHECK(passed <= clock_span);
  state_.now = {};
  auto& crashes = state_.server.crashes;
  while (!crashes.empty() && now - crashes[0] > limits_->healthy) crashes.erase(0);
  for (Instant& crash : crashes) crash -= passed;
  for (Call& call : state_.calls)
    if (call.id != no_request) call.give_up = std::max(call.give_up - passed, Instant{});
}

template class BasicEngine<Live>;
template class BasicEngine<Small>;

}  // namespace engine::appserver
