// Processes: what counts as a crash, how long until the next one, and how one is ended.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

constexpr BannerShown restarting{Banner::Restarting};

// It crashes, and the next one is spawned after this pause, or up to a quarter more.
Talk& crashes(Talk& talk, std::uint32_t process, Duration pause) {
  return talk.tell(ProcessGone{{process}})
      .wants({restarting})
      .fires(TimerKind::Restart, pause, pause + pause / 4)
      .wants({Spawn{{process + 1}}});
}

// clang-format off
constexpr Check process_rows[] = {
  {.rule = "PROC-02", .says = "a process that is told to be gone twice has crashed once",
   .run = [](Talk& talk) {
     talk.opens().tell(ProcessGone{{1}}).wants({restarting})
         .tell(ProcessGone{{1}}).wants({reports(Report::OldProcess, 1)})
         .tell(Received{{1}, UnknownNotice{}}).wants({reports(Report::OldProcess, 1)})
         .fires(TimerKind::Restart, 250ms, 313ms).wants({Spawn{{2}}})
         .tell(ProcessGone{{1}}).wants({reports(Report::OldProcess, 1)})
         .tell(ProcessStarted{{2}})
         .tell(Received{{1}, UnknownNotice{}}).wants({reports(Report::OldProcess, 1)});
     crashes(talk, 2, 500ms);
   }},
  {.rule = "PROC-02",
   .says = "the pause doubles up to 30 s while each process lives for less than 60 s",
   .run = [](Talk& talk) {
     talk.tell(Opened{});
     std::uint32_t process = 1;
     for (const Duration pause : {250ms, 500ms, 1'000ms, 2'000ms, 4'000ms, 8'000ms, 16'000ms,
                                  30'000ms, 30'000ms}) {
       talk.tell(ProcessStarted{{process}}).answers(Method::Initialize)
           .answers(Method::ModelList).after(50'000ms);
       crashes(talk, process++, pause);
     }
     // However many there are.
     while (process < 300) {
       talk.tell(ProcessStarted{{process}}).answers(Method::Initialize)
           .answers(Method::ModelList).after(50'000ms);
       crashes(talk, process++, 30'000ms);
     }
   }},
  {.rule = "PROC-06",
   .says = "five processes in a row without a handshake are too many, however long they live",
   .run = [](Talk& talk) {
     talk.tell(Opened{});
     std::uint32_t process = 1;
     for (const Duration pause : {250ms, 500ms, 1'000ms, 2'000ms}) {
       talk.tell(ProcessStarted{{process}}).after(50'000ms);
       crashes(talk, process++, pause);
     }
     talk.tell(ProcessStarted{{5}}).after(50'000ms)
         .tell(ProcessGone{{5}}).wants({BannerShown{Banner::GivenUp}})
         .after(300'000ms);
   }},
  {.rule = "PROC-06", .says = "one that comes through its handshake ends the row",
   .run = [](Talk& talk) {
     talk.tell(Opened{});
     std::uint32_t process = 1;
     for (const Duration pause : {250ms, 500ms, 1'000ms, 2'000ms, 4'000ms, 8'000ms}) {
       talk.tell(ProcessStarted{{process}});
       if (process == 3) talk.answers(Method::Initialize).answers(Method::ModelList);
       talk.after(50'000ms);
       crashes(talk, process++, pause);
     }
   }},
  {.rule = "PROC-02", .says = "a process that lives without its handshake is not healthy",
   .run = [](Talk& talk) {
     talk.tell(Opened{}).tell(ProcessStarted{{1}});
     crashes(talk, 1, 250ms).tell(ProcessStarted{{2}})
         .after(59'999ms).fires(TimerKind::Deadline, 1ms)
         .wants({BannerShown{Banner::ServerLacks}})
         .fires(TimerKind::Healthy, 0ms).wants({}).after(10'000ms);
     crashes(talk, 2, 500ms);
   }},
  {.rule = "PROC-02",
   .says = "60 s of health clean the slate, less do not, and one that never started counts",
   .run = [](Talk& talk) {
     talk.tell(Opened{});
     crashes(talk, 1, 250ms);
     crashes(talk, 2, 500ms).tell(ProcessStarted{{3}}).answers(Method::Initialize)
         .answers(Method::ModelList)
         .fires(TimerKind::Healthy, 60'000ms).wants({});
     crashes(talk, 3, 250ms);
     crashes(talk, 4, 500ms);
     crashes(talk, 5, 1'000ms);
     crashes(talk, 6, 2'000ms);
     talk.tell(ProcessGone{{7}}).wants({BannerShown{Banner::GivenUp}});
   }},
  {.rule = "PROC-02",
   .says = "five crashes within 60 s are too many, and crashes of before do not count",
   .run = [](Talk& talk) {
     talk.tell(Opened{}).tell(ProcessStarted{{1}}).answers(Method::Initialize)
         .answers(Method::ModelList);
     crashes(talk, 1, 250ms);
     talk.tell(ProcessStarted{{2}}).answers(Method::Initialize).answers(Method::ModelList)
         .after(59'900ms);
     // The first was more than 60 s ago.
     crashes(talk, 2, 500ms);
     crashes(talk, 3, 1'000ms);
     crashes(talk, 4, 2'000ms);
     crashes(talk, 5, 4'000ms);
     talk.tell(ProcessGone{{6}}).wants({BannerShown{Banner::GivenUp}})
         .after(300'000ms);
   }},
  {.rule = "PROC-04",
   .says = "a server has 2 s to end, 2 more when it is told to, and is then killed",
   .run = [](Talk& talk) {
     talk.opens().starts(1).says(1)
         .tell(Closed{})
         .wants({TurnEnded{{1}, turn_of(1), TurnEnd::Lost}, CloseInput{{1}}})
         .hears(UnknownNotice{}).wants({reports(Report::OldProcess, 1)})
         .fires(TimerKind::Shutdown, 2'000ms).wants({Terminate{{1}}})
         .fires(TimerKind::Shutdown, 2'000ms).wants({Kill{{1}}})
         .tell(ProcessGone{{1}}).wants({})
         .tell(ProcessGone{{1}}).wants({reports(Report::OldProcess, 1)})
         .after(300'000ms);
   }},
  {.rule = "PROC-04", .says = "a server that ends in time is told no more, and none follows",
   .run = [](const Client& client) {
     const auto opened = [&] { return Talk(client).opens(); };
     return all_of(
         {opened().tell(Closed{}).wants({CloseInput{{1}}})
              .tell(ProcessGone{{1}}).wants({}).after(300'000ms).verdict(),
          opened().tell(Closed{}).fires(TimerKind::Shutdown, 2'000ms).wants({Terminate{{1}}})
              .tell(ProcessGone{{1}}).wants({}).after(300'000ms).verdict(),
          // Between two processes: what closed its output may live on.
          opened().tell(ProcessGone{{1}}).tell(Closed{}).wants({CloseInput{{1}}})
              .fires(TimerKind::Shutdown, 2'000ms).wants({Terminate{{1}}})
              .fires(TimerKind::Shutdown, 2'000ms).wants({Kill{{1}}})
              .after(300'000ms).verdict(),
          // While it is started.
          Talk(client).tell(Opened{}).tell(Closed{}).wants({})
              .tell(ProcessStarted{{1}}).wants({CloseInput{{1}}})
              .tell(ProcessGone{{1}}).wants({}).after(300'000ms).verdict(),
          Talk(client).tell(Opened{}).tell(Closed{}).wants({})
              .tell(ProcessGone{{1}}).wants({}).after(300'000ms).verdict()});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> process_checks() { return process_rows; }

}  // namespace conformance::appserver
