#include "port/modality/show.h"

#include <concepts>
#include <type_traits>

#include "port/visit.h"

namespace port::modality {
namespace {

std::string dialog(DialogId id) { return "d" + std::to_string(id.value); }

// Enumerations whose words speak for themselves; of others the member is named.
template <class E>
concept Telling = std::same_as<E, Modality> || std::same_as<E, CloseAnswer> ||
    std::same_as<E, Timer> || std::same_as<E, Artifact> || std::same_as<E, Outcome> ||
    std::same_as<E, Warning> || std::same_as<E, DocumentName>;

std::string part(std::string_view, DialogId id) { return dialog(id); }
std::string part(std::string_view name, CallId call) { return with(name, call.value); }
std::string part(std::string_view name, TextId text) {
  return text == TextId{} ? std::string() : with(name, text.value);
}
std::string part(std::string_view name, bool set) { return set ? std::string(name) : ""; }
std::string part(std::string_view, Duration duration) { return ms(duration.count()); }
std::string part(std::string_view, const DialogList& dialogs) {
  std::string text;
  for (const DialogId id : dialogs) text += (text.empty() ? "" : " ") + dialog(id);
  return text.empty() ? "none" : text;
}
template <class E>
requires std::is_enum_v<E> std::string part(std::string_view name, E value) {
  return Telling<E> ? std::string(word(value)) : with(name, word(value));
}

// A message by its record: the name, then its members, and the operation at the end.
template <Recorded T>
std::string text_of(const T& message) {
  std::string text = name_of(T::record.name), operation;
  for_each_member(message, [&]<class M>(std::string_view name, const M& member) {
    if constexpr (std::same_as<M, OperationId>) {
      if (member != OperationId::Main) operation = with("operation", word(member));
    } else {
      text = line(text, part(name, member));
    }
  });
  return line(text, operation);
}

std::string_view flag(bool set, std::string_view name) { return set ? name : ""; }

std::string letters(const Options& raw) {
  std::string text;
  for (const bool letter : {raw.close_on_start, raw.allow_at_gate, raw.close_while_running,
                            raw.sync_documents, raw.wait_smart})
    text += letter ? 'T' : 'F';
  return text;
}

// Those of which a part goes without saying, or is better said otherwise.

std::string text_of(const Called& called) {
  const auto& [mode, raw, defect, from_edt, body_timeout] = called.request;
  const bool by_tuple = mode == Mode::Raw;
  const bool refuses = by_tuple && raw.progress == ProgressAtGate::Refuse;
  return line("Called", word(mode), by_tuple ? letters(raw) : std::string(),
              flag(refuses, "progress=refuse"),
              flag(by_tuple && !raw.await_dispose, "await_dispose=no"),
              with("timeout", ms(body_timeout.count())), flag(from_edt, "from_edt"),
              defect != Defect::None ? with("defect", word(defect)) : std::string());
}

std::string operation(OperationId id) {
  return id == OperationId::Main ? "" : with("operation", word(id));
}

std::string text_of(const Save& save) {
  return line("Save", with("scope", word(save.scope)), flag(save.forced, "forced"),
              flag(save.extent == Extent::All, "clean_too"), operation(save.operation));
}

std::string text_of(const Refresh& refresh) {
  return line("Refresh", with("scope", word(refresh.scope)), flag(refresh.forced, "forced"),
              operation(refresh.operation));
}

std::string text_of(const Return& given) {
  const auto& [call, value, closed] = given;
  return line("Return", with("call", call.value), with("value", value),
              closed.empty() ? "" : with("closed", part("", closed)));
}

std::string text_of(const DocumentTouched& touched) {
  const auto& [document, by, uncommitted, modified, stale, lacking] = touched;
  const bool clean = !uncommitted && !modified && !stale && !lacking;
  return line("DocumentTouched", word(document), with("by", word(by)),
              flag(uncommitted, "uncommitted"), flag(modified, "modified"), flag(stale, "stale"),
              flag(lacking, "lacking"), flag(clean, "clean"));
}

std::string text_of(const SmartRead& read) {
  return line("SmartRead", read.smart ? "smart" : "dumb",
              flag(read.operation == OperationId::Monitor, "operation=monitor"));
}

std::string text_of(const MethodCalled& called) {
  const auto& [method, await_dispose, force, project_only] = called.method;
  return line("MethodCalled", word(method), with("call", called.call.value),
              flag(await_dispose, "await_dispose"), flag(force, "force"),
              flag(project_only, "project_only"));
}

std::string text_of(const DialogOpened& opened) {
  return line("DialogOpened", dialog(opened.dialog), flag(!opened.modal, "non_modal"));
}

std::string text_of(const Cancel& cancel) {
  return line("Cancel", with("operation", word(cancel.operation)));
}

std::string text_of(const Warn& warn) {
  const bool plain = warn.reason == Reason::None;
  return line("Warn", word(warn.warning),
              plain ? std::string() : with("reason", word(warn.reason)));
}

std::string text_of(const Decide& decide) {
  if (decide.stage == Stage::Post && decide.reason == Reason::None) return "Decide ok";
  return line("Decide", word(decide.stage), word(decide.reason));
}

std::string text_of(const Finish& finish) {
  const auto& [verdict, stage, reason, blocked_by, artifacts, text, retry_later] = finish;
  const bool plain = verdict == Verdict::Ok && stage == Stage::Post && reason == Reason::None;
  if (plain && artifacts == 0) return "Finish ok";
  const bool blocked = blocked_by != Modality::None;
  return line("Finish", word(verdict), with("stage", word(stage)), with("reason", word(reason)),
              blocked ? with("blocked_by", word(blocked_by)) : std::string(),
              artifacts > 0 ? with("artifacts", artifacts) : std::string(), part("text", text),
              flag(retry_later, "retry_later"));
}

}  // namespace

std::string show(const Happening& what) {
  return port::visit([](const auto& one) { return text_of(one); }, what);
}

std::string show(const Event& event) { return line(port::show(event.at), show(event.what)); }

std::string show(const Command& command) {
  return port::visit([](const auto& one) { return text_of(one); }, command);
}

std::string show(std::span<const Command> commands) {
  std::string text;
  for (const Command& command : commands) text += (text.empty() ? "" : ", ") + show(command);
  return text.empty() ? "nothing" : text;
}

std::string show(const Fact& fact) {
  return port::visit([](const auto& one) { return text_of(one); }, fact);
}

}  // namespace port::modality
