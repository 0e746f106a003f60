#include "engine/appserver/inbox.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

ItemDelta delta_of(Names& names, std::string text, ThreadId about = thread, ItemId id = item) {
  const TextMark mark = mark_of(text);
  return {about, turn, id, names.keep(std::move(text)), mark};
}

TEST(AppserverInbox, MergesDeltasWhenItIsFull) {
  Names names;
  Inbox inbox(2, names);
  EXPECT_TRUE(inbox.offer(delta_of(names, "One ")));
  EXPECT_TRUE(inbox.offer(TurnStarted{other_thread, turn}));
  EXPECT_TRUE(inbox.offer(delta_of(names, "two ")));
  EXPECT_TRUE(inbox.offer(delta_of(names, "three")));
  EXPECT_EQ(inbox.size(), 2u);
  const auto merged = std::get<ItemDelta>(*inbox.take());
  EXPECT_EQ(names.text_of(merged.text), "One two three");
  EXPECT_EQ(merged.mark, mark_of("One two three"));
}

TEST(AppserverInbox, MakesTheReaderWaitForAnythingElse) {
  Names names;
  Inbox inbox(1, names);
  EXPECT_TRUE(inbox.offer(delta_of(names, "x")));
  EXPECT_FALSE(inbox.offer(TurnCompleted{thread, turn, TurnEnd::Completed}));
  EXPECT_FALSE(inbox.offer(delta_of(names, "y", thread, {2})));
  EXPECT_FALSE(inbox.offer(delta_of(names, "y", other_thread)));
  EXPECT_TRUE(inbox.take().has_value());
  EXPECT_TRUE(inbox.offer(TurnCompleted{thread, turn, TurnEnd::Completed}));
  EXPECT_TRUE(inbox.take().has_value());
  EXPECT_FALSE(inbox.take().has_value());
}

TEST(AppserverInbox, MergesNothingAcrossAnotherMessageOfItsThread) {
  Names names;
  Inbox inbox(2, names);
  EXPECT_TRUE(inbox.offer(delta_of(names, "x")));
  EXPECT_TRUE(inbox.offer(ItemCompleted{.thread = thread, .turn = turn, .item = item}));
  EXPECT_FALSE(inbox.offer(delta_of(names, "y")));
}

// Per thread, texts put together and everything else come out as they went in.
RC_GTEST_PROP(AppserverInbox, KeepsAllTextAndTheOrderOfEachThread, ()) {
  const auto bytes = *rc::gen::resize(300, rc::gen::arbitrary<std::vector<std::uint8_t>>());
  Names names;
  Inbox inbox(3, names);
  std::map<std::uint32_t, std::string> in, out;
  const auto write = [&](std::map<std::uint32_t, std::string>& to, const ToClient& message) {
    if (const auto* delta = std::get_if<ItemDelta>(&message)) {
      to[delta->thread.value] += std::to_string(delta->item.value) + ':';
      to[delta->thread.value] += std::string(names.text_of(delta->text)) + ' ';
    } else {
      to[std::get<TurnCompleted>(message).thread.value] += "end ";
    }
  };
  // "1:a 1:b " is "1:ab ".
  const auto plain = [](const std::string& text) {
    std::string result, last;
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find(' ', at);
      const std::string word = text.substr(at, end - at);
      const std::string key = word.substr(0, word.find(':'));
      const bool same = word != "end" && key == last;
      result += same ? word.substr(key.size() + 1) : ' ' + word;
      last = word == "end" ? "" : key;
      at = end + 1;
    }
    return result;
  };
  for (const std::uint8_t byte : bytes) {
    const ThreadId about{1 + byte % 2u};
    ToClient message = TurnCompleted{about, turn, TurnEnd::Completed};
    if (byte % 8 != 0)
      message = delta_of(names, std::string(1, static_cast<char>('a' + byte % 26)), about,
                         {1 + byte / 2 % 2u});
    write(in, message);
    while (!inbox.offer(message)) write(out, *inbox.take());
    RC_ASSERT(inbox.size() <= 3u);
  }
  while (const auto message = inbox.take()) write(out, *message);
  for (const std::uint32_t about : {1u, 2u}) RC_ASSERT(plain(in[about]) == plain(out[about]));
}

}  // namespace
}  // namespace engine::appserver
