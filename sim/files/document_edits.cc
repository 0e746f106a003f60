#include "files/document_edits.h"

#include <algorithm>

namespace sim {
namespace {

using nlohmann::ordered_json;
using Pointer = ordered_json::json_pointer;
using Edits = std::vector<DocumentEdit>;

bool is_number(const ordered_json& value) {
  return value.is_number_integer() && value.get<std::int64_t>() >= 0;
}

bool is_window(const ordered_json& value, const ShrinkWords& words) {
  return value.is_array() && value.size() == 2 && is_number(value[0]) &&
         (is_number(value[1]) || value[1] == words.open_end);
}

bool is_kept(const Pointer& place, const ShrinkWords& words) {
  const auto text = place.to_string();
  return std::ranges::find(words.kept, std::string_view(text).substr(1)) != words.kept.end();
}

// Elements that are {"name": 500}, and so is the one after it.
bool joins(const ordered_json& a, const ordered_json& b) {
  const auto single = [](const ordered_json& value) {
    return value.is_object() && value.size() == 1 && is_number(value.front());
  };
  return single(a) && single(b) && a.begin().key() == b.begin().key();
}

std::size_t roughness(std::int64_t number, const ShrinkWords& words) {
  for (std::size_t i = 0; i < words.steps.size(); ++i)
    if (number % words.steps[i] == 0) return i;
  return words.steps.size();
}

// The words that may stand for this one, the simplest first.
std::vector<std::string> simpler_than(const std::string& word, const ShrinkWords& words) {
  for (const auto& group : words.simpler) {
    const auto found = std::ranges::find(group, word);
    if (found != group.end()) return {group.begin(), found};
  }
  return {};
}

std::vector<std::int64_t> smaller_numbers(std::int64_t number, const ShrinkWords& words) {
  std::vector<std::int64_t> out{0};
  const auto step = words.steps.front();
  for (auto round = step; round < number && round <= INT64_MAX / 2; round *= 2)
    out.push_back(round);
  for (const auto to : words.steps) {
    out.push_back(number / 2 / to * to);
    out.push_back(number / to * to);
    if (number <= INT64_MAX - to) out.push_back((number + to - 1) / to * to);
    out.push_back(number - to);
  }
  const auto rough = roughness(number, words);
  std::erase_if(out, [&](std::int64_t other) {
    const auto as_rough = roughness(other, words);
    return other < 0 || as_rough > rough || (as_rough == rough && other >= number);
  });
  std::vector<std::int64_t> once;
  for (const auto each : out)
    if (std::ranges::find(once, each) == once.end()) once.push_back(each);
  return once;
}

class Lister {
 public:
  Lister(const ShrinkWords& words, EditPass pass) : words_(words), pass_(pass) {}

  Edits list(const ordered_json& document) {
    for (const auto& [key, value] : document.items()) {
      if (is_kept(Pointer() / key, words_)) continue;
      if (pass_ == EditPass::Members) out_.push_back({.place = Pointer() / key});
      visit(value, Pointer() / key);
    }
    return std::move(out_);
  }

 private:
  void visit(const ordered_json& value, const Pointer& place) {
    edit(value, place);
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) visit(value[i], place / i);
    if (value.is_object())
      for (const auto& [key, item] : value.items())
        if (!is_kept(place / key, words_)) visit(item, place / key);
  }

  void edit(const ordered_json& value, const Pointer& place) {
    const bool window = is_window(value, words_);
    switch (pass_) {
      case EditPass::Elements:
        if (value.is_array() && !window) chunks(value.size(), place);
        break;
      case EditPass::Members:
        if (!value.is_object()) break;
        for (const auto& [key, item] : value.items())
          if (!is_kept(place / key, words_)) out_.push_back({.place = place / key});
        break;
      case EditPass::Unwrap:
      case EditPass::Join:
        if (value.is_array() && !window) neighbours(value, place);
        break;
      case EditPass::Points:
        if (!window) break;
        becomes(place, value[0]);
        if (is_number(value[1])) becomes(place, value[1]);
        break;
      case EditPass::Words:
        if (!value.is_string()) break;
        for (const auto& word : simpler_than(value.get<std::string>(), words_))
          becomes(place, word);
        break;
      case EditPass::Numbers:
        if (!is_number(value)) break;
        for (const auto number : smaller_numbers(value.get<std::int64_t>(), words_))
          becomes(place, number);
        break;
    }
  }

  void becomes(const Pointer& place, ordered_json value) {
    out_.push_back({.place = place, .becomes = std::move(value)});
  }

  // All, halves, quarters and so on, each also shifted by half its length.
  void chunks(std::size_t size, const Pointer& place) {
    for (auto count = size; count > 0; count = count == 1 ? 0 : (count + 1) / 2)
      for (std::size_t first = 0; first + count <= size;
           first += std::max<std::size_t>(1, count / 2))
        out_.push_back({.place = place, .first = first, .count = count});
  }

  void neighbours(const ordered_json& array, const Pointer& place) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      const auto& item = array[i];
      if (pass_ == EditPass::Unwrap) {
        if (item.is_object() && item.size() == 1 && item.front().is_array())
          out_.push_back({.place = place, .first = i, .count = 1});
      } else if (i + 1 < array.size() && joins(item, array[i + 1])) {
        out_.push_back({.place = place, .first = i, .count = 2});
      }
    }
  }

  const ShrinkWords& words_;
  EditPass pass_;
  Edits out_;
};

// The elements before, what stands for the edited ones, and those behind.
ordered_json spliced(const ordered_json& array, const DocumentEdit& edit,
                     const ordered_json& instead) {
  auto out = ordered_json::array();
  for (std::size_t i = 0; i < edit.first; ++i) out.push_back(array[i]);
  for (const auto& item : instead) out.push_back(item);
  for (std::size_t i = edit.first + edit.count; i < array.size(); ++i) out.push_back(array[i]);
  return out;
}

void add(const ordered_json& value, const ShrinkWords& words, DocumentMeasure& out) {
  ++out.nodes;
  if (value.is_string()) out.ranks += simpler_than(value.get<std::string>(), words).size();
  if (is_number(value)) {
    out.roughness += roughness(value.get<std::int64_t>(), words);
    out.magnitude += value.get<std::uint64_t>();
  }
  if (value.is_structured())
    for (const auto& item : value) add(item, words, out);
}

}  // namespace

DocumentMeasure measure(const ordered_json& document, const ShrinkWords& words) {
  DocumentMeasure out;
  for (const auto& [key, value] : document.items())
    if (std::ranges::find(words.kept, key) == words.kept.end()) add(value, words, out);
  return out;
}

Edits edits(const ordered_json& document, const ShrinkWords& words, EditPass pass) {
  return Lister(words, pass).list(document);
}

ordered_json edited(const ordered_json& document, const DocumentEdit& edit, EditPass pass) {
  auto out = document;
  auto& value = out.at(edit.place);
  switch (pass) {
    case EditPass::Elements: value = spliced(value, edit, ordered_json::array()); break;
    case EditPass::Members: out.at(edit.place.parent_pointer()).erase(edit.place.back()); break;
    case EditPass::Unwrap: {
      const ordered_json inner = value[edit.first].front();
      value = spliced(value, edit, inner);
      break;
    }
    case EditPass::Join: {
      auto joined = value[edit.first];
      joined.front() =
          joined.front().get<std::int64_t>() + value[edit.first + 1].front().get<std::int64_t>();
      value = spliced(value, edit, ordered_json::array({joined}));
      break;
    }
    case EditPass::Points:
    case EditPass::Words:
    case EditPass::Numbers: value = edit.becomes; break;
  }
  return out;
}

}  // namespace sim
