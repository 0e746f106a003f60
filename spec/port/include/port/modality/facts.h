// What happens in a world of the area modality and only an observer is told: an engine does
// not hear it, and sees of the IDE what it looks at (MOD-34, MOD-54, MOD-55, MOD-63).
#pragma once
#include <variant>

#include "port/modality/words.h"

namespace port::modality {

struct TimePassed {
  Duration span;
  bool operator==(const TimePassed&) const = default;
};

// The IDE.

struct DialogOpened {
  DialogId dialog;
  bool modal;
  bool operator==(const DialogOpened&) const = default;
};
struct ProgressStarted {
  bool operator==(const ProgressStarted&) const = default;
};
struct ProgressEnded {
  bool operator==(const ProgressEnded&) const = default;
};
struct IndexingStarted {
  bool operator==(const IndexingStarted&) const = default;
};
struct IndexingEnded {
  bool operator==(const IndexingEnded&) const = default;
};
struct ImportFinished {
  bool operator==(const ImportFinished&) const = default;
};
// The event thread is held by somebody else's task, or it freezes; and it is free again.
struct UiTaken {
  bool operator==(const UiTaken&) const = default;
};
struct UiFreed {
  bool operator==(const UiFreed&) const = default;
};
// An edit of the script waits for the event thread (MOD-96).
struct EditWaits {
  DocumentName document;
  bool operator==(const EditWaits&) const = default;
};

// Documents.

// A commit, save or refresh left the queue and runs.
struct WriteBegan {
  OperationId operation;
  bool operator==(const WriteBegan&) const = default;
};
// A document changed, or did not agree with itself when the call began.
struct DocumentTouched {
  DocumentName document;
  TouchedBy by;
  bool uncommitted;  // From here on the PSI differs from the editor,
  bool modified;     // the VFS from the editor,
  bool stale;        // the disk from the VFS,
  bool lacking;      // the disk from the editor.
  bool operator==(const DocumentTouched&) const = default;
};
// The script read a text that is not the newest one (MOD-46).
struct StaleRead {
  DocumentName document;
  bool operator==(const StaleRead&) const = default;
};

// A text exists in no version of its document any more: it was written over, or dropped.
struct TextLost {
  DocumentName document;
  bool operator==(const TextLost&) const = default;
};

using Fact = std::variant<TimePassed, DialogOpened, ProgressStarted, ProgressEnded, IndexingStarted,
                          IndexingEnded, ImportFinished, WriteBegan, DocumentTouched, StaleRead,
                          UiTaken, UiFreed, EditWaits, TextLost>;

}  // namespace port::modality

namespace port {

template <>
inline constexpr Record record<modality::TimePassed>{"time_passed", "span_ms"};
template <>
inline constexpr Record record<modality::DialogOpened>{"dialog_opened", "dialog", "modal"};
template <>
inline constexpr Record record<modality::ProgressStarted>{"progress_started"};
template <>
inline constexpr Record record<modality::ProgressEnded>{"progress_ended"};
template <>
inline constexpr Record record<modality::IndexingStarted>{"indexing_started"};
template <>
inline constexpr Record record<modality::IndexingEnded>{"indexing_ended"};
template <>
inline constexpr Record record<modality::ImportFinished>{"import_finished"};
template <>
inline constexpr Record record<modality::UiTaken>{"ui_taken"};
template <>
inline constexpr Record record<modality::UiFreed>{"ui_freed"};
template <>
inline constexpr Record record<modality::EditWaits>{"edit_waits", "document"};
template <>
inline constexpr Record record<modality::TextLost>{"text_lost", "document"};
template <>
inline constexpr Record record<modality::WriteBegan>{"write_began", "operation"};
template <>
inline constexpr Record record<modality::DocumentTouched>{
    "document_touched", "document", "by", "uncommitted", "modified", "stale", "lacking"};
template <>
inline constexpr Record record<modality::StaleRead>{"stale_read", "document"};

}  // namespace port
