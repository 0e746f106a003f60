// Facts and acts in short words, for prints of failures.
#include <array>
#include <string>
#include <string_view>

#include "show_words.h"
#include "spec/ack/judge.h"

namespace spec::ack {
namespace {

// clang-format off
constexpr std::array<std::string_view, 22> tools{
    "copy", "move", "delete", "mkdir", "mkfile", "select", "toggle_hidden", "set_view_mode",
    "sort", "tab", "nav_to_parent", "nav_back", "nav_forward", "open_under_cursor", "refresh",
    "dialog open", "dialog focus", "dialog close", "dialog confirm", "move_cursor",
    "set_setting", "nav_to_path"};
constexpr std::array<std::string_view, 8> targets{
    "", "settings", "file-viewer", "about", "transfer-confirmation", "delete-confirmation",
    "mkdir-confirmation", "new-file-confirmation"};
constexpr std::array<std::string_view, 8> subjects{
    "", "settings", "viewer", "about", "transfer-confirmation", "delete-confirmation",
    "mkdir-confirmation", "new-file-confirmation"};
constexpr std::array<std::string_view, 8> signals{
    "None", "RoundTrip", "GenerationAdvanced", "SoftDialogAppeared", "SoftDialogDisappeared",
    "WindowAppeared", "WindowDisappeared", "WindowCountBelow"};
constexpr std::array<std::string_view, 3> probes{"generation", "soft_dialog", "windows"};
constexpr std::array<std::string_view, 3> panes{"left", "right", "unknown"};
constexpr std::array<std::string_view, 2> pushes{"state", "tabs"};
constexpr std::array<std::string_view, 7> statuses{
    "ok", "unknown_tool", "invalid_params", "missing", "not_ready", "busy", "failed"};
constexpr std::array<std::string_view, 4> kinds{
    "true OK", "true error", "false OK", "false timeout"};
constexpr std::array<std::string_view, classes::count> class_names{
    "FireAndForget", "ForeignPush", "AlreadyHeld", "StartUpDefault", "ForeignWindow", "Transient"};
// clang-format on

std::string on(CallId id) { return with("call", id.value); }
// Nobody's goes without saying.
std::string by(CallId id) { return id == none ? std::string() : with("by", id.value); }
std::string about(std::string_view word, std::string_view what) {
  return what.empty() ? std::string(word) : std::string(word).append("(").append(what).append(")");
}
std::string name(Probe probe) { return about(at(probes, probe.kind), at(subjects, probe.subject)); }
std::string value(Reading reading) {
  return reading.exists ? with("value", reading.value) : std::string("absent");
}

struct ActWords {
  std::string operator()(const Capture& act) {
    return line("Capture", on(act.call), name(act.probe));
  }
  std::string operator()(const Dispatch& act) {
    return line("Dispatch", on(act.call), act.round_trip ? "round_trip" : "");
  }
  std::string operator()(const Look& act) { return line("Look", on(act.call), name(act.probe)); }
  std::string operator()(const NoteHeld& act) { return line("NoteHeld", on(act.call)); }
  std::string operator()(const Respond& act) {
    if (act.status == Status::Missing)
      return line("Respond", on(act.call), with("missing", show(act.missing)),
                  with("elapsed", ms(act.elapsed_ms)));
    const bool failed = act.status == Status::Failed;
    return line("Respond", on(act.call), at(statuses, act.status),
                failed ? with("text", act.text) : std::string());
  }
};

struct FactWords {
  std::string operator()(const TimePassed& fact) { return line("TimePassed", ms(fact.ms)); }
  std::string operator()(const Called& fact) {
    return line("Called", on(fact.call), show(fact.request));
  }
  std::string operator()(const StoreReady&) { return "StoreReady"; }
  std::string operator()(const TrackerReady&) { return "TrackerReady"; }
  std::string operator()(const WindowsReady&) { return "WindowsReady"; }
  std::string operator()(const Pushed& fact) {
    return line("Pushed", at(pushes, fact.kind), at(panes, fact.pane), by(fact.by));
  }
  std::string operator()(const FocusMoved& fact) {
    return line("FocusMoved", at(panes, fact.pane));
  }
  std::string operator()(const TrackerTold& fact) {
    return line("TrackerTold", at(subjects, fact.dialog), fact.open ? "open" : "closed",
                by(fact.by));
  }
  std::string operator()(const WindowOpened& fact) {
    return line("WindowOpened", at(subjects, fact.window), by(fact.by));
  }
  std::string operator()(const WindowClosed& fact) {
    return line("WindowClosed", at(subjects, fact.window), by(fact.by));
  }
  std::string operator()(const Processed& fact) { return line("Processed", on(fact.call)); }
  std::string operator()(const Replied& fact) {
    const bool stray = fact.request == none;
    return line("Replied", stray ? with("request", "other") : with("request", fact.request.value),
                fact.ok ? std::string("ok") : with("error", fact.text));
  }
  std::string operator()(const FrontendRestarted&) { return "FrontendRestarted"; }
  std::string operator()(const Captured& fact) {
    return line("Captured", on(fact.call), name(fact.probe), value(fact.reading));
  }
  std::string operator()(const Looked& fact) {
    return line("Looked", on(fact.call), name(fact.probe), value(fact.reading));
  }
};

}  // namespace

std::string show(const Act& act) { return std::visit(ActWords{}, act); }

std::string show(const Fact& fact) { return std::visit(FactWords{}, fact); }

std::string show(const Seen& seen) {
  return std::visit([](const auto& what) { return show(what); }, seen);
}

std::string show(const Request& request) {
  const bool may_confirm =
      request.tool == Tool::Copy || request.tool == Tool::Move || request.tool == Tool::Delete;
  const bool of_viewers = request.tool == Tool::DialogClose && request.target == Target::FileViewer;
  return line(at(tools, request.tool), at(targets, request.target),
              may_confirm && request.auto_confirm ? "autoConfirm" : "",
              !of_viewers   ? ""
              : request.one ? "one"
                            : "all");
}

std::string show(Signal signal) {
  return about(at(signals, signal.kind), at(subjects, signal.subject));
}

std::string_view show(Kind kind) { return at(kinds, kind); }

std::string show_classes(std::uint8_t set) {
  std::string text;
  for (unsigned i = 0; i < class_names.size(); ++i) {
    if ((set >> i & 1u) == 0) continue;
    text.append(text.empty() ? "" : " ").append(class_names.at(i));
  }
  return text.empty() ? "none" : text;
}

}  // namespace spec::ack
