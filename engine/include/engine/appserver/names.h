// The numbers by which the client's engine knows what the wire and the user spell out: threads,
// turns, items, approvals, what they are about, and texts. The driver owns them, one table for all
// processes.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/appserver/limits.h"
#include "engine/codec/rpc.h"

namespace engine::appserver {

// Equal numbers for equal texts, from 1 on.
class Interned {
 public:
  std::uint32_t number_of(std::string_view text);
  // A number that no text has.
  std::uint32_t unnamed();
  // Of a number that was given out; an unnamed one has none.
  std::string_view text_of(std::uint32_t number) const;

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::vector<std::string_view> texts_;  // Of the keys, which stay where they are.
};

// What is set for a thread or a turn beside its Settings. What is empty is not set.
struct Options {
  std::string model = {};
  std::string profile = {}, base_instructions = {}, developer_instructions = {};  // Of a thread.
  std::string effort = {}, summary = {};                                          // Of a turn.
  std::optional<Sandbox> sandbox = {};                                            // Of a turn,
  bool network = false;                                                           // with that.
  std::vector<std::string> writable = {};  // Folders, beside that of the project.
  std::vector<std::string> images = {};    // Of a turn: addresses, or paths of files.
  bool operator==(const Options&) const = default;
};

struct AskRow;

class Names {
 public:
  Interned threads, turns, items;

  // A command, or the scope of a patch: the same text of two kinds has two numbers.
  SubjectId subject(AskKind kind, std::string_view text);
  std::string_view text_of(SubjectId id) const;

  // The id of a server's request is echoed byte for byte (WIRE-07).
  AskId ask(ProcessId process, const rpc::Id& id);
  // Views into this table.
  rpc::Id id_of(AskId ask) const;
  // How it is answered; null: nothing is known of it.
  const AskRow* row_of(AskId ask) const;
  void tell_row(AskId ask, const AskRow& row) { rows_[ask] = &row; }

  // The thread of this id, or of the rollout at this path, whose name has the id; nothing: it has
  // none. Its path is told when it is resumed.
  std::optional<ThreadId> thread_named(std::string_view id_or_path);
  std::string_view path_of(ThreadId thread) const;  // Empty: none is known.

  TextId keep(std::string text);
  // With what is set.
  TextId keep(std::string text, Options options);
  // Null: nothing is.
  const Options* options_of(TextId id) const;
  // Empty once it is forgotten.
  std::string_view text_of(TextId id) const;
  void append(TextId id, std::string_view text) { texts_[id.value] += text; }
  void forget(TextId id) {
    texts_.erase(id.value);
    options_.erase(id.value);
  }

  // The item that was last heard of in a turn; none: no_item.
  ItemId last_item(TurnId turn) const;
  void hear_of(TurnId turn, ItemId item) { last_items_[turn] = item; }

  // What the item is about, from its beginning; none: no_subject.
  SubjectId about(ItemId item) const;
  void tell_about(ItemId item, SubjectId subject) { about_[item] = subject; }

  // That the turn of a thread is over, though no line says so: both are told of it, in any order.
  struct Signs {
    bool failed = false, out_of_order = false;
  };
  Signs& signs_of(ThreadId thread) { return signs_[thread]; }

  // Adds up what a dialect tells for each turn; gives the sum of the thread.
  std::uint32_t add_tokens(ThreadId thread, std::uint32_t tokens) {
    return tokens_[thread] += tokens;
  }

 private:
  struct Echo {
    bool is_text, is_escaped;
    std::int64_t number;
    std::string raw;
  };

  Interned subjects_, asks_;
  std::map<std::uint32_t, Echo> echoes_;
  std::map<AskId, const AskRow*> rows_;
  std::map<std::uint32_t, std::string> texts_;
  std::map<ThreadId, std::string> paths_;
  std::map<std::uint32_t, Options> options_;
  std::uint32_t texts_kept_ = 0;
  std::map<TurnId, ItemId> last_items_;
  std::map<ItemId, SubjectId> about_;
  std::map<ThreadId, Signs> signs_;
  std::map<ThreadId, std::uint32_t> tokens_;
};

}  // namespace engine::appserver
