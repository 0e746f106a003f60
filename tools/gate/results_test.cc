// Results as files hold them: every line comes back as it was written, and what is wrong is
// refused with its place. After a wanted change of the tables in docs/REFERENCE.md:
//
//   ORRERY_UPDATE_GOLDEN=1 ctest --test-dir build/release -R Results
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

#include "command/options.h"
#include "command/program_testing.h"
#include "conformance/area/areas.h"
#include "gate/results_reader.h"
#include "results/words.h"
#include "sim/files/format_reference.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;
using conformance::PlanFailure;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const conformance::Unit copy_row{.area = "ack", .name = "row/copy"};

const conformance::CheckResult only_through_another{.area = "ack",
                                                    .check = "row/copy",
                                                    .fails = "want this; got that",
                                                    .row = "mkdir",
                                                    .unsteady = true,
                                                    .outcome = Outcome::Through};

conformance::UnitResult unit_result() {
  conformance::UnitResult out{.ends_chain = true,
                              .incomplete = true,
                              .exercised = {.low = 1, .high = ~std::uint64_t{}},
                              .checked = {.low = 2},
                              .fingerprint = 0xfedcba9876543210,
                              .proofs = {.runs = 1, .transitions = 2, .differences = 3},
                              .seconds = 0.25};
  out.decided.push_back({.rule = "ACK-05",
                         .area = "ack",
                         .level = spec::Level::Should,
                         .check = "row/copy",
                         .outcome = Outcome::Fail,
                         .worlds = 1,
                         .states = 2,
                         .runs = ~std::uint64_t{},
                         .message = "FAIL ACK-05\n  \"want\"\t\x01",
                         .replay = "orrery replay x",
                         .world = "ack:r1:mkdir",
                         .failure = PlanFailure{.kind = PlanFailure::Kind::Endless,
                                                .rule = "ACK-05",
                                                .path = {0, 65535},
                                                .unavoidable_after = 1,
                                                .cycle_ms = 0}});
  out.decided.push_back(only_through_another);
  out.rows.push_back({.row = 3,
                      .worlds = 4,
                      .states = 5,
                      .runs = 6,
                      .met = {.low = 7},
                      .searched = true,
                      .limited = true,
                      .foreign = true,
                      .failed = true,
                      .through = "mkdir",
                      .not_sampled = true});
  out.searches.push_back({.worlds = 1,
                          .states = 2,
                          .transitions = 3,
                          .finals = 4,
                          .levels = 5,
                          .peak_bytes = 6,
                          .fingerprint = 7,
                          .collision_probability = 3.6e-8,
                          .complete = true,
                          .limit = "states"});
  out.soundness.push_back({.row = 1,
                           .column = 2,
                           .ended = {.kinds = {1, 2, 3, 4, 5},
                                     .classes = {1, 2, 3, 4, 5, 6, 7},
                                     .false_ok = 8,
                                     .false_timeout = 9}});
  out.examples.push_back({.row = 1,
                          .kind = conformance::Truth::FalseTimeout,
                          .classes = 127,
                          .world = "ack:r1:mkdir",
                          .path = {1, 2}});
  return out;
}

std::string first_line() {
  const CampaignIdentity identity{.version = "0.1.0",
                                  .areas = {conformance::area_named("ack")},
                                  .options = {},
                                  .budget = "quick",
                                  .units = 1};
  nlohmann::ordered_json line;
  line["campaign"] = document_of(identity_format, identity);
  return dump(line) + "\n";
}

std::string whole_file() { return first_line() + lines_of(copy_row, unit_result()); }

TEST(ResultsFile, ComesBackAsItWasWritten) {
  const auto text = whole_file();
  const auto read = parse_results(text, "file");
  ASSERT_EQ(read.units.size(), 1u);
  EXPECT_EQ(lines_of(read.units[0].unit, read.units[0].result), lines_of(copy_row, unit_result()));
  EXPECT_EQ(differences(*read.identity, *parse_results(first_line(), "").identity, ""), "");
  EXPECT_EQ(read.bytes_kept, text.size());
}

struct Wrong {
  std::string name, from, to;
  int line = 0;
  std::string says = {};
};

class WrongResults : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongResults, AreRefusedWithTheirPlace) {
  const auto& [name, from, to, line, says] = GetParam();
  auto text = whole_file();
  const auto at = text.find(from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, from.size(), to);
  try {
    parse_results(text, "file");
    FAIL() << "taken";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), StartsWith("file:" + std::to_string(line) + ":"));
    EXPECT_THAT(error.what(), HasSubstr(": " + says));
  }
}

const std::string second_check = lines_of(copy_row, unit_result())
                                     .substr(lines_of(copy_row, unit_result()).find('\n') + 1,
                                             lines_of(copy_row, unit_result()).find("{\"unit\"") -
                                                 lines_of(copy_row, unit_result()).find('\n') - 1);
std::string areas_of(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += std::string(i == 0 ? "" : ",") + "\"ack\"";
  return "[" + out + "]";
}

INSTANTIATE_TEST_SUITE_P(
    Results, WrongResults,
    testing::Values(
        Wrong{"NoJson", R"("checks":2)", R"("checks":,2)", 4, "This is no JSON"},
        Wrong{"Count", R"("checks":2)", R"("checks":7)", 4, "/checks: The unit has 7 checks"},
        Wrong{"LostCheck", second_check, "", 3, "/checks: The unit has 2 checks, but 1 stand"},
        Wrong{"Missing", R"("incomplete":true,)", "", 4, "The field `incomplete` is missing"},
        Wrong{"Misspelt", R"("failed":true)", R"("faild":true)", 4, "/rows/0/faild: There is"},
        Wrong{"Type", R"("searched":true)", R"("searched":1)", 4, "/rows/0/searched: This"},
        Wrong{"Outcome", R"("fail",)", R"("fial",)", 2, "/outcome: `fial` is not an outcome."},
        Wrong{"Rule", R"("ACK-05")", R"("ACK-99")", 2, "/rule: `ACK-99` is not a rule."},
        Wrong{"Area", R"("area":"ack","checks")", R"("area":"every","checks")", 4, "/area: "},
        Wrong{"Hex", "fedcba98", "fedcba9g", 4, "/fingerprint: This is no number in hex."},
        Wrong{"Rules", "0000000000000002", "000000000000000", 4, "/checked: These are no"},
        Wrong{"Negative", R"("worlds":1,)", R"("worlds":-1,)", 2, "/worlds: This is no such"},
        Wrong{"Large", R"("column":2)", R"("column":4294967296)", 4, "/soundness/0/column: "},
        Wrong{"Cells", "[1,2,3,4,5]", "[1,2,3,4]", 4, "/soundness/0/kinds: Some of it is"},
        Wrong{"Classes", R"("classes":127)", R"("classes":1024)", 4, "/examples/0/classes: 1024"},
        Wrong{"FirstLine", R"({"campaign")", R"({"campain")", 1, "This is not a line of a"},
        Wrong{"NoFirstLine", first_line(), "", 1, "/campaign: It is missing."},
        Wrong{"TwoFirstLines", "\n", "\n" + first_line(), 2, "/campaign: The file has begun"},
        Wrong{"UnitTwice", first_line(), whole_file(), 7, "/unit: This unit stands twice"},
        Wrong{"Format", R"("format":4)", R"("format":3)", 1, "/campaign/format: This format"},
        Wrong{"AreaTwice", R"(["ack"])", areas_of(2), 1, "/campaign/areas/1: `ack` stands"},
        Wrong{"Areas", R"(["ack"])", areas_of(5'000), 1, "/campaign/areas: 5000 areas are too"},
        Wrong{"NoArea", R"(["ack"])", "[]", 1, "/campaign/areas: No area is named."},
        Wrong{"Runs", R"("runs":0)", R"("runs":18446744073709551615)", 1,
              "/campaign/runs: 18446744073709551615 is out of range."},
        Wrong{"NegativeRuns", R"("runs":0)", R"("runs":-1)", 1, "/campaign/runs: This is no"},
        Wrong{"NothingProved", R"("prove_every":64)", R"("prove_every":0)", 1,
              "/campaign/prove_every: 0 is out of range."},
        Wrong{"Subject", R"("engine")", R"("engin")", 1, "/campaign/subject: `engin` is not a"},
        Wrong{"Budget", R"("quick")", R"("quik")", 1, "/campaign/budget: `quik` is not a"},
        Wrong{"Shard", R"("1/1")", R"("2/1")", 1, "/campaign/shard: `2/1` is no part I/N."}),
    [](const auto& row) { return row.param.name; });

TEST(ResultsFile, IsRefusedWhateverByteIsLost) {
  const auto text = whole_file();
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    auto wrong = text;
    wrong.erase(i, 1);
    try {
      parse_results(wrong, "file");  // A digit less may be a number too.
    } catch (const UsageError& error) {
      ASSERT_THAT(error.what(), StartsWith("file:")) << i;
    }
  }
}

TEST(ResultsDocument, GeneratedTablesAreThoseOfTheFormat) {
  constexpr const char* page = ORRERY_SOURCE_DIR "/docs/REFERENCE.md";
  const auto is = text_of(page);
  sim::format::Reference reference;
  auto wanted = is;
  const auto put = [&](const std::string& name, const auto& table, const auto& base) {
    const auto schema = sim::format::describe(table, sim::format::spot(base));
    wanted = reference.in(wanted, name, schema, name);
  };
  put("a check", check_format, CheckResult{});
  put("`campaign`", identity_format, CampaignIdentity{});
  put("a unit", unit_format, UnitLine{});
  put("`summary`", summary_format, SummaryLine{});
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(page) << wanted;
  EXPECT_EQ(is, wanted);
}

}  // namespace
}  // namespace tools
