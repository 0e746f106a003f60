// A message of the port as the wire named things.
#include <type_traits>

#include <fmt/format.h>

#include "appserver/checks/talk.h"
#include "port/visit.h"

namespace conformance::appserver {
namespace {

class Teller {
 public:
  explicit Teller(const Names& names) : names_(names) {}

  template <class Message>
  std::string tell(const Message& message) {
    out_ = Message::record.name;
    port::for_each_member(
        message, [this](std::string_view name, const auto& member) { this->add(name, member); });
    return std::move(out_);
  }

 private:
  template <class T>
  void add(std::string_view name, const T& member) {
    if constexpr (std::is_enum_v<T>) {
      if (name != "error" || member != T{}) out_ += fmt::format(" {}", port::word(member));
    } else if constexpr (std::is_same_v<T, bool>) {
      if (member) out_ += fmt::format(" {}", name);
    } else if constexpr (std::is_same_v<T, port::appserver::TextMark>) {
      // Of the text that stands before it.
      if (member != (has_text_ ? port::appserver::mark_of(text_) : T{}))
        out_ += " and another mark";
    } else if constexpr (std::is_arithmetic_v<T>) {
      if (member != 0) out_ += fmt::format(" {}={}", name, member);
    } else if (member != T{}) {
      out_ += fmt::format(" {}={}", name, named(member));
    }
  }

  std::string named(RequestId id) const { return std::to_string(id.value); }
  std::string named(ThreadId id) const { return in(names_.threads, id.value); }
  std::string named(TurnId id) const { return in(names_.turns, id.value); }
  std::string named(ItemId id) const { return in(names_.items, id.value); }
  std::string named(SubjectId id) const { return std::string(names_.text_of(id)); }
  std::string named(AskId ask) const {
    const auto id = names_.id_of(ask);
    return id.is_text ? fmt::format("\"{}\"", id.text.raw()) : std::to_string(id.number);
  }
  std::string named(TextId id) {
    has_text_ = true;
    return text_ = names_.text_of(id);
  }
  static std::string in(const Interned& table, std::uint32_t number) {
    const auto text = table.text_of(number);
    return text.empty() ? fmt::format("#{}", number) : std::string(text);
  }

  const Names& names_;
  std::string out_, text_;
  bool has_text_ = false;
};

// With these words wherever an "@" stands.
std::string filled(std::string_view text, std::string_view words) {
  std::string out;
  for (const char byte : text) {
    if (byte == '@')
      out += words;
    else
      out += byte;
  }
  return out;
}

std::string line_of(const Line& line) {
  std::string out = "{";
  if (!line.id.empty()) out += fmt::format(R"("id":{},)", line.id);
  out += fmt::format(R"("method":"{}")", line.method);
  if (!line.params.empty())
    out += R"(,"params":)" + filled(line.params, R"("threadId":"t","turnId":"u")");
  return out + '}';
}

}  // namespace

std::string told(const Client& client, const Dialect& dialect, Names& names,
                 std::string_view line) {
  std::string out;
  for (const auto& message : heard(client, dialect, names, line)) {
    if (!out.empty()) out += ", ";
    out += port::visit([&](const auto& each) { return Teller(names).tell(each); }, message);
  }
  return out.empty() ? "nothing" : out;
}

CheckVerdict understood(const Client& client, std::span<const Line> lines) {
  const Dialect* dialect = nullptr;
  std::optional<Names> names;
  for (const auto& each : lines) {
    if (each.dialect != nullptr) {
      dialect = each.dialect;
      names.emplace();
    }
    const auto line = line_of(each);
    const auto before = fmt::format("{}: {} is ", dialect->name, line);
    const auto verdict = same(before + filled(each.means, "thread=t turn=u"),
                              before + told(client, *dialect, *names, line));
    if (!verdict.holds) return verdict;
  }
  return {};
}

}  // namespace conformance::appserver
