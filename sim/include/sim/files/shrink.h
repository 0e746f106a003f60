// Makes a JSON document smaller for as long as it goes on showing what it shows.
//
// It knows nothing of what a document means but a few words: whoever asks says whether a
// smaller one still does. Deterministic: the same document, words and answers give the same
// result, and the budget counts candidates, not time.
#pragma once
#include <cstdint>
#include <functional>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/shrink_words.h"

namespace sim {

struct ShrinkProgress {
  std::uint64_t tried = 0, accepted = 0;
  std::size_t nodes = 0;  // Values in the document as it is now.
};

enum class ShrinkEnd : std::uint8_t {
  Fixpoint,  // Nothing that was tried makes it smaller.
  Budget,
  ToldToStop,
};

struct ShrinkRequest {
  const nlohmann::ordered_json& document;
  const ShrinkWords& words;
  // Whether a candidate is a valid document and still shows the same. Never asked twice
  // about equal ones.
  std::function<bool(const nlohmann::ordered_json&)> still_shows;
  std::uint64_t budget = 5'000;  // Candidates to ask about.
  std::function<bool()> keep_going = {};
  std::function<void(const ShrinkProgress&)> progress = {};
};

struct ShrunkDocument;  // sim/files/shrunk_document.h

// Takes elements out of arrays (many at once first) and members out of objects, unwraps an
// element that only holds a list, joins neighbours that are numbers of one name, makes a
// window a point, a word a simpler one, and a number smaller or rounder: again and again,
// until none of these is accepted. The document given is taken to show it.
ShrunkDocument shrink_document(const ShrinkRequest& request);

}  // namespace sim
