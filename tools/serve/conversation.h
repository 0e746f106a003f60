// The mock server on a client's pipes: bytes in, bytes out, and time between its steps.
//
// A client that does not read is waited for, and not read from meanwhile: no more than what an
// outbox has room for and one reading's answers are kept.
#pragma once
#include <chrono>
#include <optional>

#include "conversation/tape.h"
#include "engine/codec/rpc.h"
#include "faults/outbox.h"
#include "serve/mock.h"

namespace tools::serve {

struct Pace {
  std::chrono::milliseconds step{20};   // From one step of a turn to the next;
  bool fast = false;                    // or as soon as the client has taken what was said.
  std::chrono::milliseconds late{500};  // Of a response that is delayed.
};

class Conversation {
 public:
  // Reads and writes these descriptors. What is said goes on the tape.
  Conversation(Mock& mock, const Pace& pace, int in, int out, Tape& tape)
      : mock_(mock), pace_(pace), in_(in), out_(out), tape_(tape), outbox_(out, pace.late, tape) {}

  // Until the end of the input, or that of the server by its own doing. The exit code. Throws
  // Interrupted.
  int run();

 private:
  using Clock = std::chrono::steady_clock;
  // The exit code, once it is over.
  std::optional<int> over() const;
  void collect();
  bool may_read() const { return !input_ended_ && outbox_.has_room(); }
  bool may_step() { return !input_ended_ && outbox_.has_room() && mock_.may_step(); }
  Clock::time_point wake_at();
  void step_if_due();
  void read_some();
  void finish();

  Mock& mock_;
  Pace pace_;
  int in_, out_;
  Tape& tape_;
  engine::rpc::Decoder decoder_;
  faults::Outbox outbox_;
  Clock::time_point step_at_{};
  Clock::time_point fades_at_ = Clock::time_point::max();
  bool stepping_ = false;  // A step is due at that time.
  bool input_ended_ = false;
};

}  // namespace tools::serve
