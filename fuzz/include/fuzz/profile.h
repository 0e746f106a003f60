// What is on a line, for each protocol that a decoder may be held to, and each reason why a line
// is refused. Shares the words of the codec, and none of its code: docs/CODEC.md says it in prose.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

enum class Profile : std::uint8_t {
  Json,       // Any JSON value (RFC 8259).
  JsonRpc,    // A message of JSON-RPC 2.0, or a batch of them.
  AppServer,  // A message of this protocol (WIRE-01 to WIRE-06).
  Mcp,        // A message of the Model Context Protocol.
};
inline constexpr std::array profiles{Profile::Json, Profile::JsonRpc, Profile::AppServer,
                                     Profile::Mcp};
// As on the command line.
std::string_view name_of(Profile profile);
std::optional<Profile> profile_of(std::string_view name);
// What it takes for a message, in a sentence.
std::string_view asks(Profile profile);

// What a decoder has to do with a line.
enum class Verdict : std::uint8_t {
  Accept,
  Refuse,
  Open,  // The profile leaves it to the decoder: either answer is right.
};
std::string_view name_of(Verdict verdict);

// Something that may be said of a line.
struct Refusal {
  std::string_view word, says;              // The word never changes.
  std::array<Verdict, profiles.size()> by;  // Accept: it is no fault in this profile.
  std::string_view rule;                    // Of the app-server's profile; or none.
  std::string_view standard;                // That the other profiles follow; or none.
  Verdict in(Profile profile) const { return by[static_cast<std::size_t>(profile)]; }
};
// Every one, those of the codec first and in their order.
std::span<const Refusal> refusals();
// CHECKs that there is one.
const Refusal& refusal_of(std::string_view word);

// What a decoder owes for one line.
struct Expected {
  std::uint64_t at = 0;  // Of the line in its stream.
  Verdict verdict = Verdict::Accept;
  std::string_view word;       // Of the refusal; empty if it is simply a message.
  std::string_view whole;      // The value, if it is accepted; in the stream.
  std::size_t fault_at = 0;    // Where in the line a refusal is met, as far as it has a place.
  std::string_view text = {};  // The line without its end.
  bool ended = true;
  bool may_be_blank = false;  // Open, and nothing but a mark that may be ignored: no message.
};
// Of blank lines nothing, unless they are asked for: to be refused as `blank_line`.
std::vector<Expected> expected_of(std::string_view stream, Profile profile,
                                  bool with_blank_lines = false);

// The texts of the members of the object on a line, in their order; nothing if there is none, or
// if a key stands twice. At most 256 levels deep.
struct MemberText {
  std::string key;
  std::string_view value;  // In the line.
};
std::optional<std::vector<MemberText>> members_of(std::string_view line);

}  // namespace fuzz
