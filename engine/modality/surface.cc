#include "engine/modality/surface.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "port/overload.h"
#include "port/visit.h"

namespace engine::modality {

namespace {

constexpr std::array<std::string_view, 3> former_parameters{"dialog_killer", "cancel_on_modal",
                                                            "allow_modal"};
constexpr std::size_t echo_max = 40;

// What the caller wrote, fit for one line of an error.
std::string echo(std::string_view text) {
  std::string shown(text.substr(0, echo_max));
  const auto unprintable = [](char c) { return c < ' ' || c > '~'; };
  std::replace_if(shown.begin(), shown.end(), unprintable, '?');
  return fmt::format("\"{}{}\"", shown, text.size() > echo_max ? "..." : "");
}

std::string echo(const Parameter& parameter) {
  return port::visit(
      port::Overload{[](const OtherValue&) { return std::string("no text or number"); },
                     [](std::string_view text) { return echo(text); },
                     [](double number) { return fmt::format("{}", number); },
                     [](bool boolean) { return fmt::format("{}", boolean); }},
      parameter.value);
}

std::optional<Mode> mode_of(const Parameter& parameter) {
  const auto* text = std::get_if<std::string_view>(&parameter.value);
  if (text == nullptr) return std::nullopt;
  const auto mode = enumerator_of<Mode>(*text);
  return mode == Mode::Raw ? std::nullopt : mode;  // The tuple has no name here.
}

std::optional<Duration> timeout_of(const Parameter& parameter) {
  const auto* seconds = std::get_if<double>(&parameter.value);
  if (seconds == nullptr || !std::isfinite(*seconds) || *seconds <= 0) return std::nullopt;
  const double wanted_ms = std::round(*seconds * 1000);  // May be infinite: capped next.
  const double kept_ms = std::clamp(wanted_ms, 1.0, double{body_timeout_max.count()});
  return Duration{static_cast<Duration::rep>(kept_ms)};
}

// The worst so far: the first in the order of Defect that is not None.
void add_defect(Surface& surface, Defect defect, const std::string& error) {
  Defect& worst = surface.request.defect;
  worst = worst == Defect::None ? defect : std::min(worst, defect);
  if (!surface.error.empty()) surface.error += ' ';
  surface.error += error;
}

void read_parameter(Surface& surface, const Parameter& parameter) {
  if (parameter.name == "modal") {
    if (const auto mode = mode_of(parameter)) {
      surface.request.mode = *mode;
    } else {
      add_defect(surface, Defect::UnknownMode,
                 fmt::format("`modal` cannot be {}.", echo(parameter)));
    }
  } else if (parameter.name == "timeout") {
    if (const auto timeout = timeout_of(parameter)) {
      surface.request.body_timeout = *timeout;
    } else {
      add_defect(surface, Defect::BadTimeout,
                 fmt::format("`timeout` must be a finite number of seconds above zero, not {}.",
                             echo(parameter)));
    }
  } else if (std::ranges::find(former_parameters, parameter.name) != former_parameters.end()) {
    add_defect(surface, Defect::FormerParameter,
               fmt::format("`{}` no longer exists: `modal` replaced it.", parameter.name));
  }
}

}  // namespace

Surface read_surface(std::span<const Parameter> parameters) {
  Surface surface;
  surface.request.body_timeout = default_body_timeout;
  for (const Parameter& parameter : parameters) read_parameter(surface, parameter);
  const Defect defect = surface.request.defect;
  if (defect == Defect::UnknownMode || defect == Defect::FormerParameter) {
    surface.error += ' ';
    surface.error += valid_modes_text;
  }
  return surface;
}

}  // namespace engine::modality
