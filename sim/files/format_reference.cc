#include "sim/files/format_reference.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/files/scenario_error.h"

namespace sim::format {
namespace {

using Json = nlohmann::ordered_json;

bool is_word(const Json& schema) { return schema.contains("const"); }

bool is_forms(const Json& schema) {
  return schema.contains("oneOf") && !schema.contains("properties");
}
bool is_words(const Json& schema) {
  return is_forms(schema) && std::ranges::all_of(schema["oneOf"], is_word);
}

std::string code(std::string_view text) { return fmt::format("`{}`", text); }

std::string text_of(const Json& value) {
  if (!value.is_array()) return value.dump();
  std::vector<std::string> items;
  for (const auto& item : value) items.push_back(text_of(item));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string word_of(const Json& value) {
  return code(value.is_string() ? value.get<std::string>() : value.dump());
}

// "`a`, `b` or `c`"
std::string listed(const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " or ") + parts[i];
  return out;
}

std::vector<std::string> field_names(const Json& schema) {
  std::vector<std::string> out;
  if (schema.contains("properties"))
    for (const auto& [name, field] : schema["properties"].items()) out.push_back(name);
  return out;
}

std::string says_of(const Json& schema) { return schema.value("description", std::string()); }

// One format in tables. A table is queued where a cell speaks of it.
class Tables {
 public:
  // `known` are rows and whole tables, and where each stands.
  Tables(const Json& schema, std::string whole, std::map<std::string, std::string>& known)
      : root_(schema), whole_(std::move(whole)), known_(known) {}

  std::string all() {
    auto out = fields_of(root_, "");
    while (!queue_.empty()) {
      const auto [title, schema] = std::move(queue_.front());
      queue_.pop_front();
      // What this one speaks of follows it at once.
      const auto rest = std::exchange(queue_, {});
      const auto text = is_words(schema)   ? words_of(schema, title)
                        : is_forms(schema) ? forms_of(schema, title)
                                           : fields_of(schema, title);
      out += fmt::format("\n### `{}`\n\n{}", title, text);
      queue_.insert(queue_.end(), rest.begin(), rest.end());
    }
    return out;
  }

 private:
  struct Queued {
    std::string title;
    Json schema;
  };

  std::string later(const std::string& title, const Json& schema) {
    const auto [known, is_new] = known_.try_emplace(schema.dump(), title_of(title));
    if (is_new) queue_.push_back({title, schema});
    return known->second == title_of(title) ? fmt::format("`{}` below", title) : known->second;
  }

  // What may stand there, in a few words. `title` is of a table that it may need.
  std::string value_of(const Json& schema, const std::string& title) {
    if (schema.contains("allOf")) return value_of(schema["allOf"][0], title);
    if (schema.contains("$ref")) {
      const auto ref = schema["$ref"].get<std::string>();
      const auto name = ref.substr(ref.rfind('/') + 1);
      if (name == "window") return "window";
      if (name == "window_or_never") return "window or `\"never\"`";
      return value_of(root_["definitions"][name], name);
    }
    if (is_word(schema)) return word_of(schema["const"]);
    if (is_words(schema)) return later(title, schema);
    if (schema.contains("enum")) {
      std::vector<std::string> words;
      for (const auto& word : schema["enum"]) words.push_back(word_of(word));
      return listed(words);
    }
    if (is_forms(schema)) return value_of_forms(schema, title);
    const auto type = schema.value("type", std::string());
    if (type == "array")
      return fmt::format("list of up to {}: {}", schema["maxItems"].dump(),
                         value_of(schema["items"], title));
    if (type == "object") return schema.contains("properties") ? later(title, schema) : type;
    if (type == "integer") return integer_of(schema);
    return type == "string" ? "text" : type;
  }

  static std::string integer_of(const Json& schema) {
    const auto least = schema["minimum"].get<std::int64_t>();
    if (!schema.contains("maximum"))
      return least == 0 ? "number" : fmt::format("number, at least {}", least);
    const auto most = schema["maximum"].get<std::int64_t>();
    if (most != scenario_ms_max) return fmt::format("{} to {}", least, most);
    return least == 0 ? "ms" : fmt::format("ms, at least {}", least);
  }

  std::string value_of_forms(const Json& schema, const std::string& title) {
    const auto& forms = schema["oneOf"];
    const auto objects = std::ranges::count_if(
        forms, [](const Json& form) { return form.value("type", "") == "object"; });
    if (objects > 1) return later(title, schema);
    std::vector<std::string> parts;
    for (const auto& form : forms) parts.push_back(value_of(form, title));
    return listed(parts);
  }

  std::string fields_of(const Json& schema, const std::string& path) {
    const auto& fields = schema["properties"];
    const auto alike = alike_in(fields);
    const auto required = schema.value("required", Json::array());
    std::string rows;
    std::map<std::string, std::vector<std::string>> elsewhere;  // Fields by table.
    for (const auto& [name, field] : fields.items()) {
      if (std::ranges::find(alike, name) != alike.end()) continue;
      const bool must = std::ranges::find(required, Json(name)) != required.end();
      const auto usual = field.contains("default") ? code(text_of(field["default"])) : "";
      // The title of a table that this row speaks of is part of what it says.
      const auto row =
          fmt::format("| `{}` | {} | {} | {} |\n", name,
                      value_of(field, path.empty() ? name : fmt::format("{}.{}", path, name)),
                      must ? "required" : usual, says_of(field));
      const auto [known, is_new] = known_.try_emplace(row, title_of(path));
      if (is_new || row.find(" below") != std::string::npos)
        rows += row;
      else
        elsewhere[known->second].push_back(code(name));
    }
    std::string out;
    if (!rows.empty()) out = "| field | value | default | meaning |\n|---|---|---|---|\n" + rows;
    if (!alike.empty()) out += "\n" + matrix_of(fields, alike);
    for (const auto& [table, names] : elsewhere)
      out +=
          fmt::format("{}As in {}: {}.\n", out.empty() ? "" : "\n", table, fmt::join(names, ", "));
    return out;
  }

  std::string title_of(const std::string& path) const {
    return path.empty() ? whole_ : fmt::format("`{}` of {}", path, whole_);
  }

  // Objects with equal fields and defaults, if there are several: they become the rows of one
  // table.
  static std::vector<std::string> alike_in(const Json& fields) {
    std::vector<std::string> out;
    for (const auto& [name, field] : fields.items()) {
      const auto own = field_names(field);
      if (has_defaults(field) && (out.empty() || field_names(fields[out[0]]) == own))
        out.push_back(name);
    }
    return out.size() > 2 ? out : std::vector<std::string>();
  }

  static bool has_defaults(const Json& field) {
    return !field_names(field).empty() &&
           std::ranges::any_of(field["properties"],
                               [](const Json& each) { return each.contains("default"); });
  }

  static std::string matrix_of(const Json& fields, const std::vector<std::string>& names) {
    const auto& columns = fields[names[0]]["properties"];
    std::string out = "And of each of these, with its defaults:\n\n| |";
    std::string line = "\n|---|";
    std::string meanings = "\n";
    for (const auto& [column, field] : columns.items()) {
      out += fmt::format(" `{}` |", column);
      line += "---|";
      const auto says = says_of(field);
      meanings += fmt::format("`{}`: {} ", column, says.substr(0, says.find(" With ")));
    }
    out += line + "\n";
    for (const auto& name : names) {
      out += fmt::format("| `{}` |", name);
      for (const auto& [column, field] : fields[name]["properties"].items())
        out += fmt::format(" `{}` |", text_of(field.value("default", Json(""))));
      out += "\n";
    }
    meanings.back() = '\n';
    return out + meanings;
  }

  static std::string words_of(const Json& schema, const std::string& title) {
    auto out = fmt::format("| {} | meaning |\n|---|---|\n", title);
    for (const auto& word : schema["oneOf"])
      out += fmt::format("| {} | {} |\n", word_of(word["const"]), says_of(word));
    return out;
  }

  std::string forms_of(const Json& schema, const std::string& title) {
    auto out = fmt::format("| {} | value | meaning |\n|---|---|---|\n", title);
    for (const auto& form : schema["oneOf"]) {
      if (is_words(form)) {
        for (const auto& word : form["oneOf"])
          out += fmt::format("| `{}` | | {} |\n", word["const"].dump(), says_of(word));
        continue;
      }
      const auto only = form["properties"].begin();
      const bool alone = form["properties"].size() == 1;
      out +=
          fmt::format("| `{{\"{}\": ...}}` | {} | {} |\n", only.key(),
                      alone ? value_of(*only, only.key()) : later(title + "." + only.key(), form),
                      says_of(form));
    }
    return out;
  }

  const Json& root_;
  std::string whole_;
  std::map<std::string, std::string>& known_;
  std::deque<Queued> queue_;
};

}  // namespace

std::string Reference::of(const Json& schema, const std::string& whole) {
  return Tables(schema, whole, known_).all();
}

std::string Reference::in(const std::string& document, const std::string& name, const Json& schema,
                          const std::string& whole) {
  const auto part = of(schema, whole);
  const auto begin = fmt::format("<!-- fields of {} -->\n", name);
  const auto from = document.find(begin);
  const auto to = document.find("<!-- end -->", from);
  if (from == std::string::npos || to == std::string::npos) return document;
  return document.substr(0, from) + begin + part + document.substr(to);
}

}  // namespace sim::format
