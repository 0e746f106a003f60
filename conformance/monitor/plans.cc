#include "conformance/monitor/plans.h"

#include <array>

#include <fmt/format.h>

#include "monitor/contents.h"

namespace conformance::monitor {
namespace {

using namespace sim::monitor;
using sim::never;

constexpr std::string_view prefix = "monitor:";

// One IDE with its file; the monitor may be stopped at any moment. All that takes time takes a
// multiple of 250 ms, so that everything meets everything else in one instant, in every order, and
// a world that goes on comes back to where it was.
Plan one_ide() {
  Plan plan;
  plan.jitter_percent = 0;
  plan.latencies = {.folder = {250, 250},
                    .read = {250, 250},
                    .answer = {250, 250},
                    .probe = {250, 250},
                    .slow = {1'500, 1'500},
                    .own_server = {250, 250}};
  plan.contents = contents();
  plan.ides = {{.pid = {7}, .content = Good, .began = {50}, .url = {1}, .token = {1}}};
  plan.stop = {0, never};
  plan.free_max = 2;
  return plan;
}
constexpr Happening writes(Contents content) { return {What::MarkerWritten, 0, content}; }
constexpr Happening happens(What what, std::uint32_t number = 0) { return {what, 0, number}; }

Plan files() {
  auto plan = one_ide();
  plan.free = {writes(Good),
               writes(Moved),
               writes(NewToken),
               writes(NewBuild),
               writes(Reborn),
               writes(Legacy),
               writes(Incomplete),
               writes(Other),
               writes(Newer),
               happens(What::MarkerTorn),
               happens(What::MarkerRemoved),
               happens(What::MarkerUnreadable),
               happens(What::FolderDenied),
               happens(What::FolderMissing),
               happens(What::FolderBack),
               happens(What::ProcessEnds)};
  return plan;
}

Plan folder() {
  auto plan = one_ide();
  plan.free = {happens(What::FolderDenied), happens(What::FolderMissing),
               happens(What::FolderBack)};
  plan.free_max = 3;
  return plan;
}

// A listing lasts longer than what is between two of them.
Plan slow_folder() {
  auto plan = one_ide();
  plan.latencies.folder = {2'250, 2'250};
  plan.free = {writes(Moved), writes(Reborn), happens(What::MarkerRemoved),
               happens(What::FolderDenied)};
  return plan;
}

// What stands there is no file, or none that anybody could read.
Plan strange_files() {
  auto plan = one_ide();
  plan.ides.push_back({.pid = {8}, .content = Pipe, .began = {50}, .url = {9}});
  plan.free = {writes(Good),   writes(Pipe),  writes(Large),
               writes(Binary), writes(Prose), happens(What::MarkerRemoved)};
  plan.free_max = 3;
  return plan;
}

Plan stream() {
  auto plan = one_ide();
  plan.free = {happens(What::ProjectsChange),
               happens(What::LineUnknown),
               happens(What::NetworkStops),
               happens(What::ServerHangs),
               happens(What::ServerFails),
               happens(What::ServerRecovers),
               happens(What::StreamsEnd),
               happens(What::TokenChanges, 2),
               writes(NewToken),
               writes(NewBuild)};
  return plan;
}

// The machine sleeps, beside whatever else becomes of a stream.
Plan sleep() {
  auto plan = one_ide();
  plan.free = {happens(What::MachineSleeps, 600'000),
               happens(What::NetworkStops),
               happens(What::ServerHangs),
               happens(What::StreamsEnd),
               happens(What::ProjectsChange),
               writes(Moved)};
  return plan;
}

// An IDE that wants another token than its file has, and fails before it says so and after.
Plan locked() {
  auto plan = one_ide();
  plan.ides[0].token = {2};
  plan.free = {happens(What::ServerFails), happens(What::ServerRecovers), writes(NewBuild),
               writes(NewToken)};
  plan.free_max = 4;
  return plan;
}

Plan bad_lines() {
  auto plan = one_ide();
  plan.free = {
      happens(What::LineBroken),     happens(What::LineUnknown),  happens(What::LineRepeated),
      happens(What::LineEndless),    happens(What::ListRepeated), happens(What::NumberStays),
      happens(What::ProjectsChange), happens(What::StreamsEnd),   happens(What::FirstLineBroken)};
  return plan;
}

// The server moves, and the marker follows it: in any order with whatever else there is.
Plan moves() {
  auto plan = one_ide();
  plan.free = {happens(What::ServerMoves, 2), writes(Moved), happens(What::ProjectsChange),
               happens(What::MarkerTorn), happens(What::NetworkStops)};
  plan.free_max = 3;
  return plan;
}

// One IDE, a second file, and one restart: the process ends, and another one takes its number.
Plan restart() {
  auto plan = one_ide();
  plan.ides.push_back({.pid = {8}, .began = {50}, .url = {9}});
  plan.free = {happens(What::ProcessEnds),
               happens(What::ProcessBegins, 105),  // As late as a clock that was set makes it.
               happens(What::ProcessBegins, 106),
               writes(Reborn),
               {What::MarkerWritten, 1, Second}};
  plan.free_max = 3;
  return plan;
}

Plan ports() {
  auto plan = one_ide();
  plan.ides[0].content = -1;
  plan.ports = {{.is = PortIs::Hanging, .build = {4}},
                {.is = PortIs::Slow},
                {.is = PortIs::Ide, .build = {3}},
                {.is = PortIs::OtherJson}};
  const auto becomes = [](std::uint8_t port, PortIs is) {
    return Happening{What::PortBecomes, port, static_cast<std::uint8_t>(is)};
  };
  plan.free = {becomes(2, PortIs::Closed),
               becomes(3, PortIs::Ide),
               becomes(0, PortIs::OtherText),
               becomes(0, PortIs::Other404),
               becomes(0, PortIs::Ide),
               becomes(2, PortIs::OwnServer),
               writes(Good),
               writes(NoPorts)};
  plan.free_max = 1;
  return plan;
}
Plan one_port() {
  auto plan = one_ide();
  plan.ides[0].content = -1;
  plan.ports = {{.is = PortIs::Closed, .build = {3}}};
  plan.free = {{What::PortBecomes, 0, static_cast<std::uint8_t>(PortIs::Ide)},
               {What::PortBecomes, 0, static_cast<std::uint8_t>(PortIs::Closed)},
               {What::PortBecomes, 0, static_cast<std::uint8_t>(PortIs::Hanging)},
               writes(Good),
               writes(NoPorts)};
  return plan;
}
Plan slow_ports() {
  auto plan = one_ide();
  plan.ports = std::vector<PortPlan>(4, {.is = PortIs::Hanging});
  plan.probes_at_once = 1;
  plan.free_max = 0;
  return plan;
}

Plan own_server() {
  auto plan = one_ide();
  plan.ides[0].stream_status = 404;
  plan.free = {happens(What::AddressAsked), happens(What::AddressAsked), happens(What::ServerHangs),
               happens(What::ProcessEnds), writes(Moved)};
  plan.free_max = 3;
  return plan;
}
Plan own_server_streams() {
  auto plan = own_server();
  plan.ides[0].stream_status = 200;
  plan.free_max = 2;
  return plan;
}
Plan own_server_locked() {
  auto plan = own_server_streams();
  plan.ides[0].stream_status = 401;
  plan.free.push_back(happens(What::ServerFails));
  return plan;
}
// Its addresses change while somebody asks for them, more than once before an answer comes.
Plan own_addresses() {
  auto plan = one_ide();
  plan.ides[0].stream_status = 405;
  plan.latencies.own_server = {4'250, 4'250};
  plan.free = {
      happens(What::AddressAsked), writes(Good),    writes(OtherStream),          writes(OtherSse),
      writes(OnlyStream),          writes(OnlySse), happens(What::MarkerRemoved), writes(NoServer)};
  plan.free_max = 3;
  return plan;
}

Plan slow_reader() {
  auto plan = one_ide();
  plan.other_client = true;
  plan.free = {happens(What::OtherStalls), happens(What::OtherGoesOn),
               happens(What::ProjectsChange), happens(What::StreamsEnd),
               happens(What::MarkerRemoved)};
  plan.free_max = 3;
  return plan;
}

// One that does not say who it is, beside another that does.
Plan mute_client() {
  auto plan = one_ide();
  plan.other_client = plan.other_is_mute = true;
  plan.free = {happens(What::ProjectsChange), happens(What::StreamsEnd)};
  plan.free_max = 1;
  return plan;
}

Plan two_ides() {
  auto plan = one_ide();
  plan.ides.push_back({.pid = {8}, .content = Second, .began = {50}, .url = {9}});
  plan.free = {happens(What::ProcessEnds),   happens(What::MarkerRemoved),
               happens(What::NetworkStops),  writes(Moved),
               {What::ProjectsChange, 1, 0}, {What::StreamsEnd, 1, 0},
               {What::MarkerTorn, 1, 0}};
  plan.free_max = 1;
  return plan;
}

// The marker of an IDE that is not there names the port of another one.
Plan one_server() {
  auto plan = one_ide();
  plan.contents[Second].marker.target = plan.contents[Good].marker.target;
  plan.ides[0].serves = false;
  plan.ides.push_back({.pid = {8}, .content = Second, .began = {50}, .url = {1}, .token = {1}});
  plan.free = {happens(What::MarkerRemoved), {What::StreamsEnd, 1, 0}, {What::MarkerRemoved, 1, 0}};
  plan.free_max = 1;
  plan.stop = {0, 1'000};
  return plan;
}

// Its process is in another namespace; its address tells whether it is there.
Plan elsewhere() {
  auto plan = one_ide();
  plan.ides[0].elsewhere = true;
  plan.free = {happens(What::ProcessEnds),   happens(What::ProcessBegins, 150),
               happens(What::ServerFails),   happens(What::ServerRecovers),
               happens(What::ServerHangs),   happens(What::TokenChanges, 2),
               happens(What::StreamsEnd),    writes(NewToken),
               happens(What::MarkerRemoved), happens(What::MarkerTorn),
               writes(Incomplete),           happens(What::MarkerUnreadable)};
  return plan;
}

// The marker of a process that is not seen names the address of an IDE that is.
Plan elsewhere_of_another() {
  auto plan = one_server();
  plan.ides[0].elsewhere = true;
  plan.free = {happens(What::MarkerRemoved),
               {What::StreamsEnd, 1, 0},
               {What::MarkerRemoved, 1, 0},
               writes(Moved),
               writes(OtherPort)};
  plan.stop = {0, never};
  return plan;
}

// One that is not seen beside one that is, at the same port of another address.
Plan elsewhere_beside() {
  auto plan = one_ide();
  plan.ides[0].elsewhere = true;
  plan.contents[Second].marker.target.port = plan.contents[Good].marker.target.port;
  plan.ides.push_back({.pid = {8}, .content = Second, .began = {50}, .url = {9}});
  plan.ports = {{.is = PortIs::Ide, .build = {3}}};
  plan.free = {happens(What::AddressAsked), happens(What::ProcessEnds),
               happens(What::ProcessBegins, 50), happens(What::MarkerRemoved)};
  plan.free_max = 3;
  plan.stop = {0, 12'000};
  return plan;
}

struct Row {
  std::string_view name, says;
  Plan (*plan)();
  bool only_full = false;
};
constexpr std::array rows{
    Row{"files", "one IDE and what its file may come to", files},
    Row{"folder", "a folder that comes and goes", folder},
    Row{"slow_folder", "a folder that takes long to list", slow_folder},
    Row{"strange_files", "one IDE and what is no file", strange_files},
    Row{"stream", "one stream and what may become of it", stream},
    Row{"sleep", "a machine that sleeps", sleep},
    Row{"locked", "a token that is refused, and a server that fails", locked},
    Row{"bad_lines", "a stream with lines that are none", bad_lines},
    Row{"moves", "a server that moves, and its marker", moves},
    Row{"restart", "one IDE, two files, one restart", restart},
    Row{"ports", "four ports that answer as they like", ports},
    Row{"one_port", "one port, and what answers there", one_port},
    Row{"slow_ports", "ports that hang, one after the other", slow_ports},
    Row{"own_server", "an own server without a streamable address", own_server},
    Row{"own_server_streams", "an own server that has one", own_server_streams},
    Row{"own_server_locked", "an own server that wants to know who asks", own_server_locked},
    Row{"own_addresses", "an own server whose addresses change", own_addresses},
    Row{"slow_reader", "another client that takes nothing", slow_reader},
    Row{"mute_client", "a client that does not say who it is", mute_client},
    Row{"one_server", "two markers, and one server that both name", one_server},
    Row{"elsewhere", "one IDE of another process namespace", elsewhere},
    Row{"elsewhere_of_another", "a marker of nobody, and the IDE whose address it names",
        elsewhere_of_another},
    Row{"elsewhere_beside", "an IDE of another process namespace beside one of this",
        elsewhere_beside},
    Row{"two_ides", "two IDEs", two_ides, true},
};

Plan larger(Plan plan) {
  plan.free_max = static_cast<std::uint8_t>(plan.free.empty() ? 0 : 5);
  plan.stop = {40'000, 120'000};
  plan.jitter_percent = 25;
  plan.latencies = {.folder = {0, 300},
                    .read = {0, 100},
                    .answer = {0, 200},
                    .probe = {0, 100},
                    .slow = {500, 3'000},
                    .own_server = {0, 2'000}};
  return plan;
}

}  // namespace

std::vector<PlanName> plan_names(bool full) {
  std::vector<PlanName> out;
  for (const auto& row : rows)
    if (full || !row.only_full)
      out.push_back(
          {fmt::format("{}{}{}", prefix, full ? "full:" : "", row.name), std::string(row.says)});
  return out;
}

std::optional<Plan> plan_named(std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  constexpr std::string_view full_word = "full:", sample_word = "sample:";
  const bool full = name.starts_with(full_word);
  const bool sample = name.starts_with(sample_word);
  if (full) name.remove_prefix(full_word.size());
  if (sample) name.remove_prefix(sample_word.size());
  for (const auto& row : rows) {
    if (row.name != name) continue;
    auto plan = row.plan();
    if (sample) return larger(std::move(plan));
    if (full && !plan.free.empty()) ++plan.free_max;
    return plan;
  }
  return std::nullopt;
}

std::uint64_t worlds_covered(const Plan& plan) {
  std::uint64_t out = 0, of_length = 1;
  for (int length = 0; length <= plan.free_max; ++length) {
    out += of_length;
    of_length *= plan.free.size();
  }
  return out;
}

std::size_t sampled_plans() { return rows.size(); }
std::string sampled_name(std::size_t row) {
  return fmt::format("{}sample:{}", prefix, rows[row].name);
}
Plan sampled_plan(std::size_t row) { return larger(rows[row].plan()); }

}  // namespace conformance::monitor
