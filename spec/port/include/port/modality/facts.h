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

// Documents.

// A commit, save or refresh left the queue and runs.
struct WriteBegan {
  OperationId operation;
  bool operator==(const WriteBegan&) const = default;
};
// The body changed a document in the editor; the disk lacks it.
struct EditMade {
  bool operator==(const EditMade&) const = default;
};
// The disk holds all that the body wrote.
struct EditsReachedDisk {
  bool operator==(const EditsReachedDisk&) const = default;
};

using Fact = std::variant<TimePassed, DialogOpened, ProgressStarted, ProgressEnded, IndexingStarted,
                          IndexingEnded, ImportFinished, WriteBegan, EditMade, EditsReachedDisk>;

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
inline constexpr Record record<modality::WriteBegan>{"write_began", "operation"};
template <>
inline constexpr Record record<modality::EditMade>{"edit_made"};
template <>
inline constexpr Record record<modality::EditsReachedDisk>{"edits_reached_disk"};

}  // namespace port
