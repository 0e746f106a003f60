// What cannot happen to a program that says so of itself, and worlds without it.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "conformance/area/worlds.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

// The words, by the enumerators.
enum class Lack : std::uint8_t { StartUp, MissingWindowList, SlowReads };
std::span<const LackWord> lack_words();

// Whether the subject of this name says that it is without that.
bool is_without(std::string_view subject, Lack lack);

// The plan without the alternatives that cannot happen to the subject. What a plan fixes stays.
sim::ack::Plan plan_for(const sim::ack::Plan& plan, std::string_view subject);
bool leaves_out(std::string_view subject);  // Anything.

// Why no run of the plan can happen to it; empty: some can.
std::string lacking(const sim::ack::Plan& plan, std::string_view subject);

}  // namespace conformance::ack
