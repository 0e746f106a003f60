// A run of the simulated app-server and its client, as who records at the client's end writes it.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "appserver/retold_testing.h"
#include "engine/appserver/router.h"
#include "port/appserver/facts.h"
#include "sim/appserver/wire.h"

namespace conformance::appserver::retold {

namespace engine_side = engine::appserver;

class TalkRecorder {
 public:
  // To write a line takes some time.
  explicit TalkRecorder(const sim::appserver::Dialect& dialect, double line_ms = 0.3)
      : client_(*engine_side::find_dialect(dialect.name)), server_(dialect), line_ms_(line_ms) {
    for (std::uint32_t i = 1; i <= numbers; ++i) {
      names_.threads.number_of(server_.names().text(port::appserver::ThreadId{i}));
      names_.turns.number_of(server_.names().text(port::appserver::TurnId{i}));
      names_.items.number_of(server_.names().text(port::appserver::ItemId{i}));
      names_.ask(any_process, engine::rpc::Id::of(i));
    }
  }

  void fact(const port::appserver::Fact& fact) {
    if (const auto* passed = std::get_if<port::appserver::TimePassed>(&fact))
      at_ms_ += passed->time.count();
  }
  void fact(const port::appserver::Happening& event) {
    const auto* received = std::get_if<port::appserver::Received>(&event);
    if (received == nullptr) return;
    auto message = received->message;
    if (auto* response = std::get_if<port::appserver::Response>(&message))
      response->id.value = asked_[response->id.value];
    answered_ += std::holds_alternative<port::appserver::Response>(message) ? 1 : 0;
    const auto line = server_.encode(message);
    if (line.empty()) return;
    add(received->process, "s2c", line);
    // How its requests are answered.
    engine::rpc::Decoder decoder;
    decoder.feed(line + '\n', [&](const engine::rpc::Item& item) {
      if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
        engine_side::decode(client_, names_, any_process, accepted->message);
    });
  }
  void act(const port::appserver::Command& act) {
    const auto* send = std::get_if<port::appserver::Send>(&act);
    if (send == nullptr) return;
    auto message = send->message;
    auto* request = std::get_if<port::appserver::Request>(&message);
    if (request != nullptr) request->text = text_of(*request);
    using port::appserver::Method;
    const auto is_of_a_thread = [](Method method) {
      return method == Method::ThreadResume || method == Method::ThreadArchive ||
             method == Method::TurnStart || method == Method::TurnInterrupt;
    };
    if (request != nullptr &&
        ((is_of_a_thread(request->method) && request->thread.value == 0) ||
         (request->method == Method::TurnInterrupt && request->turn.value == 0))) {
      unwritable_ = true;
      return;
    }
    std::string line;
    const engine_side::Client who{"ide", "An IDE", "1.0", "/project"};
    const auto reason = engine_side::encode(client_, names_, who, message, line);
    if (reason != engine::rpc::Reason::None) {
      unwritable_ = true;
      return;
    }
    line.pop_back();
    if (request != nullptr) {
      asked_[request->id.value] = ++asked_count_;
      server_.decode(line);
    }
    add(send->process, "c2s", line);
  }

  // A broken client says what there are no words for.
  bool unwritable() const { return unwritable_; }
  // For an answer.
  bool waits() const { return answered_ < asked_count_; }
  // One for each process; the last one: of all of them, one after the other.
  std::vector<Lines> take() {
    std::vector<Lines> out;
    for (auto& [process, lines] : parts_) out.push_back(std::move(lines));
    if (out.size() > 1) out.push_back(std::move(all_));
    return out;
  }

 private:
  static constexpr std::uint32_t numbers = 255;
  static constexpr port::appserver::ProcessId any_process{1};

  port::appserver::TextId text_of(const port::appserver::Request& request) {
    using port::appserver::Method;
    const auto number = request.text.value;
    if (request.method == Method::Other) return names_.keep("account/read {}");
    engine_side::Options options;
    if (number >= 2) options.model = "m";
    if (number >= 3 && request.method == Method::TurnStart) options.effort = "high";
    return names_.keep("say it", options);
  }
  void add(port::appserver::ProcessId process, const char* dir, const std::string& raw) {
    written_ms_ = std::max(static_cast<double>(at_ms_), written_ms_ + line_ms_);
    const ordered_json line{{"t_ms", written_ms_}, {"dir", dir}, {"raw", raw}};
    parts_[process.value].push_back(line);
    newest_ = std::max(newest_, process.value);
    if (newest_ == process.value) all_.push_back(line);
  }

  const engine_side::Dialect& client_;
  sim::appserver::Wire server_;
  engine_side::Names names_;
  double line_ms_;
  std::int64_t at_ms_ = 0;
  double written_ms_ = -1;
  bool unwritable_ = false;
  std::uint32_t newest_ = 0, asked_count_ = 0, answered_ = 0;
  std::map<std::uint32_t, std::uint32_t> asked_;
  std::map<std::uint32_t, Lines> parts_;
  Lines all_;
};

}  // namespace conformance::appserver::retold
