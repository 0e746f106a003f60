// The interpreter of formats: writing.
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "files/format_rows.h"
#include "sim/files/document.h"

namespace sim::format {
namespace {

template <class V>
std::uint64_t number_at(const void* at) {
  V value{};
  std::memcpy(&value, at, sizeof value);
  return static_cast<std::uint64_t>(value);  // A sign fills all bits.
}
std::uint64_t load(Spot from) {
  const bool sign = from.held->is_signed;
  switch (from.held->bytes) {
    case 1: return sign ? number_at<std::int8_t>(from.at) : number_at<std::uint8_t>(from.at);
    case 2: return sign ? number_at<std::int16_t>(from.at) : number_at<std::uint16_t>(from.at);
    case 4: return sign ? number_at<std::int32_t>(from.at) : number_at<std::uint32_t>(from.at);
    case 8: return number_at<std::uint64_t>(from.at);
    default: CHECK(false);
  }
  return 0;
}
Json number_json(Spot from) {
  const auto number = load(from);
  return from.held->is_signed ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

Json window_json(const Window& window) {
  if (window.latest < 0) return "never";
  if (window.latest == never) return Json::array({window.earliest, "never"});
  if (window.earliest == window.latest) return window.earliest;
  return Json::array({window.earliest, window.latest});
}

Json write_word(Writer& writer, const Type& type, Spot value) {
  if (value.held == &held<std::string>) return as<std::string>(value);
  const auto number = load(value);
  for (std::size_t i = 0; i < type.words.count; ++i)
    if (const auto word = type.words.word(i); word.value == number) return word.word;
  if (type.kind == Kind::Integer) return number_json(value);
  writer.fail("the format of scenarios has no word for " + std::string(type.what));
  return nullptr;
}

Json write_bits(const Type& type, Spot value) {
  auto out = Json::array();
  for (std::size_t i = 0; i < type.words.count; ++i)
    if ((load(value) >> i & 1u) != 0) out.push_back(type.words.word(i).word);
  return out;
}

Json write_list(Writer& writer, const Type& type, Spot value) {
  const auto& held = *value.held;
  CHECK(held.item != nullptr);
  const Made usual(*held.item);
  auto out = Json::array();
  for (std::size_t i = 0; i < held.size(value.at); ++i)
    out.push_back(
        write(writer, item_of(type), {held.element(value.at, i), held.item}, usual.spot()));
  return type.may_be_alone && out.size() == 1 ? Json(out[0]) : out;
}

// Nothing if it is as in the base, unless that is to be written too.
std::optional<Json> write_member(Writer& writer, const Member& member, Spot base_object) {
  const auto& row = *member.row;
  if ((row.is & Is::Unwritten) != 0) return std::nullopt;
  if (row.when.holds != nullptr) {
    CHECK(row.when.of == member.object.held);
    if (!row.when.holds(member.object.at)) return std::nullopt;
  }
  const auto value = in_row(row, member.object);
  const auto& type = given(row.type);
  const auto& held = *value.held;
  if (held.is_optional && !is_as_it_is(type, value)) {
    if (held.size(value.at) == 0) return std::nullopt;
    const Made usual(*held.item);
    return write(writer, type, {held.element(value.at, 0), held.item}, usual.spot());
  }
  const auto base = in_row(row, base_object);
  const bool always = (row.is & Is::Always) != 0 || row.when.holds != nullptr;
  if (!always && held.same != nullptr && held.same(value.at, base.at)) return std::nullopt;
  auto json = write(writer, type, value, base);
  if (!always && json.is_object() && json.empty()) return std::nullopt;
  return json;
}

Json write_object(Writer& writer, const Type& type, Spot value, Spot base) {
  auto out = Json::object();
  const auto all = members(type, value);
  const auto usual = members(type, base);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto json = write_member(writer, all[i], usual[i].object))
      out[std::string(all[i].row->name)] = std::move(*json);
  const bool alone = type.may_be_alone && out.size() == 1 && out.contains(type.rows->name);
  return alone ? Json(out.front()) : out;
}

Json write_form(Writer& writer, const Type& type, Spot value, Spot base) {
  for (const auto& form : std::span(type.forms, type.form_count)) {
    CHECK(form.is.of == value.held);
    if (form.is.holds(value.at)) return write_object(writer, form.object, value, base);
  }
  return write_word(writer, *type.item, {type.bare.to(value.at), type.bare.held});
}

Json write_kind(Writer& writer, const Type& type, Spot value, Spot base) {
  switch (type.kind) {
    case Kind::Boolean: return as<bool>(value);
    case Kind::Integer: return write_word(writer, type, value);
    case Kind::Natural:
    case Kind::Milliseconds: return number_json(value);
    case Kind::Real: return as<double>(value);
    case Kind::Text:
    case Kind::AnyText: return as<std::string>(value);
    case Kind::Hex: return fmt::format("{:016x}", as<std::uint64_t>(value));
    case Kind::Window: return window_json(as<Window>(value));
    case Kind::Words: return write_word(writer, type, value);
    case Kind::Bits: return write_bits(type, value);
    case Kind::Constant: return type.each.empty() ? Json(type.most) : Json(type.each);
    case Kind::List: return write_list(writer, type, value);
    case Kind::Object: return write_object(writer, type, value, base);
    case Kind::Forms: return write_form(writer, type, value, base);
    case Kind::Custom: {
      Json out;
      type.code->write(value.at, out);
      return out;
    }
    case Kind::Ignored:
    case Kind::Late: break;
  }
  return nullptr;
}

}  // namespace

Json to_document(const JsonValue& value) {
  using enum JsonValue::Kind;
  switch (value.kind) {
    case Null: return nullptr;
    case Boolean: return value.boolean;
    case Integer: return value.integer < 0 ? Json(value.integer) : Json(value.natural);
    case Real: return own_document<Json>(value.text);
    case Text: return value.text;
    case Array: break;
    case Object: {
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

Json write(Writer& writer, const Type& any, Spot value, Spot base) {
  const auto& type = given(any);
  const auto* through = type.through;
  if (through == nullptr) return write_kind(writer, type, value, base);
  CHECK(through->of == value.held);
  const Made draft(*through->draft), usual(*through->draft);
  through->to(writer, value.at, base.at, draft.spot().at);
  if (type.kind == Kind::Object) through->to(writer, base.at, base.at, usual.spot().at);
  return write_kind(writer, type, draft.spot(), usual.spot());
}

Json document_of(const Type& type, Spot value) {
  Writer writer;
  const Made usual(*value.held);
  return write(writer, type, value, usual.spot());
}

}  // namespace sim::format
