// The interpreter of formats: reading.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "files/format_rows.h"

namespace sim::format {
namespace {

template <class V>
void copy_number(void* into, std::uint64_t number) {
  const auto value = static_cast<V>(number);
  std::memcpy(into, &value, sizeof value);
}
void store(Spot into, std::uint64_t number) {
  switch (into.held->bytes) {
    case 1: return copy_number<std::uint8_t>(into.at, number);
    case 2: return copy_number<std::uint16_t>(into.at, number);
    case 4: return copy_number<std::uint32_t>(into.at, number);
    case 8: return copy_number<std::uint64_t>(into.at, number);
    default: CHECK(false);
  }
}

void run(const Check& check, Reader& reader, const JsonValue& json, Spot value) {
  if (check.run == nullptr || reader.failed()) return;
  CHECK(check.of == value.held);
  check.run(reader, json, value.at);
}

// Those of parts first.
void run_checks(Check Type::*which, Reader& reader, const JsonValue& json, const Type& object,
                Spot value) {
  for (std::size_t i = 0; i < object.row_count; ++i) {
    const auto& row = object.rows[i];
    if (row.name.empty()) run_checks(which, reader, json, given(row.type), in_row(row, value));
  }
  run(object.*which, reader, json, value);
}

void read_value(Reader& reader, const JsonValue& json, const Type& type, Spot into,
                const void* usual = nullptr);

void read_member(Reader& reader, const JsonValue& json, const Member& member) {
  const auto& row = *member.row;
  const auto* usual = row.usual == nullptr ? nullptr : row.usual->to(member.object.at);
  read_value(reader, json, row.type, in_row(row, member.object), usual);
}

void read_phase(unsigned phase, Reader& reader, const JsonValue& json,
                const std::vector<Member>& all) {
  for (const auto& member : all) {
    const auto* value = (member.row->is & phase) != 0 ? member_of(json, member.row->name) : nullptr;
    if (value != nullptr && !reader.failed()) read_member(reader, *value, member);
  }
}

void read_in_order(Reader& reader, const JsonValue& json, const std::vector<Member>& all) {
  const auto name = [](const Member& member) { return member.row->name; };
  if (!reader.is_object(json)) return;
  for (const auto& item : json.items) {
    const auto found = std::ranges::find(all, std::string_view(item.name), name);
    if (found == all.end()) {
      std::vector<std::string_view> names;
      for (const auto& member : all) names.push_back(member.row->name);
      return reader.refuse_unknown(item, names);
    }
    if ((found->row->is & (Is::First | Is::Last)) == 0) read_member(reader, item, *found);
    if (reader.failed()) return;
  }
  for (const auto& [row, object] : all)
    if ((row->is & Is::Required) == Is::Required && member_of(json, row->name) == nullptr)
      return reader.fail_missing(json, row->name,
                                 fmt::format("The field `{}` is missing.", row->name), "Add it.");
}

void read_object(Reader& reader, const JsonValue& json, const Type& type, Spot into) {
  if (type.may_be_alone && json.kind != JsonValue::Kind::Object)
    return read_member(reader, json, {type.rows, into});
  run_checks(&Type::begin, reader, json, type, into);
  const auto all = members(type, into);
  read_phase(Is::First, reader, json, all);
  read_in_order(reader, json, all);
  run_checks(&Type::check, reader, json, type, into);
  read_phase(Is::Last, reader, json, all);
  run_checks(&Type::at_last, reader, json, type, into);
}

void read_list(Reader& reader, const JsonValue& json, const Type& type, Spot into,
               const void* usual) {
  const auto& held = *into.held;
  CHECK(held.item != nullptr);
  const auto& item = item_of(type);
  if (type.may_be_alone && json.kind == JsonValue::Kind::Text) {
    held.clear(into.at);
    return read_value(reader, json, item, {held.add(into.at, nullptr), held.item});
  }
  held.clear(into.at);
  if (!reader.is_array(json, type.most, type.what)) return;
  for (std::size_t i = 0; i < json.items.size() && !reader.failed(); ++i) {
    auto* element = held.is_fixed ? held.element(into.at, i) : held.add(into.at, usual);
    read_value(reader, json.items[i], item, {element, held.item});
    for (std::size_t j = 0; type.is_set && j < i && !reader.failed(); ++j)
      if (held.item->same(held.element(into.at, j), held.element(into.at, i)))
        reader.fail_twice(json.items[i]);
  }
  if (!type.none.empty() && json.items.empty())
    reader.fail(json, std::string(type.none), std::string(type.or_else));
  if (held.is_fixed && json.items.size() != held.size(into.at))
    reader.fail(json, "Some of it is missing.", fmt::format("There are {}.", held.size(into.at)));
}

void read_word(Reader& reader, const JsonValue& json, const Type& type, Spot into) {
  const auto which = reader.one_of(json, names_of(type.words), type.what);
  if (!reader.failed()) store(into, type.words.word(which).value);
}

void read_bits(Reader& reader, const JsonValue& json, const Type& type, Spot into) {
  if (!reader.is_array(json, type.most, type.what)) return;
  const auto names = names_of(type.words);
  std::uint64_t out = 0;
  for (const auto& item : json.items) {
    const auto bit = std::uint64_t{1} << reader.one_of(item, names, type.each);
    if ((out & bit) != 0) reader.fail_twice(item);
    if (reader.failed()) return;
    out |= bit;
  }
  store(into, out);
}

// The form whose key an object has; fails if it has none or several.
const Form* form_of(Reader& reader, const JsonValue& json, const Type& type) {
  const std::span forms(type.forms, type.form_count);
  if (json.kind != JsonValue::Kind::Object || json.items.empty()) {
    std::string objects;
    for (const auto& form : forms)
      objects += fmt::format("{}`{}`",
                             &form == forms.data()    ? ""
                             : &form == &forms.back() ? " or "
                                                      : ", ",
                             form.key);
    reader.fail(json, fmt::format("This is no {}.", type.what),
                fmt::format("Write one of {}, or an object with {}.",
                            fmt::join(names_of(type.item->words), ", "), objects));
    return nullptr;
  }
  const Form* out = nullptr;
  std::vector<std::string_view> keys;
  for (const auto& form : forms) {
    keys.push_back(form.key);
    if (member_of(json, form.key) == nullptr) continue;
    if (out != nullptr)
      reader.fail(json, fmt::format("This object is more than one {}.", type.what),
                  "Write one object for each.");
    out = &form;
  }
  // None of them: whatever it holds is unknown.
  if (out == nullptr) reader.refuse_unknown(json.items[0], keys);
  return reader.failed() ? nullptr : out;
}

void read_form(Reader& reader, const JsonValue& json, const Type& type, Spot into) {
  if (json.kind == JsonValue::Kind::Text) {
    CHECK(type.bare.from == into.held);
    read_value(reader, json, *type.item, {type.bare.to(into.at), type.bare.held});
  } else if (const auto* form = form_of(reader, json, type)) {
    read_object(reader, json, form->object, into);
  }
}

void read_constant(Reader& reader, const JsonValue& json, const Type& type) {
  const auto version = static_cast<std::int64_t>(type.most);
  const bool known = json.kind == JsonValue::Kind::Integer && json.integer == version;
  if (known || !type.each.empty()) return;
  reader.fail(json, std::string(type.what),
              fmt::format("Write {}; a newer program may read others.", type.most));
}

void read_number(Reader& reader, const JsonValue& json, const Type& type, Spot into) {
  if (type.kind == Kind::Integer && type.words.count > 0 && json.kind == JsonValue::Kind::Text)
    return read_word(reader, json, type, into);
  const auto least = static_cast<std::int32_t>(type.least);
  if (type.kind == Kind::Natural)
    store(into,
          reader.natural(json, static_cast<std::uint64_t>(type.least), most_of(type, *into.held)));
  else
    store(into, static_cast<std::uint64_t>(
                    type.kind == Kind::Integer
                        ? reader.integer(json, least, static_cast<std::int32_t>(type.most))
                        : reader.milliseconds(json, least)));
}

void read_hex_at(Reader& reader, const JsonValue& json, Spot into) {
  const auto text = reader.any_text(json, 16);
  if (reader.failed()) return;
  if (!read_hex(text, as<std::uint64_t>(into)))
    reader.fail(json, "This is no number in hex.", "It has 16 digits from 0 to f.");
}

void read_kind(Reader& reader, const JsonValue& json, const Type& type, Spot into,
               const void* usual) {
  switch (type.kind) {
    case Kind::Boolean: as<bool>(into) = reader.boolean(json); break;
    case Kind::Integer:
    case Kind::Natural:
    case Kind::Milliseconds: read_number(reader, json, type, into); break;
    case Kind::Real: as<double>(into) = reader.real(json); break;
    case Kind::Text: as<std::string>(into) = reader.text(json, type.most); break;
    case Kind::AnyText: as<std::string>(into) = reader.any_text(json, type.most); break;
    case Kind::Hex: read_hex_at(reader, json, into); break;
    case Kind::Window: as<Window>(into) = reader.window(json, type.ends_never); break;
    case Kind::Words: read_word(reader, json, type, into); break;
    case Kind::Bits: read_bits(reader, json, type, into); break;
    case Kind::Constant: read_constant(reader, json, type); break;
    case Kind::Ignored: reader.text(json, 4'000); break;
    case Kind::List: read_list(reader, json, type, into, usual); break;
    case Kind::Object: return read_object(reader, json, type, into);  // It runs its checks.
    case Kind::Forms: read_form(reader, json, type, into); break;
    case Kind::Custom:
      CHECK(type.code->of == into.held);
      type.code->read(reader, json, into.at);
      break;
    case Kind::Late: CHECK(false); break;
  }
  run(type.check, reader, json, into);
}

void read_value(Reader& reader, const JsonValue& json, const Type& any, Spot into,
                const void* usual) {
  const auto& type = given(any);
  if (into.held->is_optional && !is_as_it_is(type, into)) {
    into.held->clear(into.at);
    into = {into.held->add(into.at, nullptr), into.held->item};
  }
  const auto* through = type.through;
  if (through == nullptr) return read_kind(reader, json, type, into, usual);
  CHECK(through->of == into.held);
  if (through->reads_itself) return through->from(reader, json, nullptr, into.at);
  const Made draft(*through->draft);
  read_kind(reader, json, type, draft.spot(), usual);
  if (!reader.failed()) through->from(reader, json, draft.spot().at, into.at);
}

}  // namespace

bool read_hex(std::string_view text, std::uint64_t& out) {
  constexpr std::size_t digits = 16;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out, 16);
  return error == std::errc() && stop == end && text.size() == digits;
}

void read(Reader& reader, const JsonValue& json, const Type& type, Spot into) {
  read_value(reader, json, type, into);
}

}  // namespace sim::format
