#include "sim/modality/ide.h"

#include <algorithm>

namespace sim::modality {
namespace {

// A label that no version of the document carries yet.
std::uint8_t fresh_label(const Document& document) {
  return static_cast<std::uint8_t>(
      1 + std::max({document.editor, document.psi, document.vfs, document.disk}));
}

// Renames the labels in the order of first appearance: only their equality matters.
void normalise(Document& document) {
  std::array<std::uint8_t*, 4> fields{&document.editor, &document.psi, &document.vfs,
                                      &document.disk};
  std::array<std::uint8_t, 4> seen{};
  std::size_t known = 0;
  for (auto* field : fields) {
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(known);
    const auto found = std::find(seen.begin(), end, *field);
    if (found == end) seen[known++] = *field;
    *field = static_cast<std::uint8_t>(found - seen.begin());
  }
}

bool is_uncommitted(const Document& document) { return document.psi != document.editor; }
bool is_modified(const Document& document) { return document.vfs != document.editor; }
bool is_stale(const Document& document) { return document.disk != document.vfs; }

bool any_in(const Ide& ide, Scope scope, auto is) {
  for (std::size_t i = 0; i < documents_max; ++i)
    if (in_scope(scope, DocumentName(i)) && is(ide.documents[i])) return true;
  return false;
}

std::size_t index_of(DocumentName which) { return static_cast<std::size_t>(which); }

}  // namespace

bool in_scope(Scope scope, DocumentName document) {
  switch (scope) {
    case Scope::All: return true;
    case Scope::Project: return document != DocumentName::Outside;
    case Scope::Settings: return document == DocumentName::Settings;
  }
  return false;
}

bool has_to_commit(const Ide& ide, Scope scope) { return any_in(ide, scope, is_uncommitted); }
bool has_to_save(const Ide& ide, Scope scope) { return any_in(ide, scope, is_modified); }
bool has_to_refresh(const Ide& ide, Scope scope) { return any_in(ide, scope, is_stale); }
bool has_conflict(const Ide& ide, Scope scope) {
  return any_in(ide, scope, [](const Document& document) {
    return is_modified(document) && is_stale(document);
  });
}

DocumentTouched touched(const Document& document, DocumentName which, TouchedBy by) {
  return {which,
          by,
          is_uncommitted(document),
          is_modified(document),
          is_stale(document),
          document.disk != document.editor};
}

std::uint8_t newest(const Document& document) {
  return is_modified(document) ? document.editor : document.disk;
}

Modality modality(const Ide& ide) {
  auto most = Modality::None;
  for (const auto& entry : ide.stack)
    most = std::max(most, is_dialog(entry.kind) ? Modality::Dialog : Modality::Progress);
  return most;
}

bool holds_write_lock(const Ide& ide) {
  return std::ranges::any_of(ide.stack,
                             [](const StackEntry& entry) { return !is_dialog(entry.kind); });
}

bool shows(const Ide& ide, DialogId dialog) {
  return std::ranges::any_of(ide.stack, [&](const StackEntry& entry) {
    return is_dialog(entry.kind) && entry.id == dialog;
  });
}

DialogList showing(const Ide& ide) {
  DialogList dialogs;
  for (std::size_t i = ide.stack.size(); i-- > 0;)
    if (is_dialog(ide.stack[i].kind)) dialogs.push_back(ide.stack[i].id);
  return dialogs;
}

const Behaviour& behaviour(const Latencies& latencies, EntryKind kind) {
  return latencies.entries[static_cast<std::size_t>(kind)];
}

void IdeTurn::push(StackEntry entry) {
  const auto position = ide_.stack.size();
  ide_.stack.push_back(entry);
  const auto& ends = behaviour(latencies_, entry.kind).ends;
  if (ends.latest >= 0) agenda_.schedule(slot::entry + position, ends);
}

void IdeTurn::open(EntryKind kind, Notices& out) {
  const bool blocks = kind != EntryKind::NonModal;
  if (blocks && ide_.stack.full()) return;
  if (blocks && !is_dialog(kind)) {
    push({DialogId{0}, kind, EntryState::Showing});
    out.push_back(Fact{ProgressStarted{}});
    return;
  }
  if (ide_.next_dialog == 0) return;  // The ids are used up.
  const DialogId id{ide_.next_dialog++};
  if (blocks) push({id, kind, EntryState::Showing});
  out.push_back(Fact{DialogOpened{id, blocks}});
  if (kind == EntryKind::Parent) open(EntryKind::Child, out);
}

void IdeTurn::begin_disposal(std::size_t position) {
  auto& entry = ide_.stack[position];
  if (entry.state == EntryState::Disposing) return;
  entry.state = EntryState::Disposing;
  agenda_.schedule(slot::entry + position, behaviour(latencies_, entry.kind).dispose);
}

void IdeTurn::dispose(std::size_t position, Notices& out) {
  const auto entry = ide_.stack[position];
  ide_.stack.erase(position);
  agenda_.remove(slot::entry + position, slot::entry + stack_max);
  if (!is_dialog(entry.kind)) {
    out.push_back(Fact{ProgressEnded{}});
    return;
  }
  out.push_back(Happening{DialogDisposed{entry.id}});
  if (entry.id == ide_.question) answer_question(entry.state == EntryState::Disposing, out);
  if (entry.kind == EntryKind::Reopening) open(EntryKind::Reopening, out);
  if (entry.kind != EntryKind::Question) return;
  for (std::size_t i = position; i-- > 0;) {
    if (ide_.stack[i].state != EntryState::Asking) continue;
    begin_disposal(i);
    return;
  }
}

void IdeTurn::entry_due(std::size_t position, Notices& out) { dispose(position, out); }

void IdeTurn::dispose(DialogId dialog, Notices& out) {
  for (std::size_t i = 0; i < ide_.stack.size(); ++i)
    if (is_dialog(ide_.stack[i].kind) && ide_.stack[i].id == dialog) return dispose(i, out);
}

// By the next dialog above it.
bool IdeTurn::is_stood_on(std::size_t position) const {
  while (++position < ide_.stack.size()) {
    const auto kind = ide_.stack[position].kind;
    if (is_dialog(kind)) return kind == EntryKind::Child || kind == EntryKind::Question;
  }
  return false;
}

CloseAnswer IdeTurn::close(DialogId dialog, Notices& out) {
  for (std::size_t i = 0; i < ide_.stack.size(); ++i) {
    auto& entry = ide_.stack[i];
    if (!is_dialog(entry.kind) || entry.id != dialog) continue;
    if (entry.kind == EntryKind::Refusing || is_stood_on(i)) return CloseAnswer::Refused;
    if (entry.kind != EntryKind::Questioning) {
      begin_disposal(i);
    } else {
      entry.state = EntryState::Asking;
      open(EntryKind::Question, out);
    }
    return CloseAnswer::Accepted;
  }
  return CloseAnswer::Gone;
}

void IdeTurn::close_top(Notices& out) {
  for (std::size_t i = ide_.stack.size(); i-- > 0;)
    if (is_dialog(ide_.stack[i].kind)) return dispose(i, out);
}

// Somebody in front of the screen takes the disk's text, a script that presses the button keeps
// the editor's: a save then writes it.
void IdeTurn::answer_question(bool keeps_editor, Notices& out) {
  ide_.question = DialogId{};
  for (std::size_t i = 0; i < documents_max; ++i) {
    auto& document = ide_.documents[i];
    if (!is_modified(document) || !is_stale(document)) continue;
    document.vfs = document.disk;
    if (!keeps_editor) {
      document.editor = document.psi = document.disk;
      out.push_back(Fact{TextLost{DocumentName(i)}});
    }
    touched(i, TouchedBy::Other, out);
  }
}

void IdeTurn::take_thread(Holder by, Notices& out) {
  if (ide_.holder != Holder::Nobody) return;
  take_thread(by == Holder::Frost ? latencies_.frozen : latencies_.busy, out);
  ide_.holder = by;
}

void IdeTurn::take_thread(Window for_so_long, Notices& out) {
  if (ide_.holder != Holder::Nobody) return;
  ide_.holder = Holder::Somebody;
  if (for_so_long.latest >= 0) agenda_.schedule(slot::thread, for_so_long);
  out.push_back(Fact{UiTaken{}});
}

void IdeTurn::free_thread(Notices& out) {
  ide_.holder = Holder::Nobody;
  agenda_.cancel(slot::thread);
  out.push_back(Fact{UiFreed{}});
}

void IdeTurn::ask(Notices& out) {
  if (ide_.stack.full() || !has_conflict(ide_, Scope::All)) return;
  ide_.question = DialogId{ide_.next_dialog};
  open(EntryKind::Refusing, out);
}

void IdeTurn::dismiss_top() {
  for (std::size_t i = ide_.stack.size(); i-- > 0;)
    if (is_dialog(ide_.stack[i].kind)) return begin_disposal(i);
}

void IdeTurn::start_indexing(Index how, Notices& out) {
  const bool was_smart = ide_.index == Index::Smart;
  ide_.index = how;
  agenda_.cancel(slot::indexing);
  if (how == Index::DumbEnding) agenda_.schedule(slot::indexing, latencies_.indexing);
  if (was_smart) out.push_back(Fact{IndexingStarted{}});
}

void IdeTurn::end_indexing(Notices& out) {
  ide_.index = Index::Smart;
  agenda_.cancel(slot::indexing);
  out.push_back(Fact{IndexingEnded{}});
}

void IdeTurn::touched(std::size_t document, TouchedBy by, Notices& out) {
  auto& changed = ide_.documents[document];
  normalise(changed);
  out.push_back(Fact{modality::touched(changed, static_cast<DocumentName>(document), by)});
}

void IdeTurn::edit(DocumentName which, Notices& out) {
  auto& document = ide_.documents[index_of(which)];
  document.editor = fresh_label(document);
  touched(index_of(which), TouchedBy::Edit, out);
}

void IdeTurn::write_disk(DocumentName which, Notices& out) {
  auto& document = ide_.documents[index_of(which)];
  document.disk = fresh_label(document);
  touched(index_of(which), TouchedBy::Other, out);
}

void IdeTurn::commit(Scope scope, Notices& out) {
  const bool asks = ide_.commit_asks && has_to_commit(ide_, scope);
  for (std::size_t i = 0; i < documents_max; ++i) {
    auto& document = ide_.documents[i];
    if (!in_scope(scope, DocumentName(i)) || !is_uncommitted(document)) continue;
    document.psi = document.editor;
    touched(i, TouchedBy::Write, out);
  }
  if (!asks) return;
  ide_.commit_asks = false;
  open(EntryKind::Closable, out);
}

void IdeTurn::save(Scope scope, Extent extent, Notices& out) {
  const bool writes = extent == Extent::All || has_to_save(ide_, scope);
  for (std::size_t i = 0; i < documents_max; ++i) {
    auto& document = ide_.documents[i];
    // An unmodified document has nothing to save, even if the disk has changed.
    if (!in_scope(scope, DocumentName(i)) || !is_modified(document)) continue;
    if (is_stale(document)) out.push_back(Fact{TextLost{DocumentName(i)}});
    document.vfs = document.disk = document.editor;
    touched(i, TouchedBy::Write, out);
  }
  if (!writes || !ide_.save_asks) return;
  ide_.save_asks = false;
  open(EntryKind::Closable, out);
}

void IdeTurn::refresh(Scope scope, TouchedBy by, Notices& out) {
  for (std::size_t i = 0; i < documents_max; ++i) {
    auto& document = ide_.documents[i];
    if (!in_scope(scope, DocumentName(i)) || !is_stale(document)) continue;
    // A modified document keeps its edits, and somebody has to say which text is to stay.
    if (is_modified(document)) {
      const bool asked = ide_.question != DialogId{} || agenda_.pending(slot::question);
      if (asked) continue;
      agenda_.schedule(slot::question, latencies_.question);
      ide_.posted_now = true;
      continue;
    }
    document.editor = document.psi = document.vfs = document.disk;
    touched(i, by, out);
  }
}

}  // namespace sim::modality
