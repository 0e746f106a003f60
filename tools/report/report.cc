#include "report/report.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "command/options.h"
#include "command/whole_file.h"
#include "conformance/run/proof.h"
#include "conformance/story/print.h"
#include "report/index.h"
#include "story/page.h"
#include "story/story_page.h"
#include "story/story_trace.h"
#include "world/capsule.h"
#include "world/plan_source.h"

namespace tools {
namespace {

using conformance::CheckResult;

constexpr std::size_t file_name_max = 60;

// "012_mod-05_table_1_strict": letters, digits and dashes alone, so that it is a name anywhere.
std::string file_name(std::size_t number, const CheckResult& result) {
  auto out = fmt::format("{:03}_", number);
  for (const char c : result.rule + "/" + result.check) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (upper)
      out += static_cast<char>(c - 'A' + 'a');
    else if (plain)
      out += c;
    else if (out.back() != '_')
      out += '_';
    if (out.size() == file_name_max) break;
  }
  return out;
}

// "012_...": what an earlier gate left in the folder.
bool is_ours(const std::string& name) {
  return name.size() > 4 && name[3] == '_' &&
         std::ranges::all_of(name.substr(0, 3), [](char c) { return c >= '0' && c <= '9'; });
}

// Pages of failures that nothing links to any more would be taken for failures of today.
void remove_old_stories(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (is_ours(entry.path().filename().string())) old.push_back(entry.path());
  for (const auto& path : old) std::filesystem::remove(path, error);
}

std::optional<ReportedStory> write_story(const std::filesystem::path& folder,
                                         const ReportData& data, std::size_t index,
                                         std::size_t number) {
  const auto& result = data.results[index];
  const auto& failure = *result.failure;
  const auto source = plan_source(result.world);
  const auto two_ways = conformance::nondeterminism_complaint();
  auto story = conformance::failure_story(
      {.plan = source.plan,
       .subject = data.options.candidate(),
       .path = failure.path,
       .endless = failure.kind == conformance::PlanFailure::Kind::Endless,
       .complaint = differs(failure) ? &two_ways : nullptr,
       .expect = source.expect,
       .unavoidable_after = failure.unavoidable_after,
       .replay = result.replay,
       .fields = true});
  tell_source(source, story);
  const auto name = file_name(number, result);
  const auto file = (folder / "failures" / name).string();
  const bool written =
      write_whole_file(file + ".html", story_page(story, {.index = "../index.html",
                                                          .capsule = name + ".capsule",
                                                          .trace = name + ".trace.json"})) &&
      write_whole_file(file + ".capsule",
                       capsule_text(source, data.options.candidate(), failure)) &&
      write_whole_file(file + ".trace.json", story_trace(story));
  if (!written) return std::nullopt;
  return ReportedStory{
      .result = index, .page = "failures/" + name + ".html", .choices = failure.path.size()};
}

}  // namespace

void prepare_report(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path(folder);
  if (std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error))
    throw UsageError(fmt::format("--report: \"{}\" is a file; name a folder.", folder));
  std::filesystem::create_directories(path / "failures", error);
  if (error)
    throw UsageError(
        fmt::format("--report: cannot make the folder \"{}\": {}.", folder, error.message()));
  remove_old_stories(path / "failures");
  const auto page =
      html({.title = "Orrery",
            .style = "",
            .body = page_top("", "") + "<main><h1>This gate has not come to its end.</h1>"
                                       "<p>It is still running, or it was stopped.</p>"
                                       "</main>\n",
            .script = ""});
  if (!write_whole_file((path / "index.html").string(), page))
    throw std::runtime_error("--report: the folder cannot be written.");
}

bool write_report(const std::string& folder, const ReportData& data) {
  std::vector<ReportedStory> stories;
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    const bool failed = result.outcome == conformance::Outcome::Fail;
    if (!failed || !result.failure || result.world.empty()) continue;
    auto story = write_story(folder, data, i, stories.size() + 1);
    if (!story) return false;
    stories.push_back(std::move(*story));
  }
  return write_whole_file((std::filesystem::path(folder) / "index.html").string(),
                          report_index(data, stories));
}

}  // namespace tools
