// GoogleTest's TEST, TEST_P and INSTANTIATE_TEST_SUITE_P with the same words and the same meaning,
// of which the compiler makes a fraction: of TEST one function where it makes eight, of a suite
// with parameters some ten where it makes a hundred and fifty. All test programs are given this
// before their first line; whatever is written for GoogleTest alone compiles with it and without.
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace light_testing {

struct Place {
  const char* file;
  int line;
};
// What makes a test of a suite with parameters, of a row of its.
using Factory = std::unique_ptr<testing::internal::TestFactoryBase> (*)(const void* row);
struct Row {
  std::string name;
  std::shared_ptr<const void> value;
};

bool add_test(const char* suite, const char* name, Place place, void (*body)());
bool add_test_of_rows(const char* suite, const char* name, Place place, Factory factory);
// `rows` is asked when the program has begun, and whatever they are made of with it.
bool add_rows(const char* prefix, const char* suite, std::vector<Row> (*rows)());

template <typename Test>
std::unique_ptr<testing::internal::TestFactoryBase> factory_of(const void* row) {
  return std::make_unique<testing::internal::ParameterizedTestFactory<Test>>(
      *static_cast<const typename Test::ParamType*>(row));
}

// The words of `testing` that stand in an INSTANTIATE_TEST_SUITE_P, which sees this one by that
// name.
namespace words {
using namespace ::testing;

template <typename... Row>
auto Values(Row... row) {
  return std::array<std::common_type_t<Row...>, sizeof...(Row)>{std::move(row)...};
}
template <typename Rows>
const Rows& ValuesIn(const Rows& rows) {
  return rows;
}
template <typename Number>
std::vector<Number> Range(Number begin, Number end) {
  std::vector<Number> out;
  for (; begin < end; ++begin) out.push_back(begin);
  return out;
}
template <typename Rows>
using RowOf = std::decay_t<decltype(*std::begin(std::declval<const Rows&>()))>;
template <typename Rows>
auto Combine(const Rows& rows) {
  return std::vector<std::tuple<RowOf<Rows>>>(std::begin(rows), std::end(rows));
}
template <typename Rows, typename... More>
auto Combine(const Rows& rows, const More&... more) {
  std::vector<std::tuple<RowOf<Rows>, RowOf<More>...>> out;
  for (const auto& row : rows)
    for (const auto& others : Combine(more...))
      out.push_back(std::tuple_cat(std::tuple(row), others));
  return out;
}

// Each is named by `name`, or by its number.
template <typename Suite, typename Rows, typename... Name>
std::vector<Row> rows_of(const Rows& rows, Name... name) {
  using Value = typename Suite::ParamType;
  std::vector<Row> out;
  for (const auto& row : rows) {
    const auto value = std::make_shared<const Value>(row);
    if constexpr (sizeof...(Name) == 0)
      out.push_back({std::to_string(out.size()), value});
    else
      out.push_back({(name(testing::TestParamInfo<Value>(*value, out.size())), ...), value});
  }
  return out;
}
}  // namespace words

}  // namespace light_testing

// The body has the words of testing::Test, such as RecordProperty, and is no object of it.
#undef TEST
#define TEST(suite, name)                                                                          \
  struct suite##_##name##_Test : ::testing::Test {                                                 \
    static void body();                                                                            \
  };                                                                                               \
  [[maybe_unused]] static const bool suite##_##name##_added =                                      \
      ::light_testing::add_test(#suite, #name, {__FILE__, __LINE__}, suite##_##name##_Test::body); \
  void suite##_##name##_Test::body()

#undef TEST_P
#define TEST_P(suite, name)                                                                      \
  class suite##_##name##_Test : public suite {                                                   \
    void TestBody() override;                                                                    \
  };                                                                                             \
  [[maybe_unused]] static const bool suite##_##name##_added = ::light_testing::add_test_of_rows( \
      #suite, #name, {__FILE__, __LINE__}, ::light_testing::factory_of<suite##_##name##_Test>);  \
  void suite##_##name##_Test::TestBody()

#undef INSTANTIATE_TEST_SUITE_P
#define INSTANTIATE_TEST_SUITE_P(prefix, suite, ...)            \
  [[maybe_unused]] static const bool prefix##_##suite##_added = \
      ::light_testing::add_rows(#prefix, #suite, [] {           \
        namespace testing = ::light_testing::words;             \
        return testing::rows_of<suite>(__VA_ARGS__);            \
      })
