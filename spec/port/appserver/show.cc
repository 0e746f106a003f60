#include "port/appserver/show.h"

#include <type_traits>

#include <fmt/format.h>

#include "port/show.h"
#include "port/visit.h"

namespace port::appserver {
namespace {

template <class T>
concept Number = requires(const T& id) {
  id.value;
}
&&!Recorded<T>;

template <class T>
std::string of_record(const T& value);

// Behind a blank; a member that says nothing is left out.
template <class T>
std::string of_member(std::string_view name, const T& value) {
  if constexpr (requires { value.index(); }) {
    return " " + show(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? fmt::format(" {}", name) : "";
  } else if constexpr (std::is_enum_v<T>) {
    return value == T{} && name == "error" ? "" : fmt::format(" {}", word(value));
  } else if constexpr (std::is_same_v<T, Duration>) {
    return fmt::format(" {}={}", name, value.count());
  } else if constexpr (Number<T>) {
    return value == T{} ? "" : fmt::format(" {}={}", name, value.value);
  } else if constexpr (Recorded<T>) {
    return value == T{} ? "" : " " + of_record(value);
  } else {
    return value == 0 ? "" : fmt::format(" {}={}", name, value);
  }
}

template <class T>
std::string of_record(const T& value) {
  auto out = name_of(T::record.name);
  for_each_member(
      value, [&](std::string_view name, const auto& member) { out += of_member(name, member); });
  return out;
}

constexpr auto words_of = [](const auto& each) { return of_record(each); };

}  // namespace

std::string show(const ToServer& message) { return port::visit(words_of, message); }
std::string show(const ToClient& message) { return port::visit(words_of, message); }
std::string show(const Happening& what) { return port::visit(words_of, what); }
std::string show(const Command& command) { return port::visit(words_of, command); }
std::string show(const Fact& fact) { return port::visit(words_of, fact); }
std::string show(const Seen& seen) {
  return port::visit([](const auto& each) { return show(each); }, seen);
}

}  // namespace port::appserver
