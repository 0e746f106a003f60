// How a file, a stream or a port stands in the situation: the facts that clauses are written in.
// Not for others to include.
#pragma once
#include <algorithm>
#include <cstdint>

#include "spec/monitor/judge.h"

namespace spec::monitor {

constexpr FileSituation no_file{};

class Standing {
 public:
  Standing(const Situation& s, const Bounds& bounds, const FileSituation* file = nullptr)
      : s_(s), bounds_(bounds), file_(file == nullptr ? no_file : *file) {}

  // The monitor.
  bool stopped() const { return s_.stopped; }
  bool scanning() const {
    return s_.listing || std::ranges::any_of(s_.files, [](const FileSituation& file) {
             return file.look == Look::Listed || file.look == Look::Reading;
           });
  }
  bool reading() const {
    return std::ranges::any_of(
        s_.files, [](const FileSituation& file) { return file.look == Look::Reading; });
  }
  bool rests() const { return s_.started && !s_.stopped && !scanning(); }
  bool listed_before() const { return s_.listed; }
  std::int32_t scan_age() const { return s_.scan_age; }
  bool folder_fails() const { return s_.failed != Folder::Listed; }
  Folder failure() const { return s_.failed; }
  bool woke() const { return s_.woke; }
  bool owes_failure() const { return folder_fails() && s_.failed != s_.failure_told; }
  std::size_t probes() const {
    return static_cast<std::size_t>(std::ranges::count(s_.ports, true, &PortSituation::probing));
  }
  // All ports of a round are done.
  bool ports_rest() const {
    const auto busy = [](const PortSituation& port) { return port.left || port.probing; };
    return s_.started && !s_.stopped && bounds_.ports > 0 && std::ranges::none_of(s_.ports, busy);
  }
  std::int32_t round_age() const { return s_.round_age; }
  bool has_room_for_probe() const { return probes() < bounds_.probes_at_once; }
  bool has_timers() const {
    return s_.scan_timer || s_.round_timer ||
           std::ranges::any_of(s_.files,
                               [](const FileSituation& f) { return f.has(FileFlag::Timed); }) ||
           std::ranges::any_of(s_.ports, [](const PortSituation& port) { return port.timer; });
  }

  // A file and its IDE.
  const FileSituation& file() const { return file_; }
  Pid pid() const { return file_.told.pid; }
  bool is_there() const { return pid() != Pid{}; }
  bool known() const { return file_.has(FileFlag::Known); }
  bool good() const { return file_.look == Look::Good; }
  bool stale() const { return file_.look == Look::Stale && file_.seat != Seat::Elsewhere; }
  bool torn() const { return file_.look == Look::Kept && file_.reading == Reading::Torn; }
  bool kept() const { return file_.look == Look::Kept; }
  bool refused(Reading reading) const {
    return file_.look == Look::Refused && file_.reading == reading;
  }
  bool same_process() const { return file_.found.created == file_.told.created; }
  // Its process is not seen: its address may be asked (MON-09).
  bool asks() const { return file_.seat == Seat::Asked; }
  bool elsewhere() const { return file_.seat == Seat::Elsewhere || lost(); }
  bool lost() const { return file_.seat == Seat::Lost; }
  bool followed() const { return known() || asks(); }
  bool answers() const { return asks() && open() && !is_of_another(file_.told); }
  // A process that is seen has that address.
  bool is_of_another(const Marker& marker) const {
    return std::ranges::any_of(s_.files, [&](const FileSituation& file) {
      const auto& target = file.told.target;
      return file.has(FileFlag::Known) && file.seat == Seat::Here && file.told.pid != marker.pid &&
             target.url == marker.target.url && target.port == marker.target.port;
    });
  }
  bool may_be_elsewhere(const Marker& marker) const {
    return marker.target.token != no_text && !is_of_another(marker);
  }
  bool owes_add() const { return good() && !known() && !asks(); }
  bool began_later() const { return file_.has(FileFlag::Later); }
  bool owes_change() const {
    return known() && good() && !elsewhere() && same_process() && file_.found != file_.told;
  }
  bool owes_removal() const {
    if (!known()) return false;
    const bool gone = stale() || lost() || file_.look == Look::Refused || file_.look == Look::Gone;
    return gone || (good() && (elsewhere() || !same_process()));
  }
  bool owes_refusal() const {
    if (is_dead_untold()) return true;
    const bool refusable = file_.look == Look::Refused || stale() || unreadable();
    return refusable && (file_.refused != file_.reading || file_.refused_field != file_.field);
  }
  bool unreadable() const { return kept() && file_.reading == Reading::Unreadable; }
  // Between two looks, too, where its address does not answer any more.
  bool is_dead_untold() const { return (asks() || lost()) && file_.refused == Reading::Good; }
  Reading reading_due() const { return is_dead_untold() ? Reading::Dead : file_.reading; }
  TextId field_due() const { return is_dead_untold() ? no_text : file_.field; }
  bool owes_refusal(Reading reading) const { return owes_refusal() && reading_due() == reading; }
  bool owes_plain_refusal() const {
    const auto reading = reading_due();
    return owes_refusal() && !stale() && reading != Reading::Dead && reading != Reading::Legacy &&
           reading != Reading::OtherPid && reading != Reading::NewerSchema &&
           reading != Reading::Unreadable;
  }

  // Its stream.
  bool connected() const { return file_.connected(); }
  bool open() const { return file_.link == Link::Open; }
  bool pausing() const { return file_.link == Link::Pausing; }
  bool locked() const { return file_.link == Link::Locked; }
  bool idle() const { return followed() && file_.link == Link::None; }
  bool moved() const { return file_.has(FileFlag::Moved); }
  std::int32_t age() const { return file_.age; }
  // Nothing came of it since the last sleep, which began so long ago at most.
  bool slept() const { return file_.has(FileFlag::Woke); }
  std::int32_t wake_age() const { return s_.wake_age; }
  bool just_woke() const { return slept() && s_.wake_age < ping_ms; }
  bool silent() const { return age() >= silence_ms || (slept() && s_.wake_age >= ping_ms); }
  // Half as long and half as long again are within what jitter may do.
  std::int32_t pause() const {
    std::int32_t out = pause_least_ms;
    for (int i = 1; i < file_.failures && out < pause_most_ms; ++i) out *= 2;
    return std::min(out, pause_most_ms);
  }
  std::int32_t pause_least() const { return pause() / 2; }
  std::int32_t pause_most() const { return pause() + pause() / 2; }
  bool owes_list() const { return file_.has(FileFlag::OwesList); }
  bool anew() const { return file_.has(FileFlag::Anew); }
  bool owes_stale() const { return known() && file_.shown == Shown::Fresh && !open(); }
  bool owes_skip() const { return file_.has(FileFlag::OwesSkip); }
  LineKind skipped() const {
    return file_.has(FileFlag::SkipUnknown) ? LineKind::Unknown : LineKind::Malformed;
  }
  bool bad_line() const { return file_.has(FileFlag::BadLine); }
  bool dropped(ListId list) const {
    return list != no_list && list == file_.dropped && !(owes_list() && list == file_.list);
  }

  // Its own server.
  bool wanted() const { return file_.has(FileFlag::Wanted); }
  bool has_stream() const { return file_.told.stream != no_text; }
  bool has_sse() const { return file_.told.sse != no_text; }
  bool remembers_sse() const { return file_.own == Own::Sse; }
  bool owes_try() const { return known() && wanted() && has_stream() && file_.own == Own::Unknown; }
  bool knows_address() const {
    if (!known() || !has_stream()) return true;
    return file_.own != Own::Unknown && file_.own != Own::Asked;
  }
  Address address() const {
    if (!known()) return Address::None;
    const auto other = has_sse() ? Address::Sse : Address::None;
    if (!has_stream()) return other;
    switch (file_.own) {
      case Own::Sse: return other;
      case Own::NoAnswer: return Address::None;
      case Own::Unauthorized: return Address::Unauthorized;
      case Own::Forbidden: return Address::Forbidden;
      case Own::Busy: return Address::Busy;
      case Own::Unknown:
      case Own::Asked:
      case Own::Stream: break;
    }
    return Address::Stream;
  }
  bool owes_head() const { return known() && has_sse() && !file_.has(FileFlag::HeadAsked); }
  bool owes_server() const { return known() && file_.head != Answer::None; }

  // Ports.
  // By an address that a marker names, whatever the build (MON-33).
  bool is_marked(std::uint16_t number) const {
    return std::ranges::any_of(s_.files, [&](const FileSituation& file) {
      const auto& told = file.told;
      return file.has(FileFlag::Known) &&
             (told.web_port == number || told.own_port == number || told.target.port == number);
    });
  }
  const PortSituation* port(std::uint16_t number) const {
    const int at = number - bounds_.first_port;
    return at < 0 || at >= bounds_.ports ? nullptr : &s_.ports[static_cast<std::size_t>(at)];
  }

  // Streams, of which another client of the same IDE takes nothing.
  bool beside_a_stalled(const StreamSituation& stream) const {
    return std::ranges::any_of(s_.streams, [&](const StreamSituation& other) {
      return &other != &stream && other.server_pid == stream.server_pid && other.stalled;
    });
  }
  // Another stream of the same IDE has that name.
  bool has_instance(const StreamSituation& stream, std::uint16_t instance) const {
    return std::ranges::any_of(s_.streams, [&](const StreamSituation& other) {
      return &other != &stream && other.server == ServerEnd::Streaming &&
             other.server_pid == stream.server_pid && other.instance == instance;
    });
  }
  // Two markers name one address: who answers there may be another process than that of the
  // marker, and another IDE that is known may ask there, too.
  bool shares_its_address(const StreamSituation& stream) const {
    if (stream.server_pid != Pid{} && stream.server_pid != stream.pid) return true;
    return std::ranges::any_of(s_.files, [&](const FileSituation& other) {
      return &other != &file_ && other.has(FileFlag::Known) && known() &&
             other.told.target.url == file_.told.target.url;
    });
  }
  // Of the monitor's: the file of its IDE holds it.
  bool is_current(const StreamSituation& stream) const {
    return followed() && file_.connection == stream.id && connected();
  }

 private:
  const Situation& s_;
  const Bounds& bounds_;
  const FileSituation& file_;
};

}  // namespace spec::monitor
