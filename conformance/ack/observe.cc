#include "conformance/ack/observe.h"

namespace conformance::ack {
namespace {

namespace e = engine::ack;
namespace s = spec::ack;

template <class Engine, class Spec>
consteval bool same(Engine engine, Spec spec) {
  return static_cast<int>(engine) == static_cast<int>(spec);
}

// clang-format off
static_assert(same(e::SignalKind::None, s::SignalKind::None));
static_assert(same(e::SignalKind::RoundTrip, s::SignalKind::RoundTrip));
static_assert(same(e::SignalKind::GenerationAdvanced, s::SignalKind::GenerationAdvanced));
static_assert(same(e::SignalKind::SoftDialogAppeared, s::SignalKind::SoftDialogAppeared));
static_assert(same(e::SignalKind::SoftDialogDisappeared, s::SignalKind::SoftDialogDisappeared));
static_assert(same(e::SignalKind::WindowAppeared, s::SignalKind::WindowAppeared));
static_assert(same(e::SignalKind::WindowDisappeared, s::SignalKind::WindowDisappeared));
static_assert(same(e::SignalKind::WindowCountBelow, s::SignalKind::WindowCountBelow));
static_assert(same(e::ProbeKind::Generation, s::ProbeKind::Generation));
static_assert(same(e::ProbeKind::SoftDialog, s::ProbeKind::SoftDialog));
static_assert(same(e::ProbeKind::Windows, s::ProbeKind::Windows));
static_assert(same(e::Pane::Left, s::Pane::Left));
static_assert(same(e::Pane::Right, s::Pane::Right));
static_assert(same(e::Pane::Unknown, s::Pane::Unknown));
static_assert(same(e::PushKind::State, s::PushKind::State));
static_assert(same(e::PushKind::Tabs, s::PushKind::Tabs));
static_assert(same(e::Status::Ok, s::Status::Ok));
static_assert(same(e::Status::UnknownTool, s::Status::UnknownTool));
static_assert(same(e::Status::InvalidParams, s::Status::InvalidParams));
static_assert(same(e::Status::Missing, s::Status::Missing));
static_assert(same(e::Status::NotReady, s::Status::NotReady));
static_assert(same(e::Status::Busy, s::Status::Busy));
static_assert(same(e::Status::Failed, s::Status::Failed));
// clang-format on

}  // namespace
}  // namespace conformance::ack
