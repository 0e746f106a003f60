#include "sim/search/path_cost.h"

#include <utility>

namespace sim {
namespace {

class PathShrinker {
 public:
  PathShrinker(CostedPath path, const TryPath& still_fails, std::uint64_t budget)
      : best_(std::move(path)), still_fails_(still_fails), budget_(budget) {}

  CostedPath run() {
    for (bool simpler = true; simpler && budget_ > 0;) {
      simpler = remove();
      simpler = lower() || simpler;
      simpler = swap() || simpler;
    }
    return std::move(best_);
  }

 private:
  bool take(const Path& path) {
    if (budget_ == 0) return false;
    --budget_;
    auto tried = still_fails_(path);
    if (!tried || tried->cost >= best_.cost) return false;
    best_ = std::move(*tried);
    return true;
  }

  bool remove() {
    bool simpler = false;
    for (auto count = best_.path.size(); count > 0; count /= 2) {
      for (std::size_t first = 0; first + count <= best_.path.size() && budget_ > 0;) {
        auto path = best_.path;
        const auto begin = path.begin() + static_cast<std::ptrdiff_t>(first);
        path.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
        if (take(path)) {
          simpler = true;
        } else {
          first += count;
        }
      }
    }
    return simpler;
  }

  bool lower() {
    bool simpler = false;
    for (std::size_t i = 0; i < best_.path.size(); ++i) {
      const auto index = best_.path[i];
      for (const int lower : {0, index / 2, index - 1}) {
        if (i >= best_.path.size() || lower < 0 || lower >= best_.path[i]) continue;
        auto path = best_.path;
        path[i] = static_cast<std::uint16_t>(lower);
        simpler = take(path) || simpler;
      }
    }
    return simpler;
  }

  bool swap() {
    bool simpler = false;
    for (std::size_t i = 0; i + 1 < best_.path.size(); ++i) {
      auto path = best_.path;
      if (path[i] == path[i + 1]) continue;
      std::swap(path[i], path[i + 1]);
      simpler = take(path) || simpler;
    }
    return simpler;
  }

  CostedPath best_;
  const TryPath& still_fails_;
  std::uint64_t budget_;
};

}  // namespace

CostedPath shrink_path(CostedPath path, const TryPath& still_fails, std::uint64_t budget) {
  return PathShrinker(std::move(path), still_fails, budget).run();
}

}  // namespace sim
