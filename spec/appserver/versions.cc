#include "spec/appserver/versions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace spec::appserver {
namespace {

constexpr std::array measured{Version{0, 58, 0},  Version{0, 63, 0},  Version{0, 77, 0},
                              Version{0, 98, 0},  Version{0, 115, 0}, Version{0, 130, 0},
                              Version{0, 140, 0}, Version{0, 146, 0}, Version{0, 155, 0},
                              Version{0, 163, 0}, Version{0, 169, 0}, Version{0, 171, 0}};
constexpr Version oldest = measured.front(), newest = measured.back();
// Of a server that has not said its version an older one is not thought of.
constexpr Version in_use{0, 115, 0};

constexpr Version without_patch(Version version) { return {version.major, version.minor, 0}; }

// clang-format off
constexpr std::array rows{
  VersionRow{"SRV-05", "an item of a review before its turn has started", {0, 77, 0}, newest,
    "a review says that it was entered before its turn starts"},
  VersionRow{"SRV-05", "an item of a review starts again", {0, 77, 0}, {0, 163, 0},
    "a review is left under the id of the item by which it was entered"},
  VersionRow{"ITM-06", "an item of a review completes for the second time", {0, 77, 0}, {0, 163, 0},
    "a review is left under the id of the item by which it was entered"},
  VersionRow{"ITM-02", "a review completes and leaves an item open", {0, 77, 0}, newest,
    "the answer of the reviewer is told again under another id"},
  VersionRow{"SRV-05", "an item that was not approved completes and has not started",
    {0, 98, 0}, {0, 130, 0}, "a command starts when it is approved"},
  VersionRow{"ITM-06", "an item that was not approved completes for the second time",
    {0, 63, 0}, {0, 63, 0},
    "a declined command completes once as declined and once as failed"},
  VersionRow{"SRV-08",
    "turn/start during a turn is answered with another turn than the running one",
    oldest, {0, 146, 0}, "the input goes to the running turn, and the answer names one of its own"},
  VersionRow{"SES-03", "a turn starts while another one of its thread is active",
    oldest, {0, 98, 0}, "turn/start during a turn begins another turn"},
  VersionRow{"SRV-05", "a compaction in a turn that has not started", {0, 77, 0}, {0, 98, 0},
    "a compaction has a turn of its own, whose start is not said"},
  // Of its clients.
  VersionRow{"SES-10", "an approval policy that the dialect does not have", oldest, {0, 63, 0},
    "it has the words of the draft"},
  VersionRow{"SES-10", "a sandbox that the dialect does not have", oldest, {0, 63, 0},
    "it has the words of a turn's sandbox for that of a thread"},
  // What a probe finds.
  VersionRow{"SRV-04", "ends_on_bad_utf8", oldest, newest,
    "its reader takes stdin for a text and ends with the first byte that is not UTF-8"},
  VersionRow{"WIRE-04", "one_level_less", oldest, newest,
    "its JSON library has a limit of 127 levels"},
  VersionRow{"SRV-02", "one_code_for_bad_requests", oldest, newest,
    "it has -32600 for everything that is wrong with a request, and says what in the message"},
  VersionRow{"SRV-03", "64 requests, and the end of stdin at once", oldest, newest,
    "it ends with its input, whatever it still has to say"},
  VersionRow{"SRV-04", "bytes that are not UTF-8", oldest, {0, 140, 0},
    "its reader takes stdin for a text and reads no further than the first byte that is not UTF-8"},
  VersionRow{"SRV-08", "turn/start during a turn", oldest, {0, 146, 0},
    "the input goes to the running turn, and the answer names one of its own"},
  VersionRow{"WIRE-07", "the id -0, which is 0", oldest, {0, 130, 0},
    "its JSON library takes -0 for a number with a fraction"},
  VersionRow{"WIRE-06", "an unknown field with a number out of range", oldest, {0, 130, 0},
    "its JSON library reads what nobody knows as well"},
  VersionRow{"SES-05", "turn/interrupt without a turn", oldest, {0, 115, 0},
    "an interrupt without a turn is never answered"},
  VersionRow{"SES-09", "the other thread is as it was", oldest, {0, 115, 0},
    "an interrupt without a turn is never answered"},
  VersionRow{"SRV-06", "turn/interrupt", oldest, oldest, "turn/completed is not said"},
  VersionRow{"SRV-06", "turn/interrupt of a turn that was steered", oldest, oldest,
    "turn/completed is not said"},
  VersionRow{"SES-03", "another turn in the same thread", oldest, oldest,
    "turn/completed is not said"},
  VersionRow{"SES-09", "thread/archive", {0, 98, 0}, {0, 155, 0},
    "a thread without a turn is not kept, and so cannot be archived"},
  VersionRow{"SES-03", "turn/interrupt after the end of the turn", oldest, {0, 163, 0},
    "an interrupt without a turn is never answered"},
  VersionRow{"SRV-03", "an interrupt without a turn is never answered", oldest, {0, 163, 0},
    "an interrupt is answered when the turn ends"},
};
// clang-format on

// What the word begins with; unknown if that is no version.
Version to_version(std::string_view word) {
  Version out;
  const char* at = word.data();
  const char* const end = at + word.size();
  for (auto* part : {&out.major, &out.minor, &out.patch}) {
    const auto [after, error] = std::from_chars(at, end, *part);
    if (error != std::errc()) return {};
    at = after;
    if (part != &out.patch && (at == end || *at++ != '.')) return {};
  }
  return out;
}

}  // namespace

// The first one that ends its word: the name of a client may have slashes of its own, and behind
// the server come a terminal and others.
Version version_in(std::string_view user_agent) {
  auto slash = user_agent.find('/');
  while (slash != user_agent.npos) {
    const auto from = slash + 1;
    slash = user_agent.find('/', from);
    const auto space = user_agent.find(' ', from);
    if (slash < space) continue;
    const auto version = to_version(user_agent.substr(from, space - from));
    if (version.is_known()) return version;
  }
  return {};
}

std::string text_of(Version version) {
  if (!version.is_known()) return {};
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

std::span<const Version> measured_versions() { return measured; }

Version judged_as(Version version) {
  if (!version.is_known()) return {};
  const auto after = std::ranges::upper_bound(measured, without_patch(version));
  return after == measured.begin() ? Version{} : *(after - 1);
}

bool is_newer_than_measured(Version version) { return without_patch(version) > newest; }

std::span<const VersionRow> version_rows() { return rows; }

const VersionRow* find_deviation(std::string_view rule, std::string_view what, bool may_be_older) {
  const auto found = std::ranges::find_if(rows, [&](const VersionRow& row) {
    return row.rule == rule && row.what == what && (may_be_older || row.to >= in_use);
  });
  return found == rows.end() ? nullptr : &*found;
}

const VersionRow* find_deviation(Version version, std::string_view rule, std::string_view what) {
  const auto as = judged_as(version);
  if (!as.is_known()) return nullptr;
  const auto found = std::ranges::find_if(rows, [&](const VersionRow& row) {
    return row.from <= as && as <= row.to && row.rule == rule && row.what == what;
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace spec::appserver
