// What the lists of the fields of all areas are made of.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "port/enumerators.h"
#include "sim/state/agenda.h"
#include "sim/state/fields.h"
#include "spec/rule.h"

namespace conformance {

using sim::FieldWriter;

inline std::string numbered(std::string_view name, std::size_t i) {
  return fmt::format("{}[{}]", name, i);
}

// "call.age" for the member &Call::age of "call", as the source has it.
template <auto member>
std::string member_name(std::string_view of) {
  constexpr auto text = port::detail::signature<member>();
  constexpr std::string_view before = "value = ";
  constexpr auto name = port::detail::enumerator_at(text, text.find(before) + before.size());
  return of.empty() ? std::string(name) : fmt::format("{}.{}", of, name);
}

// Adds each of these members by its own name. An id is its number.
template <auto... members>
void list_members(std::string_view of, const auto& value, FieldWriter& out) {
  const auto add = [&out](const std::string& name, const auto& it) {
    if constexpr (requires { it.value; })
      out.add(name, it.value);
    else
      out.add(name, it);
  };
  (add(member_name<members>(of), value.*members), ...);
}
template <auto... members>
void list_times(std::string_view of, const auto& value, FieldWriter& out) {
  (out.time(member_name<members>(of), value.*members), ...);
}
// Each place of a list by its number, whether or not it is taken.
void list_each(std::string_view name, const auto& values, FieldWriter& out) {
  const auto places = [&] {
    if constexpr (requires { values.capacity(); }) return values.capacity();
    return values.size();
  };
  for (std::size_t i = 0; i < places(); ++i) {
    if constexpr (requires { values[i].value; })
      out.add(numbered(name, i), values[i].value);
    else
      out.add(numbered(name, i), values[i]);
  }
}

inline std::string end_of_window(std::int32_t ms) {
  return ms == sim::never ? "never" : FieldWriter::seconds(ms);
}
inline void list_window(std::string_view slot, const sim::Window& window, FieldWriter& out) {
  out.text(fmt::format("agenda.{}", slot),
           window == sim::Window{} ? "-"
                                   : fmt::format("[{}, {}]", end_of_window(window.earliest),
                                                 end_of_window(window.latest)));
}

// The rule that a state names as broken.
inline void list_broken(std::uint32_t index_plus_one, std::span<const spec::Rule> rules,
                        FieldWriter& out) {
  const auto i = index_plus_one - std::size_t{1};
  out.text("broken", index_plus_one == 0 ? "-"
                     : i < rules.size()  ? std::string(rules[i].id)
                                         : std::to_string(index_plus_one));
}

}  // namespace conformance
