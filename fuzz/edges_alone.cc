// What no stream can show.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "fuzz/edges.h"
#include "port/check.h"

namespace fuzz {
namespace {

using engine::rpc::Reason;

// A page with one on either side of it that nobody may touch.
class GuardedPage {
 public:
  GuardedPage() : size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    void* memory = mmap(nullptr, 3 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    begin_ = static_cast<char*>(memory) + size_;
    CHECK(mprotect(begin_, size_, PROT_READ | PROT_WRITE) == 0);
  }
  ~GuardedPage() { munmap(begin_ - size_, 3 * size_); }
  GuardedPage(const GuardedPage&) = delete;
  GuardedPage& operator=(const GuardedPage&) = delete;

  std::string_view at_begin(std::string_view text) { return put(begin_, text); }
  std::string_view at_end(std::string_view text) { return put(begin_ + size_ - text.size(), text); }

 private:
  std::string_view put(char* at, std::string_view text) {
    CHECK(text.size() <= size_);
    return {at, static_cast<std::size_t>(std::ranges::copy(text, at).out - at)};
  }
  std::size_t size_;
  char* begin_ = nullptr;
};

std::string found_in(std::string_view text) {
  engine::json::Scanner scanner({.depth_max = depth_max});
  const auto scan = scanner.scan(text, 0);
  return fmt::format("{} at {}", engine::rpc::text_of(scan.reason).name, scan.at);
}

struct Refused {
  std::string_view method, params, unknown;
  engine::rpc::Options options;
  Reason reason;
};

std::string shown(const Refused& row) {
  return fmt::format("method {}, params {}, unknown {}", engine::rpc::printable(row.method),
                     engine::rpc::printable(row.params), engine::rpc::printable(row.unknown));
}

}  // namespace

// What stands behind the text, or before it, is nothing to the scanner: an access is a crash.
std::string read_beyond(std::string_view line) {
  static GuardedPage page;
  if (line.empty()) return {};
  const auto found = found_in(page.at_end(line));
  const auto other = found_in(page.at_begin(line));
  if (found == other) return {};
  return fmt::format("{}, and elsewhere in memory {}", found, other);
}

std::string miswritten_edges() {
  engine::rpc::Options merging, small, flat;
  merging.recover_merged = true;
  small.line_bytes_max = 20;
  flat.scan.depth_max = 2;
  const std::vector<Refused> rows{
      {"m", "[1]", "2", {}, Reason::None},
      {"m", "[1]", "2", merging, Reason::None},
      {"\"\\\x1f", "\"\\u0000\"", "{}", {}, Reason::None},
      {"m", "[\n]", "2", {}, Reason::RawNewline},
      {"m", "1", "\n", {}, Reason::RawNewline},
      {"m", "1", "2}\n{\"method\":\"m\"", {}, Reason::RawNewline},
      {"m", "1}", "2", {}, Reason::TrailingBytes},
      {"m", "1,\"y\":2", "2", {}, Reason::NotOneValue},
      {"m", "1,\"method\":2", "2", {}, Reason::DuplicateKey},
      {"m", "1}{\"method\":\"m\"", "2", {}, Reason::MergedLines},
      {"m", "1}{\"method\":\"m\",\"params\":1", "2", merging, Reason::NotOneValue},
      {"m", "1}{\"method\":\"n\"", "2", merging, Reason::NotOneValue},
      {"m", "1", "2}{\"method\":\"m\",\"params\":1", merging, Reason::NotOneValue},
      {"m", "1", "2,\"id\":3", {}, Reason::NotOneValue},
      {"m", "[1", "2", {}, Reason::UnexpectedByte},
      {"m", "01", "2", {}, Reason::BadNumber},
      {"\xff", "1", "2", {}, Reason::NotUtf8},
      {"m", "[1]", "2", small, Reason::TooLong},
      {"m", "[]", "[[]]", flat, Reason::TooDeep},
      {"m", "[]", "[]", flat, Reason::None},
  };
  for (const auto& row : rows) {
    const engine::rpc::Message message = engine::rpc::Notification{
        .method = engine::json::Text::plain(row.method), .params = {.raw = row.params}};
    const engine::json::Field unknown{.key = engine::json::Text::plain("x"),
                                      .value = {.raw = row.unknown}};
    std::string line = "before";
    const auto reason = engine::rpc::encode(message, line, {&unknown, 1}, row.options);
    if (reason != row.reason)
      return fmt::format("the encoder says {} of {}", engine::rpc::text_of(reason).name,
                         shown(row));
    if ((reason == Reason::None) != (line != "before"))
      return fmt::format("the encoder appends a line that it refuses, of {}", shown(row));
  }
  return {};
}

}  // namespace fuzz
