// How the parts of a scenario file are read: values in, the first error out. Every reading
// function gives some valid value where it met an error, so that its caller can go on.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/files/json_source.h"
#include "sim/files/scenario_error.h"
#include "sim/state/agenda.h"

namespace sim {

class Reader {
 public:
  struct Field {
    std::string_view name;
    std::function<void(const JsonValue&)> read;
    bool required = false;
  };
  enum class Never : std::uint8_t { AsEnd, Allowed };  // In [500, "never"]; also alone.

  bool failed() const { return fault_.has_value(); }
  // The first one counts.
  void fail(const JsonValue& at, std::string what, std::string remedy = {});
  // There is no such member: said at the end of the object, where it might be added.
  void fail_missing(const JsonValue& object, std::string_view name, std::string what,
                    std::string remedy);

  // Each member by its field; unknown ones and missing required ones fail.
  void fields(const JsonValue& object, std::span<const Field> known);
  void fields(const JsonValue& object, std::initializer_list<Field> known) {
    fields(object, std::span<const Field>(known.begin(), known.size()));
  }
  // Each member of an object, whatever its name.
  void each_member(const JsonValue& object, const std::function<void(const JsonValue&)>& read);
  void each(const JsonValue& array, std::size_t most, std::string_view of_what,
            const std::function<void(const JsonValue&)>& read);

  std::string text(const JsonValue& value, std::size_t bytes_max);
  std::string any_text(const JsonValue& value, std::size_t bytes_max);  // Also an empty one.
  bool boolean(const JsonValue& value);
  std::int32_t integer(const JsonValue& value, std::int32_t least, std::int32_t most);
  std::uint64_t natural(const JsonValue& value, std::uint64_t least, std::uint64_t most);
  double real(const JsonValue& value);  // Not negative.
  std::int32_t milliseconds(const JsonValue& value, std::int32_t least);
  // 500, [0, 500] or "never".
  Window window(const JsonValue& value, Never ends);
  // The index of a name.
  std::size_t one_of(const JsonValue& value, std::span<const std::string_view> names,
                     std::string_view what);
  template <class E>
  E enumerator(const JsonValue& value, std::span<const std::string_view> names,
               std::string_view what) {
    return static_cast<E>(one_of(value, names, what));
  }

  ScenarioError error(std::string_view text, const JsonValue& root, const std::string& file) const;

 private:
  struct Fault {
    const JsonValue* at;
    std::string what;
    std::string remedy;
    std::size_t offset;
    std::string missing = {};  // The name of a member of `at`.
  };
  void fail_type(const JsonValue& value, std::string_view wanted);
  void unknown_field(const JsonValue& member, std::span<const Field> known);

  std::optional<Fault> fault_;
};

// "Did you mean `closable`?", or empty if none is near.
std::string nearest_of(std::string_view wrong, std::span<const std::string_view> valid);
// "Did you mean `closable`? Valid: closable, slow." Without the question if none is near.
std::string suggestion(std::string_view wrong, std::span<const std::string_view> valid);

// name(E) for each of the first `count` enumerators.
template <class E>
std::vector<std::string_view> names_of(std::size_t count) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(name(static_cast<E>(i)));
  return names;
}

}  // namespace sim
