#include "report/report.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "conformance/area/area.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "story/page.h"
#include "story/story_files.h"
#include "world/capsule.h"
#include "world/plan_source.h"

namespace tools {
namespace {

constexpr std::size_t file_name_max = 60;

// "012_mod-05_table_1_strict": letters, digits and dashes alone, so that it is a name anywhere.
std::string file_name(std::size_t number, const std::string& what) {
  auto out = fmt::format("{:03}_", number);
  for (const char c : what) {
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

// "012_....html": what an earlier gate left in the folder.
bool is_ours(const std::string& name) {
  const bool numbered =
      name.size() > 4 && name[3] == '_' &&
      std::ranges::all_of(name.substr(0, 3), [](char c) { return c >= '0' && c <= '9'; });
  return numbered &&
         (name.ends_with(".html") || name.ends_with(".capsule") || name.ends_with(".trace.json"));
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
  auto source = plan_source(result.world, data.options.level);
  if (auto own = source.plan.area()->worlds().over_table(source.plan, data.options.revision))
    source.plan = std::move(*own);
  const auto candidate = data.options.candidate();
  const auto two_ways = conformance::nondeterminism_complaint();
  auto story = conformance::failure_story(
      {.plan = source.plan,
       .subject = candidate,
       .path = failure.path,
       .endless = failure.kind == conformance::PlanFailure::Kind::Endless,
       .complaint = differs(failure) ? &two_ways : nullptr,
       .expect = source.expect,
       .unavoidable_after = failure.unavoidable_after,
       .replay = result.replay,
       .fields = true});
  tell_source(source, story);
  const auto name = file_name(number, result.rule + "/" + result.check);
  const auto file = (folder / "failures" / name).string();
  // The others are in the pages of their scenarios.
  const auto turns =
      result.check.starts_with("scenario/") ? turns_of(source, candidate) : StoryTurns();
  const bool written =
      write_whole_file(file + ".html", story_page(story,
                                                  {.index = "../index.html",
                                                   .capsule = name + ".capsule",
                                                   .trace = name + ".trace.json"},
                                                  turns)) &&
      write_whole_file(file + ".capsule", capsule_text(source, candidate, failure)) &&
      write_whole_file(file + ".trace.json", story_trace(story));
  if (!written) return std::nullopt;
  return ReportedStory{
      .result = index, .page = "failures/" + name + ".html", .choices = failure.path.size()};
}

constexpr std::string_view examples = "runs";

// Pages of runs that nobody complained of, numbered in the order in which they are written.
class ExamplePages {
 public:
  ExamplePages(const std::string& folder, const ReportData& data)
      : folder_(std::filesystem::path(folder) / examples), data_(data) {}

  bool write(ReportPages& pages) {
    // A program would be run again for each choice.
    if (conformance::names_program(data_.options.subject)) return true;
    std::set<std::string> judged;
    for (const auto& result : data_.results) judged.insert(scenario_of(result));
    for (const auto& file : scenario_files())
      if (judged.contains(file.name)) scenario(file.name, pages);
    for (const auto& matrix : data_.matrices)
      for (std::size_t which = 0; which < conformance::lie_classes; ++which)
        for (std::size_t i = 0; i < matrix.examples[which].size(); ++i)
          pages.lies[{matrix.area, {which, i}}] = lie(matrix, which, i);
    return written_;
  }

 private:
  void scenario(const std::string& name, ReportPages& pages) {
    const auto source = plan_source(name, data_.options.level);
    const auto subject = data_.options.candidate();
    if (!conformance::is_subject(source.plan, subject.name)) return;
    pages.examples[name] = page(name, natural_story(source, subject), turns_of(source, subject));
  }

  std::string lie(const conformance::SoundnessMatrix& matrix, std::size_t which, std::size_t i) {
    const auto& example = matrix.examples[which][i];
    const auto source = plan_source(example.world, data_.options.level);
    const auto subject = data_.options.candidate();
    auto story = conformance::story_of(
        conformance::rerun(
            {.plan = source.plan, .subject = subject, .path = example.path, .fields = true}),
        subject);
    tell_source(source, story);
    story.reported = fmt::format("The shortest {} of the class {}.", name_of(example.kind),
                                 matrix.words.classes[which]);
    story.replay = replay_command(example, subject);
    return page(fmt::format("{}/{}", matrix.words.classes[which], name_of(example.kind)), story,
                {});
  }

  std::string page(const std::string& what, const conformance::Story& story,
                   const StoryTurns& turns) {
    const auto name = file_name(++count_, what) + ".html";
    written_ = written_ && write_whole_file((folder_ / name).string(),
                                            story_page(story, {.index = "../index.html"}, turns));
    return fmt::format("{}/{}", examples, name);
  }

  std::filesystem::path folder_;
  const ReportData& data_;
  std::size_t count_ = 0;
  bool written_ = true;
};

}  // namespace

void prepare_report(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path(folder);
  if (std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error))
    throw UsageError(fmt::format("--report: \"{}\" is a file; name a folder.", folder));
  // Nobody's own files are taken for old pages.
  const bool had_pages = std::filesystem::exists(path / "index.html", error);
  std::filesystem::create_directories(path / "failures", error);
  if (!error) std::filesystem::create_directories(path / examples, error);
  if (error)
    throw UsageError(
        fmt::format("--report: cannot make the folder \"{}\": {}.", folder, error.message()));
  if (had_pages) {
    remove_old_stories(path / "failures");
    remove_old_stories(path / examples);
  }
  const auto page =
      html({.title = "Orrery",
            .body = page_top("", "") + "<main><h1>This gate has not come to its end.</h1>"
                                       "<p>It is still running, or it was stopped.</p>"
                                       "</main>\n"});
  if (!write_whole_file((path / "index.html").string(), page))
    throw std::runtime_error("--report: the folder cannot be written.");
}

bool write_report(const std::string& folder, const ReportData& data) {
  ReportPages pages;
  for (std::size_t i = 0; i < data.results.size(); ++i) {
    const auto& result = data.results[i];
    const bool failed = result.outcome == conformance::Outcome::Fail;
    if (!failed || !result.failure || result.world.empty()) continue;
    auto story = write_story(folder, data, i, pages.stories.size() + 1);
    if (!story) return false;
    pages.stories.push_back(std::move(*story));
  }
  if (!ExamplePages(folder, data).write(pages)) return false;
  return write_whole_file((std::filesystem::path(folder) / "index.html").string(),
                          report_index(data, pages));
}

}  // namespace tools
