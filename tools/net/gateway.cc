#include "net/gateway.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <list>

#include <fmt/format.h>

#include "command/output.h"
#include "command/signals.h"
#include "net/http.h"
#include "net/loop.h"
#include "net/switchboard.h"

namespace tools::net {
namespace {

using Clock = std::chrono::steady_clock;

// Beyond this, who connects waits.
constexpr std::size_t clients_max = 64;
constexpr std::size_t waiting_max = std::size_t{1} << 20;
constexpr std::uint32_t head_bytes_max = 16'384;
constexpr std::chrono::seconds handshake_time{10}, last_words{2};
constexpr std::chrono::milliseconds look_after{200};

// A client's socket: what is to be sent waits here.
class Client {
 public:
  explicit Client(Descriptor socket) : socket_(std::move(socket)) {}

  pollfd wait() const {
    return {socket_.number(), static_cast<short>(POLLIN | (out_.empty() ? 0 : POLLOUT)), 0};
  }
  void send(std::string_view bytes) {
    out_ += bytes;
    while (!out_.empty()) {
      const auto count = ::send(socket_.number(), out_.data(), out_.size(), MSG_NOSIGNAL);
      if (count < 0 && errno != EAGAIN && errno != EINTR) gone_ = true;
      if (count < 0) break;
      out_.erase(0, static_cast<std::size_t>(count));
    }
    if (gone_) out_.clear();
  }
  // What there is, without waiting; the end is told by gone().
  std::string receive() {
    std::array<char, std::size_t{1} << 16> bytes;
    const auto count = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) gone_ = true;
    return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
  }
  bool gone() const { return gone_; }
  bool is_full() const { return out_.size() > waiting_max; }
  void flush() {
    const auto until = Clock::now() + last_words;
    while (!out_.empty() && !gone_ && Clock::now() < until) {
      std::array<pollfd, 1> waits{wait()};
      waits[0].events = POLLOUT;
      if (wait_for(waits, until) != Woken::Ready) return;
      send({});
    }
  }

 private:
  Descriptor socket_;
  std::string out_;
  bool gone_ = false;
};

std::string plain_answer(std::string_view status) {
  return fmt::format("HTTP/1.1 {}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n", status);
}

std::unique_ptr<HttpReader> handshake_reader() {
  return request_reader({.head_bytes = head_bytes_max, .body_bytes = 0},
                        [](std::string_view) { return false; });
}

// Whether the client now speaks in messages, behind this whole request of it, or none.
bool answer_handshake(Client& client, const HttpReader& reader, HttpReader::State state) {
  const auto& head = reader.head();
  const bool asks_for_health = head.target == "/readyz" || head.target == "/healthz";
  // Pages of a browser have no business here.
  if (state == HttpReader::State::Whole && !head.websocket_key.empty() && head.origin.empty()) {
    client.send(
        fmt::format("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: "
                    "websocket\r\nsec-websocket-accept: {}\r\n\r\n",
                    websocket_accept(head.websocket_key)));
    return true;
  }
  client.send(plain_answer(!head.origin.empty() ? "403 Forbidden"
                           : asks_for_health    ? "200 OK"
                                                : "400 Bad Request"));
  client.flush();
  return false;
}

bool shake_hands(Client& client) {
  const auto until = Clock::now() + handshake_time;
  const auto reader = handshake_reader();
  while (!client.gone()) {
    std::array<pollfd, 1> waits{client.wait()};
    if (wait_for(waits, until) != Woken::Ready) return false;
    const auto bytes = client.receive();
    if (bytes.empty()) continue;
    const auto state = reader->feed(bytes);
    if (state != HttpReader::State::Unfinished) return answer_handshake(client, *reader, state);
  }
  return false;
}

// What a program says, cut into messages.
void send_lines(std::string& heard, Client& client) {
  for (auto end = heard.find('\n'); end != std::string::npos; end = heard.find('\n')) {
    client.send(websocket_text(std::string_view(heard).substr(0, end)));
    heard.erase(0, end + 1);
  }
}

int talk(Client client, const std::vector<std::string>& words) {
  if (!shake_hands(client)) return 0;
  Process program(words, Process::Errors::Ours);
  WebSocketReader reader;
  std::string heard, said;
  std::string_view rest;
  auto until = Clock::time_point::max();
  bool over = false;  // The client says no more.
  for (;;) {
    if (over && rest.empty() && !program.input_closed()) program.close_input();
    std::array<pollfd, 1> waits{client.wait()};
    if (over) waits[0].fd = -1;
    const auto event =
        program.exchange(rest, heard, until, {.waits = waits, .holds_output = client.is_full()});
    send_lines(heard, client);
    if (event == Process::Event::Ended || event == Process::Event::TimeIsUp ||
        event == Process::Event::Interrupted)
      break;
    if ((waits[0].revents & POLLOUT) != 0) client.send({});
    // It is not read from while its program has not taken what it said.
    if ((waits[0].revents & ~POLLOUT) == 0 || rest.size() > waiting_max) continue;
    WebSocketReader::Taken taken;
    const bool sound = reader.feed(client.receive(), taken);
    client.send(taken.answers);
    said = std::string(rest);
    for (auto& message : taken.messages) said += message + "\n";
    rest = said;
    over = client.gone() || taken.closed || !sound;
    if (over) until = Clock::now() + last_words;
  }
  client.send(websocket_close());
  client.flush();
  return 0;
}

Descriptor listen_to(const Address& address) {
  int error = 0;
  auto out = address.path.empty() ? listen_on(address.port, error) : listen_at(address.path, error);
  if (!out.open())
    throw UsageError(fmt::format("--listen: it cannot be listened there: {}",
                                 std::generic_category().message(error)));
  if (address.path.empty())
    print_error(fmt::format("listening on: ws://127.0.0.1:{}\n", local_port(out.number())));
  else
    print_error(fmt::format("listening on: unix://{}\n", address.path));
  return out;
}

// One of several clients.
struct Guest {
  Guest(Descriptor socket, Switchboard::Number of) : client(std::move(socket)), number(of) {}

  Client client;
  Switchboard::Number number;
  std::unique_ptr<HttpReader> handshake = handshake_reader();  // Null: it is through.
  Clock::time_point until = Clock::now() + handshake_time;
  WebSocketReader reader = {};
  bool over = false;
};

// All clients of one process, as long as it lives.
class Company {
 public:
  explicit Company(const std::vector<std::string>& words)
      : program_(words, Process::Errors::Ours) {}

  void take_in(Descriptor socket) { guests_.emplace_back(std::move(socket), ++last_); }
  bool is_full() const { return guests_.size() >= clients_max; }

  // Waits for whatever comes next. False: the process has ended.
  bool go_on(pollfd& listener) {
    std::vector<pollfd> waits{listener};
    for (const auto& guest : guests_) waits.push_back(guest.client.wait());
    const bool full =
        std::ranges::any_of(guests_, [](const Guest& guest) { return guest.client.is_full(); });
    const auto event = program_.exchange(rest_, heard_, Clock::now() + look_after,
                                         {.waits = waits, .holds_output = full});
    deliver_lines();
    if (event == Process::Event::Interrupted) throw Interrupted();
    listener.revents = waits[0].revents;
    auto wait = waits.begin();
    for (auto& guest : guests_) attend(guest, (++wait)->revents);
    guests_.remove_if([this](Guest& guest) { return left(guest); });
    return event != Process::Event::Ended;
  }
  void end() {
    for (auto& guest : guests_) {
      guest.client.send(websocket_close());
      guest.client.flush();
    }
  }

 private:
  void attend(Guest& guest, short ready) {
    if ((ready & POLLOUT) != 0) guest.client.send({});
    if ((ready & ~POLLOUT) == 0 || rest_.size() > waiting_max) return;
    const auto bytes = guest.client.receive();
    if (guest.handshake != nullptr) return shake(guest, bytes);
    WebSocketReader::Taken taken;
    guest.over = !guest.reader.feed(bytes, taken) || taken.closed;
    guest.client.send(taken.answers);
    std::vector<Switchboard::Delivery> out;
    auto said = std::string(rest_);
    for (const auto& message : taken.messages) said += board_.hear(guest.number, message, out);
    said_ = std::move(said);
    rest_ = said_;
    deliver(out);
  }
  static void shake(Guest& guest, std::string_view bytes) {
    if (bytes.empty()) return;
    const auto state = guest.handshake->feed(bytes);
    if (state == HttpReader::State::Unfinished) return;
    guest.over = !answer_handshake(guest.client, *guest.handshake, state);
    guest.handshake.reset();
  }
  bool left(Guest& guest) {
    const bool late = guest.handshake != nullptr && Clock::now() > guest.until;
    if (!guest.over && !late && !guest.client.gone()) return false;
    board_.leave(guest.number);
    if (!guest.client.gone() && guest.handshake == nullptr) guest.client.send(websocket_close());
    return true;
  }
  void deliver_lines() {
    std::vector<Switchboard::Delivery> out;
    for (auto end = heard_.find('\n'); end != std::string::npos; end = heard_.find('\n')) {
      board_.say(std::string_view(heard_).substr(0, end), out);
      heard_.erase(0, end + 1);
    }
    deliver(out);
  }
  void deliver(const std::vector<Switchboard::Delivery>& all) {
    for (const auto& [number, line] : all)
      for (auto& guest : guests_)
        if (guest.number == number) guest.client.send(websocket_text(line));
  }

  Process program_;
  Switchboard board_;
  std::list<Guest> guests_;
  Switchboard::Number last_ = 0;
  std::string heard_, said_;
  std::string_view rest_;
};

// Runs until a signal, and then throws Interrupted.
[[noreturn]] void serve_clients(const Address& address, const std::vector<std::string>& words) {
  const auto listener = listen_to(address);
  std::list<Process> clients;
  for (;;) {
    clients.remove_if([](Process& each) {
      return each.wait(Clock::now()) == Process::Event::Ended || each.end().has_value();
    });
    std::array<pollfd, 1> waits{
        pollfd{clients.size() < clients_max ? listener.number() : -1, POLLIN, 0}};
    const auto until = clients.empty() ? Clock::time_point::max() : Clock::now() + look_after;
    const auto woken = wait_for(waits, until);
    if (woken == Woken::Signal) {
      if (!address.path.empty()) ::unlink(address.path.c_str());
      throw Interrupted();
    }
    int error = 0;
    auto socket = woken == Woken::Ready ? accept_on(listener.number(), error) : Descriptor();
    if (!socket.open()) continue;
    clients.emplace_back([&words] { return talk(Client(Descriptor(STDIN_FILENO)), words); },
                         std::move(socket));
  }
}

// The same with one process for all: it starts with the first client, and again with the next one
// when it has ended.
[[noreturn]] void serve_together(const Address& address, const std::vector<std::string>& words) {
  const auto listener = listen_to(address);
  std::optional<Company> company;
  try {
    for (;;) {
      pollfd wait{company && company->is_full() ? -1 : listener.number(), POLLIN, 0};
      if (company) {
        if (!company->go_on(wait)) {
          company->end();
          company.reset();
        }
      } else if (wait_for({&wait, 1}, Clock::time_point::max()) == Woken::Signal) {
        throw Interrupted();
      }
      int error = 0;
      auto socket = wait.revents != 0 ? accept_on(listener.number(), error) : Descriptor();
      if (!socket.open()) continue;
      if (!company) company.emplace(words);
      company->take_in(std::move(socket));
    }
  } catch (const Interrupted&) {
    if (!address.path.empty()) ::unlink(address.path.c_str());
    throw;
  }
}

}  // namespace

std::optional<Address> address_of(std::string_view url) {
  constexpr std::string_view at_path = "unix://",
                             at_port = "ws://127.0.0.1:", at_name = "ws://localhost:";
  if (url.starts_with(at_path) && url.size() > at_path.size())
    return Address{.path = std::string(url.substr(at_path.size()))};
  Address out;
  const auto prefix = url.starts_with(at_name) ? at_name : at_port;
  if (!url.starts_with(prefix)) return std::nullopt;
  const auto digits = url.substr(prefix.size(), url.find('/', prefix.size()) - prefix.size());
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.port);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return out;
}

void add_listen_option(CommandLine& line) {
  line.option("listen", "URL",
              "ws://127.0.0.1:PORT or unix://PATH: a process for each client that connects there, "
              "and a message of its WebSocket for each line. Not given, or stdio://: our own "
              "stdin and stdout.");
  line.flag("one-server", "With --listen: one process for all clients, as codex has it.");
}

void serve_clients_if_asked(const CommandLine& line, const std::string& command,
                            Arguments arguments) {
  const auto url = line.text("listen");
  if (!url || *url == "stdio://") return;
  const auto address = address_of(*url);
  if (!address)
    line.refuse("listen", fmt::format("\"{}\": say ws://127.0.0.1:PORT or unix://PATH.", *url));
  std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe").string(), command};
  bool ours = true;  // Behind -- stands a command line of its own.
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    ours = ours && arguments[i] != "--";
    if (ours && arguments[i] == "--listen")
      ++i;
    else if (!ours || (!arguments[i].starts_with("--listen=") && arguments[i] != "--one-server"))
      words.push_back(arguments[i]);
  }
  if (line.has("one-server")) serve_together(*address, words);
  serve_clients(*address, words);
}

}  // namespace tools::net
