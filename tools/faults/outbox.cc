#include "faults/outbox.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

namespace tools::faults {
namespace {

constexpr std::size_t endless_bytes = std::size_t{1} << 16;
// Of one call, so that its owner gets to do something else too.
constexpr std::size_t burst_bytes = std::size_t{1} << 16;
// Between bytes that are to be read apart.
constexpr std::chrono::milliseconds gap{1};

}  // namespace

void Outbox::put(Outgoing what) {
  if (what.bytes.empty() || !has_reader_) return;
  if (what.late)
    delayed_.push_back({Clock::now() + late_, std::move(what)});
  else
    enqueue(std::move(what));
}

void Outbox::enqueue(Outgoing what) {
  bytes_ += what.bytes.size();
  if (!what.apart && !queue_.empty() && !queue_.back().apart)
    queue_.back().bytes += what.bytes;
  else
    queue_.push_back(std::move(what));
}

void Outbox::lose_reader() {
  has_reader_ = false;
  queue_.clear();
  delayed_.clear();
  bytes_ = 0;
}

bool Outbox::wants_to_write() {
  const auto now = Clock::now();
  const auto later =
      std::ranges::find_if(delayed_, [&](const auto& each) { return each.due > now; });
  for (auto at = delayed_.begin(); at != later; ++at) enqueue(std::move(at->what));
  delayed_.erase(delayed_.begin(), later);
  if (endless_ && queue_.empty() && has_reader_)
    enqueue({.bytes = std::string(endless_bytes, 'x')});
  return !queue_.empty() && now >= not_before_;
}

Outbox::Time Outbox::wake_at() const {
  auto out = delayed_.empty() ? Time::max() : delayed_.front().due;
  if (!queue_.empty() && not_before_ > Clock::now()) out = std::min(out, not_before_);
  return out;
}

void Outbox::write_some() {
  for (std::size_t done = 0; done < burst_bytes && wants_to_write();) {
    pollfd wait{to_, POLLOUT, 0};
    if (::poll(&wait, 1, 0) != 1 || (wait.revents & POLLOUT) == 0) return;
    auto& front = queue_.front();
    // What a pipe that can be written at all takes at once.
    const auto count =
        ::write(to_, front.bytes.data(), std::min<std::size_t>(front.bytes.size(), PIPE_BUF));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count < 0) return lose_reader();
    const auto written = static_cast<std::size_t>(count);
    tape_.take(Tape::Side::Server, std::string_view(front.bytes).substr(0, written));
    bytes_ -= written;
    done += written;
    front.bytes.erase(0, written);
    if (!front.bytes.empty()) continue;
    if (front.apart) not_before_ = Clock::now() + gap;
    queue_.pop_front();
  }
}

}  // namespace tools::faults
