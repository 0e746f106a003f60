// The tool table of the engine and that of the specification are written down twice; here they are
// compared, row by row and by what they are called.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "conformance/ack/plans.h"
#include "engine/ack/engine.h"
#include "port/ack/show.h"
#include "spec/ack/tools.h"

namespace conformance::ack {
namespace {

using namespace port::ack;
using spec::ack::ToolRow;

// A row in words: what it is for, what it waits for, and for how long.
std::string text(const Names& names, const Row& row) {
  return show(names, row.tool, row.target, row.when) + ": " +
         show(names, Signal{row.signal, row.subject, row.below_captured}) + " " +
         std::to_string(row.budget.count()) + " " + std::to_string(row.poll.count());
}
std::string text(const Names& names, const ToolRow& row) {
  auto signal = row.signal;
  signal.bound = signal.kind == SignalKind::WindowCountBelow && row.when == When::One;
  return show(names, row.tool, row.target, row.when) + ": " + show(names, signal) + " " +
         std::to_string(row.budget_ms) + " " + std::to_string(spec::ack::poll_ms(signal.kind));
}

template <class Rows>
std::vector<std::string> texts(const Names& names, const Rows& rows) {
  std::vector<std::string> out;
  for (const auto& row : rows) out.push_back(text(names, row));
  std::ranges::sort(out);
  return out;
}

TEST(AckTables, ThatOfTheEngineIsThatOfTheSpecification) {
  for (const auto revision : all_revisions()) {
    const auto& table = table_of(revision);
    EXPECT_EQ(texts(table.names(), table.rows),
              texts(spec::ack::names, spec::ack::tools_of(revision)));
  }
}

// Ids travel from the one to the other.
TEST(AckTables, AnIdMeansTheSameInBoth) {
  for (const auto revision : all_revisions()) {
    const auto names = table_of(revision).names();
    EXPECT_TRUE(std::ranges::equal(names.tools, spec::ack::names.tools));
    EXPECT_TRUE(std::ranges::equal(names.targets, spec::ack::names.targets));
    EXPECT_TRUE(std::ranges::equal(names.subjects, spec::ack::names.subjects));
  }
}

}  // namespace
}  // namespace conformance::ack
