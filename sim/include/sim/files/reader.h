// How the parts of a scenario file are read: values in, the first error out. Every reading
// function gives some valid value where it met an error, so that its caller can go on.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/files/json_source.h"
#include "sim/files/scenario_error.h"
#include "sim/state/agenda.h"

namespace sim {

class Reader {
 public:
  bool failed() const { return fault_.has_value(); }
  // The first one counts.
  void fail(const JsonValue& at, std::string what, std::string remedy = {});
  // Of the second of two elements of a set that are the same.
  void fail_twice(const JsonValue& element);
  // There is no such member: said at the end of the object, where it might be added.
  void fail_missing(const JsonValue& object, std::string_view name, std::string what,
                    std::string remedy);

  // Whether it is one; fails otherwise.
  bool is_object(const JsonValue& value);
  // An array of at most so many; fails otherwise.
  bool is_array(const JsonValue& value, std::size_t most, std::string_view of_what);
  void refuse_unknown(const JsonValue& member, std::span<const std::string_view> known);

  std::string text(const JsonValue& value, std::size_t bytes_max);
  std::string any_text(const JsonValue& value, std::size_t bytes_max);  // Also an empty one.
  bool boolean(const JsonValue& value);
  std::int32_t integer(const JsonValue& value, std::int32_t least, std::int32_t most);
  std::uint64_t natural(const JsonValue& value, std::uint64_t least, std::uint64_t most);
  double real(const JsonValue& value);  // Not negative.
  std::int32_t milliseconds(const JsonValue& value, std::int32_t least);
  // 500, [0, 500], [0, "never"] or, if `ends_never`, "never".
  Window window(const JsonValue& value, bool ends_never);
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

  std::optional<Fault> fault_;
};

// "Did you mean `closable`?", or empty if none is near.
std::string nearest_of(std::string_view wrong, std::span<const std::string_view> valid);
// "Did you mean `closable`? Valid: closable, slow." Without the question if none is near.
std::string suggestion(std::string_view wrong, std::span<const std::string_view> valid);

}  // namespace sim
