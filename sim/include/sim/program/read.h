// A message or a record of the port, read from JSON that a program wrote, by the table of its
// names: the other direction of port/json_text.h.
#pragma once
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <nlohmann/json.hpp>

#include "port/json_text.h"
#include "port/time.h"
#include "port/words.h"

namespace sim {

// What the port wrote. (A parser in each of its callers would take a second each to compile.)
nlohmann::json as_document(const std::string& written);

// What is wrong with an answer, where, and what may stand there.
class BadAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// So long a time a program may say: the longest that any area has. With a longer one a world would
// have more choices at once than a search can hold.
inline constexpr std::int64_t program_ms_max = 600'000;
// What is no program may have more: its `Names` say so.
template <class Names>
inline constexpr std::int64_t ms_max = program_ms_max;
template <class Names>
requires requires { Names::ms_max; }
inline constexpr std::int64_t ms_max<Names> = Names::ms_max;

// "set_timer.after_ms is 1.5; it must be a whole number, 0 to 600000".
[[noreturn]] void refuse_answer(std::string_view place, const nlohmann::json& got,
                                std::string_view wanted);
std::int64_t integer_of(const nlohmann::json& json, std::string_view place, std::int64_t least,
                        std::int64_t most);
bool boolean_of(const nlohmann::json& json, std::string_view place);
// The index of the word, which must be one of these.
std::size_t word_of(const nlohmann::json& json, std::string_view place,
                    std::span<const std::string_view> words);
const nlohmann::json::object_t& object_of(const nlohmann::json& json, std::string_view place);
// Null: it is missing.
const nlohmann::json* member_of(const nlohmann::json::object_t& object, std::string_view name);
std::string place_of_member(std::string_view place, std::string_view name);
// Refuses what is no list, or a longer one.
void want_list(const nlohmann::json& json, std::string_view place, std::size_t most);
// Members that are none of these are refused.
void refuse_others(const nlohmann::json::object_t& object, std::string_view place,
                   std::span<const std::string_view> members);
void want_all(const nlohmann::json& json, std::string_view place,
              std::span<const std::string_view> members);
// The only member of an object that says which message it is.
const nlohmann::json::object_t::value_type& message_of(const nlohmann::json& json,
                                                       std::string_view place);

template <class... Messages, class Names = port::NoNames>
void read_message(const nlohmann::json& json, std::string_view place,
                  std::variant<Messages...>& out, const Names& names = {});

// Members that are missing keep what they have in `out`.
template <class T, class Names = port::NoNames>
void read_answer(const nlohmann::json& json, std::string_view place, T& out,
                 const Names& names = {}) {
  if constexpr (std::is_same_v<T, bool>) {
    out = boolean_of(json, place);
  } else if constexpr (std::is_enum_v<T>) {
    out = static_cast<T>(word_of(json, place, port::words<T>));
  } else if constexpr (std::is_integral_v<T>) {
    constexpr auto widest = std::numeric_limits<std::int64_t>::max();
    constexpr auto most = std::numeric_limits<T>::max();
    out = static_cast<T>(
        integer_of(json, place, static_cast<std::int64_t>(std::numeric_limits<T>::min()),
                   static_cast<std::uint64_t>(most) > static_cast<std::uint64_t>(widest)
                       ? widest
                       : static_cast<std::int64_t>(most)));
  } else if constexpr (std::is_same_v<T, port::Duration>) {
    out = T(static_cast<typename T::rep>(integer_of(json, place, 0, ms_max<Names>)));
  } else if constexpr (port::Recorded<T>) {
    const auto& object = object_of(json, place);
    refuse_others(object, place, T::record.members);
    port::for_each_member(out, [&](std::string_view name, const auto& member) {
      using Member = std::remove_cvref_t<decltype(member)>;
      // for_each_member looks at members; this one is the caller's to change.
      if (const auto* found = member_of(object, name))
        read_answer(*found, place_of_member(place, name), const_cast<Member&>(member), names);
    });
  } else if constexpr (port::is_message<T>) {
    read_message(json, place, out, names);
  } else if constexpr (requires { out.push_back(*out.begin()); }) {
    want_list(json, place, T::capacity());
    out = {};
    for (const auto& item : json) {
      std::remove_cvref_t<decltype(*out.begin())> read{};
      read_answer(item, place, read, names);
      out.push_back(read);
    }
  } else if constexpr (requires { names.id(std::string_view(), out); }) {
    if (json.is_null()) {
      out = names.nothing(out);
    } else if (!json.is_string() || !names.id(json.get_ref<const std::string&>(), out)) {
      refuse_answer(place, json, "one of the names that the run began with, or null");
    }
  } else {
    read_answer(json, place, out.value, names);  // An id.
  }
}

template <class... Messages, class Names>
void read_message(const nlohmann::json& json, std::string_view place,
                  std::variant<Messages...>& out, const Names& names) {
  const auto& message = message_of(json, place);
  const auto& name = message.first;
  const auto& members = message.second;
  bool known = false;
  const auto take = [&]<class One>(const One*) {
    if (known || One::record.name != name) return;
    known = true;
    read_answer(members, name, out.template emplace<One>(), names);
  };
  (take(static_cast<const Messages*>(nullptr)), ...);
  constexpr std::array words{Messages::record.name...};
  if (!known) word_of(nlohmann::json(name), place, words);  // Says which there are.
}

}  // namespace sim
