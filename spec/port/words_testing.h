// Every word and every record of an area has a name, once: for the tests of its port.
#pragma once
#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <variant>

#include "port/words.h"

namespace port {

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

// Its members are as many as their names, or this does not compile.
template <class T>
void expect_record(std::set<std::string_view>& names) {
  EXPECT_TRUE(names.insert(T::record.name).second) << "twice: " << T::record.name;
  std::set<std::string_view> members;
  for_each_member(T{}, [&](std::string_view name, const auto&) {
    EXPECT_TRUE(members.insert(name).second) << T::record.name << " has two of " << name;
  });
  EXPECT_EQ(members.size(), T::record.members.size());
}

template <class... T>
void expect_records(std::set<std::string_view>& names, const std::variant<T...>*) {
  (expect_record<T>(names), ...);
}

}  // namespace port
