#include "fuzz/reference.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace fuzz {
namespace {

using engine::rpc::Reason;

struct Fault {
  Reason reason;
  std::size_t at;  // In the line.
};

// A value as it is meant.
struct Meant {
  enum class Kind : std::uint8_t { Word, Number, Text, Array, Object };
  Kind kind = Kind::Word;
  std::size_t from = 0, to = 0;     // In the line.
  std::string told;                 // As `told` of the codec's value gives it.
  std::string text;                 // Of a text, decoded.
  bool whole = false, fits = true;  // Of a number: no fraction or exponent; in 64 bits.
  std::int64_t number = 0;
  std::vector<std::pair<std::string, Meant>> members;

  const Meant* member(std::string_view key) const {
    for (const auto& [name, value] : members)
      if (name == key) return &value;
    return nullptr;
  }
};

std::string quoted(std::string_view text) { return '"' + engine::rpc::printable(text) + '"'; }

// How many bytes the UTF-8 sequence has that begins there; 0: it is none (Unicode, table 3-7).
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  std::uint32_t point = 0;
  if (lead >= 0xc0 && lead < 0xe0) length = 2, point = lead & 0x1f;
  if (lead >= 0xe0 && lead < 0xf0) length = 3, point = lead & 0x0f;
  if (lead >= 0xf0 && lead < 0xf8) length = 4, point = lead & 0x07;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
    point = point << 6 | (byte(at + i) & 0x3f);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (length == 0 || point < least[length] || point > 0x10ffff) return 0;
  return point >= 0xd800 && point < 0xe000 ? 0 : length;
}

void put_utf8(std::string& out, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto rest = [&](int shift) { put(0x80 + (point >> shift) % 64); };
  if (point < 0x80) return put(point);
  if (point < 0x800) return put(0xc0 + point / 64), rest(0);
  if (point < 0x10000) return put(0xe0 + point / 4096), rest(6), rest(0);
  put(0xf0 + point / 262144), rest(12), rest(6), rest(0);
}

// One line of JSON by recursive descent. The first thing that is wrong is thrown.
class Reader {
 public:
  Reader(std::string_view line, std::size_t from, std::uint32_t depth_max)
      : line_(line), at_(from), depth_max_(depth_max) {}

  std::size_t at() const { return at_; }

  Meant value(std::uint32_t depth = 0) {
    spaces();
    Meant out;
    out.from = at_;
    if (here() == '{') {
      object(out, depth + 1);
    } else if (here() == '[') {
      array(out, depth + 1);
    } else if (here() == '"') {
      out.kind = Meant::Kind::Text;
      out.text = string();
      out.told = quoted(out.text);
    } else if (here() == '-' || is_digit()) {
      number(out);
    } else {
      word(out);
    }
    out.to = at_;
    return out;
  }

 private:
  static constexpr int at_end = -1;
  int here() const { return at_ < line_.size() ? static_cast<unsigned char>(line_[at_]) : at_end; }
  bool is_digit() const { return here() >= '0' && here() <= '9'; }
  void spaces() {
    while (here() == ' ' || here() == '\t' || here() == '\r') ++at_;
  }
  // Nothing can go on with the byte that is here.
  [[noreturn]] void stuck() const {
    if (here() == at_end) throw Fault{Reason::UnexpectedEnd, at_};
    if (here() == 0) throw Fault{Reason::NulByte, at_};
    throw Fault{utf8_length(line_, at_) == 0 ? Reason::NotUtf8 : Reason::UnexpectedByte, at_};
  }
  void expect(char byte) {
    if (here() != byte) stuck();
    ++at_;
  }

  void word(Meant& out) {
    for (const std::string_view known : {"true", "false", "null"}) {
      if (here() != known.front()) continue;
      for (const char letter : known) expect(letter);
      out.told = known;
      return;
    }
    stuck();
  }

  void digits(std::size_t begin) {
    if (here() == at_end || here() == 0) stuck();
    if (!is_digit()) throw Fault{Reason::BadNumber, begin};
    while (is_digit()) ++at_;
  }
  void number(Meant& out) {
    const auto begin = at_;
    out.kind = Meant::Kind::Number;
    out.whole = true;
    if (here() == '-') ++at_;
    const auto first = at_;
    digits(begin);
    if (line_[first] == '0' && at_ - first > 1) throw Fault{Reason::BadNumber, begin};
    const bool negative = line_[begin] == '-';
    for (auto i = first; i < at_; ++i) {
      const int digit = line_[i] - '0';
      const bool overflow = __builtin_mul_overflow(out.number, 10, &out.number) ||
                            (negative ? __builtin_sub_overflow(out.number, digit, &out.number)
                                      : __builtin_add_overflow(out.number, digit, &out.number));
      if (overflow) out.fits = false;
      if (overflow) break;
    }
    if (here() == '.') {
      out.whole = false;
      ++at_;
      digits(begin);
    }
    if (here() == 'e' || here() == 'E') {
      out.whole = false;
      ++at_;
      if (here() == '+' || here() == '-') ++at_;
      digits(begin);
    }
    const auto raw = std::string(line_.substr(begin, at_ - begin));
    out.told = out.whole && out.fits ? std::to_string(out.number) : "~" + raw;
  }

  // The four digits of \uXXXX; an escape is wrong as a whole.
  std::uint32_t unit(std::size_t begin) {
    std::uint32_t out = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      if (here() == at_end) stuck();
      const auto digit = std::string_view("0123456789abcdefABCDEF").find(line_[at_]);
      if (digit == std::string_view::npos) throw Fault{Reason::BadEscape, begin};
      out = out * 16 + static_cast<std::uint32_t>(digit < 16 ? digit : digit - 6);
    }
    return out;
  }
  void escape(std::string& out) {
    const auto begin = at_++;
    if (here() == at_end) stuck();
    const auto letter = line_[at_++];
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const auto known = letters.find(letter);
    if (known != letters.npos) {
      out += meanings[known];
      return;
    }
    if (letter != 'u') throw Fault{Reason::BadEscape, begin};
    const auto first = unit(begin);
    if (first < 0xd800 || first >= 0xe000) return put_utf8(out, first);
    if (first >= 0xdc00) throw Fault{Reason::LoneSurrogate, begin};
    const auto again = at_;
    for (const char byte : {'\\', 'u'}) {
      if (here() == at_end) stuck();
      if (here() != byte) throw Fault{Reason::LoneSurrogate, begin};
      ++at_;
    }
    const auto second = unit(again);
    if (second < 0xdc00 || second >= 0xe000) throw Fault{Reason::LoneSurrogate, begin};
    put_utf8(out, 0x10000 + (first - 0xd800) * 1024 + (second - 0xdc00));
  }
  std::string string() {
    std::string out;
    for (++at_; here() != '"';) {
      if (here() == at_end || here() == 0) stuck();
      if (here() < 0x20) throw Fault{Reason::ControlCharacter, at_};
      if (here() == '\\') {
        escape(out);
        continue;
      }
      const auto length = utf8_length(line_, at_);
      if (length == 0) stuck();
      out += line_.substr(at_, length);
      at_ += length;
    }
    ++at_;
    return out;
  }

  void enter(std::uint32_t depth) {
    if (depth > depth_max_) throw Fault{Reason::TooDeep, at_};
    ++at_;
    spaces();
  }
  // Whether another part follows; else the end is behind us.
  bool more(char end) {
    spaces();
    if (here() == ',') return ++at_, true;
    expect(end);
    return false;
  }
  void array(Meant& out, std::uint32_t depth) {
    out.kind = Meant::Kind::Array;
    out.told = '[';
    enter(depth);
    if (here() == ']') {
      ++at_;
    } else {
      do out.told += value(depth).told + ',';
      while (more(']'));
    }
    out.told += ']';
  }
  void object(Meant& out, std::uint32_t depth) {
    out.kind = Meant::Kind::Object;
    out.told = '{';
    enter(depth);
    std::set<std::string> keys;
    if (here() == '}') {
      ++at_;
    } else {
      do {
        spaces();
        if (here() != '"') stuck();
        const auto begin = at_;
        auto key = string();
        if (!keys.insert(key).second) throw Fault{Reason::DuplicateKey, begin};
        spaces();
        expect(':');
        auto member = value(depth);
        out.told += quoted(key) + ':' + member.told + ',';
        out.members.emplace_back(std::move(key), std::move(member));
      } while (more('}'));
    }
    out.told += '}';
  }

  std::string_view line_;
  std::size_t at_;
  std::uint32_t depth_max_;
};

// An integer that a known member has to be.
void check_integer(const Meant& value, Reason type, Reason range) {
  if (value.kind != Meant::Kind::Number || !value.whole) throw Fault{type, value.from};
  if (!value.fits) throw Fault{range, value.from};
}

struct Message {
  std::size_t from = 0, to = 0;
  std::string told;
  bool method_and_result = false, jsonrpc = false;
};

std::string part(std::string_view name, const Meant* value) {
  return value == nullptr ? std::string() : fmt::format(" {}={}", name, value->told);
}

Message envelope(std::string_view line, const Meant& object) {
  const auto *id = object.member("id"), *method = object.member("method"),
             *params = object.member("params"), *result = object.member("result"),
             *error = object.member("error");
  Message out{.from = object.from, .to = object.to, .told = {}};
  if (id != nullptr && id->kind != Meant::Kind::Text)
    check_integer(*id, Reason::IdType, Reason::IdRange);
  if (method != nullptr) {
    if (method->kind != Meant::Kind::Text) throw Fault{Reason::MethodType, method->from};
    out.told = (id == nullptr ? "notification" : "request") + part("id", id) +
               part("method", method) + part("params", params);
    out.method_and_result = result != nullptr || error != nullptr;
  } else if (id == nullptr || (result == nullptr && error == nullptr)) {
    throw Fault{Reason::NotAMessage, object.from};
  } else if (result != nullptr && error != nullptr) {
    throw Fault{Reason::ResultAndError, error->from};
  } else if (result != nullptr) {
    out.told = "response" + part("id", id) + part("result", result);
  } else {
    const auto *code = error->member("code"), *message = error->member("message");
    if (code == nullptr) throw Fault{Reason::ErrorShape, error->from};
    check_integer(*code, Reason::ErrorShape, Reason::CodeRange);
    if (message == nullptr || message->kind != Meant::Kind::Text)
      throw Fault{Reason::ErrorShape, error->from};
    out.told = "failure" + part("id", id) + part("code", code) + part("message", message) +
               part("data", error->member("data"));
  }
  out.jsonrpc = object.member("jsonrpc") != nullptr;
  out.told += fmt::format(" of {} as {}", object.told,
                          quoted(line.substr(object.from, object.to - object.from)));
  return out;
}

std::size_t past_spaces(std::string_view line, std::size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r')) ++at;
  return at;
}

[[noreturn]] void behind_it(std::string_view line, std::size_t at) {
  throw Fault{line[at] == 0 ? Reason::NulByte : Reason::TrailingBytes, at};
}

Message message_at(std::string_view line, std::size_t at, std::uint32_t depth_max) {
  if (line.substr(at).starts_with("\xef\xbb\xbf")) throw Fault{Reason::ByteOrderMark, at};
  Reader reader(line, at, depth_max);
  const auto value = reader.value();
  if (value.kind == Meant::Kind::Object) return envelope(line, value);
  const auto behind = past_spaces(line, value.to);
  if (behind < line.size()) behind_it(line, behind);
  throw Fault{value.kind == Meant::Kind::Array ? Reason::Array : Reason::Scalar, at};
}

// The messages of a line that is not blank, all or none.
std::vector<Message> messages_of(std::string_view line, bool ended,
                                 const engine::rpc::Options& options) {
  std::vector<Message> out;
  try {
    for (auto at = past_spaces(line, 0); at < line.size();) {
      if (!out.empty() && line[at] != '{') behind_it(line, at);
      if (!out.empty() && (!options.recover_merged || !ended)) throw Fault{Reason::MergedLines, at};
      out.push_back(message_at(line, at, options.scan.depth_max));
      at = past_spaces(line, out.back().to);
    }
  } catch (const Fault&) {
    if (!ended) throw Fault{Reason::EndOfInput, line.size()};
    throw;
  }
  return out;
}

std::string place(std::uint64_t number, std::uint64_t at, std::uint64_t bytes) {
  return fmt::format("line {} at {} of {} bytes: ", number, at, bytes);
}
std::string place(const engine::rpc::Place& of) { return place(of.line, of.at, of.bytes); }

std::string rejected(Reason reason, std::uint64_t at, std::string_view excerpt) {
  return fmt::format("{} at {} near {}", engine::rpc::text_of(reason).name, at, quoted(excerpt));
}

// A third of an excerpt stands before the fault, and it is whole if the line is long enough.
std::string_view excerpt(std::string_view line, std::size_t at, std::size_t most) {
  if (line.size() <= most) return line;
  const auto before = std::min(at, most / 3);
  return line.substr(std::min(at - before, line.size() - most), most);
}

// A value of the codec, through all that reads one.
std::string told_of(const engine::json::Value& value) {
  using engine::json::Type;
  switch (value.type()) {
    case Type::Absent: return "absent";
    case Type::Null: return "null";
    case Type::Boolean: return value.boolean() == true ? "true" : "false";
    case Type::String: return quoted(value.text()->decoded());
    case Type::Number: {
      const auto number = value.integer();
      return number ? std::to_string(*number) : "~" + std::string(value.raw);
    }
    case Type::Array:
    case Type::Object: break;
  }
  const bool object = value.type() == Type::Object;
  std::string out(object ? "{" : "[");
  engine::json::Parts parts(value);
  for (engine::json::Field field; parts.next(field);) {
    if (object) out += quoted(field.key.decoded()) + ':';
    out += told_of(field.value) + ',';
    if (object && value.member(field.key.decoded()) != field.value) out += "(not found)";
  }
  return out + (object ? '}' : ']');
}
std::string told_of(const engine::rpc::Id& id) {
  return id.is_text ? quoted(id.text.decoded()) : std::to_string(id.number);
}
std::string told_of(const engine::json::Text& text) { return quoted(text.decoded()); }
std::string part(std::string_view name, const engine::json::Value& value) {
  return value.present() ? fmt::format(" {}={}", name, told_of(value)) : std::string();
}

struct Parted {
  std::string operator()(const engine::rpc::Request& it) const {
    return fmt::format("request id={} method={}{}", told_of(it.id), told_of(it.method),
                       part("params", it.params));
  }
  std::string operator()(const engine::rpc::Response& it) const {
    return fmt::format("response id={}{}", told_of(it.id), part("result", it.result));
  }
  std::string operator()(const engine::rpc::Failure& it) const {
    return fmt::format("failure id={} code={} message={}{}", told_of(it.id), it.code,
                       told_of(it.message), part("data", it.data));
  }
  std::string operator()(const engine::rpc::Notification& it) const {
    return fmt::format("notification method={}{}", told_of(it.method), part("params", it.params));
  }
};

}  // namespace

std::vector<std::string> reading_of(std::string_view stream, const engine::rpc::Options& options) {
  std::vector<std::string> out;
  std::size_t number = 0;
  for (std::size_t at = 0; at < stream.size();) {
    const auto newline = stream.find('\n', at);
    const bool ended = newline != stream.npos;
    const auto next = ended ? newline + 1 : stream.size();
    auto line = stream.substr(at, (ended ? newline : next) - at);
    if (ended && line.ends_with('\r')) line.remove_suffix(1);
    const auto where = place(++number, at, next - at);
    const auto reject = [&, begin = at](const Fault& fault) {
      out.push_back(where + rejected(fault.reason, begin + fault.at,
                                     excerpt(line, fault.at, options.excerpt_bytes_max)));
    };
    if (line.size() > options.line_bytes_max) {
      reject({Reason::TooLong, 0});
    } else if (past_spaces(line, 0) == line.size()) {
      out.push_back(where + "blank_line");
    } else {
      try {
        const auto messages = messages_of(line, ended, options);
        if (messages.size() > 1) out.push_back(where + "merged_lines");
        for (const auto& message : messages) {
          out.push_back(where + message.told);
          if (message.method_and_result) out.push_back(where + "method_and_result");
          if (message.jsonrpc) out.push_back(where + "jsonrpc");
        }
      } catch (const Fault& fault) {
        reject(fault);
      }
    }
    at = next;
  }
  return out;
}

std::string told(const engine::rpc::Accepted& accepted) {
  std::string members;
  for (const auto& [key, value] : accepted.members)
    members += quoted(key.decoded()) + ':' + told_of(value) + ',';
  return std::visit(Parted{}, accepted.message) +
         fmt::format(" of {{{}}} as {}", members, quoted(accepted.whole));
}

std::string told(const engine::rpc::Item& item) {
  if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
    return place(accepted->place) + told(*accepted);
  if (const auto* line = std::get_if<engine::rpc::Rejected>(&item))
    return place(line->place) + rejected(line->reason, line->at, line->excerpt);
  const auto& noted = std::get<engine::rpc::Noted>(item);
  return place(noted.place) + std::string(name(noted.note));
}

}  // namespace fuzz
