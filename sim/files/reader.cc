#include "sim/files/reader.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "port/real.h"

namespace sim {
namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view never_word = "never";

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::Null: return "null";
    case Kind::Boolean: return "a boolean";
    case Kind::Integer: return "an integer";
    case Kind::Real: return "a number with a fraction, or too large";
    case Kind::Text: return "a string";
    case Kind::Array: return "an array";
    case Kind::Object: break;
  }
  return "an object";
}

// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_of(std::string_view wrong, std::span<const std::string_view> valid) {
  constexpr std::size_t typo_bytes_max = 60;
  std::string_view nearest;
  std::size_t least = 1 + std::max<std::size_t>(2, wrong.size() / 3);
  for (const auto name : valid) {
    const auto off = wrong.size() > typo_bytes_max ? least : distance(wrong, name);
    if (off >= least) continue;
    least = off;
    nearest = name;
  }
  return nearest.empty() ? "" : fmt::format("Did you mean `{}`?", nearest);
}

std::string suggestion(std::string_view wrong, std::span<const std::string_view> valid) {
  const auto nearest = nearest_of(wrong, valid);
  return fmt::format("{}{}Valid: {}.", nearest, nearest.empty() ? "" : " ", fmt::join(valid, ", "));
}

void Reader::fail(const JsonValue& at, std::string what, std::string remedy) {
  if (!failed()) fault_ = Fault{&at, std::move(what), std::move(remedy), at.offset};
}

void Reader::fail_twice(const JsonValue& element) {
  const bool is_text = element.kind == JsonValue::Kind::Text;
  fail(element, fmt::format("{} stands twice.", is_text ? echo(element.text) : "This"),
       "Take one of the two out.");
}

void Reader::fail_missing(const JsonValue& object, std::string_view name, std::string what,
                          std::string remedy) {
  if (failed()) return;
  fault_ = Fault{&object, std::move(what), std::move(remedy), object.last, std::string(name)};
}

void Reader::fail_type(const JsonValue& value, std::string_view wanted) {
  fail(value, fmt::format("This must be {}, not {}.", wanted, kind_name(value.kind)));
}

void Reader::refuse_unknown(const JsonValue& member, std::span<const std::string_view> known) {
  if (failed()) return;
  fail(member, fmt::format("There is no field {} here.", echo(member.name)),
       suggestion(member.name, known));
  fault_->offset = member.name_offset;
}

bool Reader::is_object(const JsonValue& value) {
  if (value.kind != Kind::Object) fail_type(value, "an object");
  return !failed();
}

bool Reader::is_array(const JsonValue& value, std::size_t most, std::string_view of_what) {
  if (value.kind != Kind::Array)
    fail_type(value, "an array");
  else if (value.items.size() > most)
    fail(value, fmt::format("{} {} are too many.", value.items.size(), of_what),
         fmt::format("There is room for {}.", most));
  return !failed();
}

std::string Reader::any_text(const JsonValue& value, std::size_t bytes_max) {
  if (value.kind != Kind::Text) {
    fail_type(value, "a string");
  } else if (value.text.size() > bytes_max) {
    fail(value, fmt::format("This string has {} bytes.", value.text.size()),
         fmt::format("It may have {}.", bytes_max));
  } else {
    return value.text;
  }
  return {};
}

std::string Reader::text(const JsonValue& value, std::size_t bytes_max) {
  auto out = any_text(value, bytes_max);
  if (failed()) return out;
  if (out.find_first_not_of(' ') == std::string::npos) {
    fail(value, "This string is empty.", "Write something, or leave the field out.");
  } else if (std::ranges::any_of(out, [](char c) { return (c >= 0 && c < ' ') || c == 127; })) {
    fail(value, "This string holds control characters.", "Write it on one line, without tabs.");
  }
  return out;
}

bool Reader::boolean(const JsonValue& value) {
  if (value.kind != Kind::Boolean) fail_type(value, "true or false");
  return value.boolean;
}

std::int32_t Reader::integer(const JsonValue& value, std::int32_t least, std::int32_t most) {
  if (value.kind != Kind::Integer) {
    fail_type(value, fmt::format("an integer from {} to {}", least, most));
  } else if (value.integer < least || value.integer > most) {
    fail(value, fmt::format("{} is out of range.", value.integer),
         fmt::format("Write an integer from {} to {}.", least, most));
  } else {
    return static_cast<std::int32_t>(value.integer);
  }
  return least;
}

std::uint64_t Reader::natural(const JsonValue& value, std::uint64_t least, std::uint64_t most) {
  const bool whole = value.kind == Kind::Integer && value.integer >= 0;
  if (whole && value.natural >= least && value.natural <= most) return value.natural;
  fail(value, whole ? fmt::format("{} is out of range.", value.natural) : "This is no such number.",
       fmt::format("Write an integer from {} to {}.", least, most));
  return least;
}

double Reader::real(const JsonValue& value) {
  double out = -1;
  if (value.kind == Kind::Integer && value.integer >= 0) out = static_cast<double>(value.natural);
  if (value.kind == Kind::Real) out = port::read_real(value.text).value_or(-1);
  if (out >= 0) return out;
  fail(value, "This must be a number that is not negative.");
  return 0;
}

std::int32_t Reader::milliseconds(const JsonValue& value, std::int32_t least) {
  if (value.kind != Kind::Integer) {
    fail_type(value, "a whole number of milliseconds");
  } else if (value.integer < least || value.integer > scenario_ms_max) {
    fail(value, fmt::format("{} ms is out of range.", value.integer),
         fmt::format("Write from {} to {} ms, which is 12 days.", least, scenario_ms_max));
  } else {
    return static_cast<std::int32_t>(value.integer);
  }
  return least;
}

Window Reader::window(const JsonValue& value, bool ends_never) {
  const auto is_never = [](const JsonValue& v) {
    return v.kind == Kind::Text && v.text == never_word;
  };
  if (value.kind == Kind::Integer) {
    const auto at = milliseconds(value, 0);
    return {at, at};
  }
  if (is_never(value) && ends_never) return {};
  if (value.kind != Kind::Array || value.items.size() != 2) {
    fail(value, fmt::format("This must be a window in ms: 500, [0, 500] or [0, \"never\"]{}.",
                            ends_never ? ", or \"never\"" : ""));
    return {0, 0};
  }
  const auto earliest = milliseconds(value.items[0], 0);
  if (is_never(value.items[1])) return {earliest, never};
  const auto latest = milliseconds(value.items[1], 0);
  if (failed()) return {0, 0};
  if (earliest > latest) {
    fail(value, fmt::format("The window [{}, {}] is reversed.", earliest, latest),
         fmt::format("Write [{}, {}].", latest, earliest));
    return {0, 0};
  }
  return {earliest, latest};
}

std::size_t Reader::one_of(const JsonValue& value, std::span<const std::string_view> names,
                           std::string_view what) {
  if (value.kind != Kind::Text) {
    fail(value, fmt::format("This must be {}, as a string, not {}.", what, kind_name(value.kind)),
         fmt::format("Valid: {}.", fmt::join(names, ", ")));
    return 0;
  }
  const auto found = std::ranges::find(names, std::string_view(value.text));
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  fail(value, fmt::format("{} is not {}.", echo(value.text), what), suggestion(value.text, names));
  return 0;
}

ScenarioError Reader::error(std::string_view text, const JsonValue& root,
                            const std::string& file) const {
  const auto place = place_of(text, fault_->offset);
  auto pointer = pointer_to(root, *fault_->at);
  if (!fault_->missing.empty()) pointer += pointer_to_member(fault_->missing);
  return {file, place.line, place.column, std::move(pointer), fault_->what, fault_->remedy};
}

}  // namespace sim
