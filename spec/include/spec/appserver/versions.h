// Released servers: which versions there are measurements of, and in what each is known to deviate
// from the rules. One table, for whoever judges a server: recordings, a proxy, a probe, a client.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace spec::appserver {

struct Version {
  std::uint16_t major = 0, minor = 0, patch = 0;
  // False: the server has not told it, or it is no version.
  constexpr bool is_known() const { return major != 0 || minor != 0 || patch != 0; }
  constexpr auto operator<=>(const Version&) const = default;
};

// That of a `userAgent`, such as "my-ide/0.169.0 (Debian 12.0.0; x86_64) unknown (my-ide; 1.0)".
Version version_in(std::string_view user_agent);

// As in "0.169.0"; empty if it is not known.
std::string text_of(Version version);

// The versions that were measured, the oldest first; their patches are all one.
std::span<const Version> measured_versions();

// By which of them a version is judged: the newest that is not newer. Of one that is older than
// all of them, of another server as a rule, nothing is known.
Version judged_as(Version version);

// Then it may have words that no table has.
bool is_newer_than_measured(Version version);

struct VersionRow {
  std::string_view rule;
  std::string_view what;  // As the finding says it; of a probe, as its try is called.
  Version from, to;       // The first and the last measured version that does it.
  std::string_view why;
};
std::span<const VersionRow> version_rows();

// The row that names this deviation of any version since 0.115, or of an older one as well, for who
// does not know which one it is; null if there is none.
const VersionRow* find_deviation(std::string_view rule, std::string_view what, bool may_be_older);

// The row that names this deviation of this version; null if there is none.
const VersionRow* find_deviation(Version version, std::string_view rule, std::string_view what);

// What changed for good at some version. A server that does not say its version may be the newest.

// A command may outlive its turn without being marked (ITM-07): from here on unless it is asked not
// to, and it could be asked to since 0.77.
constexpr bool has_background_commands(Version version) {
  return !version.is_known() || version >= Version{0, 77, 0};
}
// turn/completed is said. Before, only the older surface tells of the end of a turn.
constexpr bool says_turn_completed(Version version) {
  return !version.is_known() || version >= Version{0, 60, 0};
}

}  // namespace spec::appserver
