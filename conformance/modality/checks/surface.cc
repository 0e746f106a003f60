// What the surface lets through (MOD-01, and the timeout of MOD-71).
#include <array>
#include <limits>

#include "engine/modality/surface.h"
#include "modality/checks/talk.h"
#include "sim/modality/plan.h"

namespace conformance::modality {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool lists_valid_values(const std::string& error) {
  return error.find("smart_non_modal") != std::string::npos &&
         error.find("non_modal,") != std::string::npos &&
         error.find("unleashed") != std::string::npos;
}

CheckVerdict refused(const PolicySubjects& subjects, const Parameter& parameter, Reason reason) {
  const Surface surface = read_surface({&parameter, 1});
  const bool lists_them = reason == Reason::BadTimeout || lists_valid_values(surface.error);
  return Talk(subjects)
      .call(surface.request)
      .wants({fails(Stage::Surface, reason)})
      .wants_that(lists_them, "an error that lists the three modes", surface.error)
      .wants_that(!surface.error.empty(), "an error", "none")
      .after(1h)
      .verdict();
}

// `modal=text` is taken, and the call begins as that mode does.
CheckVerdict taken(const PolicySubjects& subjects, std::string_view text, Mode mode,
                   const Command& first) {
  const Parameter parameter{"modal", text};
  const Surface surface = read_surface({&parameter, 1});
  return Talk(subjects)
      .call(surface.request)
      .wants({schedules_refresh, first})
      .wants_that(surface.request == request(mode), text, port::word(surface.request.mode))
      .wants_that(surface.error.empty(), "no error", surface.error)
      .verdict();
}

// clang-format off
constexpr PolicyCheck surface_rows[] = {
  {.rule = "MOD-01", .says = "a missing modal means smart_non_modal, which sweeps first",
   .run = [](Talk& talk) {
     const Surface surface = read_surface({});
     talk.call(surface.request)
         .wants({schedules_refresh, lists})
         .wants_that(surface.request == request(Mode::SmartNonModal),
                     "a plain request of smart_non_modal", "another");
   }},
  {.rule = "MOD-01", .says = "the three values of modal are taken",
   .run = [](const PolicySubjects& subjects) {
     return both(taken(subjects, "smart_non_modal", Mode::SmartNonModal, lists),
                 both(taken(subjects, "non_modal", Mode::NonModal, reads),
                      taken(subjects, "unleashed", Mode::Unleashed, starts_body)));
   }},
  {.rule = "MOD-01", .says = "any other value of modal is refused before anything runs",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"modal", "strict"}, Reason::UnknownMode);
   }},
  {.rule = "MOD-01", .says = "a value is taken to the letter: another case is refused",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"modal", "Unleashed"}, Reason::UnknownMode);
   }},
  {.rule = "MOD-01", .says = "a null for modal is not a missing one: it is refused",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"modal", OtherValue{}}, Reason::UnknownMode);
   }},
  {.rule = "MOD-01", .says = "the tuple has no name: modal=raw is refused",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"modal", "raw"}, Reason::UnknownMode);
   }},
  {.rule = "MOD-01",
   .says = "of two things that are wrong both are told, and the first in order decides",
   .run = [](const PolicySubjects& subjects) {
     const std::array parameters{Parameter{"timeout", -5.0}, Parameter{"allow_modal", true},
                                 Parameter{"modal", "strict"}};
     const Surface surface = read_surface(parameters);
     const auto tells = [&](std::string_view word) {
       return surface.error.find(word) != std::string::npos;
     };
     const bool all = tells("timeout") && tells("allow_modal") && tells("strict");
     return Talk(subjects)
         .call(surface.request)
         .wants({fails(Stage::Surface, Reason::UnknownMode)})
         .wants_that(all && lists_valid_values(surface.error), "an error that names all three",
                     surface.error)
         .verdict();
   }},
  {.rule = "MOD-01", .says = "the former parameter dialog_killer is refused",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"dialog_killer", true}, Reason::FormerParameter);
   }},
  {.rule = "MOD-01", .says = "the former parameter cancel_on_modal is refused, whatever its value",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"cancel_on_modal", false}, Reason::FormerParameter);
   }},
  {.rule = "MOD-01", .says = "the former parameter allow_modal is refused",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"allow_modal", true}, Reason::FormerParameter);
   }},
  {.rule = "MOD-07",
   .says = "dialog_killer and allow_modal together are row 4: what is allowed is closed and fails",
   .run = [](Talk& talk) {
     Options former = sim::modality::former_options(true, true);
     const bool prepares = former.sync_documents && former.wait_smart;
     talk.call(former).wants({schedules_refresh, lists})
         .dialogs({1}).answer(1, CloseAnswer::Refused)
         .modality(dialog).wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                  starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1))
         .wants_that(prepares, "D and W", "another tuple");
   }},
  {.rule = "MOD-07",
   .says = "dialog_killer alone is row 1, allow_modal alone row 7, neither is row 6",
   .run = [](const PolicySubjects& subjects) {
     using sim::modality::former_options;
     const auto strict = Talk(subjects).call(former_options(true, false)).dialogs({})
                             .modality(dialog)
                             .wants(fails_at_gate(Reason::DialogAtGate, dialog))
                             .verdict();
     const auto permissive = Talk(subjects).call(former_options(false, true))
                                 .modality(dialog)
                                 .wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                         starts_body})
                                 .after(5s)
                                 .verdict();
     const auto gate_only = Talk(subjects).call(former_options(false, false))
                                .modality(dialog)
                                .wants(fails_at_gate(Reason::DialogAtGate, dialog))
                                .verdict();
     return both(strict, both(permissive, gate_only));
   }},
  {.rule = "MOD-71", .says = "a timeout of zero is refused at the surface",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"timeout", 0.0}, Reason::BadTimeout);
   }},
  {.rule = "MOD-71", .says = "a negative timeout is refused at the surface",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"timeout", -5.0}, Reason::BadTimeout);
   }},
  {.rule = "MOD-71", .says = "of two timeouts a bad one is refused, though a good one follows",
   .run = [](Talk& talk) {
     const std::array parameters{Parameter{"timeout", -5.0}, Parameter{"timeout", 5.0}};
     const Surface surface = read_surface(parameters);
     talk.call(surface.request)
         .wants({fails(Stage::Surface, Reason::BadTimeout)})
         .wants_that(!surface.error.empty(), "an error", "none");
   }},
  {.rule = "MOD-71", .says = "an infinite timeout is refused at the surface",
   .run = [](const PolicySubjects& subjects) {
     return refused(subjects, {"timeout", infinity}, Reason::BadTimeout);
   }},
  {.rule = "MOD-71", .says = "a timeout that is no number is refused at the surface",
   .run = [](const PolicySubjects& subjects) {
     return both(refused(subjects, {"timeout", std::nan("")}, Reason::BadTimeout),
                 refused(subjects, {"timeout", "60"}, Reason::BadTimeout));
   }},
  {.rule = "MOD-71",
   .says = "a timeout below a second is taken, and one below a millisecond is one",
   .run = [](const PolicySubjects& subjects) {
     const auto ends_after = [&](double seconds, Duration want) {
       const std::array parameters{Parameter{"modal", "unleashed"}, Parameter{"timeout", seconds}};
       return Talk(subjects)
           .call(read_surface(parameters).request)
           .wants({schedules_refresh, starts_body})
           .after(want)
           .fires(Timer::Body)
           .wants(times_out())
           .verdict();
     };
     return both(ends_after(0.5, 500ms), ends_after(1e-9, 1ms));
   }},
  {.rule = "MOD-71", .says = "a positive finite timeout is the one that the body gets",
   .run = [](Talk& talk) {
     const std::array parameters{Parameter{"modal", "unleashed"},
                                 Parameter{"timeout", 2.5}};
     const Parameter too_long{"timeout", 1e300};
     const Duration cut = read_surface({&too_long, 1}).request.body_timeout;
     talk.call(read_surface(parameters).request)
         .wants({schedules_refresh, starts_body})
         .after(2500ms)
         .fires(Timer::Body)
         .wants(times_out())
         .wants_that(cut == Duration{1'000'000'000}, "a longer one cut to 11 days", "another");
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> surface_checks() { return surface_rows; }

}  // namespace conformance::modality
