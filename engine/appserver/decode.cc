#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/appserver/router.h"
#include "port/overload.h"
#include "port/visit.h"

namespace engine::appserver {
namespace {

using json::Type;
using json::Value;

// Whether a method or a word of the wire is this one.
auto row_for(const auto& rows, const json::Text& word, auto key) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return word == row.*key; });
  return found == rows.end() ? nullptr : &*found;
}

bool begins(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  return std::equal(lower.begin(), lower.end(), text.begin(), [](char want, char got) {
    return want == (got >= 'A' && got <= 'Z' ? static_cast<char>(got | 0x20) : got);
  });
}

Error error_of(const Dialect& dialect, const rpc::Failure& failure) {
  const std::string message = failure.message.decoded();
  for (const ErrorRow& row : dialect.errors) {
    const bool code = row.code == 0 || row.code == failure.code;
    if (code && begins(message, row.begins)) return row.means;
  }
  return Error::Other;
}

// A whole number that fits, without its fraction; else zero.
std::uint32_t count_of(const Value& value) {
  std::uint32_t out = 0;
  std::from_chars(value.raw.data(), value.raw.data() + value.raw.size(), out);
  return out;
}

// The number of a text is zero.
RequestId request_id(const rpc::Id& id) {
  return {std::in_range<std::uint32_t>(id.number) ? static_cast<std::uint32_t>(id.number) : 0};
}

// Reads the params or the result of one message.
class Reader {
 public:
  Reader(const Dialect& dialect, Names& names, const Value& whole)
      : dialect_(dialect), names_(names), whole_(whole) {}

  Value at(Field field) const {
    for (const FieldRow& row : dialect_.fields) {
      if (row.field != field) continue;
      Value value = whole_;
      for (const std::string_view key : row.path)
        if (!key.empty()) value = value.member(key);
      if (value.present() && value.type() != Type::Null) return value;
    }
    return {};
  }
  std::optional<std::string> text(Field field) const {
    const auto text = at(field).text();
    return text ? std::optional(text->decoded()) : std::nullopt;
  }
  ThreadId thread() const { return {number(names_.threads, Field::Thread)}; }
  ThreadId parent() const { return {number(names_.threads, Field::Parent)}; }
  TurnId turn() const { return {number(names_.turns, Field::Turn)}; }
  // One that has no id is the last one of its turn.
  ItemId item() const {
    const ItemId named{number(names_.items, Field::Item)};
    return named == no_item ? names_.last_item(turn()) : named;
  }
  bool names_item() const { return at(Field::Item).text().has_value(); }

  // Those that are told; of nothing, nothing of the primary one.
  Heard limits() const {
    Heard out;
    for (const Field field : {Field::Primary, Field::Secondary})
      if (const Value limit = at(field); limit.present())
        out.push_back(RateLimits{count_of(limit.member("usedPercent")),
                                 count_of(limit.member("windowDurationMins")),
                                 count_of(limit.member("resetsAt")), field == Field::Secondary});
    if (out.empty()) out.push_back(RateLimits{});
    return out;
  }

  template <class E>
  E word(Field field, std::span<const WordRow<E>> rows, E otherwise) const {
    const auto text = at(field).text();
    const auto* row = text ? row_for(rows, *text, &WordRow<E>::word) : nullptr;
    return row == nullptr ? otherwise : row->means;
  }

  // A command with where it is run. An array is known by its JSON: its parts may hold spaces.
  SubjectId command() const {
    const Value value = at(Field::Command);
    std::string text;
    if (const auto plain = value.text()) {
      text = plain->decoded();
    } else if (is_command_line(value)) {
      text = std::string(value.raw);
    }
    if (text.empty()) return no_subject;
    if (const auto directory = this->text(Field::Directory)) text += "\nin " + *directory;
    return names_.subject(AskKind::Command, text);
  }
  // The paths that a patch changes.
  SubjectId patch() const {
    std::string text;
    json::Field part;
    const Value changes = at(Field::Changes);
    const bool keyed = changes.type() == Type::Object;
    for (json::Parts parts(changes); parts.next(part);) {
      const auto path = keyed ? part.key : part.value.member("path").text().value_or(json::Text());
      text += path.decoded() + '\n';
    }
    if (const auto root = this->text(Field::Root)) text += "below " + *root + '\n';
    if (text.empty()) return no_subject;
    text.pop_back();
    return names_.subject(AskKind::Patch, text);
  }

 private:
  std::uint32_t number(Interned& table, Field field) const {
    const auto id = text(field);
    return id ? table.number_of(*id) : 0;
  }
  static bool is_command_line(const Value& value) {
    if (value.type() != Type::Array) return false;
    std::size_t words = 0;
    json::Field part;
    for (json::Parts parts(value); parts.next(part); ++words)
      if (part.value.type() != Type::String) return false;
    return words > 0;
  }

  const Dialect& dialect_;
  Names& names_;
  Value whole_;
};

// One notification.
class Listener {
 public:
  Listener(const Dialect& dialect, Names& names, ProcessId process, const NoticeRow& row,
           const Value& params)
      : dialect_(dialect),
        names_(names),
        process_(process),
        row_(row),
        in_(dialect, names, params) {}

  Heard hear() {
    if (shows_work(row_.means)) names_.signs_of(in_.thread()) = {};
    switch (row_.means) {
      case Notice::Nothing: return {};
      case Notice::ThreadStarted: return {ThreadStarted{in_.thread(), in_.parent()}};
      case Notice::TurnStarted: return {TurnStarted{in_.thread(), in_.turn()}};
      case Notice::TurnCompleted: return end_of_turn();
      case Notice::ItemStarted: return begin_of_item();
      case Notice::ItemDelta: return {delta(in_.item())};
      case Notice::ItemOutput:
        return {ItemOutput{in_.thread(), in_.turn(), in_.item(),
                           names_.keep(in_.text(Field::Delta).value_or(""))}};
      case Notice::ItemCompleted: {
        Heard out{end_of_item()};
        announce(out);
        return out;
      }
      case Notice::Usage: return {Usage{in_.thread(), count_of(in_.at(Field::Total))}};
      case Notice::RateLimits: return in_.limits();
      case Notice::Resolved: return {AskResolved{in_.thread(), resolved()}};
      case Notice::Trouble: return trouble();
      case Notice::Status: return status();
    }
    return {};
  }

 private:
  // A turn begins or ends, or something of it goes on.
  static bool shows_work(Notice means) {
    return means == Notice::TurnStarted || means == Notice::TurnCompleted ||
           means == Notice::ItemStarted || means == Notice::ItemDelta;
  }

  Heard trouble() {
    const bool retries = in_.at(Field::WillRetry).boolean().value_or(false);
    Heard out{Trouble{in_.thread(), in_.turn(), retries, row_.severity, problem()}};
    auto& signs = names_.signs_of(in_.thread());
    signs.failed = signs.failed || (row_.severity == Severity::Error && !retries);
    if (signs.failed && signs.out_of_order) out.push_back(ThreadIdle{in_.thread()});
    return out;
  }

  // A request that is refused puts its thread out of order as well, and its turn goes on.
  Heard status() {
    const auto state = in_.text(Field::State);
    auto& signs = names_.signs_of(in_.thread());
    signs.out_of_order = state == "systemError";
    const bool idle = state == "idle" || (signs.out_of_order && signs.failed);
    return idle ? Heard{ThreadIdle{in_.thread()}} : Heard{};
  }

  ItemDelta delta(ItemId item) {
    const std::string text = in_.text(Field::Delta).value_or("");
    return {in_.thread(), in_.turn(), item, names_.keep(text), mark_of(text)};
  }

  Heard begin_of_item() {
    const ItemId item = in_.names_item() ? in_.item() : ItemId{names_.items.unnamed()};
    names_.hear_of(in_.turn(), item);
    const ItemKind kind = in_.word(Field::ItemRole, dialect_.item_kinds,
                                   in_.word(Field::ItemType, dialect_.item_kinds, row_.kind));
    const SubjectId subject = kind == ItemKind::Patch ? in_.patch() : in_.command();
    if (subject != no_subject) names_.tell_about(item, subject);
    const auto source = in_.text(Field::Source);
    const bool background = source == "unifiedExecStartup" || source == "userShell";
    Heard out{ItemStarted{in_.thread(), in_.turn(), item, kind, subject, background}};
    const auto text = in_.text(Field::Delta);
    if (text && !text->empty()) out.push_back(delta(item));
    announce(out);
    return out;
  }

  // The threads that the item opened.
  void announce(Heard& out) {
    const Value opened = in_.at(Field::Opened);
    const auto add = [&](const json::Text& id) {
      if (out.size() == out.capacity()) return;
      out.push_back(ThreadStarted{{names_.threads.number_of(id.decoded())}, in_.thread()});
    };
    if (const auto one = opened.text()) add(*one);
    json::Field part;
    if (opened.type() == Type::Array)
      for (json::Parts parts(opened); parts.next(part);)
        if (const auto id = part.value.text()) add(*id);
  }

  ItemCompleted end_of_item() {
    ItemCompleted out{.thread = in_.thread(), .turn = in_.turn(), .item = in_.item()};
    const bool failed = in_.at(Field::Success).boolean() == false ||
                        in_.at(Field::ExitCode).integer().value_or(0) != 0;
    out.end =
        in_.word(Field::ItemStatus, dialect_.item_ends, failed ? ItemEnd::Failed : ItemEnd::Done);
    const auto text = in_.text(Field::Final);
    if (!text) return out;
    out.has_text = true;
    out.text = names_.keep(*text);
    out.mark = mark_of(*text);
    return out;
  }

  Heard end_of_turn() {
    Heard out;
    const ThreadId thread = in_.thread();
    const auto tokens = count_of(in_.at(Field::TurnInput)) + count_of(in_.at(Field::TurnOutput));
    if (tokens != 0) out.push_back(Usage{thread, names_.add_tokens(thread, tokens)});
    const auto end = in_.word(Field::TurnStatus, dialect_.turn_ends, TurnEnd::Unknown);
    out.push_back(
        TurnCompleted{thread, in_.turn(), end, end == TurnEnd::Failed ? problem() : TextId{}});
    return out;
  }

  // Its words, and what is said of it besides; zero if nothing is.
  TextId problem() {
    auto text = in_.text(Field::Problem).value_or("");
    if (const auto details = in_.text(Field::Details)) text += ": " + *details;
    return text.empty() ? TextId{} : names_.keep(std::move(text));
  }

  AskId resolved() {
    const Value id = in_.at(Field::Ask);
    if (const auto text = id.text()) return names_.ask(process_, rpc::Id::of(*text));
    if (const auto number = id.integer()) return names_.ask(process_, rpc::Id::of(*number));
    return no_ask;
  }

  const Dialect& dialect_;
  Names& names_;
  ProcessId process_;
  const NoticeRow& row_;
  Reader in_;
};

Ask ask_of(const Dialect& dialect, Names& names, ProcessId process, const rpc::Request& request) {
  Ask out{.ask = names.ask(process, request.id), .kind = AskKind::Unknown};
  const AskRow* row = row_for(dialect.asks, request.method, &AskRow::method);
  if (row == nullptr) return out;
  const Reader in(dialect, names, request.params);
  names.tell_row(out.ask, *row);
  out.kind = row->kind;
  out.thread = in.thread();
  out.turn = in.turn();
  if (out.turn != no_turn) names.signs_of(out.thread) = {};
  if (in.names_item()) out.item = in.item();
  if (out.kind == AskKind::Other) return out;
  out.subject = out.kind == AskKind::Patch ? in.patch() : in.command();
  if (out.subject == no_subject) out.subject = names.about(out.item);
  const bool named = out.turn != no_turn && out.item != no_item;
  // The scope of a patch may be empty, or stand at its item.
  const bool about = out.kind == AskKind::Patch
                         ? named || in.at(Field::Changes).type() == Type::Object
                         : out.subject != no_subject;
  out.wellformed = out.thread != no_thread && about && (named || !row->names_items);
  return out;
}

Heard answer_of(const Dialect& dialect, Names& names, const rpc::Response& response) {
  const Reader in(dialect, names, response.result);
  Heard out;
  if (in.at(Field::Primary).type() == Type::Object) out = in.limits();
  out.push_back(Response{.id = request_id(response.id), .thread = in.thread(), .turn = in.turn()});
  return out;
}

Response refusal_of(const Dialect& dialect, Names& names, const rpc::Failure& failure) {
  auto words = failure.message.decoded();
  Response out{.id = request_id(failure.id), .error = error_of(dialect, failure)};
  if (!words.empty()) out.text = names.keep(std::move(words));
  return out;
}

}  // namespace

Heard decode(const Dialect& dialect, Names& names, ProcessId process, const rpc::Message& message) {
  return port::visit(
      Overload{[&](const rpc::Request& request) -> Heard {
                 return {ask_of(dialect, names, process, request)};
               },
               [&](const rpc::Response& response) -> Heard {
                 return answer_of(dialect, names, response);
               },
               [&](const rpc::Failure& failure) -> Heard {
                 return {refusal_of(dialect, names, failure)};
               },
               [&](const rpc::Notification& notice) -> Heard {
                 const auto* row = row_for(dialect.notices, notice.method, &NoticeRow::method);
                 if (row == nullptr) return {UnknownNotice{}};
                 return Listener(dialect, names, process, *row, notice.params).hear();
               }},
      message);
}

}  // namespace engine::appserver
