// The sentences that a caller reads: of results (MOD-35, MOD-73), and of what the surface refuses.
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "engine/modality/surface.h"
#include "modality/checks/talk.h"
#include "port/words.h"

namespace conformance::modality {

namespace {

constexpr std::array modes{Mode::SmartNonModal, Mode::NonModal, Mode::Unleashed, Mode::Raw};

// What is wrong with a text as one line of sentences; empty: nothing.
std::string_view misfit(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return "no line of its own";
  if (text.find("  ") != std::string_view::npos) return "two spaces";
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool ends = text[i] == '.' && (text[i + 1] < '0' || text[i + 1] > '9');
    if (ends && text[i + 1] != ' ' && text[i + 1] != '.' && text[i + 1] != '"')
      return "no space behind a sentence";
    if (text[i] < ' ' || text[i] > '~') return "a byte that does not print";
  }
  return {};
}

Finish failed_by(Reason reason) {
  const bool progresses =
      reason == Reason::ProgressAtGate || reason == Reason::ProgressOutlivedBudget;
  const bool of_body = reason == Reason::BodyThrew || reason == Reason::BodyTimedOut;
  const bool of_monitor = reason == Reason::DialogDuringBody;
  return fails(of_body      ? Stage::Body
               : of_monitor ? Stage::Monitor
                            : Stage::Gate,
               reason, progresses ? progress : dialog);
}

template <class Visit>
void for_each_failure(Visit visit) {
  for (const Mode mode : modes)
    for (std::uint8_t i = 1; i < port::words<Reason>.size(); ++i)  // From behind Reason::None.
      visit(mode, Reason{i}, message(mode, failed_by(Reason{i})));
}

std::string first_sentence(const std::string& text) { return text.substr(0, text.find('.')); }

// What stands between the sentences of the failure and the names of stage and mode.
std::string without_names(const std::string& text) { return text.substr(0, text.find(" [stage ")); }

CheckVerdict differs(std::string want, std::string got) {
  return {.holds = false, .want = std::move(want), .got = std::move(got)};
}

CheckVerdict contains(const std::string& text, std::string_view words) {
  if (text.find(words) != std::string::npos) return {};
  return differs(fmt::format("\"{}\"", words), text);
}

CheckVerdict lacks(const std::string& text, std::string_view words) {
  if (text.find(words) == std::string::npos) return {};
  return differs(fmt::format("no \"{}\"", words), text);
}

struct WayOut {
  Reason reason;
  std::string_view words;
};

constexpr std::array ways_out{
    WayOut{Reason::UnknownMode, "modal"},
    WayOut{Reason::FormerParameter, "smart_non_modal"},
    WayOut{Reason::BadTimeout, "leave it out"},
    WayOut{Reason::CalledFromEdt, "Call from a background thread"},
    WayOut{Reason::ProgressOutlivedBudget, "Retrying later can help"},
    WayOut{Reason::SyncTimedOut, "Retrying later can help"},
    WayOut{Reason::SmartTimedOut, "Retrying later can help"},
    WayOut{Reason::ModalBeforeSync, "retry"},
    WayOut{Reason::ModalDuringSync, "retry"},
    WayOut{Reason::ModalBeforeSmart, "retry"},
    WayOut{Reason::ModalAfterSmart, "retry"},
    WayOut{Reason::DialogDuringBody, "allowModalDialog()"},
    WayOut{Reason::BodyTimedOut, "Pass a longer `timeout`"},
};

std::string error_of(const Parameter& parameter) { return read_surface({&parameter, 1}).error; }

// clang-format off
constexpr PolicyCheck text_rows[] = {
  {.rule = "MOD-35", .says = "each reason is told in a sentence of its own",
   .run = [](const PolicySubjects&) {
     const auto sentence = [](Reason reason, Modality blocked_by) {
       return first_sentence(message(Mode::Raw, fails(Stage::Gate, reason, blocked_by)));
     };
     CheckVerdict out = lacks(sentence(Reason::DialogAtGate, dialog),
                              sentence(Reason::ProgressAtGate, progress));
     for (std::uint8_t i = 1; i < port::words<Reason>.size(); ++i)
       for (std::uint8_t j = 1; j < i; ++j) {
         // Of these two what blocks is all that differs.
         if (Reason{j} == Reason::DialogAtGate && Reason{i} == Reason::ProgressAtGate) continue;
         const auto text = sentence(Reason{i}, progress);
         if (out.holds && text == sentence(Reason{j}, progress))
           out = differs(fmt::format("a sentence of its own for {}", port::word(Reason{i})), text);
       }
     return out;
   }},
  {.rule = "MOD-35", .says = "every message is a line of sentences and names the mode",
   .run = [](const PolicySubjects&) {
     CheckVerdict out;
     for_each_failure([&](Mode mode, Reason, const std::string& text) {
       if (const auto wrong = misfit(text); !wrong.empty() && out.holds)
         out = differs("a line of sentences", fmt::format("{}: {}", wrong, text));
       out = both(out, contains(text, fmt::format("modal={}]", port::word(mode))));
     });
     return out;
   }},
  {.rule = "MOD-35",
   .says = "the way out of each failure is told, and is never the way that the call came",
   .run = [](const PolicySubjects&) {
     CheckVerdict out;
     for (const auto& [reason, words] : ways_out)
       for (const Mode mode : modes)
         out = both(out, contains(message(mode, failed_by(reason)), words));
     for (const Reason reason : {Reason::ModalBeforeSync, Reason::ModalAfterSmart,
                                 Reason::SyncTimedOut, Reason::SmartTimedOut})
       out = both(out, contains(message(Mode::NonModal, failed_by(reason)), "modal=unleashed"));
     for_each_failure([&](Mode mode, Reason reason, const std::string& text) {
       const bool lists_modes = reason == Reason::UnknownMode || reason == Reason::FormerParameter;
       const bool never_in_it =
           mode == Mode::Unleashed && reason == Reason::ProgressOutlivedBudget;
       if (!lists_modes && !never_in_it)
         out = both(out, lacks(without_names(text), fmt::format("modal={}", port::word(mode))));
     });
     return out;
   }},
  {.rule = "MOD-35", .says = "what to do about a modal at the gate depends on the mode",
   .run = [](const PolicySubjects&) {
     const auto text = [](Mode mode) { return message(mode, failed_by(Reason::DialogAtGate)); };
     return both(both(contains(text(Mode::SmartNonModal), "pass modal=unleashed"),
                      contains(text(Mode::NonModal), "Pass modal=smart_non_modal")),
                 both(contains(text(Mode::Unleashed), "Call closeModalDialogs() first."),
                      contains(text(Mode::Raw), "allow modal at the gate")));
   }},
  {.rule = "MOD-35", .says = "what a method failed by another mode does not mend",
   .run = [](const PolicySubjects&) {
     CheckVerdict out;
     for (const Mode mode : modes)
       for (const Reason reason :
            {Reason::ModalAsserted, Reason::ModalBeforeSync, Reason::ModalDuringSync,
             Reason::SyncTimedOut, Reason::ModalBeforeSmart, Reason::ModalAfterSmart,
             Reason::SmartTimedOut, Reason::ProgressOutlivedBudget, Reason::DialogAtGate})
         out = both(out, lacks(without_names(message(mode, fails(Stage::Body, reason, dialog))),
                               "modal="));
     const auto text = [](Reason reason) {
       return message(Mode::NonModal, fails(Stage::Body, reason, dialog));
     };
     return both(out, both(contains(text(Reason::ModalBeforeSync), "syncDocuments(force)"),
                           contains(text(Reason::ModalBeforeSmart), "closeModalDialogs()")));
   }},
  {.rule = "MOD-74", .says = "a failure lists the artifacts that are in its result, in order",
   .run = [](const PolicySubjects&) {
     auto failed = failed_by(Reason::DialogAtGate);
     failed.artifacts = 2;
     const std::array kept{screenshot(Stage::Gate), dump(Stage::Gate)};
     const auto none = message(Mode::NonModal, failed_by(Reason::BodyThrew));
     return both(both(contains(message(Mode::NonModal, failed, kept),
                               "in this order: screenshot (gate), thread_dump (gate)."),
                      contains(message(Mode::NonModal, failed), "Artifacts in this result: 2.")),
                 lacks(none, "rtifact"));
   }},
  {.rule = "MOD-73", .says = "whether the script ran is told of every failure, and of no success",
   .run = [](const PolicySubjects&) {
     constexpr std::string_view not_run = "The script did not run.";
     CheckVerdict out;
     for_each_failure([&](Mode, Reason reason, const std::string& text) {
       const bool ran = failed_by(reason).stage != Stage::Gate;
       out = both(out, ran ? lacks(text, not_run) : contains(text, not_run));
     });
     for (const Mode mode : modes) out = both(out, lacks(message(mode, succeeds), not_run));
     return out;
   }},
  {.rule = "MOD-72", .says = "the message of a script's error adds no advice of its own",
   .run = [](const PolicySubjects&) {
     const auto text = without_names(message(Mode::Unleashed, failed_by(Reason::BodyThrew)));
     return both(contains(text, "threw an error"), lacks(text, "timeout"));
   }},
  {.rule = "MOD-01", .says = "what the surface refuses is echoed in a line of sentences, and short",
   .run = [](Talk& talk) {
     const std::string longest(40, 'x'), longer(41, 'x'), huge(100'000, 'x');
     const auto kept = "\"" + longest + "\"", cut = "\"" + longest + "...\"";
     const std::array parameters{Parameter{"modal", "strict"}, Parameter{"timeout", "soon"},
                                 Parameter{"allow_modal", true}};
     const auto three = read_surface(parameters).error;
     const auto odd = error_of({"modal", "a \nb\x7f\x80"});
     talk.wants_that(misfit(three).empty(), "a line of sentences", three)
         .wants_that(odd.find("\"a ?b??\"") != std::string::npos, "a ?b??", odd)
         .wants_that(error_of({"project", "strict"}).empty(), "nothing of other parameters", "more")
         .wants_that(contains(error_of({"modal", longest}), kept).holds, kept, "another")
         .wants_that(contains(error_of({"modal", longer}), cut).holds, cut, "another")
         .wants_that(contains(error_of({"modal", huge}), cut).holds, cut, "another");
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> text_checks() { return text_rows; }

}  // namespace conformance::modality
