#include "reference_json.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "port/real.h"

namespace fuzz {
namespace {

using engine::rpc::Reason;

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
  Reader(std::string_view line, std::size_t from, std::uint32_t depth_max,
         std::vector<std::string_view>* open)
      : line_(line), at_(from), depth_max_(depth_max), open_(open) {}

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
      out.told = in_quotes(out.text);
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
  // What is a fault unless it is left open.
  void leave_open(Reason reason, std::size_t at) {
    if (open_ == nullptr) throw Fault{reason, at};
    open_->push_back(engine::rpc::text_of(reason).name);
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
    const auto raw = line_.substr(begin, at_ - begin);
    out.told = out.whole && out.fits ? std::to_string(out.number) : "~" + std::string(raw);
    if (open_ != nullptr && !is_held_by_all(out, raw)) open_->push_back("number_range");
  }

  // RFC 8259, 6: what a double holds.
  static bool is_held_by_all(const Meant& number, std::string_view raw) {
    constexpr auto most = std::int64_t{1} << 53;
    if (number.whole) return number.fits && number.number > -most && number.number < most;
    return port::read_real(raw).has_value();
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
    const auto again = at_;
    const auto half = [&] {  // What follows it is read for itself.
      leave_open(Reason::LoneSurrogate, begin);
      at_ = again;
    };
    if (first >= 0xdc00) return half();
    for (const char byte : {'\\', 'u'}) {
      if (here() == at_end) stuck();
      if (here() != byte) return half();
      ++at_;
    }
    const auto second = unit(again);
    if (second < 0xdc00 || second >= 0xe000) return half();
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
      do {
        auto element = value(depth);
        out.told += element.told + ',';
        if (open_ != nullptr) out.values.push_back(std::move(element));
      } while (more(']'));
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
        if (!keys.insert(key).second) leave_open(Reason::DuplicateKey, begin);
        spaces();
        expect(':');
        auto member = value(depth);
        out.told += in_quotes(key) + ':' + member.told + ',';
        out.keys.push_back(std::move(key));
        out.values.push_back(std::move(member));
      } while (more('}'));
    }
    out.told += '}';
  }

  std::string_view line_;
  std::size_t at_;
  std::uint32_t depth_max_;
  std::vector<std::string_view>* open_;
};

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out(1, '"');
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    const bool shown = byte >= ' ' && byte <= '~';
    shown ? out += byte : out += fmt::format("\\x{:02x}", value);
  }
  return out += '"';
}

Meant read_value(std::string_view line, std::size_t from, std::uint32_t depth_max,
                 std::vector<std::string_view>* open) {
  return Reader(line, from, depth_max, open).value();
}

}  // namespace fuzz
