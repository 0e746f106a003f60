#include "appserver/observe.h"

#include <algorithm>
#include <string>
#include <variant>

#include "appserver/names.h"
#include "appserver/values.h"
#include "engine/codec/utf8.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {
namespace {

using namespace spec::appserver;  // NOLINT(google-build-using-namespace): its twin is the codec.

// The mark of a text, byte by byte.
struct Marker {
  port::appserver::TextMark mark;
  void add(unsigned char byte) { port::appserver::append(mark, byte); }
};

// The bits of what initialize opts out of.
std::uint8_t opts_out_of(const Dialect& dialect, const json::Value& names) {
  unsigned out = 0;
  if (names.type() != json::Type::Array) return 0;
  json::Parts parts(names);
  for (json::Field name; parts.next(name);)
    if (const auto text = name.value.text())
      for (const auto& row : dialect.opt_outs)
        if (*text == row.word) out |= row.bit;
  return static_cast<std::uint8_t>(out);
}

bool begins(const json::Text& text, std::string_view words) {
  json::TextReader reader(text);
  return std::ranges::all_of(words, [&](char wanted) {
    const int byte = reader.next();
    return (byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte) == wanted;
  });
}

Status status_of(const Dialect& dialect, const json::Value& value) {
  const auto word = value.text();
  if (!word) return Status::None;
  for (const auto& row : dialect.statuses)
    if (*word == row.word) return row.means;
  return Status::Unknown;
}

ThreadState state_of(const json::Value& value) {
  const auto word = value.text();
  if (!word) return ThreadState::None;
  if (*word == "idle") return ThreadState::Idle;
  if (*word == "systemError") return ThreadState::OutOfOrder;
  if (*word == "notLoaded") return ThreadState::Closed;
  return *word == "active" ? ThreadState::Active : ThreadState::Other;
}

// An id of so many characters is that of one turn alone.
constexpr std::size_t unique_id_bytes = 16;

class Reader {
 public:
  Reader(const Dialect& dialect, Line& out) : dialect_(dialect), out_(out) {}

  void read(const json::Value& whole, Part part) {
    if (whole.type() != json::Type::Object) return;
    const auto rows = fields_in(dialect_, part);
    json::Parts parts(whole);
    for (json::Field member; parts.next(member);) {
      int within = 0;
      for (const auto& row : rows) {
        if (!(member.key == row.key)) continue;
        if (row.inner.empty()) take(row.field, member.value);
        if (!row.inner.empty()) ++within;
      }
      if (within > 0 && member.value.type() == json::Type::Object)
        read_within(member, rows, within);
    }
  }

 private:
  // At most `wanted` fields: nothing is read behind the last one.
  void read_within(const json::Field& member, std::span<const FieldRow> rows, int wanted) {
    json::Parts parts(member.value);
    for (json::Field inner; wanted > 0 && parts.next(inner);) {
      for (const auto& row : rows) {
        if (!(inner.key == row.inner) || !(member.key == row.key)) continue;
        --wanted;
        const auto value = row.innermost.empty() ? inner.value : inner.value.member(row.innermost);
        if (value.present()) take(row.field, value);
      }
    }
  }

  void take(Field field, const json::Value& value) {
    switch (field) {
      case Field::Thread: out_.thread = to_name(value); break;
      case Field::Turn: take_turn(value); break;
      case Field::Item: out_.item = to_name(value); break;
      case Field::ToolServer: out_.tool_server = to_name(value); break;
      case Field::AskedFor:
        out_.approves_tool = value.text() && *value.text() == dialect_.approves_tool;
        break;
      case Field::Subcommand: out_.subcommand = to_name(value); break;
      case Field::Host: out_.host = to_name(value); break;
      case Field::Command: out_.of_command = to_name(value) != 0; break;
      case Field::Status: out_.status = status_of(dialect_, value); break;
      case Field::ItemStatus:
        done(value.text() && *value.text() == dialect_.item_done);
        out_.item_open = status_of(dialect_, value) == Status::InProgress;
        break;
      case Field::ExitCode: done(value.integer().value_or(-1) >= 0); break;
      case Field::Applied: done(value.boolean().value_or(false)); break;
      case Field::ItemText:
        if (out_.method == Method::ItemCompleted || out_.method == Method::ItemStarted)
          out_.has_text = take_text(value);
        break;
      case Field::Delta:
        if (out_.method == Method::ItemDelta) take_text(value);
        break;
      case Field::Total:
        out_.has_total = value.integer().has_value();
        out_.total = value.integer().value_or(0);
        break;
      case Field::TotalIn: out_.total_in = value.integer().value_or(0); break;
      case Field::RequestId: take_request(value); break;
      case Field::WillRetry: out_.will_retry = value.boolean().value_or(false); break;
      case Field::Decision: take_decision(value); break;
      case Field::OptOut: out_.opts_out = opts_out_of(dialect_, value); break;
      case Field::UserAgent:
        if (const auto text = value.text()) out_.version = version_in(text->decoded());
        break;
      case Field::ItemType: take_type(value); break;
      case Field::ItemSource: take_source(value); break;
      case Field::ThreadState: out_.state = state_of(value); break;
      case Field::Turns: take_turns(value); break;
      case Field::Announced: take_announced(value); break;
      case Field::Permissions: has(AnswerShape::Permissions, permissions_granted(value)); break;
      case Field::Answers: has(AnswerShape::Answers, answers_given(value)); break;
      case Field::Action: has(AnswerShape::Action, action_taken(value)); break;
      case Field::Content: has(AnswerShape::Content, contents_given(value)); break;
      case Field::Success: has(AnswerShape::Success, {.fits = value.boolean().has_value()}); break;
      case Field::Scope: out_.strange = out_.strange || scope_given(value).strange; break;
      case Field::Tokens: has(AnswerShape::Tokens, {.fits = value.text().has_value()}); break;
      case Field::Offered: take_offered(value); break;
    }
  }

  void done(bool is_done) { out_.item_done = out_.item_done || is_done; }

  void take_turn(const json::Value& value) {
    out_.turn = to_name(value);
    out_.turn_is_unique = value.raw.size() >= unique_id_bytes;
  }

  void take_decision(const json::Value& value) {
    out_.decision = decision_of(dialect_.decisions, value);
    out_.old_decision = decision_of(dialect_.old_decisions, value);
    out_.amends = value.type() == json::Type::Object;
    has(AnswerShape::Decision);
  }

  void take_source(const json::Value& value) {
    for (const auto source : dialect_.background) out_.background |= value.text() == source;
  }

  void has(AnswerShape shape, AnswerMember member = {.fits = true}) {
    out_.strange = out_.strange || member.strange;
    if (!member.fits) return;
    out_.shapes = static_cast<std::uint16_t>(out_.shapes | 1u << static_cast<unsigned>(shape));
    out_.grants = out_.grants || member.grants;
  }

  void take_type(const json::Value& value) {
    const auto word = value.text();
    if (!word || dialect_.item_types.empty()) return;
    const auto row = std::ranges::find_if(
        dialect_.item_types, [&](const ItemTypeRow& known) { return *word == known.word; });
    out_.unknown_type = row == dialect_.item_types.end();
    out_.type = to_name(value);
    out_.command = !out_.unknown_type && row->command;
    out_.compaction = !out_.unknown_type && row->compaction;
  }

  // The last one that is still in progress.
  void take_turns(const json::Value& value) {
    if (value.type() != json::Type::Array) return;
    json::Parts parts(value);
    for (json::Field turn; parts.next(turn);)
      if (turn.value.type() == json::Type::Object &&
          status_of(dialect_, turn.value.member("status")) == Status::InProgress)
        out_.running_turn = to_name(turn.value.member("id"));
  }

  void take_offered(const json::Value& value) {
    if (value.type() != json::Type::Array) return;
    json::Parts parts(value);
    bool once = false, longer = false;
    for (json::Field word; parts.next(word);) {
      const auto offered = decision_of(dialect_.decisions, word.value);
      out_.offers_unknown = out_.offers_unknown || offered == Decision::Unknown;
      once = once || offered == Decision::Accept;
      longer = longer || offered == Decision::AcceptForSession;
    }
    out_.offers_once = once && !longer && !out_.offers_unknown;
  }

  void take_announced(const json::Value& value) {
    auto free = std::ranges::find(out_.announced, Name{0});
    if (value.text() && free != out_.announced.end()) *free = to_name(value);
    if (value.type() != json::Type::Array) return;
    json::Parts parts(value);
    for (json::Field thread; parts.next(thread);) {
      out_.announces_more = free == out_.announced.end();
      if (out_.announces_more) return;
      *free++ = to_name(thread.value);
    }
  }

  void take_request(const json::Value& value) {
    if (const auto text = value.text()) take_request(rpc::Id::of(*text));
    if (const auto number = value.integer()) take_request(rpc::Id::of(*number));
  }
  void take_request(const rpc::Id& id) {
    out_.request = id_name(id, id.is_text);
    out_.request_twin = id_name(id, !id.is_text);
  }

  bool take_text(const json::Value& value) {
    const auto text = value.text();
    Marker marker;
    if (text) add(*text, marker);
    out_.text = marker.mark;
    return text.has_value();
  }

  const Dialect& dialect_;
  Line& out_;
};

// Whoever tries again asks for the same, under a new name for it.
void add_asked(const json::Value& params, Namer& to) {
  if (params.type() != json::Type::Object) return to.add(params.raw);
  json::Field member;
  for (json::Parts parts(params); parts.next(member);) {
    if (member.key == "clientUserMessageId") continue;
    add(member.key, to);
    to.add(member.value.raw);
  }
}

void observe_method(const Dialect& dialect, const json::Text& name, const json::Value& params,
                    Line& out) {
  const auto* row = name.is_escaped() ? find_method(dialect, out.place.from, name.decoded())
                                      : find_method(dialect, out.place.from, name.raw());
  Namer method(plain_kind);
  add(name, method);
  out.method_name = method.name();
  if (out.form == LineForm::Request && out.place.from == Side::Client) add_asked(params, method);
  out.asked = method.name();
  if (row != nullptr) {
    out.method = row->means;
    out.patient = row->patient;
    out.shape = row->shape;
  }
  const bool looked_at = out.method != Method::Known && out.method != Method::Unknown;
  if (looked_at || out.form == LineForm::Request) Reader(dialect, out).read(params, Part::Params);
  if (out.form == LineForm::Request)
    out.wrong = wrong_settings(*dialect.values, out.method, params);
  if (out.method != Method::Approval) return;
  const bool old = out.shape == AnswerShape::OldDecision;
  const bool named = out.thread != 0 && (old || out.turn != 0) && out.item != 0;
  out.malformed = params.type() != json::Type::Object || (dialect.approvals_name_items && !named);
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = json::sequence_length(bytes.data(), bytes.size());
    if (size == 0) return false;
    bytes.remove_prefix(size);
  }
  return true;
}

std::size_t skip_spaces(std::string_view line, std::size_t from) {
  return std::min(line.find_first_not_of(" \t", from), line.size());
}

// These are parts of an object, of which it closes more than it opens; `in_text`: it begins within
// a text.
bool closes_more(std::string_view rest, bool in_text) {
  constexpr std::string_view between_texts = "{}[]:,0123456789+-.eEtrufalsn \t\r";
  int depth = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char each = rest[i];
    if (each == '"') {
      in_text = !in_text;
    } else if (in_text) {
      if (each == '\\') ++i;
    } else if (between_texts.find(each) == between_texts.npos) {
      return false;
    } else {
      if (each == '{' || each == '[') ++depth;
      if (each == '}' || each == ']') --depth;
    }
  }
  return !in_text && depth < 0;
}

// The value behind `"id"` at `from`, if it is whole, and one that an answer could repeat.
Name salvaged_id(std::string_view line, std::size_t from) {
  auto at = skip_spaces(line, from);
  if (at >= line.size() || line[at] != ':') return 0;
  at = skip_spaces(line, at + 1);
  if (at < line.size() && line[at] == '"') {
    const auto end = line.find('"', at + 1);
    if (end == line.npos) return 0;
    return id_name(rpc::Id::of(json::Text::plain(line.substr(at + 1, end - at - 1))), true);
  }
  const auto end = std::min(line.find_first_not_of("-0123456789", at), line.size());
  const auto number = json::Value{line.substr(at, end - at)}.integer();
  return number && end < line.size() ? id_name(rpc::Id::of(*number), false) : 0;
}

}  // namespace

Line observe_message(const Dialect& dialect, const Place& place, const rpc::Message& message) {
  Line out{.place = place};
  if (const auto id = rpc::id_of(message)) {
    out.id = id_name(*id, id->is_text);
    out.id_twin = id_name(*id, !id->is_text);
  }
  if (const auto* request = std::get_if<rpc::Request>(&message)) {
    out.form = LineForm::Request;
    observe_method(dialect, request->method, request->params, out);
  } else if (const auto* notification = std::get_if<rpc::Notification>(&message)) {
    out.form = LineForm::Notification;
    observe_method(dialect, notification->method, notification->params, out);
  } else if (const auto* response = std::get_if<rpc::Response>(&message)) {
    out.form = LineForm::Result;
    Reader(dialect, out).read(response->result, Part::Result);
  } else if (const auto* failure = std::get_if<rpc::Failure>(&message)) {
    out.form = LineForm::Failure;
    out.code = failure->code;
    out.error = ErrorKind::Other;
    for (const auto& row : dialect.errors)
      if (begins(failure->message, row.begins)) out.error = row.means;
  }
  return out;
}

BadLine observe_bad_line(const Place& place, std::string_view line) {
  BadLine out{.place = place};
  out.not_utf8 = !is_utf8(line);
  const auto answer = std::min(line.find("\"result\""), line.find("\"error\""));
  out.like_an_answer = answer != line.npos;
  out.has_method = line.find("\"method\"") < answer;
  constexpr std::string_view key = "\"id\"";
  std::size_t count = 0;
  for (auto at = line.find(key); at != line.npos && count < out.ids.size();
       at = line.find(key, at + 1)) {
    if (const auto id = salvaged_id(line, at + key.size()); id != 0) out.ids[count++] = id;
  }
  return out;
}

bool ends_an_object(std::string_view line) {
  return line.ends_with('}') && (closes_more(line, false) || closes_more(line, true));
}

std::uint8_t wire_rule_of(rpc::Reason reason) {
  using rpc::Reason;
  if (reason == Reason::EndOfInput) return rule_index("WIRE-01");
  if (reason == Reason::MergedLines) return rule_index("WIRE-03");
  if (reason == Reason::TooLong || reason == Reason::TooDeep) return rule_index("WIRE-04");
  if (reason == Reason::DuplicateKey || reason == Reason::IdType || reason == Reason::IdRange ||
      reason == Reason::CodeRange)
    return rule_index("WIRE-06");
  return rule_index("WIRE-02");
}

}  // namespace conformance::appserver
