#include "sim/search/model.h"

#include <algorithm>
#include <tuple>

namespace sim {

void order_naturally(Choices& choices, std::size_t begin) {
  std::sort(choices.begin() + static_cast<std::ptrdiff_t>(begin), choices.end(),
            [](const Choice& a, const Choice& b) {
              return std::tie(a.after_ms, a.slot, a.alternative) <
                     std::tie(b.after_ms, b.slot, b.alternative);
            });
}

}  // namespace sim
