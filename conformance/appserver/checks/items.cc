// The texts of items, their ends, and what a thread has used.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

ItemDelta grows(std::string_view text) {
  return {thread_of(1), turn_of(1), {1}, {2}, port::appserver::mark_of(text)};
}
ItemCompleted completes(std::string_view text) {
  return {thread_of(1), turn_of(1), {1}, ItemEnd::Done, true, {3}, port::appserver::mark_of(text)};
}
constexpr ItemClosed closes{{1}, ItemEnd::Done};
constexpr TextReplaced replaces{{1}, {3}};

// clang-format off
constexpr Check item_rows[] = {
  {.rule = "ITM-08",
   .says = "a problem is shown once, in its chat if it has one, and ends nothing",
   .run = [](Talk& talk) {
     const auto stranger = thread_of(2);
     constexpr TextId words{7};
     talk.opens().starts().says()
         .hears(Trouble{thread_of(1), turn_of(1), true, Severity::Error, words})
         .wants({ProblemShown{{1}, Severity::Error, words}})
         .hears(Trouble{thread_of(1), {}, false, Severity::Warning, words})
         .wants({ProblemShown{{1}, Severity::Warning, words}})
         .hears(Trouble{{}, {}, false, Severity::Deprecation, words})
         .wants({ProblemShown{{}, Severity::Deprecation, words}})
         .hears(Trouble{stranger, {}, false, Severity::Error, words})
         .wants({ProblemShown{{}, Severity::Error, words},
                 reports(Report::UnknownThread, stranger.value)})
         .hears(begins(1)).wants({ItemOpened{{1}, {1}, ItemKind::Answer}});
   }},
  {.rule = "ITM-08",
   .says = "why a turn failed, a call was refused or a server cannot be worked with is shown",
   .run = [](const Client& client) {
     constexpr TextId words{7};
     constexpr Response refused{.id = {}, .error = Error::Other, .text = words};
     const ProblemShown here{{1}, Severity::Error, words}, nowhere{{}, Severity::Error, words};
     return all_of(
         {Talk(client).opens().starts().says()
              .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Failed, words})
              .wants({here, TurnEnded{{1}, turn_of(1), TurnEnd::Failed}, ComposerReady{{1}}})
              .tell(Called{{1}, Method::ThreadList, {}})
              .answers(Method::ThreadList, refused)
              .wants({nowhere, CallEnded{{1}, {}, Method::ThreadList, Outcome::Error,
                                         Error::Other}})
              .tell(Said{{1}, {1}}).answers(Method::TurnStart, refused)
              .wants({here, turn_call(Outcome::Error, Error::Other), ComposerReady{{1}}}).verdict(),
          Talk(client).tell(Opened{}).tell(ProcessStarted{{1}})
              .answers(Method::Initialize, refused)
              .wants({nowhere, BannerShown{Banner::ServerLacks}}).verdict(),
          // What is tried again is none yet, and that there was nothing to stop is none at all.
          Talk(client).opens().tell(Called{{1}, Method::ThreadList, {}})
              .answers(Method::ThreadList,
                       {.id = {}, .error = Error::Overloaded, .text = words}).wants({}).verdict(),
          Talk(client).opens().starts().says().tell(Stopped{{1}})
              .answers(Method::TurnInterrupt,
                       {.id = {}, .error = Error::NoActiveTurn, .text = words})
              .wants({sends_interrupt(turn_of(1))}).verdict()});
   }},
  {.rule = "ITM-01",
   .says = "a final text that is that of the deltas replaces nothing, another one does, reported",
   .run = [](const Client& client) {
     const auto opened = [&] { return Talk(client).opens().starts().says().hears(begins(1)); };
     const Reported differs{Report::TextDiffers, 1};
     auto none = completes("");
     none.has_text = false;
     return all_of(
         {opened().hears(grows("ab")).hears(grows("c")).hears(completes("abc")).wants({closes}),
          opened().hears(grows("a")).hears(completes("b")).wants({differs, replaces, closes}),
          opened().hears(grows("ab")).hears(completes("")).wants({differs, replaces, closes}),
          // Deltas may have been opted out of.
          opened().hears(completes("b")).wants({replaces, closes}).verdict(),
          opened().hears(grows("ab")).hears(none).wants({closes}).verdict()});
   }},
  {.rule = "ITM-04", .says = "a frame shows what has come since the last one, all of it at once",
   .run = [](const Client& client) {
     const auto shows_all = [](std::string_view text) {
       return ItemShown{{1}, port::appserver::mark_of(text)};
     };
     return Talk(client).opens().starts().says().hears(begins(1))
         .tell(FrameDue{}).wants({})
         .hears(grows("a")).hears(grows("b")).hears(grows("c"))
         .tell(FrameDue{}).wants({shows_all("abc")})
         .tell(FrameDue{}).wants({})
         .hears(grows("d"))
         .tell(FrameDue{}).wants({shows_all("abcd")})
         .verdict();
   }},
  {.rule = "ITM-05",
   .says = "of totals the last one is shown, unless it is lower, and of rate limits always",
   .run = [](Talk& talk) {
     const Usage more{thread_of(1), 7};
     talk.opens().starts(1).starts(2)
         .hears(more).wants({UsageShown{{1}, 7, 7}})
         .hears(more).wants({UsageShown{{1}, 7, 7}})
         .hears(Usage{thread_of(1), 6}).wants({reports(Report::TotalFell, thread_of(1).value)})
         .hears(Usage{thread_of(2), 6}).wants({UsageShown{{2}, 6, 6}})
         .hears(Usage{thread_of(1), 8}).wants({UsageShown{{1}, 8, 8}})
         .hears(RateLimits{5}).wants({RateLimitsShown{5}})
         .hears(RateLimits{4}).wants({RateLimitsShown{4}})
         .hears(RateLimits{9, 10'080, 1'800, 1}).wants({RateLimitsShown{9, 10'080, 1'800, 1}});
   }},
  {.rule = "ITM-05",
   .says = "the tokens of a turn are those since it was shown, if that is known",
   .run = [](Talk& talk) {
     talk.opens().starts().hears(Usage{thread_of(1), 7})
         .wants({UsageShown{{1}, 7, 7}})
         .says().hears(Usage{thread_of(1), 9}).wants({UsageShown{{1}, 9, 2}})
         // Of one that was stopped before it had a name, too.
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
         .tell(Said{{1}, {1}}).tell(Stopped{{1}}).hears(TurnStarted{thread_of(1), turn_of(2)})
         .hears(Usage{thread_of(1), 12}).wants({UsageShown{{1}, 12, 3}});
   }},
  {.rule = "ITM-02",
   .says = "what is open when its turn ends is closed with it, and what is closed is not again",
   .run = [](const Client& client) {
     const auto item = [](std::uint32_t number, std::uint32_t chat) {
       return ItemStarted{thread_of(chat), turn_of(chat), {number}, ItemKind::Answer, {}};
     };
     return Talk(client).opens().starts(1).starts(2).says(1).says(2)
         .hears(item(1, 1)).hears(item(2, 1)).hears(item(3, 2)).hears(completes("a"))
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Failed})
         .wants({ItemClosed{{2}, ItemEnd::WithTurn}, TurnEnded{{1}, turn_of(1), TurnEnd::Failed},
                 ComposerReady{{1}}})
         .hears(TurnCompleted{thread_of(2), turn_of(2), TurnEnd::Completed})
         .wants({ItemClosed{{3}, ItemEnd::WithTurn},
                 TurnEnded{{2}, turn_of(2), TurnEnd::Completed}, ComposerReady{{2}}})
         .verdict();
   }},
  {.rule = "ITM-03", .says = "one that is complete makes room for the next, the oldest first",
   .run = [](const Client& client) {
     const auto item = [](std::uint32_t number) {
       return ItemStarted{thread_of(1), turn_of(1), {number}, ItemKind::Answer, {}};
     };
     const auto ends = [](std::uint32_t number) {
       return ItemCompleted{thread_of(1), turn_of(1), {number}, ItemEnd::Done};
     };
     return Talk(client).opens().starts().says()
         .hears(item(1)).hears(item(2)).hears(item(3)).hears(item(4))
         .hears(item(5)).wants({reports(Report::TooMany, 5)})
         .hears(ends(3)).hears(ends(2))
         .hears(item(6)).wants({ItemOpened{{1}, {6}, ItemKind::Answer}})
         .hears(ends(3)).wants({reports(Report::SecondItemEnd, 3)})
         .hears(ends(2)).wants({reports(Report::UnknownItem, 2)})
         .hears(ends(1)).wants({ItemClosed{{1}, ItemEnd::Done}})
         .verdict();
   }},
};
// clang-format on

}  // namespace

std::span<const Check> item_checks() { return item_rows; }

}  // namespace conformance::appserver
