#include "port/ack/show.h"

#include <fmt/format.h>

#include "port/visit.h"

namespace port::ack {
namespace {

std::string_view at(std::span<const std::string_view> names, std::uint8_t index) {
  return index < names.size() ? names[index] : std::string_view("?");
}

// Nobody's goes without saying.
std::string by(CallId id) {
  return id == no_call ? std::string() : fmt::format(" by={}", id.value);
}

std::string of(PathId path) {
  return path == no_path ? std::string() : fmt::format(" path={}", path.value);
}

std::string text(const Names& names, const Probe& probe) {
  if (probe.subject == no_subject) return std::string(word(probe.kind));
  return fmt::format("{}({}{})", word(probe.kind), name_of(names, probe.subject), of(probe.path));
}
std::string text(const Reading& reading) {
  if (!reading.exists) return "absent";
  const auto detail = reading.detail == 0 ? "" : fmt::format(" detail={}", reading.detail);
  return fmt::format("value={}{}", reading.value, detail);
}
// "viewer-2 path=1".
std::string window(const Names& names, SubjectId label, std::uint8_t number, PathId path) {
  std::string out(name_of(names, label));
  if (number != 0) out += fmt::format("-{}", number);
  return out + of(path);
}
// "error=3", "error=3 blocked".
std::string error(TextId text, Refusal refusal) {
  auto out = fmt::format("error={}", text.value);
  if (refusal != Refusal::Other) out += fmt::format(" {}", word(refusal));
  return out;
}
std::string version(std::uint32_t version) {
  return version == 0 ? std::string() : fmt::format(" version={}", version);
}
std::string text(const Names& names, const Response& response) {
  const bool missing = response.status == Status::Missing;
  std::string out(word(response.status));
  if (missing || response.signal != Signal{})
    out += (missing ? "=" : " signal=") + show(names, response.signal);
  if (missing || response.elapsed != Duration::zero())
    out += fmt::format(" elapsed={}ms", response.elapsed.count());
  if (response.status == Status::Failed || response.text != TextId{})
    out += fmt::format(" text={}", response.text.value);
  if (response.refusal != Refusal::Other) out += fmt::format(" {}", word(response.refusal));
  if (response.doing != Doing::Unsaid) out += fmt::format(" doing={}", word(response.doing));
  return out;
}

// Whatever is seen, by its type.
struct Words {
  const Names& names;

  std::string operator()(const Called& x) const {
    return fmt::format("Called call={} {}", x.call.value, show(names, x.request));
  }
  std::string operator()(const Captured& x) const {
    return fmt::format("Captured call={} {}", x.call.value, text(x.reading));
  }
  std::string operator()(const Looked& x) const {
    return fmt::format("Looked call={} {}", x.call.value, text(x.reading));
  }
  std::string operator()(const TimerFired& x) const {
    return fmt::format("TimerFired call={}", x.call.value);
  }
  std::string operator()(const Replied& x) const {
    const auto what = x.ok ? std::string("ok") : error(x.text, x.refusal);
    return fmt::format("Replied request={} {}", x.request.value, what);
  }
  std::string operator()(const StoreReady&) const { return "StoreReady"; }
  std::string operator()(const Pushed& x) const {
    return fmt::format("Pushed {} {}{}", word(x.kind), word(x.pane), version(x.version));
  }
  std::string operator()(const FocusMoved& x) const {
    return fmt::format("FocusMoved {}", word(x.pane));
  }
  std::string operator()(const Cancelled& x) const {
    return fmt::format("Cancelled call={}", x.call.value);
  }

  std::string operator()(const TimePassed& x) const {
    return fmt::format("TimePassed {}ms", x.time.count());
  }
  std::string operator()(const Processed& x) const {
    return fmt::format("Processed call={}{}", x.call.value, version(x.version));
  }
  std::string operator()(const ProcessedElsewhere& x) const {
    return fmt::format("ProcessedElsewhere call={}", x.call.value);
  }
  std::string operator()(const ProcessedLate& x) const {
    return fmt::format("ProcessedLate {}", show(names, x.request));
  }
  std::string operator()(const Stands& x) const {
    return fmt::format("Stands {} value={}", word(x.of), x.value);
  }
  std::string operator()(const ListenersLeft& x) const {
    return fmt::format("ListenersLeft {}", x.count);
  }
  std::string operator()(const TakenBack& x) const {
    return fmt::format("TakenBack call={}", x.call.value);
  }
  std::string operator()(const TrackerReady&) const { return "TrackerReady"; }
  std::string operator()(const WindowsReady&) const { return "WindowsReady"; }
  std::string operator()(const TrackerTold& x) const {
    return fmt::format("TrackerTold {} {}{}", name_of(names, x.dialog), x.open ? "open" : "closed",
                       by(x.by));
  }
  std::string operator()(const WindowOpened& x) const {
    return fmt::format("WindowOpened {}{}", window(names, x.window, x.number, x.path), by(x.by));
  }
  std::string operator()(const WindowClosed& x) const {
    return fmt::format("WindowClosed {}{}", window(names, x.window, x.number, x.path), by(x.by));
  }
  std::string operator()(const FrontendRestarted&) const { return "FrontendRestarted"; }
  std::string operator()(const PanesRead& x) const {
    return fmt::format("PanesRead {}", text(x.told));
  }

  std::string operator()(const Capture& x) const {
    return fmt::format("Capture call={} {}", x.call.value, text(names, x.probe));
  }
  std::string operator()(const Dispatch& x) const {
    if (x.request == RequestId{}) return fmt::format("Dispatch call={}", x.call.value);
    return fmt::format("Dispatch call={} request={}", x.call.value, x.request.value);
  }
  std::string operator()(const Look& x) const {
    return fmt::format("Look call={} {}", x.call.value, text(names, x.probe));
  }
  std::string operator()(const SetTimer& x) const {
    return fmt::format("SetTimer call={} after={}ms", x.call.value, x.after.count());
  }
  std::string operator()(const CancelTimer& x) const {
    return fmt::format("CancelTimer call={}", x.call.value);
  }
  std::string operator()(const NoteHeld& x) const {
    return fmt::format("NoteHeld call={} {}", x.call.value, show(names, x.signal));
  }
  std::string operator()(const NoteStillOpen& x) const {
    return fmt::format("NoteStillOpen call={}{}", x.call.value, of(x.path));
  }
  std::string operator()(const Respond& x) const {
    return fmt::format("Respond call={} {}", x.call.value, text(names, x.response));
  }

  std::string operator()(const Heard& x) const { return show(names, x); }
  std::string operator()(const Fact& x) const { return show(names, x); }
  std::string operator()(const Command& x) const { return show(names, x); }
};

}  // namespace

// The cause of a reply is the round trip that it names anyway.
std::string show(const Names& names, const Heard& heard) {
  const bool reply = std::holds_alternative<Replied>(heard.what);
  return show(names, heard.what) + (reply ? std::string() : by(heard.by));
}
std::string show(const Names& names, const Happening& what) {
  return port::visit(Words{names}, what);
}
std::string show(const Names& names, const Fact& fact) { return port::visit(Words{names}, fact); }
std::string show(const Names& names, const Command& command) {
  return port::visit(Words{names}, command);
}
std::string show(const Names& names, const Seen& seen) { return port::visit(Words{names}, seen); }

std::string show(const Names& names, const Signal& signal) {
  const auto subject = name_of(names, signal.subject);
  switch (signal.kind) {
    case SignalKind::None:
    case SignalKind::RoundTrip: return std::string(word(signal.kind));
    case SignalKind::GenerationAdvanced:
      return fmt::format("{}{{from={}}}", word(signal.kind), signal.bound);
    case SignalKind::WindowCountBelow:
      return fmt::format("{}{{{}, {}}}", word(signal.kind), subject, signal.bound);
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared:
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared: break;
  }
  return fmt::format("{}{{{}}}", word(signal.kind), subject);
}

std::string show(const Names& names, const Request& request) {
  auto out = show(names, request.tool, request.target, When::Always);
  if (request.auto_confirm) out += " auto_confirm";
  if (request.one) out += " one";
  out += of(request.path);
  return out;
}

std::string show(const Names& names, ToolId tool, TargetId target, When when) {
  std::string out(name_of(names, tool));
  if (target != no_target) out += fmt::format(" {}", name_of(names, target));
  if (when != When::Always) out += fmt::format(" {}", word(when));
  return out;
}

std::string_view name_of(const Names& names, ToolId tool) { return at(names.tools, tool.value); }
std::string_view name_of(const Names& names, TargetId target) {
  return target == no_target ? std::string_view() : at(names.targets, target.value);
}
std::string_view name_of(const Names& names, SubjectId subject) {
  return subject == no_subject ? std::string_view() : at(names.subjects, subject.value);
}

}  // namespace port::ack
