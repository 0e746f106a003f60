// The marker file of the mock IDE. It holds a secret: only its owner may read it.
#pragma once
#include <cstdint>
#include <string>

namespace tools::ide {

struct MarkerFacts {
  std::uint32_t pid = 0;
  std::uint16_t port = 0;
  std::string token, build;
};

class MarkerFile {
 public:
  // In that folder, for that process.
  MarkerFile(const std::string& folder, std::uint32_t pid);

  // Whole at once: a reader sees the one before or this. Throws UsageError if it cannot be written.
  void write(const MarkerFacts& facts);
  // The first half, in its place.
  void tear(const MarkerFacts& facts);
  void remove();
  const std::string& path() const { return path_; }

 private:
  std::string text_of(const MarkerFacts& facts) const;

  std::string path_, created_;
};

}  // namespace tools::ide
