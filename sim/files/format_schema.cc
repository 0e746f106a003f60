// The interpreter of formats: what they are as JSON schemas.
#include <limits>

#include <nlohmann/json.hpp>

#include "files/format_rows.h"
#include "port/check.h"
#include "sim/files/document.h"

namespace sim::format {
namespace {

Json integer_schema(std::int64_t least, std::uint64_t most) {
  Json out{{"type", "integer"}, {"minimum", least}};
  if (most < std::uint64_t{std::numeric_limits<std::int64_t>::max()}) out["maximum"] = most;
  return out;
}

Json words_schema(const Words& words) {
  auto names = Json::array();
  auto rows = Json::array();
  bool told = false;
  for (std::size_t i = 0; i < words.count; ++i) {
    const auto row = words.word(i);
    names.push_back(row.word);
    Json schema{{"const", row.word}};
    if (!row.says.empty()) schema["description"] = row.says;
    rows.push_back(std::move(schema));
    told = told || !row.says.empty();
  }
  if (told) return {{"oneOf", rows}};
  return {{"enum", names}};
}

Json text_schema(std::size_t least, std::uint64_t most) {
  Json out{{"type", "string"}};
  if (least > 0) out["minLength"] = least;
  out["maxLength"] = most;
  return out;
}

Json constant_schema(const Type& type) {
  return {{"const", type.each.empty() ? Json(type.most) : Json(type.each)}};
}

Json list_schema(const Type& type, Json item) {
  Json out{{"type", "array"}, {"maxItems", type.most}};
  if (!type.none.empty()) out["minItems"] = 1;
  if (type.is_set || type.kind == Kind::Bits) out["uniqueItems"] = true;
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

Json one_of_both(Json one, Json other) {
  return {{"oneOf", Json::array({std::move(one), std::move(other)})}};
}

class Describer {
 public:
  Json of(const Type& any, Spot base) {
    const auto& type = given(any);
    if (type.name.empty()) return unnamed(type, base);
    return refer(type.name, [&] { return unnamed(type, base); });
  }
  // Schemas that have a name, since they come more than once or hold themselves.
  const Json& definitions() const { return definitions_; }

 private:
  Json refer(std::string_view name, auto make) {
    const std::string key(name);
    if (!definitions_.contains(key)) {
      definitions_[key] = nullptr;  // It may hold itself.
      auto made = make();
      definitions_[key] = std::move(made);
    }
    return {{"$ref", "#/definitions/" + key}};
  }

  Json unnamed(const Type& type, Spot base) {
    if (type.through == nullptr) return drafted(type, base);
    const Made draft(*type.through->draft);
    return drafted(type, draft.spot());
  }

  Json drafted(const Type& type, Spot base) {
    if (type.kind == Kind::Custom) return own_document<Json>(type.schema);
    if (type.kind == Kind::Object) return object(type, base);
    auto out = kind(type, base);
    if (!type.schema.empty()) out.update(own_document<Json>(type.schema));
    return out;
  }

  Json kind(const Type& type, Spot base) {
    switch (type.kind) {
      case Kind::Boolean: return {{"type", "boolean"}};
      case Kind::Integer: {
        auto number = integer_schema(type.least, type.most);
        return type.words.count == 0 ? number : one_of_both(number, words_schema(type.words));
      }
      case Kind::Natural: return integer_schema(type.least, most_of(type, *base.held));
      case Kind::Milliseconds: return integer_schema(type.least, type.most);
      case Kind::Real: return {{"type", "number"}, {"minimum", 0}};
      case Kind::Text: return text_schema(1, type.most);
      case Kind::AnyText: return text_schema(0, type.most);
      case Kind::Hex: return text_schema(0, 16);
      case Kind::Window: return window(type);
      case Kind::Words: return words_schema(type.words);
      case Kind::Bits: return list_schema(type, words_schema(type.words));
      case Kind::Constant: return constant_schema(type);
      case Kind::Ignored: return {{"type", "string"}};
      case Kind::List: return list(type, base);
      case Kind::Forms: return forms(type, base);
      case Kind::Object:
      case Kind::Custom:
      case Kind::Late: break;
    }
    CHECK(false);
    return {};
  }

  Json window(const Type& type) {
    auto window = refer("window", [] {
      const auto ms = integer_schema(0, scenario_ms_max);
      const Json end{{"oneOf", Json::array({ms, {{"const", "never"}}})}};
      const Json pair{
          {"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", Json::array({ms, end})}};
      return Json{{"description",
                   "Milliseconds: an instant (500), a closed window ([0, 500]) or one that may "
                   "never come ([0, \"never\"])."},
                  {"oneOf", Json::array({ms, pair})}};
    });
    if (!type.ends_never) return window;
    return refer("window_or_never", [&] {
      return Json{{"description", "A window, or \"never\"."},
                  {"oneOf", Json::array({window, {{"const", "never"}}})}};
    });
  }

  Json list(const Type& type, Spot base) {
    const auto made = [&] {
      const Made usual(*base.held->item);
      return of(item_of(type), usual.spot());
    };
    if (!type.may_be_alone) return list_schema(type, made());
    auto alone = made();
    return one_of_both(std::move(alone), list_schema(type, made()));
  }

  Json forms(const Type& type, Spot base) {
    auto all = Json::array({words_schema(type.item->words)});
    for (const auto& form : std::span(type.forms, type.form_count))
      all.push_back(of(form.object, base));
    return {{"oneOf", all}};
  }

  Json object(const Type& type, Spot base) {
    auto properties = Json::object();
    auto required = Json::array();
    for (const auto& [row, owner] : members(type, base)) {
      const bool must = (row->is & Is::Required) == Is::Required;
      properties[std::string(row->name)] = member(*row, owner, !must && row->when.holds == nullptr);
      if (must) required.push_back(row->name);
    }
    Json out = Json::object();
    if (!type.says.empty()) out["description"] = type.says;
    out["type"] = "object";
    out["additionalProperties"] = false;
    if (!required.empty()) out["required"] = std::move(required);
    if (!type.schema.empty()) out.update(own_document<Json>(type.schema));
    out["properties"] = std::move(properties);
    if (!type.may_be_alone) return out;
    return one_of_both(member(*type.rows, base, false), std::move(out));
  }

  // An optional one has no default, and the members of an object have their own.
  Json member(const Row& row, Spot object, bool with_default) {
    const auto& type = given(row.type);
    const auto place = in_row(row, object);
    if (place.held->is_optional && !is_as_it_is(type, place)) {
      const Made usual(*place.held->item);
      return with_meaning(of(type, usual.spot()), row.says, {});
    }
    Writer writer;
    auto usual =
        with_default && (row.is & Is::Unwritten) == 0 ? write(writer, type, place, place) : Json();
    if (usual.is_object() || writer.failed()) usual = {};
    return with_meaning(of(type, place), row.says, std::move(usual));
  }

  Json definitions_ = Json::object();
};

}  // namespace

Json describe(const Type& type, Spot base) { return Describer().of(type, base); }

Json whole_schema(const SchemaTitle& title, const Type& type, Spot base) {
  Describer describer;
  const auto root = describer.of(type, base);
  Json out{{"$schema", "http://json-schema.org/draft-07/schema#"},
           {"$id", title.id},
           {"title", title.title}};
  out.update(root);
  out["definitions"] = describer.definitions();
  return out;
}

Json with_sentences(Json schema, const port::Meanings& meanings) {
  const auto sentence = [&](const Json& word) -> std::string_view {
    for (const auto& all : {meanings.values, meanings.messages})
      for (const auto& [name, says] : all)
        if (word == name) return says;
    return {};
  };
  for (auto& inner : schema)
    if (inner.is_structured()) inner = with_sentences(std::move(inner), meanings);
  if (!schema.is_object() || !schema.contains("enum")) return schema;
  auto sentences = Json::array();
  bool told = false;
  for (const auto& word : schema["enum"]) {
    sentences.push_back(sentence(word));
    told = told || !sentence(word).empty();
  }
  if (told) schema["enumDescriptions"] = std::move(sentences);
  return schema;
}

}  // namespace sim::format
