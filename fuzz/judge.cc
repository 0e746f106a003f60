#include "fuzz/judge.h"

#include <ctime>

#include <algorithm>

#include <fmt/format.h>

#include "engine/check.h"

namespace fuzz {
namespace {

using Kind = Outcome::Kind;

// Far more than the codec takes, with sanitizers too: 5 ms, and half a microsecond for a byte.
// What is quadratic passes it soon.
constexpr double base_seconds = 5e-3, byte_seconds = 5e-7;
constexpr std::size_t timed_from = 16'384;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string at_byte(std::size_t stream, std::uint64_t at) {
  return fmt::format("stream {}, byte {}", stream + 1, at);
}

// WIRE-09: the lines follow each other without gap or overlap, up to the end.
std::optional<Finding> account(std::size_t stream, const std::string& bytes,
                               const std::vector<Outcome>& outcomes) {
  std::uint64_t next = 0;
  for (const auto& outcome : outcomes) {
    if (outcome.at != next)
      return Finding{"accounting", fmt::format("{}: the next line is said to begin at {}",
                                               at_byte(stream, next), outcome.at)};
    next = outcome.at + outcome.bytes;
  }
  if (next == bytes.size()) return std::nullopt;
  return Finding{"accounting", fmt::format("{} of {} bytes of stream {} are accounted for", next,
                                           bytes.size(), stream + 1)};
}

// The sound lines of a stream by position; those that nothing ran into.
std::vector<std::pair<std::uint64_t, std::string_view>> sound_lines(const Case& input,
                                                                    std::size_t wanted) {
  std::vector<std::pair<std::uint64_t, std::string_view>> out;
  std::size_t stream = 0;
  std::uint64_t at = 0;
  bool clean = true;
  for (const auto& piece : input.pieces) {
    const bool sound = piece.sound && clean && piece.bytes.size() <= line_bytes_max;
    if (stream == wanted && sound) out.emplace_back(at, piece.bytes);
    at += piece.bytes.size();
    if (!piece.bytes.empty()) clean = piece.bytes.back() == '\n';
    if (!piece.ends_stream) continue;
    ++stream;
    at = 0;
    clean = true;
  }
  return out;
}

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \r\n"), last = line.find_last_not_of(" \r\n");
  return first == line.npos ? std::string_view() : line.substr(first, last - first + 1);
}

std::optional<Finding> resynchronised(const Case& input, std::size_t stream,
                                      const std::vector<Outcome>& outcomes) {
  for (const auto& [at, line] : sound_lines(input, stream)) {
    const auto found = std::ranges::find(outcomes, at, &Outcome::at);
    const bool accepted = found != outcomes.end() && found->kind == Kind::Accepted;
    if (!accepted)
      return Finding{"resynchronisation",
                     fmt::format("{}: a sound line is lost", at_byte(stream, at))};
    if (found->whole != trimmed(line))
      return Finding{"resynchronisation",
                     fmt::format("{}: a sound line reads differently", at_byte(stream, at))};
  }
  return std::nullopt;
}

std::optional<Finding> agrees(std::size_t stream, const std::string& bytes,
                              const std::vector<Outcome>& outcomes) {
  for (const auto& outcome : outcomes) {
    auto line = std::string_view(bytes).substr(outcome.at, outcome.bytes);
    const bool ended = line.ends_with('\n');
    if (ended) line.remove_suffix(1);
    if (ended && line.ends_with('\r')) line.remove_suffix(1);
    const auto meaning = meaning_of(line);
    using Meaning = LineMeaning::Kind;
    if (meaning.kind == Meaning::Unknown) {
      if (meaning.why.ends_with("disagree"))
        return Finding{"wrong_accept",
                       fmt::format("{}: {}", at_byte(stream, outcome.at), meaning.why)};
      continue;
    }
    const bool accepted = outcome.kind == Kind::Accepted;
    if (accepted && meaning.kind != Meaning::Message)
      return Finding{"wrong_accept", fmt::format("{}: accepted, but it is no message: {}",
                                                 at_byte(stream, outcome.at), meaning.why)};
    if (!accepted && meaning.kind == Meaning::Message)
      return Finding{"wrong_reject",
                     fmt::format("{}: a message is rejected as {}", at_byte(stream, outcome.at),
                                 engine::rpc::text_of(outcome.reason).name)};
    if ((outcome.kind == Kind::Blank) != (meaning.kind == Meaning::Blank))
      return Finding{"wrong_reject",
                     fmt::format("{}: not told from a blank line", at_byte(stream, outcome.at))};
    if (accepted && (outcome.has_id != meaning.has_id || outcome.has_method != meaning.has_method))
      return Finding{"wrong_accept", fmt::format("{}: taken for another kind of message",
                                                 at_byte(stream, outcome.at))};
  }
  return std::nullopt;
}

void feed_cut(Subject& subject, const Case& input, std::string_view bytes) {
  auto size = static_cast<std::size_t>(input.first_read);
  while (!bytes.empty()) {
    subject.feed(bytes.substr(0, size));
    bytes.remove_prefix(std::min(size, bytes.size()));
    size = input.read_size;
  }
}

// Gives what it heard of the stream, and how long it took.
std::vector<Outcome> hear(Subject& subject, const Case& input, const std::string& bytes,
                          double* seconds) {
  subject.outcomes.clear();
  const auto begin = cpu_seconds();
  if (seconds != nullptr) {
    feed_cut(subject, input, bytes);
  } else {
    subject.feed(bytes);
  }
  subject.finish();
  if (seconds != nullptr) *seconds = cpu_seconds() - begin;
  return std::move(subject.outcomes);
}

std::optional<Finding> in_time(Subject& subject, const Case& input, const std::string& bytes,
                               double seconds) {
  if (bytes.size() < timed_from) return std::nullopt;
  const double most = base_seconds + byte_seconds * static_cast<double>(bytes.size());
  // Far too long is no accident of a busy machine.
  for (int again = 0; again < 2 && seconds > most && seconds < 8 * most; ++again) {
    double next = 0;
    hear(subject, input, bytes, &next);
    seconds = std::min(seconds, next);
  }
  if (seconds <= most) return std::nullopt;
  return Finding{"slow", fmt::format("{} bytes in reads of {} take over {:.0f} ms of CPU time",
                                     bytes.size(), input.read_size, most * 1e3)};
}

}  // namespace

std::optional<Finding> judge(const Case& input, std::string_view subject,
                             const JudgeOptions& options) {
  const auto reads_whole = make_subject(subject), reads_cut = make_subject(subject);
  CHECK(reads_whole != nullptr && reads_cut != nullptr);
  const auto streams = streams_of(input);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const auto& bytes = streams[i];
    const auto whole = hear(*reads_whole, input, bytes, nullptr);
    if (auto finding = account(i, bytes, whole)) return finding;
    double seconds = 0;
    const auto cut = hear(*reads_cut, input, bytes, &seconds);
    if (whole != cut)
      return Finding{"chunking", fmt::format("stream {}: read as a whole it says {} things, in "
                                             "reads of {} bytes {} or others",
                                             i + 1, whole.size(), input.read_size, cut.size())};
    if (auto finding = in_time(*reads_cut, input, bytes, seconds)) return finding;
    if (auto finding = resynchronised(input, i, whole)) return finding;
    if (!options.compare) continue;
    if (auto finding = agrees(i, bytes, whole)) return finding;
  }
  return std::nullopt;
}

}  // namespace fuzz
