#include "tidy/rooms.h"

#include <algorithm>
#include <array>

namespace tidy {
namespace {

constexpr std::array<std::string_view, 5> areas{"ack", "appserver", "joint", "modality", "monitor"};

// clang-format off

constexpr std::array rows{
  Row{"port",            "", "fmt boost/container"},
  Row{"port/AREA",       "port", "fmt boost/container"},

  Row{"engine",          "port", "fmt"},
  Row{"engine/AREA",     "port port/AREA engine engine/codec", "fmt boost/container"},
  Row{"engine/codec",    "port engine", "emmintrin.h"},  // Sixteen bytes at a time.

  Row{"spec",            "port", "fmt"},
  Row{"spec/AREA",       "port port/AREA spec spec/AREA", "fmt"},

  Row{"sim/state",       "port", "fmt xxhash.h"},
  Row{"sim/search",      "port sim/state", "fmt sys"},  // Huge pages.
  Row{"sim/files",       "port sim/state", "fmt nlohmann"},
  Row{"sim/program",     "port sim/state", "fmt nlohmann"},
  Row{"sim/AREA",        "port port/AREA sim/state sim/search sim/files sim/AREA",
                         "fmt nlohmann boost/container"},
  Row{"sim/joint",       "port port/ANY sim/state sim/search sim/files sim/ANY",
                         "fmt nlohmann"},

  Row{"conformance/area", "port spec sim/state sim/search sim/files sim/program conformance/run "
                         "conformance/trace",
                         "fmt nlohmann"},
  Row{"conformance/run", "port spec sim/state sim/search sim/files sim/program conformance/area",
                         "fmt nlohmann"},
  Row{"conformance/trace", "port spec sim/search sim/program sim/files engine/codec "
                         "conformance/run",
                         "fmt nlohmann"},
  Row{"conformance/story",
                         "port spec sim/state sim/search conformance/area conformance/run",
                         "fmt"},
  Row{"conformance/gate",
                         "port spec sim/state sim/search sim/files "
                         "conformance/area conformance/run conformance/story", "fmt"},
  Row{"conformance/AREA",
                         "port port/AREA engine/AREA engine/codec spec spec/AREA "
                         "sim/state sim/search sim/files sim/program sim/AREA "
                         "conformance/area conformance/run conformance/story conformance/trace "
                         "conformance/AREA",
                         "fmt nlohmann"},
  Row{"conformance/appserver/checks",
                         "port port/AREA engine/AREA engine/codec spec/AREA sim/state "
                         "sim/search sim/AREA conformance/area conformance/run "
                         "conformance/AREA fuzz",
                         "fmt nlohmann"},
  Row{"conformance/joint",
                         "port port/ANY engine/ANY spec spec/ANY "
                         "sim/state sim/search sim/files sim/ANY "
                         "conformance/area conformance/run conformance/story conformance/ANY",
                         "fmt nlohmann"},

  Row{"fuzz",            "port engine/codec sim/search", "fmt nlohmann rapidjson"},
  Row{"fuzz/entry",      "port engine/codec fuzz", "posix"},

  Row{"tools",           "sim/state tools/command tools/process tools/serve tools/subject",
                         "fmt"},
  Row{"tools/cmake",     "", ""},
  Row{"tools/tidy",      "ANY", "fmt"},  // The list of areas stands here.
  Row{"tools/area",      "port/ANY sim/files conformance/area conformance/trace tools/command",
                         "fmt nlohmann posix"},
  Row{"tools/command",   "port spec sim/state sim/search sim/files "
                         "conformance/area conformance/run conformance/gate conformance/story "
                         "tools/results tools/subject tools/world",
                         "fmt nlohmann boost/program_options posix source_digest.h revision.h"},
  Row{"tools/conversation", "engine/codec spec spec/AREA conformance/AREA conformance/story "
                         "tools/area tools/command tools/recording tools/results",
                         "fmt nlohmann posix", "appserver"},
  Row{"tools/drive",     "port port/AREA engine/AREA engine/codec sim/files sim/AREA "
                         "tools/command tools/conversation tools/process",
                         "fmt nlohmann posix", "appserver"},
  Row{"tools/faults",    "port port/AREA sim/search sim/AREA tools/command tools/conversation",
                         "fmt posix", "appserver"},
  Row{"tools/fuzz",      "port engine/codec sim/files fuzz "
                         "tools/command tools/process tools/subject",
                         "fmt nlohmann posix"},
  Row{"tools/fuzz_files", "port sim/files sim/search fuzz "
                         "conformance/area conformance/run conformance/gate conformance/trace "
                         "conformance/ANY spec/ANY "
                         "tools/command tools/gate tools/process tools/results tools/world",
                         "fmt nlohmann posix sys"},
  Row{"tools/gate",      "sim/files "
                         "conformance/area conformance/run conformance/story conformance/gate "
                         "tools/command tools/report tools/results tools/subject tools/world",
                         "fmt nlohmann posix"},
  Row{"tools/ide",       "port engine/AREA sim/files "
                         "tools/area tools/command tools/net tools/process tools/results "
                         "tools/streams",
                         "fmt nlohmann posix", "monitor"},
  Row{"tools/net",       "engine/codec tools/command tools/process",
                         "fmt boost/asio boost/beast posix"},
  Row{"tools/probe",     "port engine/AREA engine/codec spec spec/AREA conformance/AREA "
                         "tools/command tools/conversation tools/results tools/process",
                         "fmt nlohmann posix", "appserver"},
  Row{"tools/proxy",     "port port/AREA engine/AREA engine/codec sim/search sim/AREA "
                         "spec spec/AREA conformance/AREA conformance/story "
                         "tools/command tools/conversation tools/faults tools/net "
                         "tools/process",
                         "fmt nlohmann posix", "appserver"},
  Row{"tools/process",   "port tools/command", "fmt posix"},
  Row{"tools/recording", "spec conformance/area conformance/story conformance/trace "
                         "tools/area tools/command tools/results tools/world",
                         "fmt nlohmann posix"},
  Row{"tools/report",    "spec conformance/area conformance/run conformance/story conformance/gate "
                         "tools/command tools/results tools/story tools/world", "fmt nlohmann"},
  Row{"tools/results",   "spec sim/state sim/files conformance/area conformance/run "
                         "conformance/story conformance/gate tools/command",
                         "fmt nlohmann posix"},
  Row{"tools/serve",     "port port/AREA engine/codec sim/search sim/files sim/AREA "
                         "spec/AREA tools/area tools/command tools/conversation tools/faults "
                         "tools/net tools/process",
                         "fmt nlohmann posix", "appserver"},
  Row{"tools/streams",   "tools/command tools/process tools/results",
                         "fmt nlohmann posix"},
  Row{"tools/subject",   "port port/ANY sim/ANY sim/state sim/program sim/files "
                         "conformance/area conformance/run conformance/story "
                         "tools/command tools/process",
                         "fmt nlohmann boost/program_options"},
  Row{"tools/rules",     "spec sim/files conformance/area conformance/story conformance/gate "
                         "conformance/trace tools/command tools/results tools/world",
                         "fmt nlohmann"},
  Row{"tools/story",     "conformance/run conformance/story tools/command tools/results",
                         "fmt nlohmann"},
  Row{"tools/watch",     "port port/AREA engine/AREA engine/codec sim/files "
                         "tools/command tools/net tools/process tools/results tools/streams",
                         "fmt nlohmann posix", "monitor"},
  Row{"tools/world",     "spec sim/state sim/search sim/files "
                         "conformance/area conformance/run conformance/story conformance/gate "
                         "tools/command tools/results tools/subject tools/story",
                         "fmt nlohmann posix"},
  Row{"tools/bench",     "port port/ANY engine/ANY engine/codec "
                         "sim/state sim/search sim/ANY "
                         "conformance/area conformance/run conformance/ANY tools/command",
                         "fmt nlohmann simdjson.h benchmark"},
  Row{"tools/bench/two_phase_commit", "sim/search tools/command", "fmt"},

  Row{"examples/decoders", "engine/codec", ""},
  Row{"examples/servers", "engine/codec", "posix"},
  Row{"examples/subjects/cpp", "port port/ANY engine/ANY sim/program sim/ANY", "nlohmann"},
  Row{"examples/subjects/first", "", "nlohmann orrery.h"},
  Row{"examples/testing/googletest", "", "nlohmann orrery.h engines.cc"},
};

constexpr std::array known{
  Known{"examples/subjects/first", "ack"},
  Known{"sim/ack", "engine/ack"},
};

// clang-format on

bool starts_room(std::string_view room, std::string_view parent) {
  return room.starts_with(parent) && (room.size() == parent.size() || room[parent.size()] == '/');
}

// Whether `pattern`, a room of a table, stands for `room` in the eyes of `area`.
bool stands_for(std::string_view pattern, std::string_view room, std::string_view area) {
  if (pattern == room) return true;
  const auto slash = pattern.find('/');
  if (slash == std::string_view::npos) return false;
  const auto layer = pattern.substr(0, slash);
  const auto word = pattern.substr(slash + 1);
  if (word != "AREA" && word != "ANY") return false;
  const auto its = area_of(room);
  if (its.empty() || (word == "AREA" && its != area)) return false;
  return starts_room(room, std::string(layer) + "/" + std::string(its));
}

template <class Visit>
bool any_entry(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const auto space = std::min(list.find(' '), list.size());
    if (visit(list.substr(0, space))) return true;
    list.remove_prefix(std::min(space + 1, list.size()));
  }
  return false;
}

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

}  // namespace

bool is_list_of_areas(std::string_view path) { return path == "conformance/area/areas.cc"; }

std::span<const Known> known_exceptions() { return known; }

std::span<const std::string_view> area_names() { return areas; }

std::string room_of(std::string_view path) {
  std::string room(folder_of(path));
  if (starts_room(room, "spec/port")) room.erase(0, std::string_view("spec/").size());
  const auto layer = room.substr(0, room.find('/'));
  const auto include = layer + "/include/" + layer;
  if (starts_room(room, include)) room.replace(0, include.size(), layer);
  return room;
}

std::string_view area_of(std::string_view room) {
  const auto slash = room.find('/');
  if (slash == std::string_view::npos) return {};
  const auto word = room.substr(slash + 1, room.find('/', slash + 1) - slash - 1);
  const auto found = std::ranges::find(areas, word);
  return found == areas.end() ? std::string_view{} : *found;
}

const Row* row_of(std::string_view room) {
  const Row* out = nullptr;
  for (const auto& row : rows) {
    if (row.room == room) return &row;
    if (stands_for(row.room, room, area_of(room))) out = &row;
  }
  return out;
}

bool may_name_areas(const Row& row) {
  return any_entry(row.rooms, [](auto entry) { return entry.ends_with("ANY"); });
}

std::string_view area_of(const Row& row, std::string_view room) {
  return row.area.empty() ? area_of(room) : row.area;
}

bool may_include_room(const Row& row, std::string_view room, std::string_view other) {
  if (room == other) return true;
  return any_entry(row.rooms,
                   [&](auto entry) { return stands_for(entry, other, area_of(row, room)); });
}

std::optional<std::string> resolve(const std::set<std::string, std::less<>>& files,
                                   std::string_view path, std::string_view target) {
  const std::string name(target);
  const auto find = [&](std::string candidate) -> std::optional<std::string> {
    if (files.contains(candidate)) return candidate;
    return std::nullopt;
  };
  const auto beside = folder_of(path);
  if (auto found = find(std::string(beside) + "/" + name)) return found;
  const std::string layer(starts_room(path, "spec/port") ? "spec/port"
                                                         : path.substr(0, path.find('/')));
  if (auto found = find(layer + "/" + name)) return found;
  if (auto found = find("spec/port/include/" + name)) return found;
  if (auto found = find(name.substr(0, name.find('/')) + "/include/" + name)) return found;
  // Tests and benchmarks in tools see the private headers of the search.
  return find("sim/" + name);
}

bool has_entry(std::string_view list, std::string_view entry) {
  return any_entry(list, [&](auto word) { return word == entry; });
}

}  // namespace tidy
