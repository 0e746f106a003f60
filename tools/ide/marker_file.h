// The marker files of the mock IDE, one in each place in which clients look, in the form that is
// usual there. They hold a secret: only their owner may read them.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/monitor/decode.h"

namespace tools::ide {

struct MarkerFacts {
  std::uint32_t pid = 0;
  std::uint16_t port = 0;
  std::string token, build;
};

class MarkerFile {
 public:
  // Below that home folder, for that process.
  MarkerFile(const std::string& home, std::uint32_t pid,
             std::span<const engine::monitor::Layout> layouts = engine::monitor::layouts);

  // Each whole at once: a reader sees the one before or this. Throws UsageError if one cannot be
  // written.
  void write(const MarkerFacts& facts);
  // The first half, in its place.
  void tear(const MarkerFacts& facts);
  void remove();
  // The first.
  const std::string& path() const { return files_.front().path; }

 private:
  struct File {
    std::string path;
    bool newer = false;  // Its form.
  };
  std::string text_of(const MarkerFacts& facts, bool newer) const;

  std::vector<File> files_;
  std::string home_, created_;
};

}  // namespace tools::ide
