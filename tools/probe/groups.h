// The groups of rules: what is tried of each, in which order. Each is given a fresh process.
#pragma once
#include <span>
#include <string_view>

#include "probe/trial.h"

namespace tools::probe {

void try_handshake(Trial& trial);
void try_errors(Trial& trial);
void try_framing(Trial& trial);
void try_bad_lines(Trial& trial);
void try_ids(Trial& trial);
void try_bursts(Trial& trial);
void try_threads(Trial& trial);
void try_turns(Trial& trial);
void try_features(Trial& trial);
void try_end_within_a_turn(Trial& trial);
void try_end_at_once(Trial& trial);
void try_end_within_a_burst(Trial& trial);
void try_unended_line(Trial& trial);
void try_bad_utf8(Trial& trial);

struct Group {
  std::string_view name;
  std::string_view rules;  // That it tries.
  void (*run)(Trial&);
  bool turns = false;            // It starts turns.
  bool ends_itself = false;      // It ends the process, and judges how that ends.
  std::string_view judged = {};  // The rule of which the judge of recordings makes a row.
};
std::span<const Group> groups();

// Starts a thread, and gives its id. Throws as tries do.
std::string start_thread(Session& session, const spec::appserver::Dialect& dialect);

// A turn that was started, and the order from which it may be spoken of.
struct Turn {
  std::string thread, id;
  std::size_t since = 0;
};
Turn start_turn(Session& session, const spec::appserver::Dialect& dialect);
// An interrupt that comes too late is refused, and nothing can be learned from it.
void expect_interrupted(Session& session, const Turn& turn,
                        const spec::appserver::Dialect& dialect);

// Ends the process by the end of its stdin. Throws as tries do.
void expect_end(Session& session);

}  // namespace tools::probe
