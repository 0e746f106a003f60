// What a decoder promises beside its profile: what a bad line costs, and which lines count.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tools {

enum class BadLines : std::uint8_t {
  Report,  // Each is answered with a reject.
  Skip,    // What is no JSON is passed over in silence; a reject of another bad line does no harm.
  Stop,    // The first one ends the stream, with a reject or without, whatever the exit code.
};
inline constexpr std::array<std::string_view, 3> bad_lines_words{"report", "skip", "stop"};
// Of a last line without its newline, and of blank ones.
inline constexpr std::array<std::string_view, 2> last_line_words{"counts", "dropped"};
inline constexpr std::array<std::string_view, 2> blank_lines_words{"silent", "reported"};

struct Contract {
  BadLines bad_lines = BadLines::Report;
  bool last_line_dropped = false;
  bool blank_lines_reported = false;  // As bad lines are.
  bool operator==(const Contract&) const = default;
};

// As options: "--bad-lines report --last-line counts --blank-lines silent".
std::string options_text(const Contract& contract);

// What is asked of a program, in sentences.
std::string asked_text(const Contract& contract);

// Streams that show by which contract a program goes, and what it says of the answers. `seen`: a
// letter for each answer, A for an accept and R for a reject. Nothing: by neither.
struct ContractProbe {
  std::string_view name, stream;
  std::optional<Contract> (*observed)(Contract asked, std::string_view seen);
};
extern const std::array<ContractProbe, 3> contract_probes;
// By any contract each of them is answered.
inline constexpr std::string_view good_lines =
    "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"b\"}\n";

}  // namespace tools
