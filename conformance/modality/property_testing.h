// Properties of judged worlds: how many cases they take, how a failure is told, and the small
// world that is left of one that some mutant breaks.
#pragma once
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <sstream>
#include <string>

namespace conformance::property {

// RC_PARAMS may ask for more cases, never for fewer.
inline rc::detail::TestParams many_cases() {
  auto params = rc::detail::configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, 10'000);
  return params;
}

// As RC_GTEST_PROP does it.
inline rc::detail::TestResult check_many(const std::function<void()>& property) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(test->test_suite_name()) + "/" + test->name();
  const rc::detail::TestMetadata metadata{name, test->name()};
  if (!rc::detail::configuration().reproduce.empty())
    return rc::detail::checkTestable(property, metadata);
  return rc::detail::checkTestable(property, metadata, many_cases());
}

inline void prove(const std::function<void()>& property) {
  const auto result = check_many(property);
  if (result.is<rc::detail::SuccessResult>()) return;
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  FAIL() << text.str();
}

// Whether a property that should fail does. The last failure that it meets is the shrunk one.
inline bool fails(const std::function<void()>& property) {
  rc::detail::TestListenerAdapter silent;  // This failure is none to reproduce.
  return rc::detail::checkTestable(property, rc::detail::TestMetadata{}, many_cases(), silent)
      .is<rc::detail::FailureResult>();
}

// Of any size, whatever the size of the case.
inline rc::Gen<std::uint8_t> below(std::size_t end) {
  return rc::gen::resize(rc::kNominalSize,
                         rc::gen::inRange(std::uint8_t{0}, static_cast<std::uint8_t>(end)));
}

}  // namespace conformance::property
