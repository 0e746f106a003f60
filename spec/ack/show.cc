// Verdicts, and what was seen, in the words of the specification.
#include <array>
#include <string>
#include <string_view>

#include "port/ack/show.h"
#include "port/enumerators.h"
#include "spec/ack/judge.h"

namespace spec::ack {

std::string show(const Seen& seen) { return port::ack::show(names, seen); }

std::string_view show(Kind kind) {
  constexpr std::array<std::string_view, 5> kinds{"true OK", "true error", "false OK",
                                                  "false timeout", "unseen success"};
  return kinds.at(static_cast<std::size_t>(kind));
}

std::string show_classes(std::uint16_t set) {
  constexpr auto& class_names = port::enumerators<LieClass, classes::count>;
  std::string text;
  for (unsigned i = 0; i < class_names.size(); ++i) {
    if ((set >> i & 1u) == 0) continue;
    text.append(text.empty() ? "" : " ").append(class_names.at(i));
  }
  return text.empty() ? "none" : text;
}

}  // namespace spec::ack
