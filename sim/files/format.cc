#include "sim/files/format.h"

#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace sim::format {
namespace {

Json window_json(const Window& window) {
  if (window.latest < 0) return "never";
  if (window.latest == never) return Json::array({window.earliest, "never"});
  if (window.earliest == window.latest) return window.earliest;
  return Json::array({window.earliest, window.latest});
}

Json window_schema(Definitions& definitions, Reader::Never ends) {
  auto window = definitions.refer("window", [] {
    const auto ms = integer_schema(0, scenario_ms_max);
    const Json end{{"oneOf", Json::array({ms, {{"const", "never"}}})}};
    const Json pair{
        {"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", Json::array({ms, end})}};
    return Json{{"description",
                 "Milliseconds: an instant (500), a closed window ([0, 500]) or one that may never "
                 "come ([0, \"never\"])."},
                {"oneOf", Json::array({ms, pair})}};
  });
  if (ends == Reader::Never::AsEnd) return window;
  return definitions.refer("window_or_never", [&] {
    return Json{{"description", "A window, or \"never\"."},
                {"oneOf", Json::array({window, {{"const", "never"}}})}};
  });
}

}  // namespace

Json Definitions::refer(const std::string& name, const std::function<Json()>& make) {
  if (!all_.contains(name)) {
    all_[name] = nullptr;  // It may hold itself.
    auto made = make();
    all_[name] = std::move(made);
  }
  return {{"$ref", "#/definitions/" + name}};
}

Codec<bool> boolean() {
  return {[](Reader& reader, const JsonValue& json, bool& out) { out = reader.boolean(json); },
          [](Writer&, const bool& value, const bool&) -> Json { return value; },
          [](Definitions&, const bool&) -> Json {
            return {{"type", "boolean"}};
          }};
}

Codec<std::string> text(std::size_t bytes_max) {
  return {[=](Reader& reader, const JsonValue& json, std::string& out) {
            out = reader.text(json, bytes_max);
          },
          [](Writer&, const std::string& value, const std::string&) -> Json { return value; },
          [=](Definitions&, const std::string&) -> Json {
            return {{"type", "string"}, {"minLength", 1}, {"maxLength", bytes_max}};
          }};
}

Codec<std::string> any_text(std::size_t bytes_max) {
  return {[=](Reader& reader, const JsonValue& json, std::string& out) {
            out = reader.any_text(json, bytes_max);
          },
          text(bytes_max).write,
          [=](Definitions&, const std::string&) -> Json {
            return {{"type", "string"}, {"maxLength", bytes_max}};
          }};
}

Codec<double> real() {
  return {[](Reader& reader, const JsonValue& json, double& out) { out = reader.real(json); },
          [](Writer&, const double& value, const double&) -> Json { return value; },
          [](Definitions&, const double&) -> Json {
            return {{"type", "number"}, {"minimum", 0}};
          }};
}

Codec<std::uint64_t> hex() {
  constexpr std::size_t digits = 16;
  return through<std::uint64_t>(
      any_text(digits), [](Writer&, std::uint64_t value) { return fmt::format("{:016x}", value); },
      [](Reader& reader, const JsonValue& json, const std::string& read, std::uint64_t& out) {
        const auto* end = read.data() + read.size();
        const auto [stop, error] = std::from_chars(read.data(), end, out, 16);
        if (error != std::errc() || stop != end || read.size() != digits)
          reader.fail(json, "This is no number in hex.", "It has 16 digits from 0 to f.");
      });
}

Codec<Json> document() {
  return {[](Reader& reader, const JsonValue& json, Json& out) {
            reader.each_member(json, [](const JsonValue&) {});
            out = to_document(json);
          },
          [](Writer&, const Json& value, const Json&) { return value; },
          [](Definitions&, const Json&) -> Json {
            return {{"type", "object"}};
          }};
}

Json to_document(const JsonValue& value) {
  using Kind = JsonValue::Kind;
  switch (value.kind) {
    case Kind::Null: return nullptr;
    case Kind::Boolean: return value.boolean;
    case Kind::Integer: return value.integer < 0 ? Json(value.integer) : Json(value.natural);
    case Kind::Real: return Json::parse(value.text, nullptr, false);
    case Kind::Text: return value.text;
    case Kind::Array: break;
    case Kind::Object: {
      Json::object_t out;  // Its own members are searched for.
      for (const auto& item : value.items)
        out.Container::emplace_back(item.name, to_document(item));
      return out;
    }
  }
  auto out = Json::array();
  for (const auto& item : value.items) out.push_back(to_document(item));
  return out;
}

Codec<Window> window(Reader::Never ends) {
  return {
      [=](Reader& reader, const JsonValue& json, Window& out) { out = reader.window(json, ends); },
      [](Writer&, const Window& value, const Window&) { return window_json(value); },
      [=](Definitions& definitions, const Window&) { return window_schema(definitions, ends); }};
}

Json integer_schema(std::int32_t least, std::int32_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

Json natural_schema(std::uint64_t least, std::uint64_t most) {
  Json out{{"type", "integer"}, {"minimum", least}};
  if (most < std::uint64_t{std::numeric_limits<std::int64_t>::max()}) out["maximum"] = most;
  return out;
}

Json words_schema(std::span<const std::pair<std::string_view, std::string_view>> words) {
  auto names = Json::array();
  auto rows = Json::array();
  bool told = false;
  for (const auto& [word, says] : words) {
    names.push_back(word);
    rows.push_back(says.empty() ? Json{{"const", word}}
                                : Json{{"const", word}, {"description", says}});
    told = told || !says.empty();
  }
  if (told) return {{"oneOf", rows}};
  return {{"enum", names}};
}

Codec<std::uint8_t> bits(std::string_view what, std::string_view of_what,
                         std::span<const std::string_view> words,
                         const std::vector<std::string_view>& says) {
  using Bits = std::uint8_t;
  const auto each = one_of(what, worded<Bits>(words, says));
  return through<Bits>(
      list(each, {.what = of_what, .most = words.size()}),
      [count = words.size()](Writer&, const Bits& value) {
        std::vector<Bits> out;
        for (std::size_t i = 0; i < count; ++i)
          if ((value >> i & 1u) != 0) out.push_back(static_cast<Bits>(i));
        return out;
      },
      [](Reader&, const JsonValue&, const std::vector<Bits>& read, Bits& out) {
        out = 0;
        for (const auto which : read) out = static_cast<Bits>(out | 1u << which);
      });
}

void refuse_none(Reader& reader, const JsonValue& list, const ListOf& of) {
  if (!of.none.empty() && list.items.empty())
    reader.fail(list, std::string(of.none), std::string(of.or_else));
}

Json list_schema(Json item, const ListOf& of) {
  Json out{{"type", "array"}, {"maxItems", of.most}};
  if (!of.none.empty()) out["minItems"] = 1;
  out["items"] = std::move(item);
  return out;
}

Json with_meaning(Json schema, std::string_view says, Json usual) {
  Json out = Json::object();
  if (!says.empty()) out["description"] = says;
  // Beside a reference nothing else would count.
  if (schema.contains("$ref"))
    out["allOf"] = Json::array({std::move(schema)});
  else
    for (auto& [key, value] : schema.items())
      if (!out.contains(key)) out[key] = value;
  if (!usual.is_null() && usual != Json("")) out["default"] = std::move(usual);
  return out;
}

Json object_schema(std::string_view says, Json properties, Json required, const Json& also) {
  Json out = Json::object();
  if (!says.empty()) out["description"] = says;
  out["type"] = "object";
  out["additionalProperties"] = false;
  if (!required.empty()) out["required"] = std::move(required);
  if (!also.is_null()) out.update(also);
  out["properties"] = std::move(properties);
  return out;
}

std::optional<std::size_t> form_of(Reader& reader, const JsonValue& json, std::string_view what,
                                   std::span<const std::string_view> words,
                                   std::span<const std::string_view> keys) {
  if (json.kind != JsonValue::Kind::Object || json.items.empty()) {
    std::string objects;
    for (std::size_t i = 0; i < keys.size(); ++i)
      objects += fmt::format("{}`{}`", i == 0 ? "" : i + 1 < keys.size() ? ", " : " or ", keys[i]);
    reader.fail(
        json, fmt::format("This is no {}.", what),
        fmt::format("Write one of {}, or an object with {}.", fmt::join(words, ", "), objects));
    return std::nullopt;
  }
  std::optional<std::size_t> out;
  std::vector<Reader::Field> fields;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    fields.push_back({keys[i], [](const JsonValue&) {}});
    if (member_of(json, keys[i]) == nullptr) continue;
    if (out)
      reader.fail(json, fmt::format("This object is more than one {}.", what),
                  "Write one object for each.");
    out = i;
  }
  // None of them: whatever it holds is unknown.
  if (!out) reader.fields(json, fields);
  return reader.failed() ? std::nullopt : out;
}

}  // namespace sim::format
