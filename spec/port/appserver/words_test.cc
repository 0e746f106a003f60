// Every word and every message of the app-server has a name, once.
#include "port/words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "port/appserver/facts.h"
#include "port/appserver/show.h"

namespace port::appserver {
namespace {

using Enums = std::tuple<Method, Error, Outcome, TurnEnd, ItemKind, ItemEnd, AskKind, Decision,
                         Withdrawal, Policy, Sandbox, TimerKind, Report, Banner>;
using Records = std::tuple<TextMark, Settings, Timer>;

template <class E>
void expect_words() {
  static_assert(has_words<E>());
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < words<E>.size(); ++i) {
    const auto value = static_cast<E>(i);
    EXPECT_TRUE(seen.insert(word(value)).second) << "twice: " << word(value);
    EXPECT_EQ(enumerator_of<E>(word(value)), value);
  }
  EXPECT_EQ(word(static_cast<E>(words<E>.size())), "?");
}

TEST(AppserverWords, EveryEnumeratorHasAWordOfItsOwn) {
  std::apply([](auto... each) { (expect_words<decltype(each)>(), ...); }, Enums{});
}

// Its members are as many as their names, or this does not compile.
template <class T>
void expect_record(std::set<std::string_view>& names) {
  EXPECT_TRUE(names.insert(record<T>.name).second) << "twice: " << record<T>.name;
  std::set<std::string_view> members;
  for_each_member(T{}, [&](std::string_view name, const auto&) {
    EXPECT_TRUE(members.insert(name).second) << record<T>.name << " has two of " << name;
  });
  EXPECT_EQ(members.size(), record<T>.members.size());
}

template <class... T>
void expect_records(std::set<std::string_view>& names, const std::variant<T...>*) {
  (expect_record<T>(names), ...);
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
