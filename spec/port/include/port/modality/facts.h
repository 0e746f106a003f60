// What happens in a world of the area modality and only an observer is told: an engine does
// not hear it, and sees of the IDE what it looks at (MOD-34, MOD-54, MOD-55, MOD-63).
#pragma once
#include <variant>

#include "port/modality/words.h"

namespace port::modality {

struct TimePassed {
  Duration span;
  RECORD(TimePassed, "time_passed", "span_ms");
};

// The IDE.

struct DialogOpened {
  DialogId dialog;
  bool modal;
  RECORD(DialogOpened, "dialog_opened", "dialog", "modal");
};
struct ProgressStarted {
  RECORD(ProgressStarted, "progress_started");
};
struct ProgressEnded {
  RECORD(ProgressEnded, "progress_ended");
};
struct IndexingStarted {
  RECORD(IndexingStarted, "indexing_started");
};
struct IndexingEnded {
  RECORD(IndexingEnded, "indexing_ended");
};
struct ImportFinished {
  RECORD(ImportFinished, "import_finished");
};
// The event thread is held by somebody else's task, or it freezes; and it is free again.
struct UiTaken {
  RECORD(UiTaken, "ui_taken");
};
struct UiFreed {
  RECORD(UiFreed, "ui_freed");
};
// An edit of the script waits for the event thread (MOD-96).
struct EditWaits {
  DocumentName document;
  RECORD(EditWaits, "edit_waits", "document");
};

// Documents.

// A commit, save or refresh left the queue and runs.
struct WriteBegan {
  OperationId operation;
  RECORD(WriteBegan, "write_began", "operation");
};
// A document changed, or did not agree with itself when the call began.
struct DocumentTouched {
  DocumentName document;
  TouchedBy by;
  bool uncommitted;  // From here on the PSI differs from the editor,
  bool modified;     // the VFS from the editor,
  bool stale;        // the disk from the VFS,
  bool lacking;      // the disk from the editor.
  RECORD(DocumentTouched, "document_touched", "document", "by", "uncommitted", "modified", "stale",
         "lacking");
};
// The script read a text that is not the newest one (MOD-46).
struct StaleRead {
  DocumentName document;
  RECORD(StaleRead, "stale_read", "document");
};

// A text exists in no version of its document any more: it was written over, or dropped.
struct TextLost {
  DocumentName document;
  RECORD(TextLost, "text_lost", "document");
};

using Fact = std::variant<TimePassed, DialogOpened, ProgressStarted, ProgressEnded, IndexingStarted,
                          IndexingEnded, ImportFinished, WriteBegan, DocumentTouched, StaleRead,
                          UiTaken, UiFreed, EditWaits, TextLost>;

}  // namespace port::modality
