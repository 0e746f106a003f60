// What an observer of both pipes sees of one message, with all that the rules look at. Flat: names
// stand for texts, and two names are equal if the texts are.
#pragma once
#include <array>
#include <cstdint>

#include "spec/appserver/dialect.h"

namespace spec::appserver {

using Name = std::uint64_t;  // Zero: there is none.

// Where and when a line stands in a recording.
struct Place {
  std::uint64_t line = 0;   // Counts from 1; zero: nowhere.
  std::uint64_t order = 0;  // Grows with each message that a judge sees.
  Side from = Side::Client;
  std::int64_t time_us = 0;  // If `timed`.
  bool timed = false;
  bool operator==(const Place&) const = default;
};

// A text as a sum that can be put together from the sums of its pieces.
struct TextSum {
  std::uint64_t sum = 0, power = 1, bytes = 0;

  void add(unsigned char byte) { *this += TextSum{.sum = byte + 1u, .power = base, .bytes = 1}; }
  TextSum& operator+=(const TextSum& next) {
    sum = sum * next.power + next.sum;
    power *= next.power;
    bytes += next.bytes;
    return *this;
  }
  bool operator==(const TextSum& other) const { return sum == other.sum && bytes == other.bytes; }
  static constexpr std::uint64_t base = 0x9e3779b97f4a7c15;  // Odd, so that no piece vanishes.
};

enum class Form : std::uint8_t { Request, Result, Failure, Notification };

struct Observation {
  Place place{};
  Form form = Form::Notification;
  Method method = Method::Unknown;  // Of a request or notification.
  Name method_name = 0;             // As it was said.
  bool patient = false;             // MethodRow::patient.
  // Has a method and a result: some take it for a request, and others do not.
  bool ambiguous = false;
  // False: what the other side said before it is not known, only the order within its side.
  bool ordered = true;
  bool malformed = false;  // Params of an approval that lack what they must have.

  Name id = 0;       // The type of the id is part of its name.
  Name id_twin = 0;  // The id with the same digits and the other type.
  Name thread = 0, turn = 0, item = 0;
  Name request = 0;  // What was resolved.

  Status status = Status::None;
  bool item_done = false;  // The item did what it was asked for.
  bool will_retry = false;
  bool has_text = false;  // The item's final text is in `text`.
  TextSum text{};         // A delta, or the final text.
  bool has_total = false;
  std::int64_t total = 0;

  Decision decision = Decision::None;  // Of a result.
  ErrorKind error = ErrorKind::None;   // Of a failure.
  std::int64_t code = 0;
};

// A line that is no message.
struct BadLine {
  Place place{};
  bool not_utf8 = false;
  bool like_an_answer = false;  // Has the key of a result or an error somewhere.
  std::array<Name, 4> ids{};    // What looks like its ids.
};

}  // namespace spec::appserver
