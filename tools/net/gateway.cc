#include "net/gateway.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <list>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "net/http.h"
#include "net/listener.h"
#include "net/websocket.h"

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

// Whether the client now speaks in messages.
bool shake_hands(Client& client) {
  const auto until = Clock::now() + handshake_time;
  const auto reader = request_reader({.head_bytes = head_bytes_max, .body_bytes = 0},
                                     [](std::string_view) { return false; });
  while (!client.gone()) {
    std::array<pollfd, 1> waits{client.wait()};
    if (wait_for(waits, until) != Woken::Ready) return false;
    const auto bytes = client.receive();
    if (bytes.empty()) continue;
    const auto state = reader->feed(bytes);
    if (state == HttpReader::State::Unfinished) continue;
    const auto& head = reader->head();
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

void serve_clients(const Address& address, const std::vector<std::string>& words) {
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

}  // namespace tools::net
