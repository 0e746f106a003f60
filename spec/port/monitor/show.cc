#include "port/monitor/show.h"

#include <type_traits>

#include <fmt/format.h>

#include "port/show.h"
#include "port/visit.h"

namespace port::monitor {
namespace {

void add_members(const auto& value, std::string& out);

template <class T>
void add_member(std::string_view name, const T& value, std::string& out) {
  if constexpr (std::is_same_v<T, bool>) {
    if (value) out += fmt::format(" {}", name);
  } else if constexpr (std::is_enum_v<T>) {
    out += fmt::format(" {}", word(value));
  } else if constexpr (std::is_same_v<T, Duration>) {
    out += fmt::format(" {}={}", name, value.count());
  } else if constexpr (Recorded<T>) {
    add_members(value, out);
  } else if constexpr (requires { value.begin(); }) {
    for (const auto& each : value) out += fmt::format(" {}", each.value);
  } else if constexpr (requires { value.value; }) {
    add_member(name, value.value, out);
  } else {
    if (value != 0) out += fmt::format(" {}={}", name, value);
  }
}

void add_members(const auto& value, std::string& out) {
  for_each_member(
      value, [&](std::string_view name, const auto& member) { add_member(name, member, out); });
}

template <class T>
std::string text(const T& value) {
  auto out = name_of(T::record.name);
  add_members(value, out);
  return out;
}
// Of a file that is no good one the rest says nothing.
std::string text(const MarkerRead& read) {
  if (read.reading == Reading::Good) return text<MarkerRead>(read);
  auto out = fmt::format("MarkerRead pid={} {}", read.pid.value, word(read.reading));
  add_member("field", read.field, out);
  return out;
}

constexpr auto text_of = [](const auto& each) { return text(each); };

}  // namespace

std::string show(const Event& event) { return port::visit(text_of, event); }
std::string show(const Command& command) { return port::visit(text_of, command); }
std::string show(const Fact& fact) { return port::visit(text_of, fact); }
std::string show(const Seen& seen) {
  return port::visit([](const auto& each) { return show(each); }, seen);
}

}  // namespace port::monitor
