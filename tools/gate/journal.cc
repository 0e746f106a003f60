#include "gate/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "process/process.h"
#include "results/words.h"

namespace tools {
namespace {

using nlohmann::ordered_json;

constexpr auto sync_period = std::chrono::seconds(1);

[[noreturn]] void refuse_input(const std::string& path) {
  throw UsageError(fmt::format("{}: cannot read: {}.", path, std::strerror(errno)));
}

// A lock lasts as long as the descriptor. Where the file system has none, nothing is locked.
void lock(const Descriptor& file, int kind, const std::string& path) {
  if (::flock(file.number(), kind | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK)
    throw UsageError(fmt::format(
        "{}: another process is writing this file. Wait for it, or give each its own.", path));
}

// The file of this name, not one that was renamed while the lock was awaited.
Descriptor open_locked(const std::string& path) {
  for (;;) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (file.number() < 0) refuse_output(path);
    lock(file, LOCK_EX, path);
    struct stat opened {
    }, named{};
    if (::fstat(file.number(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
        opened.st_dev == named.st_dev && opened.st_ino == named.st_ino)
      return file;
  }
}

std::string read_all(const Descriptor& file, const std::string& path) {
  std::string out;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const auto got = ::read(file.number(), buffer.data(), buffer.size());
    if (got == 0) return out;
    if (got > 0) out.append(buffer.data(), static_cast<std::size_t>(got));
    if (out.size() > results_bytes_max)
      throw UsageError(
          fmt::format("{}: The file has over {} bytes. Results may not.", path, results_bytes_max));
    if (got < 0 && errno != EINTR) refuse_input(path);
  }
}

// A pipe, a terminal, /dev/null: nothing to keep, to lock or to go on with.
bool is_stream(const std::string& path) {
  struct stat status {};
  return path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode));
}

void cut(const Descriptor& file, std::size_t bytes, const std::string& path) {
  const auto size = static_cast<off_t>(bytes);
  if (::ftruncate(file.number(), size) != 0 || ::lseek(file.number(), size, SEEK_SET) != size)
    refuse_output(path);
}

std::string header(const CampaignIdentity& identity) {
  return dump(ordered_json{{"campaign", document_of(identity_format, identity)},
                           {"date", identity.date},
                           {"judged", identity.judged}}) +
         "\n";
}

bool is_unfinished(const std::string& text, const std::string& path, std::string& how_far) {
  try {
    const auto recorded = parse_results(text, path);
    if (recorded.units.empty() || recorded.ended) return false;
    how_far = fmt::format("{} of {} units", recorded.units.size(), recorded.identity->units);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

Journal::Journal(std::shared_ptr<Output> output, RecordedCampaign recorded)
    : output_(std::move(output)),
      recorded_(std::move(recorded)),
      synced_(std::chrono::steady_clock::now()) {
  for (const auto& unit : recorded_.units) held_.emplace(unit.unit.area, unit.unit.name);
}

std::unique_ptr<Journal> Journal::begin(const std::string& path, const CampaignIdentity& identity) {
  std::shared_ptr<Output> output;
  if (is_stream(path)) {
    output = open_output(path);
  } else {
    auto file = open_locked(path);
    std::string how_far;
    if (is_unfinished(read_all(file, path), path, how_far)) {
      const auto kept = path + ".unfinished";
      if (std::rename(path.c_str(), kept.c_str()) != 0) refuse_output(kept);
      print_error(
          fmt::format("orrery: {} held an unfinished campaign ({}). It is now {}; to go on "
                      "with one, add --resume.\n",
                      path, how_far, kept));
      return begin(path, identity);
    }
    cut(file, 0, path);
    output = std::make_shared<Output>(file.release(), path);
  }
  output->write(header(identity));
  return std::unique_ptr<Journal>(new Journal(std::move(output), {}));
}

std::unique_ptr<Journal> Journal::go_on(const std::string& path, const CampaignIdentity& identity) {
  if (is_stream(path)) throw UsageError(fmt::format("{}: only a file can be gone on with.", path));
  auto file = open_locked(path);
  const auto text = read_all(file, path);
  auto recorded = parse_results(text, path);
  const bool nothing = !recorded.identity;
  // Of a first line that was cut off: up to where the date stands.
  const auto same = text.substr(0, text.find(",\"date\""));
  if (nothing && !header(identity).starts_with(same))
    throw UsageError(fmt::format("{}: this is not a campaign's results. Name another file.", path));
  if (!nothing) {
    const auto differ = differences(identity, *recorded.identity, path);
    if (!differ.empty())
      throw UsageError(fmt::format(
          "{} is of another campaign, and cannot be gone on with:\n{}Use the program and the "
          "options that began it, or another file.",
          path, differ));
  }
  cut(file, recorded.bytes_kept, path);
  auto output = std::make_shared<Output>(file.release(), path);
  if (nothing) output->write(header(identity));
  return std::unique_ptr<Journal>(new Journal(std::move(output), std::move(recorded)));
}

void Journal::add(const conformance::Unit& unit, const conformance::UnitResult& result) {
  if (held_.contains(std::pair(unit.area, unit.name))) return;
  output_->write(lines_of(unit, result));
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < sync_period) return;
  output_->sync();
  synced_ = now;
}

void Journal::add(const conformance::CheckResult& result) {
  output_->write(dump(to_json(result)) + "\n");
}

void Journal::add(const conformance::SoundnessMatrix& matrix,
                  const conformance::Candidate& subject) {
  for (const auto& line : lines_of(matrix, subject)) output_->write(dump(line) + "\n");
}

void Journal::add(const conformance::UnmetClause& clause) {
  output_->write(dump(ordered_json{{"clause", to_json(clause)}}) + "\n");
}

void Journal::finish(const SummaryLine& summary) {
  output_->write(dump(ordered_json{{"summary", document_of(summary_format, summary)}}) + "\n");
  output_->sync();
}

RecordedCampaign read_results(const std::string& path) {
  if (is_stream(path)) throw UsageError(fmt::format("{}: is no file.", path));
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) refuse_input(path);
  lock(file, LOCK_SH, path);
  return parse_results(read_all(file, path), path);
}

}  // namespace tools
