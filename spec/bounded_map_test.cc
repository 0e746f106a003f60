#include "spec/bounded_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace spec {
namespace {

TEST(BoundedMap, ForgetsTheOldestAndKeepsTheOrderOfEqualNames) {
  BoundedMap<int> map(3);
  map.add(7, 1);
  map.add(7, 2);
  map.add(8, 3);
  EXPECT_EQ(*map.find(7), 1);
  map.add(9, 4);
  EXPECT_EQ(map.size(), 3u);
  EXPECT_EQ(*map.find(7), 2);
  map.erase(7);
  EXPECT_EQ(map.find(7), nullptr);
  EXPECT_EQ(map.take(8), 3);
}

TEST(BoundedMap, FindsAmongManyOfOneName) {
  constexpr int count = 200'000;
  BoundedMap<int> map(count);
  for (int i = 0; i < count; ++i) map.add(7, i);
  int next = 0;
  map.each([&](std::uint64_t, int value) { EXPECT_EQ(value, next++); });
  EXPECT_EQ(next, count);
  ASSERT_NE(map.next_forgotten(), nullptr);
  EXPECT_EQ(*map.next_forgotten(), 0);
  map.add(8, 1);
  EXPECT_EQ(*map.next_forgotten(), 1);
  map.erase_all(7);
  EXPECT_EQ(map.size(), 1u);
}

// What a list of all entries, the oldest first, says of the same steps.
class Twin {
 public:
  explicit Twin(std::size_t most) : map_(most), most_(most) {}

  void step(std::uint64_t draw) {
    const auto name = draw / 8 % 12;
    const auto found = std::ranges::find(list_, name, &Entry::first);
    const int value = ++values_;
    switch (draw % 8) {
      case 0: {
        map_.erase(name);
        if (found != list_.end()) list_.erase(found);
        break;
      }
      case 1: {
        if (list_.empty()) break;
        map_.renew_oldest();
        std::rotate(list_.begin(), list_.begin() + 1, list_.end());
        break;
      }
      case 2: {
        if (value % 8 != 0) break;
        map_.erase_all(name);
        std::erase_if(list_, [&](const Entry& entry) { return entry.first == name; });
        break;
      }
      default: {
        map_.add(name, value);
        if (list_.size() >= most_) list_.erase(list_.begin());
        list_.emplace_back(name, value);
      }
    }
    compare(name);
  }

 private:
  using Entry = std::pair<std::uint64_t, int>;

  void compare(std::uint64_t name) const {
    std::vector<Entry> all, alike, wanted;
    map_.each([&](std::uint64_t key, int value) { all.emplace_back(key, value); });
    ASSERT_EQ(all, list_);
    ASSERT_EQ(map_.size(), list_.size());
    map_.each_of(name, [&](int value) { alike.emplace_back(name, value); });
    std::ranges::copy_if(list_, std::back_inserter(wanted),
                         [&](const Entry& entry) { return entry.first == name; });
    ASSERT_EQ(alike, wanted);
    ASSERT_EQ(map_.find(name) != nullptr, !wanted.empty());
    if (!wanted.empty()) {
      ASSERT_EQ(*map_.find(name), wanted.front().second);
    }
    ASSERT_EQ(map_.next_forgotten() != nullptr, list_.size() == most_);
    if (list_.size() == most_) {
      ASSERT_EQ(*map_.next_forgotten(), list_.front().second);
    }
  }

  BoundedMap<int> map_;
  std::size_t most_;
  std::vector<Entry> list_;
  int values_ = 0;
};

TEST(BoundedMap, AgreesWithAList) {
  for (const std::size_t most : {1U, 2U, 7U, 50U}) {
    Twin twin(most);
    std::uint64_t draw = most;
    for (int i = 0; i < 20'000 && !::testing::Test::HasFatalFailure(); ++i) {
      draw = draw * 6364136223846793005 + 1442695040888963407;
      twin.step(draw >> 33);
    }
  }
}

TEST(BoundedMap, MayBeAllowedMore) {
  BoundedMap<int> map(1);
  map.add(1, 10);
  map.allow(2);
  map.add(2, 20);
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(*map.begin(), 10);
}

}  // namespace
}  // namespace spec
