#include "port/visit.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

namespace port {
namespace {

template <std::size_t index>
struct Numbered {
  std::size_t number = index;
};

template <std::size_t... all>
constexpr bool finds_each(std::index_sequence<all...>) {
  using Many = std::variant<Numbered<all>...>;
  const auto number = [](const auto& one) { return one.number; };
  return ((visit(number, Many(Numbered<all>{})) == all) && ...);
}
static_assert(finds_each(std::make_index_sequence<1>()));
static_assert(finds_each(std::make_index_sequence<12>()));
static_assert(finds_each(std::make_index_sequence<32>()));

TEST(Visit, ChangesWhatIsVisited) {
  std::variant<int, std::string> text = "a";
  visit([]<class One>(One& one) { one = One{one} + One{one}; }, text);
  EXPECT_EQ(std::get<std::string>(text), "aa");
}

TEST(Visit, GivesReferences) {
  std::variant<std::string, std::string> either(std::in_place_index<1>, "here");
  auto& found = visit([](std::string& one) -> std::string& { return one; }, either);
  EXPECT_EQ(&found, &std::get<1>(either));
}

}  // namespace
}  // namespace port
