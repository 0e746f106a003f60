// Faults in the bytes that a server says, drawn from a seed: the same server, seed and faults give
// the same bytes.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::proxy {

enum class FaultKind : std::uint8_t {
  Split,
  Merge,
  Truncate,
  Garbage,
  Blank,
  Nul,
  ByteOrderMark,
  BadUtf8,
  Delay,
  Drop,
  Duplicate,
  Swap,
};

// Their names, by their kind, and what each does to a line.
struct FaultWord {
  std::string_view name, does;
};
extern const std::vector<FaultWord> fault_words;

struct Fault {
  FaultKind kind = FaultKind::Split;
  // The number of the server's line that it hits, from 1; zero: every eighth, as drawn.
  std::uint64_t line = 0;
};

// "split", "drop@3"; nothing if it is none.
std::optional<Fault> parse_fault(std::string_view text);
std::string show(const Fault& fault);

// Bytes for the client, so long after those before them.
struct Piece {
  std::string bytes;
  std::chrono::milliseconds pause{0};
};

class Faults {
 public:
  Faults(std::vector<Fault> faults, std::uint64_t seed);

  bool any() const { return !faults_.empty(); }
  // What becomes of these bytes. A line waits for its end if there are faults at all.
  void feed(std::string_view bytes, std::vector<Piece>& out);
  // The server says nothing more.
  void finish(std::vector<Piece>& out);

  std::uint64_t lines() const { return lines_; }
  std::uint64_t injected() const { return injected_; }
  // Those that hit nothing.
  std::vector<Fault> missed() const;

 private:
  void take(std::string line, std::vector<Piece>& out);

  std::vector<Fault> faults_;
  std::vector<bool> hit_;
  std::uint64_t seed_, lines_ = 0, injected_ = 0;
  std::string open_;  // A line that has not ended.
  std::string held_;  // One that waits for the next.
};

}  // namespace tools::proxy
