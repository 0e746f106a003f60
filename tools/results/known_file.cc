#include "results/known_file.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command/options.h"
#include "sim/files/format.h"

namespace tools {
namespace {

using namespace sim::format;

constexpr int known_format = 2;
constexpr std::size_t entry_bytes_max = 20'000;
constexpr std::size_t known_max = 10'000;

struct KnownFile {
  std::vector<KnownFinding> known;
};

constexpr Row entry_rows[] = {
    {"check", at<&KnownFinding::check>, any_text(entry_bytes_max),
     "What fails: a check, `recording`, or a try.", Is::Required},
    {"rule", at<&KnownFinding::rule>, any_text(entry_bytes_max),
     "The rule that it breaks, or empty.", Is::Required},
    {"fails", at<&KnownFinding::fails>, any_text(entry_bytes_max), "What is said of it.",
     Is::Required},
    {"because", at<&KnownFinding::because>, any_text(entry_bytes_max), "Why.", Is::Required}};
constexpr Type entry_type = object(entry_rows, "What is known to fail.");
constexpr Row known_file_rows[] = {
    {"known_failures", itself<KnownFile>,
     constant(known_format, "This format of known failures is not known."),
     "The format of the file.", Is::Required | Is::First},
    {"known", at<&KnownFile::known>,
     list(entry_type, {.what = "known failures", .most = known_max}), "Each once.", Is::Required}};
constexpr Type known_file_type = object(known_file_rows, "What a program is known to fail.");

}  // namespace

std::vector<KnownFinding> read_known_file(const std::string& file) {
  const auto loaded = sim::load_file(file, "known failures");
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw UsageError(sim::show(*error));
  return read_known_file(std::get<sim::ParsedFile>(loaded));
}
std::vector<KnownFinding> read_known_file(const sim::ParsedFile& parsed) {
  sim::Reader reader;
  KnownFile out;
  sim::format::read(reader, parsed.root, known_file_type, spot(out));
  if (reader.failed())
    throw UsageError(sim::show(reader.error(parsed.text, parsed.root, parsed.file)) +
                     " --write-known writes such a file.");
  for (const auto& known : out.known)
    if (known.because.empty())
      throw UsageError(
          fmt::format("{}: \"{}\" needs a reason: because.", parsed.file, known.check));
  return std::move(out.known);
}

KnownFindings::KnownFindings(const std::string& file) : file_(file) {
  for (auto& known : read_known_file(file)) entries_.push_back({.known = std::move(known)});
}

const std::string* KnownFindings::find(const KnownFinding& finding) {
  for (auto& entry : entries_) {
    const auto& known = entry.known;
    const bool says = known.fails == finding.fails || known.check != recording_check;
    if (known.check != finding.check || known.rule != finding.rule || !says) continue;
    entry.found = true;
    return &known.because;
  }
  return nullptr;
}

void KnownFindings::passed(std::string_view check, std::string_view rule) {
  for (auto& entry : entries_)
    if (entry.known.check == check && entry.known.rule == rule) entry.passed = true;
}

std::vector<std::string> KnownFindings::stale() const {
  std::vector<std::string> out;
  for (const auto& [known, found, passed] : entries_)
    if (passed && !found)
      out.push_back(fmt::format("{} says that {} is broken ({}), and it is not: remove it", file_,
                                known.rule, known.check));
  return out;
}

std::string known_file(std::vector<KnownFinding> known) {
  return document_of(known_file_type, KnownFile{.known = std::move(known)}).dump(2) + "\n";
}

}  // namespace tools
