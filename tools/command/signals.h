// SIGINT and SIGTERM ask the program to stop; what is decided by then stays decided.
#pragma once

namespace tools {

// From now on the first signal only sets a flag; the second ends the program at once. A
// reader of our output that goes away no longer ends it.
void catch_signals();

// The signal that came, or zero.
int caught_signal();

}  // namespace tools
