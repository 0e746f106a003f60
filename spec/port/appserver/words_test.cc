// Every word and every message of the app-server has a name, once.
#include "port/words.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <tuple>

#include "port/appserver/facts.h"
#include "port/appserver/show.h"
#include "words_testing.h"

namespace port::appserver {
namespace {

using Enums = std::tuple<Method, Error, Outcome, TurnEnd, ItemKind, ItemEnd, AskKind, Decision,
                         Withdrawal, Policy, Sandbox, TimerKind, Report, Banner>;
using Records = std::tuple<TextMark, Settings, Timer>;

TEST(AppserverWords, EveryEnumeratorHasAWordOfItsOwn) {
  std::apply([](auto... each) { (expect_words<decltype(each)>(), ...); }, Enums{});
}

TEST(AppserverWords, EveryMessageAndItsMembersHaveNames) {
  std::set<std::string_view> names;
  expect_records(names, static_cast<const ToServer*>(nullptr));
  expect_records(names, static_cast<const ToClient*>(nullptr));
  expect_records(names, static_cast<const Happening*>(nullptr));
  expect_records(names, static_cast<const Command*>(nullptr));
  expect_records(names, static_cast<const Fact*>(nullptr));
  std::apply([&](auto... each) { (expect_record<decltype(each)>(names), ...); }, Records{});
}

TEST(AppserverWords, MarksOfPartsArePutTogether) {
  for (const std::string_view text : {"", "a", "a longer text, \xc3\xa9 and so on"}) {
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
      EXPECT_EQ(joined(mark_of(text.substr(0, cut)), mark_of(text.substr(cut))), mark_of(text));
  }
  EXPECT_NE(mark_of("ab"), mark_of("ba"));
  EXPECT_NE(mark_of(std::string_view("\0", 1)), mark_of(""));
}

TEST(AppserverWords, PrintsLeaveOutWhatIsZero) {
  EXPECT_EQ(
      show(Command(Send{{1}, Request{.id = {3}, .method = Method::TurnStart, .thread = {1}}})),
      "Send process=1 Request id=3 turn_start thread=1");
  EXPECT_EQ(show(Command(SetTimer{{TimerKind::Deadline, 3}, Duration{60'000}})),
            "SetTimer Timer deadline of=3 after_ms=60000");
  EXPECT_EQ(show(Happening(Received{{1}, Response{.id = {3}, .error = Error::Internal}})),
            "Received process=1 Response id=3 internal");
}

}  // namespace
}  // namespace port::appserver
