// Mutants that mistake streams, lists and the address of an IDE's own server.
#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

bool is_watchdog(const Turn& turn, const SetTimer& set) {
  return set.timer.kind == TimerKind::Worker && set.after == turn.engine.limits().silence;
}
const Line* snapshot_of(const Turn& turn) {
  const auto* read = turn.got<LineRead>();
  return read != nullptr && read->line.kind == LineKind::Snapshot ? &read->line : nullptr;
}
void tell_line(Turn& turn, ConnectionId connection, const Line& line) {
  turn.tell(LineRead{connection, line});
}
// What the engine does of a changed marker is done to the marker alone.
void keeps_worker(Turn& turn) {
  const auto* read = turn.got<MarkerRead>();
  const auto* known = read == nullptr ? nullptr : turn.ide(read->pid);
  if (known == nullptr) return turn.pass();
  const auto before = *known;
  turn.pass();
  if (turn.find<IdeChanged>() == nullptr) return;
  turn.drop<Disconnect>();
  turn.drop<Connect>();
  turn.drop<ProjectsShown>();
  turn.drop<SetTimer>([](const SetTimer& set) { return set.timer.kind == TimerKind::Worker; });
  turn.change([&](auto& state) {
    for (auto& ide : state.ides) {
      if (ide.marker.pid != before.marker.pid) continue;
      const auto marker = ide.marker;
      ide = before;
      ide.marker = marker;
    }
    state.closing = {};
  });
}

constexpr Deviation stream_table[]{
    {{"moved_port_same_pid", "MON-11", "monitor/moved_port_same_pid",
      "the worker of a pid keeps its address"},
     keeps_worker},
    {{"asks_the_old_address", "MON-11", "", "asks where the first marker pointed"},
     After{[](Turn& turn) {
       auto* connect = turn.find<Connect>();
       if (connect == nullptr) return;
       if (turn.memory.number == 0) turn.memory.number = connect->target.url.value;
       connect->target.url.value = static_cast<std::uint16_t>(turn.memory.number);
     }}},
    {{"two_workers", "MON-11", "", "keeps the old stream beside the new one"},
     After{[](Turn& turn) {
       if (turn.find<IdeChanged>() != nullptr) turn.drop<Disconnect>();
     }}},
    {{"one_port_one_worker", "MON-34", "monitor/two_markers_one_port",
      "closes the stream of whoever names the port of the next one"},
     After{[](Turn& turn) {
       const auto* connect = turn.find<Connect>();
       if (connect == nullptr) return;
       const auto asked = *connect;
       for (const auto& ide : turn.engine.state().ides)
         if (ide.marker.pid != asked.pid && ide.connection != no_connection &&
             ide.marker.target.port == asked.target.port)
           turn.out.push_back(Disconnect{ide.connection});
     }}},
    {{"token_left_out", "MON-20", "", "never sends a token"},
     changes([](Connect& connect) { connect.target.token = {}; })},
    {{"first_list_stays", "MON-21", "", "shows the first list for ever"}, After{[](Turn& turn) {
       auto* shown = turn.find<ProjectsShown>();
       if (shown == nullptr || shown->stale) return;
       if (turn.memory.number == 0) turn.memory.number = shown->projects.value;
       shown->projects.value = static_cast<std::uint16_t>(turn.memory.number);
     }}},
    {{"bad_line_is_an_empty_list", "MON-21", "",
      "takes a bad line at the beginning of a stream for a list of nothing"},
     [](Turn& turn) {
       const auto* read = turn.got<LineRead>();
       turn.pass();
       if (read == nullptr || read->line.kind != LineKind::Malformed) return;
       for (const auto& ide : turn.engine.state().ides)
         if (ide.connection == read->connection && !ide.counted)
           turn.out.push_back(ProjectsShown{ide.marker.pid, {}, false});
     }},
    {{"lists_are_not_shown", "MON-21", "", "shows no list but the first"}, After{[](Turn& turn) {
       if (turn.find<ProjectsShown>() == nullptr) return;
       if (turn.memory.stage != 0) turn.drop<ProjectsShown>();
       turn.memory.stage = 1;
     }}},
    {{"old_snapshot_after_reconnect", "MON-22", "monitor/old_snapshot_after_reconnect",
      "a late line of the old connection replaces the list"},
     [](Turn& turn) {
       const auto* line = snapshot_of(turn);
       if (line == nullptr || turn.engine.state().ides.empty()) return turn.pass();
       const auto current = turn.engine.state().ides[0].connection;
       const auto came = turn.got<LineRead>()->connection;
       if (current == came) return turn.pass();
       const auto pid = turn.engine.state().ides[0].marker.pid;
       turn.out.push_back(ProjectsShown{pid, line->projects});
     }},
    {{"seq_ignored", "MON-22", "", "takes a snapshot that repeats the last"},
     [](Turn& turn) {
       const auto* line = snapshot_of(turn);
       if (line == nullptr) return turn.pass();
       auto told = *line;
       told.seq = ++turn.memory.number;
       tell_line(turn, turn.got<LineRead>()->connection, told);
     }},
    {{"equal_list_is_not_counted", "MON-22", "",
      "does not remember the number of a list that it shows already"},
     [](Turn& turn) {
       const auto* line = snapshot_of(turn);
       const auto before = turn.engine.state().ides;
       turn.pass();
       if (line == nullptr) return;
       turn.change([&](auto& state) {
         for (std::size_t i = 0; i < state.ides.size() && i < before.size(); ++i)
           if (before[i].counted && before[i].projects == line->projects)
             state.ides[i].seq = before[i].seq;
       });
     }},
    {{"equal_list_is_not_shown", "MON-21", "", "shows nothing of a list that is as the one before"},
     [](Turn& turn) {
       const auto* line = snapshot_of(turn);
       const auto before = turn.engine.state().ides;
       turn.pass();
       if (line == nullptr) return;
       for (const auto& ide : before)
         if (ide.fresh && ide.projects == line->projects) turn.drop<ProjectsShown>();
     }},
    {{"seq_outlives_connection", "MON-22", "",
      "a new connection's first snapshot is dropped as old"},
     [](Turn& turn) {
       const auto* line = snapshot_of(turn);
       if (line == nullptr) return turn.pass();
       if (line->seq < turn.memory.number)
         return tell_line(turn, turn.got<LineRead>()->connection, {.kind = LineKind::Ping});
       turn.memory.number = line->seq + 1;
       turn.pass();
     }},
    {{"half_open_socket", "MON-23", "monitor/half_open_socket",
      "believes a stream that says nothing for ever"},
     After{[](Turn& turn) {
       turn.drop<SetTimer>([&](const SetTimer& set) { return is_watchdog(turn, set); });
     }}},
    {{"impatient", "MON-23", "", "drops a stream after 6 s"},
     [](Limits& limits) { limits.silence = Duration{6'000}; }},
    {{"pings_do_not_count", "MON-23", "", "only snapshots show that a stream lives"},
     [](Turn& turn) {
       const auto* read = turn.got<LineRead>();
       turn.pass();
       if (read != nullptr && read->line.kind == LineKind::Ping) turn.drop<SetTimer>();
     }},
    {{"no_pause", "MON-24", "", "tries again at once"},
     [](Limits& limits) { limits.backoff_least = limits.backoff_most = Duration{1}; }},
    {{"never_doubles", "MON-24", "", "always waits for the same time"},
     [](Limits& limits) { limits.backoff_most = limits.backoff_least; }},
    {{"doubles_for_ever", "MON-24", "", "waits for minutes at last"},
     [](Limits& limits) { limits.backoff_most = Duration{1'000'000}; }},
    {{"pause_never_starts_anew", "MON-24", "", "a snapshot does not forgive failures"},
     [](Turn& turn) {
       std::uint8_t failures = 0;
       for (const auto& ide : turn.engine.state().ides) failures = ide.failures;
       turn.pass();
       if (turn.find<ProjectsShown>() == nullptr || snapshot_of(turn) == nullptr) return;
       turn.change([&](auto& state) {
         for (auto& ide : state.ides) ide.failures = failures;
       });
     }},
    {{"unlocked_is_forgiven", "MON-24", "",
      "a marker that points to the same server forgives its failures"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       const auto* known = read == nullptr ? nullptr : turn.ide(read->pid);
       const bool locked = known != nullptr && known->work == engine::monitor::Work::Locked;
       turn.pass();
       if (!locked || turn.find<IdeChanged>() == nullptr) return;
       turn.change([](auto& state) {
         for (auto& ide : state.ides) ide.failures = 0;
       });
     }},
    {{"moved_keeps_failures", "MON-24", "",
      "at a new address, waits for what failed at the old one"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       const auto* known = read == nullptr ? nullptr : turn.ide(read->pid);
       const std::uint8_t failures = known == nullptr ? 0 : known->failures;
       turn.pass();
       if (turn.find<IdeChanged>() == nullptr) return;
       turn.change([failures](auto& state) {
         for (auto& ide : state.ides) ide.failures = failures;
       });
     }},
    {{"bad_line_ends_the_stream", "MON-25", "", "drops a stream with a line it cannot read"},
     After{[](Turn& turn) {
       if (const auto* skipped = turn.find<LineSkipped>()) {
         const auto pid = skipped->pid.value;
         turn.tell(TimerFired{{TimerKind::Worker, pid}});
       }
     }}},
    {{"bad_lines_are_not_counted", "MON-25", "", "says nothing of a line it cannot read"},
     After{[](Turn& turn) { turn.drop<LineSkipped>(); }}},
    {{"unknown_is_malformed", "MON-25", "", "counts a line of a new type as malformed"},
     changes([](LineSkipped& skipped) { skipped.kind = LineKind::Malformed; })},
    {{"never_stale", "MON-26", "", "an old list looks like a new one"}, After{[](Turn& turn) {
       turn.drop<ProjectsShown>([](const ProjectsShown& shown) { return shown.stale; });
     }}},
    {{"list_goes_with_the_stream", "MON-26", "", "shows no list while there is no stream"},
     changes([](ProjectsShown& shown) {
       if (shown.stale) shown.projects = {};
     })},
    {{"stale_twice", "MON-26", "", "marks a list as stale again and again"}, After{[](Turn& turn) {
       if (const auto* shown = turn.find<ProjectsShown>(); shown != nullptr && shown->stale) {
         const auto again = *shown;
         turn.out.push_back(again);
       }
     }}},
    {{"streams_outlive_stop", "MON-27", "", "closes no stream when it stops"},
     After{[](Turn& turn) {
       if (turn.got<Stopped>() != nullptr) turn.drop<Disconnect>();
     }}},
    {{"timers_outlive_stop", "MON-27", "", "cancels no timer when it stops"}, After{[](Turn& turn) {
       if (turn.got<Stopped>() != nullptr) turn.drop<CancelTimer>();
     }}},
    {{"scans_after_stop", "MON-27", "", "goes on with the scan under way"},
     [](Turn& turn) {
       const bool over = turn.is_over();
       turn.pass();
       const auto* listed = turn.got<FolderListed>();
       if (over && listed != nullptr && !listed->pids.empty())
         turn.out.push_back(ReadMarker{listed->pids[0]});
     }},
    {{"unauthorized_again_and_again", "MON-28", "", "tries again where it is not let in"},
     hears([](Answered& answered) {
       if (answered.status == 401) answered.status = 500;
     })},
    {{"stream_url_missing", "MON-50", "monitor/stream_url_missing",
      "gives an address that answers 404"},
     hears([](StreamTried& tried) {
       if (tried.status != 0) tried.status = 200;
     })},
    {{"busy_is_remembered", "MON-50", "monitor/busy_answer",
      "takes an address for good that answers that it is busy"},
     hears([](StreamTried& tried) {
       if (tried.status >= 429) tried.status = 200;
     })},
    {{"locked_is_an_address", "MON-50", "monitor/address_is_locked",
      "gives an address that answers that it does not let us in"},
     hears([](StreamTried& tried) {
       if (tried.status == 401 || tried.status == 403) tried.status = 200;
     })},
    {{"busy_is_no_answer", "MON-50", "", "does not tell who is busy from who is not there"},
     changes([](AddressGiven& given) {
       if (given.address == Address::Busy) given.address = Address::None;
     })},
    {{"asker_is_left", "MON-50", "",
      "leaves who asked for the address of an IDE that went waiting"},
     After{[](Turn& turn) {
       if (turn.find<IdeRemoved>() == nullptr) return;
       turn.drop<AddressGiven>([](const auto& given) { return given.address == Address::None; });
     }}},
    {{"fallback_is_forgotten", "MON-50", "", "tries the streamable address each time"},
     After{[](Turn& turn) {
       if (turn.got<StreamTried>() == nullptr) return;
       turn.change([](auto& state) {
         for (auto& ide : state.ides) ide.own = {};
       });
     }}},
    {{"tries_twice", "MON-50", "", "tries the streamable address twice at once"},
     repeats<TryStream>},
    {{"head_is_not_asked", "MON-51", "", "never looks whether the own server lives"},
     After{[](Turn& turn) { turn.drop<AskHead>(); }}},
    {{"head_always_lives", "MON-51", "", "takes every own server for alive"},
     changes([](ServerShown& shown) { shown.alive = true; })},
    {{"told_once_for_an_address", "MON-51", "",
      "tells nothing of the second answer from an address"},
     After{[](Turn& turn) {
       const auto* answered = turn.got<HeadAnswered>();
       if (answered == nullptr || turn.find<ServerShown>() == nullptr) return;
       if (turn.memory.number == answered->address.value) turn.drop<ServerShown>();
       turn.memory.number = answered->address.value;
     }}},
};

}  // namespace

std::span<const Deviation> stream_deviations() { return stream_table; }

}  // namespace conformance::monitor
