// Checks JSON text: grammar, UTF-8, surrogates, depth and duplicate keys, in one pass.
//
// Nothing recurses, and no string is copied. Time is that of reading the text and of sorting the
// keys of each object. Memory is a word for each level, 16 bytes for each key of the objects that
// are open at once, and 40 for each member of the root; what a text with more than
// `Scanner::kept` of these took is given back by the next. Numbers are checked for their form;
// how large they may be is for the reader of a field to say.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/codec/json.h"
#include "engine/codec/rpc_reason.h"

namespace engine::json {

struct Common;
struct Marks;

struct ScanLimits {
  std::uint32_t depth_max = 128;  // At least 1; the root counts as 1.
  bool operator==(const ScanLimits&) const = default;
};

struct Scan {
  rpc::Reason reason = rpc::Reason::None;
  std::size_t at = 0;  // Of the fault; without one, behind the value.
};

class Scanner {
 public:
  static constexpr std::size_t kept = 65'536;

  explicit Scanner(ScanLimits limits);

  // Checks the one value that begins at `from`, which must be less than text.size(). Texts may
  // be as long as 2^31 - 1 bytes. What follows the value is not looked at.
  [[nodiscard]] Scan scan(std::string_view text, std::size_t from);

  // The members of the root, if the last scan was of an object; until the next scan.
  std::span<const Field> members() const { return members_; }

  // Bytes of memory.
  std::size_t held() const;

 private:
  struct Key {
    std::uint64_t print;  // Equal keys have equal ones.
    std::uint32_t at;
    std::uint32_t size : 31;
    std::uint32_t escaped : 1;
  };

  bool value();
  bool after_value();
  bool open(bool object);
  bool close();
  bool key();
  bool string();
  bool fault_in_string();
  Marks last_marks(std::size_t left) const;
  Common last_common(std::size_t left) const;
  bool escapes(const char* block, std::uint64_t starts, const char*& checked_to);
  bool sequences(const char* block, std::uint64_t not_ascii, const char*& checked_to) const;
  bool escape();
  bool unicode_escape();
  bool hex_unit(std::uint32_t& unit);
  bool number();
  bool word(std::string_view expected);
  bool add_key(std::size_t start, std::size_t size, bool escaped);
  void find_earlier_duplicate();
  bool many_keys_differ(std::size_t first);
  bool same(const Key& left, const Key& right) const;
  Text text_of(const Key& key) const;
  void skip_spaces();
  bool unexpected();
  bool fail(rpc::Reason reason, const char* at);

  ScanLimits limits_;
  std::vector<Key> keys_;                 // Of all open objects.
  std::vector<std::uint32_t> first_key_;  // By depth; of an array: `is_array`.
  std::vector<Field> members_;
  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* value_at_ = nullptr;  // Of the last member of the root; null before there is one.
  bool escaped_ = false;            // Whether the last string has escapes.
  Scan result_;
};

}  // namespace engine::json
