// What `orrery explain` says of names other than those of rules.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace tools {

struct Explained {
  std::string text;
  nlohmann::ordered_json json;
};

// Each is nothing for a name that it does not know. A word is an area's own, such as a tool's name.
std::optional<Explained> explained_mutant(const std::string& name);
std::optional<Explained> explained_word(const std::string& name);
std::optional<Explained> explained_area(const std::string& name);
// Of a prefix of rules' ids, such as "APR": what they are about.
std::optional<Explained> explained_prefix(const std::string& name);
// Of a word of messages, traces or scenario files: what it means, and where it stands.
std::optional<Explained> explained_port_word(const std::string& name);
// What has these letters, large or small, in its name or text: rules, mutants and scenarios.
std::optional<Explained> explained_anywhere(const std::string& letters);

// The nearest names that can be explained, at most one of each kind but rules: "MOD-42, MOD-41".
// Empty if none is near.
std::string nearest_explained(const std::string& name);
// "modality, ack, ...": those that can be explained.
std::string explained_areas();

// A title and below it each name with what it says, up to its first full stop.
std::string titled(std::string_view title,
                   const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace tools
