#include "modality/contract.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/worlds.h"
#include "conformance/run/scenario.h"
#include "conformance/story/print.h"
#include "modality/contract_facts.h"
#include "sim/modality/words.h"
#include "spec/modality/behaviour.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;
using nlohmann::ordered_json;

std::vector<std::string_view> parts_of(std::string_view text, std::string_view between) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = std::min(text.find(between), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  return out;
}

// What a caller of each mode has to know.

std::uint8_t bit_of(Mode mode) {
  return mode == Mode::SmartNonModal ? smart
         : mode == Mode::NonModal    ? non_modal
         : mode == Mode::Unleashed   ? unleashed
                                     : std::uint8_t{0};
}

std::vector<std::string> before_the_script(const Options& tuple) {
  std::vector<std::string> out;
  const auto add = [&](bool set, std::string says) {
    if (set) out.push_back(std::move(says));
  };
  add(tuple.close_on_start,
      fmt::format("Modal dialogs that show are closed, and each has {} ms to go.",
                  real_limits.dispose_bound.count()));
  add(tuple.await_progress,
      fmt::format("A progress without a dialog is waited for, {} ms at most; then it fails the "
                  "call.",
                  real_limits.wait_budget.count()));
  add(!tuple.allow_at_gate, "A dialog that shows then fails the call: the script does not run.");
  add(tuple.progress == ProgressAtGate::Refuse && !tuple.await_progress,
      "So does a progress without a dialog.");
  add(tuple.sync_documents,
      fmt::format("Documents are committed, saved and refreshed; after {} ms that fails the call.",
                  real_limits.sync_bound.count()));
  add(tuple.wait_smart, fmt::format("The end of indexing is waited for; after {} ms that fails "
                                    "the call.",
                                    real_limits.smart_bound.count()));
  if (out.empty()) out.emplace_back("Nothing is closed, waited for or looked at.");
  return out;
}
std::vector<std::string> while_and_after(const Options& tuple) {
  std::vector<std::string> out;
  out.push_back(
      tuple.close_while_running
          ? fmt::format("While it runs dialogs are looked for every {} ms: one that shows is "
                        "closed, the script cancelled, and the call fails.",
                        real_limits.monitor_period.count())
          : "While it runs nothing is looked at.");
  out.emplace_back(tuple.sync_after
                       ? "After it documents are committed, saved and refreshed, unless something "
                         "modal shows: then that is left out, with a warning."
                       : "After it documents are left as they are.");
  return out;
}

bool is_about(const ContractFact& fact, std::string_view word, std::uint8_t mode) {
  if (mode != 0) return (fact.modes & mode) != 0;
  return std::ranges::count(parts_of(fact.methods, " "), word) > 0;
}

struct Told {
  std::string text;
  std::vector<std::string> rules;
  ordered_json facts = ordered_json::array();
};

Told facts_about(std::string_view word, std::uint8_t mode) {
  Told out;
  for (const auto& fact : contract_facts) {
    if (!is_about(fact, word, mode)) continue;
    out.text += print_field("", std::string(fact.says));
    ordered_json rules = ordered_json::array();
    for (const auto rule : parts_of(fact.rules, " ")) {
      rules.push_back(rule);
      if (std::ranges::count(out.rules, rule) == 0) out.rules.emplace_back(rule);
    }
    out.facts.push_back({{"fact", fact.name}, {"says", fact.says}, {"rules", rules}});
  }
  return out;
}

// What a progress without a dialog comes to.
std::string of_progress(const Options& tuple) {
  return fmt::format(
      "a progress without a dialog is {}waited for, and {}.", tuple.await_progress ? "" : "not ",
      tuple.progress == ProgressAtGate::Refuse ? "fails the call" : "the script runs under it");
}

ExplainedWord explained_revision(Revision revision) {
  std::string text;
  ordered_json json = ordered_json::object();
  for (const auto& profile : profiles) {
    const auto says = of_progress(tuple_of(profile, revision));
    text += print_field("", fmt::format("{}: {}", profile.name, says));
    json[profile.name] = says;
  }
  text += fmt::format(
      "`orrery conform modality --revision {0}` judges by it, and `orrery table "
      "modality --revision {0}` prints it.\n",
      port::word(revision));
  return {.kind = revision == Revision{} ? "the table of modes that is taken by default"
                                         : "the table of modes before that",
          .text = std::move(text),
          .rules = {"MOD-02", "MOD-20", "MOD-33"},
          .shown_by =
              [revision](const AnyScenario& scenario) {
                return scenario.plan.area()->worlds().revision_of(scenario.plan) ==
                       port::word(revision);
              },
          .json = std::make_shared<const ordered_json>(std::move(json))};
}

ExplainedWord explained_mode(const Profile& profile) {
  auto told = facts_about(profile.name, bit_of(profile.mode));
  const auto before = before_the_script(profile.tuple), later = while_and_after(profile.tuple);
  std::string text = "Before the script:\n";
  for (const auto& line : before) text += print_field("", line);
  const auto former = tuple_of(profile, Revision::Rev5);
  if (former != profile.tuple)
    text += print_field("", fmt::format("By the older table ({}): {}", port::word(Revision::Rev5),
                                        of_progress(former)));
  if (profile.tuple.allow_at_gate)
    text += print_field("", "For scripts that open dialogs, answer or wait for them on purpose.");
  text += "The script runs, within the timeout of the call.\n";
  for (const auto& line : later) text += print_field("", line);
  text += "\nWhat a caller has to know:\n" + told.text;
  ordered_json json{{"before", before}, {"while_and_after", later}, {"facts", told.facts}};
  for (const auto name : port::words<Revision>)
    json["by_revision"][name] =
        before_the_script(tuple_of(profile, *port::enumerator_of<Revision>(name)));
  return {.kind = "a mode",
          .text = std::move(text),
          .rules = std::move(told.rules),
          .shown_by = [](const AnyScenario&) { return false; },
          .json = std::make_shared<const ordered_json>(std::move(json))};
}

std::optional<ExplainedWord> explained_method(std::string_view word) {
  auto told = facts_about(word, 0);
  if (told.facts.empty()) return std::nullopt;
  ordered_json json{{"facts", told.facts}};
  return ExplainedWord{.kind = "a method of a script's context",
                       .text = "What a caller has to know:\n" + told.text,
                       .rules = std::move(told.rules),
                       .shown_by = [](const AnyScenario&) { return false; },
                       .json = std::make_shared<const ordered_json>(std::move(json))};
}

// Descriptions.

// A passage of a text, small letters and single spaces, and the line that it begins in.
struct Passage {
  std::size_t line = 0;
  std::string text;
};

void put(Passage& passage, std::string_view line) {
  for (const char each : line) {
    const auto letter = static_cast<unsigned char>(each);
    if (each == '`' || each == '*') continue;
    const bool space = std::isspace(letter) != 0;
    if (space && (passage.text.empty() || passage.text.back() == ' ')) continue;
    passage.text += space ? ' ' : static_cast<char>(std::tolower(letter));
  }
  if (!passage.text.empty() && passage.text.back() != ' ') passage.text += ' ';
}

// Paragraphs, items of lists and rows of tables.
std::vector<Passage> passages_of(std::string_view text) {
  std::vector<Passage> out(1);
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const bool begins =
        line.empty() || std::string_view("-*|#").find(line.front()) != std::string_view::npos;
    if (begins && !out.back().text.empty()) out.emplace_back();
    if (out.back().text.empty()) out.back().line = number;
    put(out.back(), line);
  }
  if (out.back().text.empty()) out.pop_back();
  return out;
}

bool is_letter(char each) {
  return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_';
}
// A word may go on ("close" stands in "closes"), but for short ones, and begins where no letter
// stands before it.
bool has_word(std::string_view text, std::string_view word) {
  constexpr std::size_t short_word = 3;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0 || !is_letter(text[at - 1]) || !is_letter(word.front());
    const bool whole = word.size() > short_word || end == text.size() || !is_letter(text[end]);
    if (begins && whole) return true;
  }
  return false;
}
bool has_any(std::string_view text, std::string_view group) {
  return std::ranges::any_of(parts_of(group, "|"),
                             [&](std::string_view word) { return has_word(text, word); });
}
bool has_all(std::string_view text, std::string_view groups) {
  return std::ranges::all_of(parts_of(groups, " & "), [&](std::string_view group) {
    const bool must_not = group.starts_with('!');
    if (must_not) group.remove_prefix(1);
    return has_any(text, group) != must_not;
  });
}

std::optional<std::size_t> denied_in(const std::vector<Passage>& passages,
                                     std::string_view groups) {
  if (groups.empty()) return std::nullopt;
  for (const auto& passage : passages)
    for (const auto sentence : parts_of(passage.text, ". "))
      if (has_all(sentence, groups)) return passage.line;
  return std::nullopt;
}

}  // namespace

std::vector<std::string> contract_words() {
  std::vector<std::string> out;
  for (const auto& profile : profiles) out.emplace_back(profile.name);
  for (const auto name : port::words<Revision>) out.emplace_back(name);
  for (const auto& fact : contract_facts)
    for (const auto method : parts_of(fact.methods, " "))
      if (std::ranges::count(out, method) == 0) out.emplace_back(method);
  out.emplace_back(sim::modality::former_hatch);
  return out;
}

std::optional<ExplainedWord> explained_contract(std::string_view word) {
  const auto profile = std::ranges::find(profiles, word, &Profile::name);
  if (profile != profiles.end()) return explained_mode(*profile);
  if (const auto revision = port::enumerator_of<Revision>(word))
    return explained_revision(*revision);
  if (word == sim::modality::former_hatch) {
    auto out = explained_method(port::word(Method::AllowModalDialog));
    if (out) out->kind = "the former name of allowModalDialog";
    return out;
  }
  return explained_method(word);
}

std::vector<DescriptionFinding> judged_description(std::string_view text) {
  const auto passages = passages_of(text);
  std::vector<DescriptionFinding> out;
  for (const auto& fact : contract_facts) {
    const auto found = [&](bool contradicted, std::size_t line) {
      out.push_back({.fact = std::string(fact.name),
                     .rules = std::string(fact.rules),
                     .says = std::string(fact.says),
                     .contradicted = contradicted,
                     .line = line});
    };
    if (const auto line = denied_in(passages, fact.denied)) {
      found(true, *line);
    } else if (std::ranges::none_of(passages, [&](const Passage& passage) {
                 return has_all(passage.text, fact.told);
               })) {
      found(false, 0);
    }
  }
  return out;
}

}  // namespace conformance::modality
