// What the words of an area's port mean, for whoever reads its JSON: a sentence for each message,
// each member and each value. An area's stand in its own show.h.
#pragma once
#include <span>
#include <string_view>

namespace port {

struct Meaning {
  std::string_view word, says;
};

// A word that stands in several places of an area has one sentence, which is true of all.
struct Meanings {
  std::span<const Meaning> messages, members, values;
};

}  // namespace port
