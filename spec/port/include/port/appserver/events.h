// What a client engine of the app-server hears: what its user wants, what came from the server's
// process, and its timers.
#pragma once
#include <variant>

#include "port/appserver/messages.h"

namespace port::appserver {

// The user.

// Wants a server to be there. Once, before anything else.
struct Opened {
  bool operator==(const Opened&) const = default;
};
// Wants a thread for a new chat. CallEnded says what came of it.
struct ChatStarted {
  ChatId chat;  // Not in use.
  Settings settings{};
  TextId text{};  // What else is set, as the driver keeps it; zero: nothing.
  bool operator==(const ChatStarted&) const = default;
};
// A chat that had this thread goes on, in this server or a later one.
struct ChatResumed {
  ChatId chat;  // Not in use.
  ThreadId thread;
  bool operator==(const ChatResumed&) const = default;
};
// Wants no more turns in it (SES-09). Refused while it is busy.
struct ChatArchived {
  ChatId chat;
  bool operator==(const ChatArchived&) const = default;
};
// Says something: begins a turn.
struct Said {
  ChatId chat;
  TextId text;  // With what is set for the turn, as the driver keeps it.
  bool operator==(const Said&) const = default;
};
// Presses stop. Without a turn that changes nothing.
struct Stopped {
  ChatId chat;
  bool operator==(const Stopped&) const = default;
};
// Calls something that belongs to no turn; Method is ThreadList, ModelList or Other.
struct Called {
  CallId call;  // Not under way.
  Method method{};
  TextId text{};  // Other: what is called, with its params.
  bool operator==(const Called&) const = default;
};
// Behind the AskWithdrawn it changes nothing (APR-04).
struct Decided {
  AskId ask;
  Decision decision{};
  bool operator==(const Decided&) const = default;
};
// Makes a rule for this workspace: what is about this is approved unasked, in every thread, and
// that alone (APR-11).
struct RuleMade {
  SubjectId subject;
  bool operator==(const RuleMade&) const = default;
};
// The screen is drawn: the time to show what has come.
struct FrameDue {
  bool operator==(const FrameDue&) const = default;
};
// Wants the server to end. The last thing that a user says.
struct Closed {
  bool operator==(const Closed&) const = default;
};

// The process.

// What the last Spawn asked for runs.
struct ProcessStarted {
  ProcessId process;
  bool operator==(const ProcessStarted&) const = default;
};
// It could not be started, ended, or closed its output.
struct ProcessGone {
  ProcessId process;
  bool operator==(const ProcessGone&) const = default;
};
// One message of its output, in the order of the lines.
struct Received {
  ProcessId process;
  ToClient message;
  bool operator==(const Received&) const = default;
};

// The time of a SetTimer is up; it was neither set again nor cancelled.
struct TimerFired {
  Timer timer;
  bool operator==(const TimerFired&) const = default;
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

namespace port {

template <>
inline constexpr Record record<appserver::Opened>{"opened"};
template <>
inline constexpr Record record<appserver::ChatStarted>{"chat_started", "chat", "settings", "text"};
template <>
inline constexpr Record record<appserver::ChatResumed>{"chat_resumed", "chat", "thread"};
template <>
inline constexpr Record record<appserver::ChatArchived>{"chat_archived", "chat"};
template <>
inline constexpr Record record<appserver::Said>{"said", "chat", "text"};
template <>
inline constexpr Record record<appserver::Stopped>{"stopped", "chat"};
template <>
inline constexpr Record record<appserver::Called>{"called", "call", "method", "text"};
template <>
inline constexpr Record record<appserver::Decided>{"decided", "ask", "decision"};
template <>
inline constexpr Record record<appserver::RuleMade>{"rule_made", "subject"};
template <>
inline constexpr Record record<appserver::FrameDue>{"frame_due"};
template <>
inline constexpr Record record<appserver::Closed>{"closed"};
template <>
inline constexpr Record record<appserver::ProcessStarted>{"process_started", "process"};
template <>
inline constexpr Record record<appserver::ProcessGone>{"process_gone", "process"};
template <>
inline constexpr Record record<appserver::Received>{"received", "process", "message"};
template <>
inline constexpr Record record<appserver::TimerFired>{"timer_fired", "timer"};

}  // namespace port
