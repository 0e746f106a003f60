// smart_non_modal against its own definition: unleashed, whose body first calls six methods
// (MOD-04). Both meet the same IDE; what they do to it must be the same, step by step.
#include <fmt/core.h>

#include <algorithm>

#include "conformance/modality/show.h"
#include "modality/checks/talk.h"
#include "port/overload.h"

namespace conformance::modality {

namespace {

constexpr Duration never{1'000'000'000};

// How the IDE answers, in whole milliseconds from the call.
struct Scene {
  std::uint8_t dialogs = 0;  // Showing at the start.
  bool closable = true;
  Duration progress_ends{0};
  Duration smart_at{0};
  Duration dialog_opens = never;
  bool dialog_after_sweep = false;  // Opens once the sweep is done.
  bool save_asks = false;           // Saving opens a dialog.
  Duration write_takes{0};
};

constexpr std::array opening_methods{
    Method::CloseModalDialogs, Method::AwaitProgress,    Method::AssertNonModal,
    Method::SyncDocuments,     Method::WaitForSmartMode, Method::MonitorAndCloseModalDialogs};

class Twin {
 public:
  Twin(const PolicySubjects& subjects, Mode mode, const Scene& scene)
      : subject_(subjects({})), scene_(scene), mode_(mode) {
    for (std::uint8_t id = 1; id <= scene.dialogs; ++id) showing_.push_back(DialogId{id});
  }

  // Everything that the call does to the IDE, with its instant, until the end or until the
  // body has been watched for a while.
  const std::vector<std::string>& run() {
    tell(Called{{.mode = mode_}});
    for (int events = 0; events < 2'000 && !over_ && ticks_ < 3; ++events)
      if (!next()) break;
    return doings_;
  }

  std::string trace() const {
    std::string text;
    for (const PolicySubject::Step& step : subject_->trace())
      text += fmt::format("{} -> {}\n", show(step.event),
                          show({step.commands.data(), step.commands.size()}));
    return text;
  }

 private:
  bool next() {
    if (answer(OperationId::Main) || answer(OperationId::Monitor)) return true;
    const bool body_waits = body_started_ && !in_method_;
    if (mode_ == Mode::Unleashed && body_waits && calls_ < opening_methods.size()) {
      in_method_ = true;
      const Method method = opening_methods[calls_];
      tell(MethodCalled{CallId{calls_++}, {.method = method}});
      return true;
    }
    return pass_time();
  }

  bool pass_time() {
    std::size_t first = timer_count;
    for (std::size_t i = 0; i < timer_count; ++i)
      if (due_[i] && (first == timer_count || *due_[i] < *due_[first])) first = i;
    const std::optional<port::Instant> ready = ready_at();
    if (ready && (first == timer_count || *ready < *due_[first])) {
      now_ = std::max(now_, *ready);
      return true;
    }
    if (first == timer_count) return false;
    now_ = *due_[first];
    due_[first].reset();
    if (static_cast<Timer>(first) == Timer::Tick) ++ticks_;
    tell(TimerFired{static_cast<Timer>(first)});
    return true;
  }

  // When the operation under way that takes time can be answered.
  std::optional<port::Instant> ready_at() const {
    const auto& asked = asked_[0];
    if (!asked) return std::nullopt;
    if (std::holds_alternative<AwaitSmart>(*asked)) return port::Instant{scene_.smart_at};
    return asked_at_ + scene_.write_takes;
  }

  bool answer(OperationId lane) {
    auto& asked = asked_[static_cast<std::size_t>(lane)];
    if (!asked) return false;
    const Command command = *asked;
    const bool takes_time = !std::holds_alternative<ReadModality>(command) &&
                            !std::holds_alternative<ListDialogs>(command) &&
                            !std::holds_alternative<CloseDialog>(command);
    if (takes_time && now_ < *ready_at()) return false;
    asked.reset();
    std::visit(
        port::Overload{[&](const ReadModality&) {
                         tell(ModalityRead{lane, modality()});
                       },
                       [&](const ListDialogs&) {
                         tell(DialogsListed{lane, listed()});
                       },
                       [&](const CloseDialog& c) { close(c); },
                       [&](const Commit&) { tell(WriteEnded{lane}); },
                       [&](const Save&) {
                         if (scene_.save_asks) showing_.push_back(DialogId{7});
                         tell(WriteEnded{lane});
                       },
                       [&](const Refresh&) { tell(WriteEnded{lane}); },
                       [&](const AwaitSmart&) { tell(SmartReached{lane}); }, [](const auto&) {}},
        command);
    return true;
  }

  void close(const CloseDialog& asked) {
    const bool closes = scene_.closable;
    tell(CloseAnswered{asked.operation, asked.dialog,
                       closes ? CloseAnswer::Accepted : CloseAnswer::Refused});
    if (!closes) return;
    std::erase(showing_, asked.dialog);
    tell(DialogDisposed{asked.dialog});
  }

  Modality modality() {
    open_what_is_due();
    if (!showing_.empty()) return dialog;
    return now_.time_since_epoch() < scene_.progress_ends ? progress : none;
  }

  DialogList listed() {
    open_what_is_due();
    DialogList dialogs;
    for (std::size_t i = showing_.size(); i > 0; --i) dialogs.push_back(showing_[i - 1]);
    opens_next_ = scene_.dialog_after_sweep;
    return dialogs;
  }

  void open_what_is_due() {
    const bool due = now_.time_since_epoch() >= scene_.dialog_opens || opens_next_;
    if (!due || opened_) return;
    opened_ = true;
    showing_.push_back(DialogId{8});
  }

  void tell(const Happening& what) {
    for (const Command& command : subject_->step({now_, what})) note(command);
  }

  void note(const Command& command) {
    const auto asks = [&](const auto& c) {
      asked_[static_cast<std::size_t>(c.operation)] = command;
      asked_at_ = now_;
      doings_.push_back(fmt::format("{} {}", show(now_), show(command)));
    };
    const auto does = [&](const auto&) {
      doings_.push_back(fmt::format("{} {}", show(now_), show(command)));
    };
    std::visit(
        port::Overload{
            [&](const ReadModality& c) { asks(c); }, [&](const ListDialogs& c) { asks(c); },
            [&](const ReadSmart& c) { asks(c); }, [&](const CloseDialog& c) { asks(c); },
            [&](const Commit& c) { asks(c); }, [&](const Save& c) { asks(c); },
            [&](const Refresh& c) { asks(c); }, [&](const AwaitSmart& c) { asks(c); },
            [&](const Cancel& c) {
              asked_[static_cast<std::size_t>(c.operation)].reset();
              does(c);
            },
            [&](const Capture& c) { does(c); }, [&](const ScheduleRefresh& c) { does(c); },
            [&](const ReportDialog& c) { does(c); }, [&](const ReportProgress& c) { does(c); },
            [&](const StartTimer& c) { due_[static_cast<std::size_t>(c.timer)] = now_ + c.after; },
            [&](const StopTimer& c) { due_[static_cast<std::size_t>(c.timer)].reset(); },
            [&](const StartBody&) { body_started_ = true; },
            [&](const Return&) { in_method_ = false; },
            [&](const Finish& c) {
              over_ = true;
              const bool ok = c.verdict == Verdict::Ok;
              doings_.push_back(fmt::format("{} {}", show(now_), ok ? "Ok" : "Failed"));
            },
            [](const auto&) {}},
        command);
  }

  std::unique_ptr<PolicySubject> subject_;
  Scene scene_;
  Mode mode_;
  port::Instant now_{};
  port::Instant asked_at_{};
  std::vector<DialogId> showing_;  // Outermost first.
  std::array<std::optional<Command>, 2> asked_;
  std::array<std::optional<port::Instant>, timer_count> due_;
  std::uint8_t calls_ = 0;
  int ticks_ = 0;
  bool body_started_ = false;
  bool in_method_ = false;
  bool opens_next_ = false;
  bool opened_ = false;
  bool over_ = false;
  std::vector<std::string> doings_;
};

// A few of the steps from `first` on.
std::string some(const std::vector<std::string>& doings, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < std::min(first + 4, doings.size()); ++i)
    text += fmt::format("{}{}", i == first ? "" : ", ", doings[i]);
  return text.empty() ? "nothing more" : text;
}

CheckVerdict same(const PolicySubjects& subjects, const Scene& scene) {
  Twin unleashed(subjects, Mode::Unleashed, scene);
  Twin smart(subjects, Mode::SmartNonModal, scene);
  const std::vector<std::string>& want = unleashed.run();
  const std::vector<std::string>& got = smart.run();
  if (want == got) return {};
  const auto difference = std::ranges::mismatch(want, got).in1 - want.begin();
  const auto first = static_cast<std::size_t>(difference);
  return {.holds = false,
          .want = some(want, first) + " (as unleashed)",
          .got = some(got, first),
          .trace = smart.trace()};
}

// clang-format off
constexpr PolicyCheck twin_rows[] = {
  {.rule = "MOD-04",
   .says = "smart_non_modal and unleashed with its six methods do the same to an idle IDE",
   .run = [](const PolicySubjects& subjects) { return same(subjects, {}); }},
  {.rule = "MOD-04",
   .says = "the same where dialogs are closed",
   .run = [](const PolicySubjects& subjects) { return same(subjects, {.dialogs = 3}); }},
  {.rule = "MOD-04",
   .says = "the same where a dialog refuses to close",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.dialogs = 2, .closable = false});
   }},
  {.rule = "MOD-04",
   .says = "the same where a progress ends",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.progress_ends = Duration{33'200}});
   }},
  {.rule = "MOD-04",
   .says = "the same where a progress does not end",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.progress_ends = never});
   }},
  {.rule = "MOD-04",
   .says = "the same where a dialog opens while a progress is waited out",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.progress_ends = never, .dialog_opens = Duration{1'300}});
   }},
  {.rule = "MOD-04",
   .says = "the same where a dialog opens right after the sweep",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.dialogs = 1, .dialog_after_sweep = true});
   }},
  {.rule = "MOD-04",
   .says = "the same where the index is dumb for a while",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.smart_at = Duration{12'000}});
   }},
  {.rule = "MOD-04",
   .says = "the same where the index stays dumb",
   .run = [](const PolicySubjects& subjects) { return same(subjects, {.smart_at = never}); }},
  {.rule = "MOD-04",
   .says = "the same where saving opens a dialog",
   .run = [](const PolicySubjects& subjects) { return same(subjects, {.save_asks = true}); }},
  {.rule = "MOD-04",
   .says = "the same where a sync takes too long",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.write_takes = Duration{25'000}});
   }},
  {.rule = "MOD-04",
   .says = "the same where a dialog opens during the body",
   .run = [](const PolicySubjects& subjects) {
     return same(subjects, {.dialog_opens = Duration{1'700}});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> twin_checks() { return twin_rows; }

}  // namespace conformance::modality
