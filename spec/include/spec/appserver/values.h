// What a client may send of approval policies, sandboxes, efforts, summaries and input (SES-10), as
// data: for the specification alone.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace spec::appserver {

enum class Setting : std::uint8_t {
  None,
  Policy,
  Sandbox,
  SandboxPart,  // A member of it is of another type.
  Effort,
  Summary,
  Input,  // It is no list.
  InputKind,
  InputMember,  // One that its kind must have is missing, or is no text.
  OlderPolicy,  // Newer servers do not have it any more.
};

// Several of them: a bit each.
using WrongSettings = std::uint16_t;
constexpr WrongSettings bit_of(Setting setting) {
  return static_cast<WrongSettings>(
      setting == Setting::None ? 0U : 1U << (static_cast<unsigned>(setting) - 1U));
}
constexpr Setting next(Setting setting) {
  return static_cast<Setting>(static_cast<unsigned>(setting) + 1U);
}

enum class ValueShape : std::uint8_t {
  Word,
  AnyText,      // Not empty.
  Typed,        // An object whose `type` is one of the words.
  WordOrTyped,  // Either.
  WordOrKey,    // A word, or an object of the member "granular".
};
// A member of params that begin a thread or a turn. It may be null, or not be there.
struct ValueRow {
  Setting setting;
  std::string_view key;
  ValueShape shape;
  std::span<const std::string_view> words = {};
  std::span<const std::string_view> older = {};  // That only older servers have,
  std::string_view older_key = {};               // and what they call "granular".
};
// An item of input, and the text that it must have; empty: none.
struct InputRow {
  std::string_view type, member;
  std::string_view or_member = {};  // In the place of the other one.
};

struct Values {
  std::span<const ValueRow> rows;
  std::span<const InputRow> inputs;
  bool needs_input = false;  // A turn has a list of it, which may be empty.
};
extern const Values codex_values, draft_values;
// Of a sandbox that another one keeps.
extern const std::span<const std::string_view> networks;
// Of answers: kinds of what a tool says, and for how long permissions are given.
extern const std::span<const std::string_view> tool_contents, permission_scopes;

}  // namespace spec::appserver
