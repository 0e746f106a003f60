// Which single edits could make a document smaller, and how small a document is.
#pragma once
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/files/shrink.h"

namespace sim {

// The smaller, the simpler; every edit that is tried makes it smaller, so shrinking ends.
struct DocumentMeasure {
  std::size_t nodes = 0;        // Values.
  std::size_t ranks = 0;        // Of words among their like.
  std::size_t roughness = 0;    // Of numbers.
  std::uint64_t magnitude = 0;  // Likewise.
  auto operator<=>(const DocumentMeasure&) const = default;
};
DocumentMeasure measure(const nlohmann::ordered_json& document, const ShrinkWords& words);

enum class EditPass : std::uint8_t { Elements, Members, Unwrap, Join, Points, Words, Numbers };
inline constexpr std::size_t edit_passes = 7;

struct DocumentEdit {
  nlohmann::ordered_json::json_pointer place;
  std::size_t first = 0, count = 0;     // Of an array's elements.
  nlohmann::ordered_json becomes = {};  // Instead of the value.
};

// What one pass could do to this document, the greatest steps first.
std::vector<DocumentEdit> edits(const nlohmann::ordered_json& document, const ShrinkWords& words,
                                EditPass pass);
nlohmann::ordered_json edited(const nlohmann::ordered_json& document, const DocumentEdit& edit,
                              EditPass pass);

}  // namespace sim
