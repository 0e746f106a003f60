// What cannot happen to a program that says so of itself, and worlds without it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "conformance/area/worlds.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

// The words, by the enumerators.
enum class Lack : std::uint8_t { StartUp, MissingWindowList, SlowReads };
std::span<const LackWord> lack_words();

// What the subject of this name says that it is without.
sim::ack::Without without_of(std::string_view subject);

// The plan in which none of that is met. Its alternatives keep their numbers, so what is known of
// the plan holds of this one.
sim::ack::Plan plan_for(const sim::ack::Plan& plan, const sim::ack::Without& without);
// Whether each run of the plan has something of that.
bool rules_out(const sim::ack::Without& without, const sim::ack::Plan& plan);

// Why no run of the plan can happen to the subject; empty: some can.
std::string lacking(const sim::ack::Plan& plan, std::string_view subject);

}  // namespace conformance::ack
