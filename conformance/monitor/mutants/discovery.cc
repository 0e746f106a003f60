// Mutants that mistake files, processes and scans.
#include <array>

#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

constexpr Marker made_up(Pid pid) {
  return {.pid = pid, .created = {1'000}, .target = {.url = {1}, .token = {}, .port = 1}};
}
// A file that reads so is an IDE all the same.
template <Reading reading>
constexpr auto takes_for_an_ide = hears([](MarkerRead& read) {
  if (read.reading != reading) return;
  read.reading = Reading::Good;
  read.marker = made_up(read.pid);
  read.alive = true;
});
// A file that reads so is passed over.
template <Reading reading>
constexpr auto says_nothing_of = drops<&FileRefused::reading, reading>;
template <Reading reading>
constexpr auto gives_another_reason = changes([](FileRefused& refused) {
  if (refused.reading == reading) refused.reading = Reading::NotJson;
});
// A file that reads so is waited for, as one that is half-written.
template <Reading reading>
constexpr auto waits_for = hears([](MarkerRead& read) {
  if (read.reading == reading) read = {.pid = read.pid, .reading = Reading::Torn};
});
template <class C>
constexpr After never_says{[](Turn& turn) { turn.drop<C>(); }};

// Of an IDE whose process is not seen, nothing is made of an address that does not answer.
void stays_elsewhere(Turn& turn) {
  using engine::monitor::Seat, engine::monitor::Work;
  const bool reads = turn.got<MarkerRead>() != nullptr || turn.got<FolderListed>() != nullptr;
  if (reads) return turn.pass();
  std::array<Pid, 8> unseen{};
  std::size_t count = 0;
  turn.change([&](auto& state) {
    for (auto& ide : state.ides) {
      if (ide.seat != Seat::Elsewhere || ide.work == Work::Streaming) continue;
      if (count == unseen.size()) return;
      unseen[count++] = ide.marker.pid;
      ide.seat = Seat::Here;
    }
  });
  turn.pass();
  turn.change([&](auto& state) {
    for (auto& ide : state.ides)
      for (std::size_t i = 0; i < count; ++i)
        if (ide.marker.pid == unseen[i]) ide.seat = Seat::Elsewhere;
  });
}

constexpr Deviation discovery_table[]{
    {{"incomplete_is_an_ide", "MON-02", "", "takes a marker without a field for one"},
     takes_for_an_ide<Reading::Incomplete>},
    {{"incomplete_without_a_word", "MON-02", "", "passes over a marker without a field"},
     says_nothing_of<Reading::Incomplete>},
    {{"wrong_reason", "MON-02", "", "gives another reason than there is"},
     gives_another_reason<Reading::Incomplete>},
    {{"legacy_is_not_json", "MON-04", "", "refuses a text marker as no JSON"},
     gives_another_reason<Reading::Legacy>},
    {{"other_pid_is_not_json", "MON-03", "", "refuses such a document as no JSON"},
     gives_another_reason<Reading::OtherPid>},
    {{"newer_is_not_json", "MON-06", "", "refuses a newer schema as no JSON"},
     gives_another_reason<Reading::NewerSchema>},
    {{"pipe_is_an_ide", "MON-02", "", "takes what is no file for a marker"},
     takes_for_an_ide<Reading::NotAFile>},
    {{"pipe_without_a_word", "MON-02", "", "passes over what is no file"},
     says_nothing_of<Reading::NotAFile>},
    {{"pipe_holds_up_the_scan", "MON-10", "monitor/marker_is_a_pipe",
      "waits for ever for what a pipe holds"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       if (read != nullptr && read->reading == Reading::NotAFile) turn.memory.stage = 1;
       const auto* fired = turn.got<TimerFired>();
       const bool scan = fired != nullptr && fired->timer.kind == TimerKind::Scan;
       if (turn.memory.stage == 0 || !scan || turn.is_over()) turn.pass();
     }},
    {{"too_large_stays", "MON-02", "", "keeps an IDE whose marker became too large"},
     waits_for<Reading::TooLarge>},
    {{"not_text_stays", "MON-02", "", "keeps an IDE whose marker is not UTF-8 any more"},
     waits_for<Reading::NotText>},
    {{"refused_at_each_scan", "MON-08", "", "tells of a refused file at each scan"},
     After{[](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       const bool refused = read != nullptr && is_refused(read->reading);
       if (refused && !turn.is_over() && turn.find<FileRefused>() == nullptr)
         turn.out.push_back(FileRefused{read->pid, read->reading, read->field});
     }}},
    {{"dead_without_a_word", "MON-08", "monitor/left_behind",
      "passes over a marker whose process is dead"},
     says_nothing_of<Reading::Dead>},
    {{"no_bridge_without_a_word", "MON-02", "monitor/new_layout",
      "passes over an IDE that offers no project stream"},
     says_nothing_of<Reading::NoBridge>},
    {{"younger_without_a_word", "MON-08", "",
      "passes over a marker whose number another process has"},
     says_nothing_of<Reading::Younger>},
    {{"younger_is_dead", "MON-08", "", "calls a process dead that is another one"},
     changes([](FileRefused& refused) {
       if (refused.reading == Reading::Younger) refused.reading = Reading::Dead;
     })},
    {{"field_is_not_named", "MON-08", "", "does not say which field is missing"},
     changes([](FileRefused& refused) { refused.field = {}; })},
    {{"vanished_is_unreadable", "MON-12", "",
      "takes a file that vanished for one that cannot be read"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       const bool vanished = read != nullptr && read->reading == Reading::Gone;
       if (vanished && !turn.is_over())
         turn.out.push_back(FileRefused{read->pid, Reading::Unreadable});
       turn.pass();
     }},
    {{"vanished_stays", "MON-10", "", "keeps an IDE whose marker vanished"},
     waits_for<Reading::Gone>},
    {{"other_pid_is_an_ide", "MON-03", "", "believes a document of another process"},
     takes_for_an_ide<Reading::OtherPid>},
    {{"other_pid_without_a_word", "MON-03", "", "passes over such a document"},
     says_nothing_of<Reading::OtherPid>},
    {{"legacy_is_an_ide", "MON-04", "", "takes a text marker for an IDE"},
     takes_for_an_ide<Reading::Legacy>},
    {{"legacy_without_a_word", "MON-04", "", "passes over a text marker"},
     says_nothing_of<Reading::Legacy>},
    {{"newer_is_an_ide", "MON-06", "", "takes a marker of a newer schema for an IDE"},
     takes_for_an_ide<Reading::NewerSchema>},
    {{"newer_without_a_word", "MON-06", "", "passes over a marker of a newer schema"},
     says_nothing_of<Reading::NewerSchema>},
    {{"torn_is_an_ide", "MON-05", "", "makes an IDE of a half-written file"},
     takes_for_an_ide<Reading::Torn>},
    {{"torn_is_gone", "MON-05", "monitor/torn_marker",
      "an IDE is gone while its marker is written"},
     hears([](MarkerRead& read) {
       if (read.reading == Reading::Torn) read = {.pid = read.pid, .reading = Reading::Gone};
     })},
    {{"torn_is_not_read_again", "MON-05", "", "never reads a file again that was torn"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       if (read != nullptr && read->reading == Reading::Torn) turn.memory.number = read->pid.value;
       turn.pass();
       auto* again = turn.find<ReadMarker>();
       if (again == nullptr || read != nullptr || again->pid.value != turn.memory.number) return;
       turn.drop<ReadMarker>();
       turn.tell(MarkerRead{.pid = {turn.memory.number}, .reading = Reading::Torn});
     }},
    {{"dead_is_alive", "MON-07", "", "does not look whether the process is there"},
     hears([](MarkerRead& read) { read.alive = true; })},
    {{"pid_is_enough", "MON-07", "", "takes any process with the number for the IDE"},
     hears([](MarkerRead& read) { read.began = {}; })},
    {{"no_clock_is_set", "MON-07", "monitor/clock_set",
      "takes a process for another one that began a moment after its marker"},
     hears([](MarkerRead& read) {
       read.alive = read.alive && read.began.value <= read.marker.created.value;
     })},
    {{"same_second_is_later", "MON-07", "monitor/same_second",
      "takes a process for another one that began in the second of its marker"},
     hears([](MarkerRead& read) {
       read.alive = read.alive && read.began.value != read.marker.created.value;
     })},
    {{"reused_pid_is_changed", "MON-07", "",
      "takes another IDE with the same number for a changed one"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       const auto* known = read == nullptr ? nullptr : turn.ide(read->pid);
       const bool another = known != nullptr && read->reading == Reading::Good &&
                            known->marker.created != read->marker.created;
       if (!another) return turn.pass();
       const auto created = read->marker.created;
       turn.change([&](auto& state) {
         for (auto& ide : state.ides)
           if (ide.marker.pid == read->pid) ide.marker.created = created;
       });
       turn.pass();
     }},
    {{"unseen_is_dead", "MON-09", "monitor/other_namespace",
      "takes a process for dead that another namespace has"},
     // It is told with no address that could be asked.
     hears([](MarkerRead& read) {
       if (!read.alive) read.marker.target.token = no_text;
     })},
    {{"unseen_as_any_other", "MON-09", "", "does not say that the process of an IDE is not seen"},
     changes([](IdeAdded& added) { added.elsewhere = false; })},
    {{"unseen_stays_for_ever", "MON-09 MON-07", "",
      "keeps an IDE that is not seen and answers no more"},
     stays_elsewhere},
    {{"stays_after_death", "MON-07", "", "never removes the IDE of a dead process"},
     hears([](MarkerRead& read) {
       const bool dead = read.reading == Reading::Good && !read.alive;
       if (dead) read = {.pid = read.pid, .reading = Reading::Torn};
     })},
    {{"scans_late", "MON-10", "", "scans every 3 s"},
     [](Limits& limits) { limits.scan = Duration{3'000}; }},
    {{"scans_early", "MON-10", "", "scans every second"},
     [](Limits& limits) { limits.scan = Duration{1'000}; }},
    {{"additions_are_not_told", "MON-10", "", "never tells of a new IDE"}, never_says<IdeAdded>},
    {{"changes_are_not_told", "MON-10", "", "never tells of a changed IDE"},
     never_says<IdeChanged>},
    {{"removals_are_not_told", "MON-10", "", "never tells of an IDE that is gone"},
     After{[](Turn& turn) {
       turn.drop<IdeRemoved>(
           [&](const IdeRemoved&) { return turn.got<FolderListed>() != nullptr; });
     }}},
    {{"told_twice", "MON-10", "", "tells of a new IDE twice"}, repeats<IdeAdded>},
    {{"scan_error_forgets", "MON-12", "", "a folder that cannot be listed is empty"},
     [](Turn& turn) {
       const auto* listed = turn.got<FolderListed>();
       if (listed == nullptr || listed->folder == Folder::Listed || turn.is_over())
         return turn.pass();
       turn.out.push_back(ScanFailed{listed->folder});
       turn.tell(FolderListed{});
     }},
    {{"scan_error_each_time", "MON-12", "", "tells of each scan that fails"}, After{[](Turn& turn) {
       const auto* listed = turn.got<FolderListed>();
       const bool fails = listed != nullptr && listed->folder != Folder::Listed;
       if (fails && !turn.is_over() && turn.find<ScanFailed>() == nullptr)
         turn.out.push_back(ScanFailed{listed->folder});
     }}},
    {{"scan_error_once_for_ever", "MON-12", "",
      "never tells of a second failure, though a scan succeeded before it"},
     After{[](Turn& turn) {
       const auto* listed = turn.got<FolderListed>();
       if (listed == nullptr || listed->folder == Folder::Listed) return;
       const auto told = static_cast<std::uint32_t>(listed->folder);
       if (turn.memory.number == told) turn.drop<ScanFailed>();
       turn.memory.number = told;
     }}},
    {{"denied_is_missing", "MON-12", "", "calls a folder that it may not read missing"},
     changes([](ScanFailed& failed) { failed.folder = Folder::Missing; })},
    {{"scan_error_untold", "MON-12", "", "never tells of a scan that fails"},
     never_says<ScanFailed>},
    {{"unreadable_is_gone", "MON-12", "", "an IDE whose marker cannot be read is gone"},
     [](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       if (read == nullptr || read->reading != Reading::Unreadable || turn.is_over())
         return turn.pass();
       turn.out.push_back(FileRefused{read->pid, Reading::Unreadable});
       turn.tell(MarkerRead{.pid = read->pid, .reading = Reading::Gone});
     }},
    {{"unreadable_each_time", "MON-12", "", "tells of such a file at each scan"},
     After{[](Turn& turn) {
       const auto* read = turn.got<MarkerRead>();
       const bool fails = read != nullptr && read->reading == Reading::Unreadable;
       if (fails && !turn.is_over() && turn.find<FileRefused>() == nullptr)
         turn.out.push_back(FileRefused{read->pid, read->reading});
     }}},
};

}  // namespace

std::span<const Deviation> discovery_deviations() { return discovery_table; }

}  // namespace conformance::monitor
