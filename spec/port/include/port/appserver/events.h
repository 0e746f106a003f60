// What a client engine of the app-server hears: what its user wants, what came from the server's
// process, and its timers.
#pragma once
#include <variant>

#include "port/appserver/messages.h"

namespace port::appserver {

// The user.

// Wants a server to be there. Once, before anything else.
struct Opened {
  RECORD(Opened, "opened");
};
// Wants a thread for a new chat. CallEnded says what came of it.
struct ChatStarted {
  ChatId chat;  // Not in use.
  Settings settings{};
  TextId text{};  // What else is set, as the driver keeps it; zero: nothing.
  RECORD(ChatStarted, "chat_started", "chat", "settings", "text");
};
// A chat that had this thread goes on, in this server or a later one.
struct ChatResumed {
  ChatId chat;  // Not in use.
  ThreadId thread;
  RECORD(ChatResumed, "chat_resumed", "chat", "thread");
};
// Wants no more turns in it (SES-09). Refused while it is busy.
struct ChatArchived {
  ChatId chat;
  RECORD(ChatArchived, "chat_archived", "chat");
};
// Says something: begins a turn.
struct Said {
  ChatId chat;
  TextId text;  // With what is set for the turn, as the driver keeps it.
  RECORD(Said, "said", "chat", "text");
};
// Presses stop. Without a turn that changes nothing.
struct Stopped {
  ChatId chat;
  RECORD(Stopped, "stopped", "chat");
};
// Calls something that belongs to no turn; Method is ThreadList, ModelList or Other.
struct Called {
  CallId call;  // Not under way.
  Method method{};
  TextId text{};  // Other: what is called, with its params.
  RECORD(Called, "called", "call", "method", "text");
};
// Behind the AskWithdrawn it changes nothing (APR-04).
struct Decided {
  AskId ask;
  Decision decision{};
  RECORD(Decided, "decided", "ask", "decision");
};
// Makes a rule for this workspace: what is about this is approved unasked, in every thread, and
// that alone (APR-11).
struct RuleMade {
  SubjectId subject;
  RECORD(RuleMade, "rule_made", "subject");
};
// The screen is drawn: the time to show what has come.
struct FrameDue {
  RECORD(FrameDue, "frame_due");
};
// Wants the server to end. The last thing that a user says.
struct Closed {
  RECORD(Closed, "closed");
};

// The process.

// What the last Spawn asked for runs.
struct ProcessStarted {
  ProcessId process;
  RECORD(ProcessStarted, "process_started", "process");
};
// It could not be started, ended, or closed its output.
struct ProcessGone {
  ProcessId process;
  RECORD(ProcessGone, "process_gone", "process");
};
// One message of its output, in the order of the lines.
struct Received {
  ProcessId process;
  ToClient message;
  RECORD(Received, "received", "process", "message");
};

// The time of a SetTimer is up; it was neither set again nor cancelled.
struct TimerFired {
  Timer timer;
  RECORD(TimerFired, "timer_fired", "timer");
};

using Happening =
    std::variant<Opened, ChatStarted, ChatResumed, ChatArchived, Said, Stopped, Called, Decided,
                 RuleMade, FrameDue, Closed, ProcessStarted, ProcessGone, Received, TimerFired>;
struct Event {
  Instant at;  // Never decreases.
  Happening what;
  bool operator==(const Event&) const = default;
};

}  // namespace port::appserver
