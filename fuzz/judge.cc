#include "fuzz/judge.h"

#include <ctime>

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "port/check.h"
#include "port/visit.h"

namespace fuzz {
namespace {

// Far more than the codec takes, with sanitizers too: 5 ms, and half a microsecond for a byte.
// What is quadratic passes it soon.
constexpr double base_seconds = 5e-3, byte_seconds = 5e-7;
constexpr std::size_t timed_from = 16'384;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool inclined_to_be_slow(std::string_view bytes) { return bytes.size() >= timed_from; }

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \r\n"), last = line.find_last_not_of(" \r\n");
  return first == line.npos ? std::string_view() : line.substr(first, last - first + 1);
}

// What is told of lines beside their fate has other limits as well.
std::array<engine::rpc::Options, 2> told_options() {
  std::array options{fuzzed_options(), fuzzed_options()};
  options[1].line_bytes_max = 200;
  options[1].scan.depth_max = 4;
  options[1].excerpt_bytes_max = 13;
  options[1].recover_merged = true;
  return options;
}

// What stands before the members: the parts of a message.
std::string_view parts_of(std::string_view told) { return told.substr(0, told.find(" of {")); }

// What is wrong with the line that the encoder makes of a message (WIRE-08).
std::optional<std::string> miswritten(const engine::rpc::Accepted& accepted) {
  const bool fails = std::holds_alternative<engine::rpc::Failure>(accepted.message);
  const auto is_written = [&](const engine::json::Field& field) {
    const auto key = field.key.decoded();
    if (key == "id") return true;
    if (fails) return key == "error";
    return key == (engine::rpc::method_of(accepted.message) ? "method" : "result") ||
           (key == "params" && engine::rpc::method_of(accepted.message).has_value());
  };
  std::vector<engine::json::Field> unknown;
  for (const auto& field : accepted.members)
    if (!is_written(field)) unknown.push_back(field);
  std::string line = "before";
  const auto options = fuzzed_options();
  const auto reason = engine::rpc::encode(accepted.message, line, unknown, options);
  if (reason != engine::rpc::Reason::None)
    return fmt::format("the encoder refuses a message that was read: {}",
                       engine::rpc::text_of(reason).name);
  if (!line.starts_with("before")) return "the encoder overwrites what it appends to";
  const auto again = reading_of(std::string_view(line).substr(6), options);
  const auto want = told(accepted);
  const auto from = again.empty() ? std::string::npos : again[0].find(": ");
  if (from == std::string::npos) return "the encoder writes no line";
  const auto got = parts_of(std::string_view(again[0]).substr(from + 2));
  if (got != parts_of(want)) return fmt::format("{} is written as {}", parts_of(want), got);
  for (const auto& [key, value] : unknown) {
    const auto member = fmt::format(":{}", value.raw);
    if (line.find(member) == line.npos) return "the encoder loses an unknown member";
  }
  return std::nullopt;
}

// Adds the line of an item, which is its first one, to an account.
void count(const engine::rpc::Item& item, std::uint64_t bytes, engine::rpc::Account& account) {
  const auto* noted = std::get_if<engine::rpc::Noted>(&item);
  const bool blank = noted != nullptr && noted->note == engine::rpc::Note::BlankLine;
  const bool rejected = std::holds_alternative<engine::rpc::Rejected>(item);
  (blank ? account.blank : rejected ? account.rejected : account.accepted) += bytes;
}

std::string shown(const engine::rpc::Account& account) {
  return fmt::format("{} bytes: {} accepted, {} rejected, {} blank", account.bytes_in,
                     account.accepted, account.rejected, account.blank);
}

}  // namespace

std::string at_byte(std::size_t stream, std::uint64_t at) {
  return fmt::format("stream {}, byte {}", stream, at);
}

Judge::Judge(std::string_view subject) : name_(subject) {}

void Judge::begin_afresh(std::unique_ptr<Subject>& subject) const {
  if (subject != nullptr && subject->renew()) return;
  subject = make_subject(name_);
  CHECK(subject != nullptr);
}

void Judge::hear_whole() {
  whole_->heard.clear();
  whole_->feed(bytes_);
  whole_->finish();
}

// It is left as soon as it has had so many seconds, however long it would take.
void Judge::hear_cut(const Case& input, double seconds_until) {
  constexpr std::size_t reads_between_looks = 64;
  cut_->heard.clear();
  std::string_view rest = bytes_;
  auto size = static_cast<std::size_t>(input.reads.first);
  for (std::size_t reads = 1; !rest.empty(); ++reads) {
    if (reads % reads_between_looks == 0 && cpu_seconds() > seconds_until) return;
    cut_->feed(rest.substr(0, size));
    rest.remove_prefix(std::min(size, rest.size()));
    size = input.reads.size;
  }
  cut_->finish();
}

double Judge::timed_hear_cut(const Case& input, double seconds_max) {
  const auto begin = cpu_seconds();
  hear_cut(input, begin + seconds_max);
  return cpu_seconds() - begin;
}

// WIRE-09: the lines follow each other without gap or overlap, up to the end.
std::optional<Finding> Judge::accounted() const {
  std::uint64_t next = 0;
  for (const auto& outcome : whole_->heard.outcomes) {
    if (outcome.at != next)
      return Finding{"accounting", fmt::format("{}: the next line is said to begin at {}",
                                               at_byte(stream_, next), outcome.at)};
    next = outcome.at + outcome.bytes;
  }
  if (next == bytes_.size()) return std::nullopt;
  return Finding{"accounting", fmt::format("{} of {} bytes of stream {} are accounted for", next,
                                           bytes_.size(), stream_)};
}

std::optional<Finding> Judge::resynchronised() const {
  const auto& outcomes = whole_->heard.outcomes;
  for (const auto& [at, line] : sound_) {
    const auto found = std::ranges::find(outcomes, at, &Outcome::at);
    const bool accepted = found != outcomes.end() && found->kind == Outcome::Kind::Accepted;
    if (!accepted)
      return Finding{"resynchronisation",
                     fmt::format("{}: a sound line is lost", at_byte(stream_, at))};
    if (whole_->heard.text_of(*found) != trimmed(line))
      return Finding{"resynchronisation",
                     fmt::format("{}: a sound line reads differently", at_byte(stream_, at))};
  }
  return std::nullopt;
}

// Reason, position, excerpt, notes, each part of a message, and the account (WIRE-09).
std::optional<Finding> Judge::misread(const Case& input) const {
  for (const auto& options : told_options()) {
    const auto want = reading_of(bytes_, options);
    std::size_t next = 0;
    std::optional<Finding> out;
    engine::rpc::Account due_account{.bytes_in = bytes_.size()};
    std::uint64_t last_line = 0;
    const auto account = whole_->tell(bytes_, input.reads, options, [&](const auto& item) {
      if (out) return;
      const auto place = port::visit([](const auto& it) { return it.place; }, item);
      if (place.line != last_line) count(item, place.bytes, due_account);
      last_line = place.line;
      const auto got = told(item);
      const std::string_view due = next < want.size() ? std::string_view(want[next]) : "nothing";
      ++next;
      if (got != due)
        out = Finding{
            "wrong_reading",
            fmt::format("stream {}: it tells \"{}\"; by the rules \"{}\"", stream_, got, due)};
      const auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
      if (out || accepted == nullptr) return;
      if (auto says = miswritten(*accepted))
        out = Finding{"wrong_writing", fmt::format("stream {}: {}", stream_, *says)};
    });
    if (out) return out;
    if (next < want.size())
      return Finding{"wrong_reading",
                     fmt::format("stream {}: it does not tell \"{}\"", stream_, want[next])};
    if (account != due_account)
      return Finding{"accounting", fmt::format("stream {}: the account is {}; it told of {}",
                                               stream_, shown(account), shown(due_account))};
  }
  return std::nullopt;
}

// WIRE-05, for what is long enough to be measured. Once more before it is said, since a busy
// machine may be at fault; but not for what takes far too long.
std::optional<Finding> Judge::in_time(const Case& input) {
  const double most = base_seconds + byte_seconds * static_cast<double>(bytes_.size());
  const double far_too_long = 8 * most;
  auto seconds = timed_hear_cut(input, far_too_long);
  for (int again = 0; again < 2 && seconds > most && seconds < far_too_long; ++again)
    seconds = std::min(seconds, timed_hear_cut(input, far_too_long));
  if (seconds <= most) return std::nullopt;
  return Finding{"slow", fmt::format("{} bytes in reads of {} take over {:.0f} ms of CPU time",
                                     bytes_.size(), input.reads.size, most * 1e3)};
}

std::optional<Finding> Judge::judge_stream(const Case& input, Compare compare) {
  ++stream_;
  hear_whole();
  if (auto finding = accounted()) return finding;
  if (inclined_to_be_slow(bytes_)) {
    if (auto finding = in_time(input)) return finding;
  } else {
    hear_cut(input, std::numeric_limits<double>::infinity());
  }
  const auto &whole = whole_->heard, &cut = cut_->heard;
  if (whole != cut)
    return Finding{
        "chunking",
        fmt::format("stream {}: read as a whole it says {} things, in reads of {} "
                    "bytes {} or others",
                    stream_, whole.outcomes.size(), input.reads.size, cut.outcomes.size())};
  if (auto finding = resynchronised()) return finding;
  if (compare == Compare::None) return std::nullopt;
  if (compare >= Compare::Reading) {
    if (auto finding = misread(input)) return finding;
  }
  return libraries_disagree(stream_, bytes_, whole, compare);
}

std::optional<Finding> Judge::judge(const Case& input, Compare compare) {
  begin_afresh(whole_);
  begin_afresh(cut_);
  stream_ = 0;
  bytes_.clear();
  sound_.clear();
  bool at_begin_of_line = true;
  for (const auto& piece : input.pieces) {
    if (piece.sound && at_begin_of_line && piece.bytes.size() <= line_bytes_max)
      sound_.push_back({bytes_.size(), piece.bytes});
    bytes_ += piece.bytes;
    if (!piece.bytes.empty()) at_begin_of_line = piece.bytes.back() == '\n';
    const bool last = &piece == &input.pieces.back();
    if (!piece.ends_stream && !last) continue;
    if (bytes_.empty() && last) break;
    if (auto finding = judge_stream(input, compare)) return finding;
    bytes_.clear();
    sound_.clear();
    at_begin_of_line = true;
  }
  return std::nullopt;
}

std::optional<Finding> judge(const Case& input, std::string_view subject) {
  return Judge(subject).judge(input, Compare::All);
}

}  // namespace fuzz
