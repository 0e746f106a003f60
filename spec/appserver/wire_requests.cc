// What a request of the client sets, and how soon it is sent again.
#include <algorithm>
#include <numeric>
#include <utility>

#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

constexpr std::int64_t at_once_us = 100'000;

// Pauses that grow and are drawn, too, are longer in the end than in the beginning, though each may
// be shorter than the one before.
bool has_grown(const ManySlots::Refused& refused) {
  constexpr std::int64_t least_us = 40'000;
  const auto last = std::accumulate(refused.last_us.begin(), refused.last_us.end(), std::int64_t{});
  return last >= least_us && 3 * last >= 4 * refused.first_us;
}

}  // namespace

// Each that the dialect does not have is a finding of its own (SES-10).
void WireJudge::judge_values(WrongSettings wrong, const Place& place) {
  if (wrong != 0 && is_newer_than_measured(s_.version))
    return note("a value that no rule knows, for a server that was not measured", place);
  for (auto setting = Setting::Policy; setting <= Setting::OlderPolicy; setting = next(setting))
    if ((wrong & bit_of(setting)) != 0)
      keeps<recorded::values<S>>(WrongValue{setting}, place, nowhere);
}

// Those that this server may have, or that the recorder may have changed, it leaves: how they are
// answered shows.
WrongSettings WireJudge::judge_values_of(const Line& line) {
  constexpr WrongSettings doubtful = bit_of(Setting::OlderPolicy) | bit_of(Setting::Input);
  const auto surely = static_cast<WrongSettings>(line.wrong & ~doubtful);
  judge_values(surely, line.place);
  return surely == 0 ? line.wrong : WrongSettings{0};
}

// Each refusal may be followed by one try. Where no thread is named several may ask, each for
// itself (RPC-10). Pauses that grow, or are drawn, are not as short as these so often.
bool WireJudge::hammers(const Line& line) {
  constexpr std::uint32_t often = 8;
  auto* refused = s_.refused.find(line.asked);
  if (refused == nullptr) return false;
  const auto answered = std::exchange(refused->answered, Place{});
  const auto pause = line.place.time_us - answered.time_us;
  if (!line.place.timed || !answered.timed || pause < 0 || pause + s_.clock.step() > at_once_us) {
    s_.refused.erase(line.asked);
    return false;
  }
  const bool grows = pause > refused->longest_us && refused->times_at_once > 0;
  refused->longest_us = std::max(refused->longest_us, pause);
  refused->last_us[refused->times_at_once % refused->last_us.size()] = pause;
  if (refused->times_at_once < refused->last_us.size()) refused->first_us += pause;
  if (++refused->times_at_once < often || grows || has_grown(*refused)) return false;
  if (std::exchange(refused->told, true)) return false;
  const bool by_one = line.thread != 0 || line.method == spec::appserver::Method::Initialize;
  if (!by_one)
    note("an overloaded server is asked the same at once, for the eighth time in a row (RPC-06)",
         line.place);
  return by_one;
}

}  // namespace spec::appserver::clauses
