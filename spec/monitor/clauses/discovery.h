// Scans of the folder, and what is told of files and IDEs.
#pragma once
#include "monitor/clauses/act.h"

namespace spec::monitor {

// clang-format off

inline constexpr Clause<Act<AnyAct>> after_stop[] = {
    {"MON-27"_rule, never,     IF(s.stopped())},
};

inline constexpr Clause<Act<ListFolder>> listings[] = {
    {"MON-10"_rule, never,     IF(s.listed_before() && s.scan_age() < scan_ms && !s.woke())},
    {"MON-10"_rule, never,     IF(s.scanning())},
    {"MON-10"_rule, calls_for, IF(s.rests())},
};

inline constexpr Clause<Act<IdeAdded>> additions[] = {
    {"MON-05"_rule, never,     IF(s.torn() && !s.answers())},
    {"MON-04"_rule, never,     IF(s.refused(Reading::Legacy))},
    {"MON-03"_rule, never,     IF(s.refused(Reading::OtherPid))},
    {"MON-06"_rule, never,     IF(s.refused(Reading::NewerSchema))},
    {"MON-02"_rule, never,     IF(s.file().look == Look::Refused)},
    {"MON-07"_rule, never,     IF(s.stale() && !s.answers())},
    {"MON-07"_rule, never,     IF(s.known() && s.good() && !s.same_process())},
    {"MON-10"_rule, never,     IF(s.known())},
    {"MON-09"_rule, says,      IF(s.answers()), THEN(act.marker == s.file().told)},
    {"MON-09"_rule, says,      IF(s.answers()), THEN(act.elsewhere)},
    {"MON-09"_rule, never,     IF(s.owes_add() && act.elsewhere)},
    {"MON-10"_rule, says,      IF(s.good()), THEN(act.marker == s.file().found)},
    {"MON-10"_rule, calls_for, IF(s.owes_add() || s.answers())},
};

inline constexpr Clause<Act<IdeChanged>> changes[] = {
    {"MON-07"_rule, never,     IF(s.known() && s.good() && !s.same_process())},
    {"MON-10"_rule, says,      IF(s.good()), THEN(act.marker == s.file().found)},
    {"MON-10"_rule, calls_for, IF(s.owes_change())},
};

inline constexpr Clause<Act<IdeRemoved>> removals[] = {
    {"MON-05"_rule, never,     IF(s.torn())},
    {"MON-12"_rule, never,     IF(s.unreadable())},
    {"MON-12"_rule, never,     IF(s.folder_fails() && !s.owes_removal())},
    {"MON-07"_rule, calls_for, IF(s.known() && s.stale())},
    {"MON-10"_rule, calls_for, IF(s.owes_removal())},
};

inline constexpr Clause<Act<FileRefused>> refusals[] = {
    {"MON-05"_rule, never,     IF(s.torn())},
    {"MON-12"_rule, never,     IF(act.reading == Reading::Unreadable && !s.owes_refusal())},
    {"MON-07"_rule, never,     IF(s.good() && (act.reading == Reading::Dead ||
                                              act.reading == Reading::Younger))},
    {"MON-04"_rule, says,      IF(s.refused(Reading::Legacy)),
                               THEN(act.reading == Reading::Legacy)},
    {"MON-03"_rule, says,      IF(s.refused(Reading::OtherPid)),
                               THEN(act.reading == Reading::OtherPid)},
    {"MON-06"_rule, says,      IF(s.refused(Reading::NewerSchema)),
                               THEN(act.reading == Reading::NewerSchema)},
    {"MON-02"_rule, says,      IF(s.owes_plain_refusal()),
                               THEN(act.reading == s.reading_due())},
    {"MON-08"_rule, says,      IF(s.owes_refusal()), THEN(act.reading == s.reading_due())},
    {"MON-08"_rule, says,      IF(s.owes_refusal()), THEN(act.field == s.field_due())},
    {"MON-08"_rule, calls_for, IF(s.owes_refusal())},
};

inline constexpr Clause<Act<ScanFailed>> failures[] = {
    {"MON-12"_rule, says,      IF(s.folder_fails()), THEN(act.folder == s.failure())},
    {"MON-12"_rule, calls_for, IF(s.owes_failure())},
};

// What is owed.

inline std::int64_t now(const auto&) { return at_once; }
inline std::int64_t until_round(const Act<All>& it) { return round_ms - it.s.round_age(); }
inline std::int64_t until_scan(const Act<All>& it) { return scan_ms - it.s.scan_age(); }

inline Seen listing(const Act<All>&) { return Command(ListFolder{}); }
inline Seen first_probe(const Act<All>& it) { return Command(Probe{it.limits.first_port}); }
inline Seen failure(const Act<All>& it) { return Command(ScanFailed{it.s.failure()}); }
inline Seen no_timer(const Act<All>&) { return Command(CancelTimer{}); }

inline constexpr Owed<All> owed_by_all[] = {
    {"MON-27"_rule, IF(s.stopped() && s.has_timers()), now<Act<All>>, no_timer},
    {"MON-10"_rule, IF(s.rests() && !s.listed_before()), now<Act<All>>, listing},
    {"MON-29"_rule, IF(s.rests() && s.woke()), now<Act<All>>, listing},
    {"MON-30"_rule, IF(s.rests() && s.listed_before() && s.probes() > 0), until_scan, listing},
    {"MON-10"_rule, IF(s.rests() && s.listed_before()), until_scan, listing},
    {"MON-12"_rule, IF(!s.stopped() && s.owes_failure()), now<Act<All>>, failure},
    {"MON-30"_rule, IF(s.ports_rest()), until_round, first_probe},
};

inline Seen reading(const Act<OfFile>& it) { return Command(ReadMarker{it.s.pid()}); }
inline Seen addition(const Act<OfFile>& it) { return Command(IdeAdded{it.s.file().found}); }
inline Seen arrival(const Act<OfFile>& it) { return Command(IdeAdded{it.s.file().told, true}); }
inline Seen change(const Act<OfFile>& it) { return Command(IdeChanged{it.s.file().found}); }
inline Seen removal(const Act<OfFile>& it) { return Command(IdeRemoved{it.s.pid()}); }
inline Seen refusal(const Act<OfFile>& it) {
  return Command(FileRefused{it.s.pid(), it.s.reading_due(), it.s.field_due()});
}

inline constexpr Owed<OfFile> owed_by_files[] = {
    {"MON-05"_rule, IF(s.file().look == Look::Listed && !s.reading() &&
                       s.file().has(FileFlag::Torn)), now<Act<OfFile>>, reading},
    {"MON-10"_rule, IF(s.file().look == Look::Listed && !s.reading()), now<Act<OfFile>>, reading},
    {"MON-04"_rule, IF(s.owes_refusal(Reading::Legacy)), now<Act<OfFile>>, refusal},
    {"MON-03"_rule, IF(s.owes_refusal(Reading::OtherPid)), now<Act<OfFile>>, refusal},
    {"MON-06"_rule, IF(s.owes_refusal(Reading::NewerSchema)), now<Act<OfFile>>, refusal},
    {"MON-12"_rule, IF(s.owes_refusal(Reading::Unreadable)), now<Act<OfFile>>, refusal},
    {"MON-02"_rule, IF(s.owes_plain_refusal()), now<Act<OfFile>>, refusal},
    {"MON-09"_rule, IF(s.lost()), now<Act<OfFile>>, removal},
    {"MON-09"_rule, IF(s.answers()), now<Act<OfFile>>, arrival},
    {"MON-07"_rule, IF(s.known() && s.stale()), now<Act<OfFile>>, removal},
    {"MON-07"_rule, IF(s.owes_removal() && s.good()), now<Act<OfFile>>, removal},
    {"MON-10"_rule, IF(s.owes_removal()), now<Act<OfFile>>, removal},
    {"MON-10"_rule, IF(s.owes_change()), now<Act<OfFile>>, change},
    {"MON-07"_rule, IF(s.owes_add() && s.began_later()), now<Act<OfFile>>, addition},
    {"MON-10"_rule, IF(s.owes_add()), now<Act<OfFile>>, addition},
    {"MON-08"_rule, IF(s.owes_refusal()), now<Act<OfFile>>, refusal},
};

// clang-format on

}  // namespace spec::monitor
