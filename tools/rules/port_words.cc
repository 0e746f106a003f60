#include "rules/port_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/worlds.h"
#include "rules/protocol_words.h"
#include "sim/files/document.h"
#include "sim/files/scenario_file.h"

namespace tools {
namespace {

using Json = nlohmann::ordered_json;

std::string_view meaning_of(std::span<const port::Meaning> meanings, std::string_view word) {
  const auto found = std::ranges::find(meanings, word, &port::Meaning::word);
  return found == meanings.end() ? std::string_view() : found->says;
}
bool has_meaning(std::span<const port::Meaning> meanings, std::string_view word) {
  return std::ranges::find(meanings, word, &port::Meaning::word) != meanings.end();
}

// Collects each word once for its kind, with all places where it stands.
class Words {
 public:
  explicit Words(std::string_view area) : area_(area) {}

  PortWord& add(std::string_view word, std::string_view kind, std::string_view says,
                std::string_view place) {
    const auto [at, is_new] = index_.try_emplace(
        std::tuple(std::string(word), std::string(kind), std::string(says)), words_.size());
    if (is_new)
      words_.push_back({std::string(word), area_, std::string(kind), std::string(says), {}, {}});
    auto& places = words_[at->second].stands_in;
    if (!place.empty() && std::ranges::find(places, place) == places.end())
      places.emplace_back(place);
    return words_[at->second];
  }
  bool has(std::string_view word, std::string_view kind) const {
    return std::ranges::any_of(
        words_, [&](const PortWord& each) { return each.word == word && each.kind == kind; });
  }
  std::vector<PortWord> take() { return std::move(words_); }

 private:
  std::string area_;
  std::vector<PortWord> words_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> index_;
};

// A sentence of its own, that of the port, or what the member says that it may stand in.
void read_value(const Json& value, const Json& node, const std::string& owner, std::string_view of,
                const port::Meanings& meanings, Words& words) {
  if (!value.is_string()) return;
  const auto word = value.get<std::string>();
  std::string says;
  if (node.contains("const")) says = node.value("description", std::string());
  if (says.empty()) says = meaning_of(meanings.values, word);
  if (says.empty()) says = meaning_of(meanings.messages, word);
  if (says.empty() && !owner.empty()) says = "One of the words of `" + owner + "`.";
  words.add(word, fmt::format("value of {}", of), says, owner);
}

// `of` are the files that the schema is about: "scenario files".
void read_schema(const Json& node, const std::string& owner, std::string_view of,
                 const port::Meanings& meanings, Words& words) {
  if (node.is_array())
    for (const auto& each : node) read_schema(each, owner, of, meanings, words);
  if (!node.is_object()) return;
  if (node.contains("properties"))
    for (const auto& [name, member] : node["properties"].items())
      words.add(name, fmt::format("member of {}", of), member.value("description", std::string()),
                owner);
  if (node.contains("const")) read_value(node["const"], node, owner, of, meanings, words);
  if (node.contains("enum"))
    for (const auto& each : node["enum"]) read_value(each, node, owner, of, meanings, words);
  for (const auto& [name, member] : node.items()) {
    const bool names = name == "properties" || name == "definitions";
    if (!names) read_schema(member, owner, of, meanings, words);
    if (names)
      for (const auto& [inner, what] : member.items())
        read_schema(what, inner, of, meanings, words);
  }
}

// The vocabulary of one area, and the schema of its scenario files.
class Reader {
 public:
  Reader(const conformance::Area& area, Words& words)
      : facts_(area.checks().facts()), meanings_(*facts_.meanings), words_(words) {
    const auto said = sim::own_document<Json>(facts_.vocabulary);
    messages(said.at("events"), "event");
    messages(said.at("commands"), "command");
    messages(sim::own_document<Json>(facts_.facts_vocabulary), "fact");
    schema(area.files().schema(), {}, "scenario files");
    schema(area.files().table_schema(), {}, "tool tables");
  }

 private:
  void messages(const Json& all, std::string_view kind) {
    for (const auto& [name, members] : all.items()) {
      words_.add(name, kind, meaning_of(meanings_.messages, name), {}).shape = members.dump();
      within(members, name);
    }
  }

  // A message on a wire stands in a member of another.
  void within(const Json& shape, const std::string& owner) {
    if (shape.is_array()) return within(shape.at(0), owner);
    if (!shape.is_object()) return;
    for (const auto& [name, member] : shape.items()) {
      if (member.is_object() && has_meaning(meanings_.messages, name)) {
        messages(Json{{name, member}}, "message on the wire");
        continue;
      }
      words_.add(name, "member", meaning_of(meanings_.members, name), owner);
      if (member.is_string()) values(member.get<std::string>(), name);
      within(member, owner);
    }
  }

  void values(std::string_view words, const std::string& owner) {
    constexpr std::array sorts{"boolean", "integer", "ms", "id", "name"};
    if (std::ranges::find(sorts, words) != sorts.end()) return;
    while (!words.empty()) {
      const auto end = std::min(words.find('|'), words.size());
      const auto word = words.substr(0, end);
      words_.add(word, "value", meaning_of(meanings_.values, word), owner);
      words.remove_prefix(std::min(end + 1, words.size()));
    }
  }

  void schema(const Json& node, const std::string& owner, std::string_view of) {
    read_schema(node, owner, of, meanings_, words_);
  }

  const conformance::CheckFacts& facts_;
  const port::Meanings& meanings_;
  Words& words_;
};

// "ForeignPush", "foreign-push" and "foreign_push" are one word.
std::string plain(std::string_view name) {
  std::string out;
  for (const char letter : name)
    if (letter != '_' && letter != '-' && letter != ' ')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return out;
}

}  // namespace

std::vector<PortWord> port_words(std::string_view of) {
  std::vector<PortWord> out;
  const auto add = [&](std::vector<PortWord> more) {
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  };
  for (const auto* area : conformance::areas()) {
    if ((!of.empty() && of != area->name()) || area->checks().facts().meanings == nullptr) continue;
    Words words(area->name());
    Reader(*area, words);
    for (const auto& lack : area->worlds().facts().may_lack)
      words.add(lack.word, "word of without", fmt::format("Cannot happen: {}.", lack.description),
                "without");
    add(words.take());
  }
  if (!of.empty()) return out;
  Words words({});
  const auto text = sim::text_of_file((scenario_folder() / "vectors.schema.json").string(),
                                      {"schema", std::size_t{1} << 20});
  if (const auto* schema = std::get_if<std::string>(&text)) {
    const auto read = sim::read_document<Json>(*schema);
    if (const auto* vectors = std::get_if<Json>(&read))
      read_schema(*vectors, {}, "vector files", {}, words);
  }
  for (const auto& row : protocol_words) words.add(row.word, row.kind, row.says, {}).shape = {};
  add(words.take());
  return out;
}

std::vector<PortWord> port_words_named(std::string_view name) {
  auto out = port_words();
  const auto wanted = plain(name);
  std::erase_if(out, [&](const PortWord& word) { return plain(word.word) != wanted; });
  // What a gate prints comes before what messages and files are made of.
  std::stable_partition(out.begin(), out.end(), [](const PortWord& word) {
    return word.kind == of_gate || word.kind == of_result || word.kind == term ||
           word.kind == table_of_tools;
  });
  // A file says the words of the port in their own meaning: that is told once.
  std::vector<PortWord> kept;
  for (auto& word : out) {
    const auto same = std::ranges::find_if(kept, [&](const PortWord& other) {
      return other.says == word.says && other.area == word.area;
    });
    if (same == kept.end()) {
      kept.push_back(std::move(word));
      continue;
    }
    for (auto& place : word.stands_in)
      if (std::ranges::find(same->stands_in, place) == same->stands_in.end())
        same->stands_in.push_back(std::move(place));
  }
  return kept;
}

}  // namespace tools
