#include "light_testing.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <set>

namespace light_testing {
namespace {

class Function : public testing::Test {
 public:
  explicit Function(void (*body)()) : body_(body) {}
  void TestBody() override { body_(); }

 private:
  void (*body_)();
};

struct TestOfRows {
  const char* name;
  Place place;
  Factory factory;
};
struct Rows {
  const char* prefix;
  std::vector<Row> (*rows)();
};
struct Suite {
  std::vector<TestOfRows> tests;
  std::vector<Rows> rows;
};
std::map<std::string, Suite>& suites() {
  static std::map<std::string, Suite> all;
  return all;
}

void register_test(const std::string& suite, const TestOfRows& test, const Row& row) {
  // It keeps the row that its tests read.
  const std::shared_ptr<testing::internal::TestFactoryBase> factory = test.factory(row.value.get());
  testing::RegisterTest(suite.c_str(), (test.name + ("/" + row.name)).c_str(), nullptr, nullptr,
                        test.place.file, test.place.line,
                        [factory]() -> testing::Test* { return factory->CreateTest(); });
}

// CTest takes no other names, and of two tests of one name shows one.
bool has_good_names(const std::string& suite, const std::vector<Row>& rows) {
  std::set<std::string> names;
  const auto is_good = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  for (const auto& row : rows) {
    if (!row.name.empty() && std::ranges::all_of(row.name, is_good) &&
        names.insert(row.name).second)
      continue;
    std::fprintf(stderr, "%s: \"%s\" is no name of a row, or that of two\n", suite.c_str(),
                 row.name.c_str());
    return false;
  }
  return true;
}

// False: one would be passed over in silence.
bool register_suites() {
  bool all_have_tests = true;
  for (const auto& [name, suite] : suites()) {
    std::size_t count = 0;
    for (const auto& [prefix, make_rows] : suite.rows) {
      const auto rows = make_rows();
      all_have_tests = has_good_names(name, rows) && all_have_tests;
      for (const auto& row : rows)
        for (const auto& test : suite.tests) {
          register_test(prefix + ("/" + name), test, row);
          ++count;
        }
    }
    if (count > 0) continue;
    std::fprintf(stderr, "%s has %zu tests of rows and %zu instantiations, and so no test\n",
                 name.c_str(), suite.tests.size(), suite.rows.size());
    all_have_tests = false;
  }
  return all_have_tests;
}

}  // namespace

bool add_test(const char* suite, const char* name, Place place, void (*body)()) {
  testing::RegisterTest(suite, name, nullptr, nullptr, place.file, place.line,
                        [body]() -> testing::Test* { return new Function(body); });
  return true;
}
bool add_test_of_rows(const char* suite, const char* name, Place place, Factory factory) {
  suites()[suite].tests.push_back({name, place, factory});
  return true;
}
bool add_rows(const char* prefix, const char* suite, std::vector<Row> (*rows)()) {
  suites()[suite].rows.push_back({prefix, rows});
  return true;
}

}  // namespace light_testing

int main(int count, char** words) {
  testing::InitGoogleMock(&count, words);
  return light_testing::register_suites() ? RUN_ALL_TESTS() : 1;
}
