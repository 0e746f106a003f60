// How an area is told: its stories and outcomes, its table, and words of its own.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/plan.h"

namespace conformance {

struct AnyScenario;
struct StoryWords;

// What an area says of a word of its own, such as the name of a tool.
struct ExplainedWord {
  std::string kind;  // "a tool"
  std::string text;
  std::vector<std::string> rules;
  // Whether a scenario is about it.
  std::function<bool(const AnyScenario&)> shown_by;
  std::shared_ptr<const nlohmann::ordered_json> json;
};

// Of a fact of an area's contract that a description of the tool lacks or contradicts.
struct DescriptionFinding {
  std::string fact, rules, says;
  bool contradicted = false;
  std::size_t line = 0;  // Where it is contradicted.
};

struct WordFacts {
  // What table_text() tells, in a few words; empty: there is none.
  std::string_view table_description = {};
  std::string_view item_noun = {};  // What one of explained_words() is: "tool".
};

class AreaWords {
 public:
  virtual ~AreaWords() = default;
  AreaWords(const AreaWords&) = delete;
  AreaWords& operator=(const AreaWords&) = delete;

  const WordFacts& facts() const { return facts_; }

  virtual const StoryWords& story() const = 0;
  virtual std::vector<std::string> texts_of(const AnyExpectation& expect) const = 0;
  virtual std::string show(const AnyModel::Outcome& outcome) const = 0;
  // By which two unexpected ends are told apart.
  virtual std::string short_text(const AnyModel::Outcome& outcome) const { return show(outcome); }

  // Its table, for a person or as JSON; of a revision, if it has those. By default the text is made
  // of the JSON, a list of rows with the same members.
  virtual std::string table_text(std::string_view revision) const;
  virtual nlohmann::ordered_json table_json(std::string_view revision) const;
  // How calls of a former surface map to rows of the table; empty: there is none.
  virtual std::string former_text() const { return {}; }

  // Words of its own that can be explained: the names of its tools.
  virtual std::vector<std::string> explained_words() const { return {}; }
  virtual std::optional<ExplainedWord> explain(std::string_view) const { return std::nullopt; }

  // What a description of the tool, as its callers read it, says of its contract; none: this area
  // has no such tool.
  virtual std::optional<std::vector<DescriptionFinding>> judge_description(std::string_view) const {
    return std::nullopt;
  }

 protected:
  explicit AreaWords(WordFacts facts = {}) : facts_(facts) {}

 private:
  WordFacts facts_;
};

}  // namespace conformance
