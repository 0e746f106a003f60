#include "tidy/readers.h"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/core.h>

namespace tidy {
namespace {

struct Place {
  std::string_view file;
  std::size_t lines;
  std::string_view why;
};

constexpr std::string_view own = "a text that this program made";
constexpr std::string_view reader = "one of the readers";
constexpr std::string_view compares = "two libraries are compared; nothing is kept";
constexpr std::string_view ours = "files of this tree, for whoever works on it";
constexpr std::string_view folders = "names alone";
constexpr std::string_view writes = "it is written";

// clang-format off
constexpr std::array places{
  Place{"sim/files/document.cc", 2, reader},
  Place{"sim/files/json_source.cc", 1, reader},
  Place{"sim/files/scenario_file.cc", 1, reader},
  Place{"sim/files/scenario_texts.h", 2, ours},
  Place{"sim/files/format_schema.cc", 3, own},
  Place{"sim/files/format_write.cc", 1, own},
  Place{"sim/appserver/encode.cc", 1, own},
  Place{"sim/program/read.cc", 1, own},
  Place{"conformance/ack/program.cc", 1, own},
  Place{"conformance/ack/trace.cc", 1, own},
  Place{"conformance/modality/trace.cc", 2, own},
  Place{"conformance/appserver/checks/served.cc", 2, own},
  Place{"conformance/monitor/mutants/parts.cc", 1, "a broken monitor reads as it likes"},
  Place{"conformance/run/play.cc", 1, own},
  Place{"conformance/run/recorded_engine.h", 2, own},
  Place{"conformance/run/vector_groups.h", 1, own},
  Place{"conformance/run/vectors.cc", 5, own},
  Place{"conformance/trace/trace_reader.cc", 1, "whether a line was cut off; its size is bounded"},
  Place{"fuzz/meaning.cc", 2, compares},
  Place{"fuzz/profile.cc", 1, compares},
  Place{"fuzz/entry/replay_main.cc", 2, ours},
  Place{"tools/bench/bench_codec.cc", 1, compares},
  Place{"tools/command/output.cc", 1, writes},
  Place{"tools/command/selection.cc", 1, folders},
  Place{"tools/conversation/cross_check.cc", 3, compares},
  Place{"tools/conversation/record.cc", 1, writes},
  Place{"tools/fuzz_files/damage.cc", 2, ours},
  Place{"tools/fuzz_files/formats.cc", 2, ours},
  Place{"tools/gate/journal.cc", 2, "results are locked while they are read, up to a size"},
  Place{"tools/ide/marker_file.cc", 1, writes},
  Place{"tools/process/guardian.cc", 3, "/dev/null and /proc"},
  Place{"tools/process/process.cc", 1, "/dev/null"},
  Place{"tools/area/check_input.cc", 1, "recordings come in pieces, of pipes as well"},
  Place{"tools/report/report.cc", 1, folders},
  Place{"tools/rules/explained.cc", 1, own},
  Place{"tools/rules/port_words.cc", 2, own},
  Place{"tools/serve/results.cc", 1, own},
  Place{"tools/subject/doubted.cc", 1, own},
  Place{"tools/subject/histories.cc", 2, own},
  Place{"tools/subject/subject.cc", 1, own},
  Place{"tools/tidy/tidy.cc", 2, ours},
  Place{"tools/watch/folder.cc", 4, "a marker's own reader, up to a size, and /proc"},
  Place{"tools/world/capsule.cc", 1, own},
  Place{"tools/world/shrink.cc", 1, own},
};
// clang-format on

bool reads(const std::string& code) {
  static const std::regex reading(
      R"(\b(ordered_json|[jJ]son)::(parse|accept|sax_parse)\(|\bown_document<)"
      R"(|\bi?fstream\b|(^|\W)::open(at|dir)?\(|\bfopen\(|directory_iterator)"
      R"(|\bfilebuf\b|\b(freopen|popen)\(|getline\(cin|\bstd::cin\b)");
  return std::regex_search(code, reading);
}

}  // namespace

std::vector<Misread> misread(std::string_view path, const Source& source) {
  const auto place = std::ranges::find(places, path, &Place::file);
  const auto listed = place == places.end() ? 0 : place->lines;
  std::vector<Misread> out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    const auto is_it = [&](const Include& include) { return include.line == i + 1; };
    if (!reads(source.code[i]) || std::ranges::any_of(source.includes, is_it)) continue;
    if (++count > listed)
      out.push_back({i + 1,
                     "it opens or parses: say sim::text_of_file or sim::read_document, or in "
                     "tools/tidy/readers.cc why not"});
  }
  if (count < listed)
    out.push_back({0, fmt::format("tools/tidy/readers.cc lists {} lines that open or parse; {} do",
                                  listed, count)});
  return out;
}

}  // namespace tidy
