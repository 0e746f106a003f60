#include "watch/watcher.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "port/visit.h"

namespace tools::watch {

namespace {

constexpr std::size_t texts_max = 2'048;

std::string announcement() {
  const auto pid = static_cast<std::uint32_t>(::getpid());
#if defined(__aarch64__)
  constexpr const char* arch = "aarch64";
#else
  constexpr const char* arch = "x86_64";
#endif
  return nlohmann::ordered_json{{"clientId", fmt::format("orrery-watch-{}", pid)},
                                {"clientPid", pid},
                                {"clientVersion", ORRERY_VERSION},
                                {"platform", "linux"},
                                {"arch", arch}}
      .dump();
}

}  // namespace

Watcher::Watcher(net::Loop& loop, const Setting& setting, bool json, StreamTape& tape)
    : loop_(loop),
      setting_(setting),
      teller_(json, setting.home, texts_),
      tape_(tape),
      engine_(setting_.limits, setting.seed),
      clock_(loop) {}

Watcher::~Watcher() {
  for (auto& [id, link] : links_) link.exchange->cancel();
  for (auto& [port, visit] : visits_) visit.exchange->cancel();
  for (auto& [key, trial] : trials_) trial.exchange->cancel();
}

void Watcher::start() {
  loop_.when_slept([this](const net::Loop::Sleep& sleep) { woke(sleep); });
  teller_.begins();
  hear(Started{});
}

void Watcher::stop() {
  if (stopped_) return;
  const auto& all = engine_.state().ides;
  const auto ides = std::ranges::count_if(all, [](const auto& ide) { return ide.is_told(); });
  hear(Stopped{});
  stopped_ = true;
  clock_.cancel();
  for (auto& [key, trial] : trials_) {
    trial.exchange->cancel();
    trial.bound->cancel();
  }
  teller_.ends(static_cast<std::size_t>(ides));
}

// One event after the other, whatever carrying out a command leads to.
void Watcher::hear(const Event& event) {
  if (stopped_) return;
  heard_.push_back(event);
  if (std::exchange(stepping_, true)) return;
  while (!heard_.empty()) {
    const auto next = heard_.front();
    heard_.pop_front();
    Commands commands;
    engine_.step(next, commands);
    for (const auto& command : commands)
      port::visit([this](const auto& each) { on(each); }, command);
  }
  stepping_ = false;
  forget_unused();
  set_clock();
}

bool Watcher::is_told(Pid pid) const {
  return std::ranges::any_of(engine_.state().ides, [pid](const auto& ide) {
    return ide.marker.pid == pid && ide.is_told();
  });
}

void Watcher::forget_unused() {
  const auto& state = engine_.state();
  if (lists_.size() > state.ides.size())
    std::erase_if(lists_, [&](const auto& list) {
      return std::ranges::none_of(
          state.ides, [&](const auto& ide) { return ide.projects.value == list.first; });
    });
  if (texts_.size() < texts_max || state.scan != engine::monitor::Scan::Idle) return;
  std::vector<TextId> used;
  for (const auto& ide : state.ides) {
    const auto& marker = ide.marker;
    used.insert(used.end(),
                {marker.target.url, marker.target.token, marker.build, marker.stream, marker.sse});
  }
  for (const auto& refusal : state.refusals) used.push_back(refusal.field);
  for (const auto& port : state.ports) used.push_back(port.build);
  for (const auto& [key, trial] : trials_) used.push_back(trial.address);
  texts_.keep(used);
}

// The folder.

void Watcher::on(const ListFolder&) {
  listing_ = std::make_unique<Listing>(setting_.home);
  list();
}
// A large folder is read between other things.
void Watcher::list() {
  loop_.post([this] {
    if (stopped_) return;
    const auto found = listing_->step();
    if (!found) return list();
    const auto left_out = listing_->left_out();
    listing_.reset();
    if (left_out != 0 && left_out_ == 0) teller_.left_out(left_out);
    left_out_ = left_out;
    hear(*found);
  });
}
void Watcher::on(const ReadMarker& command) {
  loop_.post([this, pid = command.pid] {
    if (stopped_) return;
    const auto read = read_marker(setting_.home, pid, texts_);
    if (read.reading != Reading::Torn)
      torn_.erase(pid.value);
    else if (++torn_[pid.value] == torn_scans)
      teller_.unfinished(pid);
    hear(read);
  });
}

void Watcher::on(const FileRefused& command) {
  teller_.refused(command.pid, command.reading, texts_.text(command.field));
}

// Timers.

// They stand still while nothing runs, so what waits on sockets is read before they are due.
void Watcher::woke(const net::Loop::Sleep& sleep) {
  if (stopped_) return;
  for (auto& [timer, at] : timers_) at += sleep.late;
  using std::chrono::duration_cast, std::chrono::milliseconds;
  const auto time = duration_cast<milliseconds>(sleep.time);
  tape_.slept(time);
  teller_.slept(time);
  hear(Slept{port::Duration(static_cast<port::Duration::rep>(time.count()))});
}

void Watcher::on(const SetTimer& command) {
  timers_[{command.timer.kind, command.timer.of}] =
      Clock::now() + std::chrono::milliseconds(command.after.count());
}
void Watcher::on(const CancelTimer& command) {
  timers_.erase({command.timer.kind, command.timer.of});
}
void Watcher::set_clock() {
  if (timers_.empty() || stopped_) return;
  const auto first =
      std::ranges::min_element(timers_, {}, [](const auto& timer) { return timer.second; });
  clock_.start(first->second, [this] {
    if (stopped_) return;
    const auto now = Clock::now();
    for (auto at = timers_.begin(); at != timers_.end(); ++at) {
      if (at->second > now) continue;
      const auto [kind, of] = at->first;
      timers_.erase(at);
      hear(TimerFired{{kind, of}});
      return;
    }
    set_clock();
  });
}

// Streams.

void Watcher::on(const Connect& command) {
  const auto id = command.connection;
  auto& link = links_[id.value];
  link = {.exchange = {},
          .lines = engine::jsonl::Lines(engine::monitor::stream_line_max),
          .pid = command.pid,
          .number = ++streams_};
  const std::string url(texts_.text(command.target.url));
  const std::string token(texts_.text(command.target.token));
  const auto origin = engine::monitor::origin_of(url);
  net::Request request{.method = "POST",
                       .target = engine::monitor::stream_target(url),
                       .body = announcement(),
                       .accept = "application/x-ndjson",
                       .authorization = engine::monitor::authorization_of(token)};
  if (origin) {
    request.host = origin->host;
    request.port = command.target.port != 0 ? command.target.port : origin->port;
  }
  teller_.asks(command.pid, url);
  tape_.asks(link.number, command.pid.value, request.authorization.has_value());
  link.exchange = net::begin_exchange(
      loop_, request,
      {.answered = [this, id](unsigned status,
                              std::string_view type) { link_answered(id, status, type); },
       .bytes = [this, id](std::string_view bytes) { link_bytes(id, bytes); },
       .ended = [this, id](const std::string& why) { link_ended(id, why); }});
}

void Watcher::on(const Disconnect& command) {
  const auto found = links_.find(command.connection.value);
  if (found == links_.end()) return;
  found->second.exchange->cancel();
  tape_.ended(found->second.number, true);
  links_.erase(found);
  hear(Ended{command.connection});
}

void Watcher::link_answered(ConnectionId id, unsigned status, std::string_view type) {
  auto& link = links_.at(id.value);
  tape_.answered(link.number, status);
  // Parameters may stand behind it.
  auto media = type.substr(0, type.find(';'));
  while (media.ends_with(' ')) media.remove_suffix(1);
  const bool stream = net::is_same_name(media, "application/x-ndjson");
  if (status == 200 && !stream) {
    link.exchange->cancel();
    return link_ended(id,
                      fmt::format("it answers with {}, as another server does",
                                  type.empty() ? "something else" : type),
                      true);
  }
  link.open = status == 200;
  teller_.answered(link.pid, status, is_told(link.pid));
  hear(Answered{id, static_cast<std::uint16_t>(status)});
}

void Watcher::link_bytes(ConnectionId id, std::string_view bytes) {
  auto& link = links_.at(id.value);
  if (!link.open) return;
  // Of a line that leads to the end of its stream, nothing more is read.
  std::vector<std::pair<engine::jsonl::Line, std::string>> lines;
  link.lines.feed(bytes, [&](const engine::jsonl::Line& line) {
    lines.emplace_back(line, std::string(line.text));
  });
  for (auto& [read, text] : lines) {
    const auto again = links_.find(id.value);
    if (again == links_.end() || !again->second.open) return;
    read.text = text;
    line(id, read);
  }
}

void Watcher::line(ConnectionId id, const engine::jsonl::Line& line) {
  auto& link = links_.at(id.value);
  tape_.line(link.number, line.text);
  const auto decoded = engine::monitor::decode_line(line);
  LineRead event{.connection = id, .line = decoded.line};
  if (event.line.kind == LineKind::Snapshot) {
    event.line.seq = link.numbers.number_of(decoded.seq);
    event.line.projects = list_of(decoded.projects);
  }
  hear(event);
}

ListId Watcher::list_of(std::string_view projects) {
  for (const auto& [number, text] : lists_)
    if (text == projects) return {number};
  do {
    ++last_list_;
  } while (last_list_ == 0 || lists_.contains(last_list_));
  lists_[last_list_] = projects;
  return {last_list_};
}

void Watcher::link_ended(ConnectionId id, const std::string& why, bool by_us) {
  const auto found = links_.find(id.value);
  if (found == links_.end()) return;
  auto& link = found->second;
  link.lines.finish([&](const engine::jsonl::Line& line) {
    if (link.open) tape_.line(link.number, line.text, false);
  });
  tape_.ended(link.number, by_us);
  teller_.ended(link.pid, why.empty() ? "it ended" : why, is_told(link.pid));
  links_.erase(found);
  hear(Ended{id});
}

void Watcher::on(const LineSkipped& command) {
  tape_.skipped(command.pid.value, port::word(command.kind));
  teller_.skipped(command.pid, command.kind);
}
void Watcher::on(const ProjectsShown& command) {
  const auto& list = lists_[command.projects.value];
  tape_.shown(command.pid.value, list, command.stale);
  teller_.projects(command.pid, list, command.stale);
}

}  // namespace tools::watch
