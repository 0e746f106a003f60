// Bytes between a client, which is whoever reads our stdout and writes our stdin, and a server,
// which is a process of ours, in both directions and as soon as they come.
//
// At most a megabyte waits in each direction; then whoever writes has to wait. The server ends with
// its client: what reads our stdout no more has gone, and the server is given the end of its
// stdin, then SIGTERM, then the end, two seconds apart. A signal that we caught it is sent too.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "conversation/tape.h"
#include "faults/outbox.h"
#include "process/process.h"
#include "proxy/passing.h"

namespace tools::proxy {

class Relay {
 public:
  // What passes is put on the tape when it was written to whom it is for.
  Relay(const std::vector<std::string>& words, Passing& passing, Tape& tape);

  // Until the server has ended and its client has all that it said.
  ProcessEnd run();

 private:
  using Time = Process::Time;

  // False: there is nothing more to do but to wait for its end.
  bool step();
  void read_client();
  // All of what is left, for as long as the client takes it.
  void flush();
  void queue(std::string_view bytes);
  void put(const std::vector<faults::Outgoing>& pieces);
  void lose_client();
  void press(Time now);

  Passing& passing_;
  Tape& tape_;
  Process process_;
  std::string to_server_;
  faults::Outbox to_client_;
  bool client_writes_ = true, input_closed_ = false;
  int pressed_ = 0;  // How often the server was told to end.
  Time press_at_{Time::max()};
};

}  // namespace tools::proxy
