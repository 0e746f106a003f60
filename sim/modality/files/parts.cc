// The call, its limits, the IDE and what happens beside it.
#include <algorithm>

#include "modality/files/formats.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using namespace format;
using port::modality::Mode;
using port::modality::Options;

constexpr Row tuple_rows[] = {
    {"S", at<&Options::close_on_start>, boolean(), "Close dialogs on start."},
    {"A", at<&Options::allow_at_gate>, boolean(), "Allow a modal at the gate."},
    {"R", at<&Options::close_while_running>, boolean(),
     "Close dialogs while the script runs, and fail."},
    {"D", at<&Options::sync_documents>, boolean(),
     "Sync documents before the script and after it."},
    {"W", at<&Options::wait_smart>, boolean(), "Wait for smart mode."},
    {"await_dispose", at<&Options::await_dispose>, boolean(), "The sweep waits for each disposal."},
    {"progress_at_gate", at<&Options::progress>,
     one_of("what to do with a progress at the gate", progress_at_gate_names),
     "What a modality without a dialog does at the gate."}};

// The parameters that `modal` replaced. A plan knows the tuple that they stand for.
struct Former {
  bool dialog_killer = true;
  bool allow_modal = false;
};
constexpr Row former_rows[] = {
    {"dialog_killer", at<&Former::dialog_killer>, boolean(),
     "Close dialogs, before the script and while it runs."},
    {"allow_modal", at<&Former::allow_modal>, boolean(), "Run under a modal."}};

void take_former(Reader&, const JsonValue&, const Former& former, Plan::Call& call) {
  call.request.raw = former_options(former.dialog_killer, former.allow_modal);
}

bool is_raw(const Plan::Call& call) { return call.request.mode == Mode::Raw; }
bool has_mode(const Plan::Call& call) { return !is_raw(call); }

void finish_call(Reader& reader, const JsonValue& json, Plan::Call& call) {
  const bool modal = member_of(json, "modal") != nullptr;
  const bool former = member_of(json, "former") != nullptr;
  const bool tuple = member_of(json, "tuple") != nullptr || former;
  if (former && member_of(json, "tuple") != nullptr)
    reader.fail(json, "A call has a tuple or the former parameters, not both.",
                "Take one of the two out.");
  if (modal && tuple)
    reader.fail(json, "A call has a mode or a tuple, not both.", "Take one of the two out.");
  if (!modal && !tuple)
    reader.fail(json, "The call says neither `modal` nor `tuple`.",
                "Write {\"modal\": \"smart_non_modal\"}, for example.");
  if (tuple) call.request.mode = Mode::Raw;
  call.name = call_name(call.request);
}

constexpr auto request = &Plan::Call::request;
constexpr Row call_rows[] = {
    {"modal", at<request, &Request::mode>, one_of("a mode", mode_names), "The mode.", 0,
     when<&has_mode>},
    {"tuple", at<request, &Request::raw>, object(tuple_rows), "The raw options.", 0, when<&is_raw>},
    {"former", itself<Plan::Call>,
     through<Former, Plan::Call, nullptr, &take_former>(
         object(former_rows,
                "The parameters that `modal` replaced, as the tuple that they stand for; S and R "
                "are the killer, D and W are true.")),
     "A call of the former surface.", Is::Unwritten},
    {"timeout_ms", at<request, &Request::body_timeout>, milliseconds(0),
     "For the script alone; 0 is to be refused."},
    {"defect", at<request, &Request::defect>,
     one_of("what is wrong with the call", defect_names, {}, 1),
     "What is wrong with the call, which is to be refused for it."},
    {"from_edt", at<request, &Request::from_edt>, boolean(),
     "The caller sits on the event dispatch thread."}};
constexpr Type call_type = object(call_rows)
                               .then(check<&finish_call>)
                               .also(
                                   R"({"oneOf": [{"required": ["modal"]}, {"required": ["tuple"]},
                          {"required": ["former"]}]})");

// Which set of limits a file names; it decides over latencies and the timeout too.
using Base = std::uint8_t;
constexpr Word base_words[] = {{"short", 0}, {"real", 1}};

Base base_in_file(const Plan&, const Plan& of) {
  return of.limits == plan_bases()[0].plan.limits ? 0 : 1;
}
void take_base(Reader&, const JsonValue&, const Base& which, Plan& plan) {
  plan = plan_bases()[which].plan;
}
bool always(const Plan&) { return true; }

constexpr Row limits_rows[] = {
    {"base", itself<Plan>,
     through<Base, Plan, &base_in_file, &take_base>(one_of("a set of limits", base_words)),
     "What is not said is as in this set; left out: `short`.", Is::First, when<&always>},
    part(at<&Plan::limits>, &limits_members)};

constexpr Row behaviour_rows[] = {
    {"answer_ms", at<&Behaviour::answer>, window_or_never(),
     "From the request to close it to its answer."},
    {"dispose_ms", at<&Behaviour::dispose>, window(), "From an accepted close to its disposal."},
    {"ends_ms", at<&Behaviour::ends>, window_or_never(), "From its opening to its end by itself."}};

template <EntryKind kind>
constexpr Row behaviour_row(std::string_view name) {
  return {name, at<&Latencies::entries, kind>, object(behaviour_rows), "Of entries of this kind."};
}
constexpr Row latency_rows[] = {
    {"write_ms", at<&Latencies::write>, window(),
     "How long a commit, save or refresh takes once it has begun."},
    {"indexing_ms", at<&Latencies::indexing>, window(),
     "From the start of an indexing that ends to its end."},
    {"look_ms", at<&Latencies::look>, window_or_never(),
     "How long a look or a listing takes once the event thread takes it; never: it hangs."},
    {"told_ms", at<&Latencies::told>, window(),
     "From when a dialog accepts its close to the answer that says so: it may be gone before."},
    {"ui_busy_ms", at<&Latencies::busy>, window(), "How long `ui_busy` holds the event thread."},
    {"ui_frozen_ms", at<&Latencies::frozen>, window_or_never(),
     "How long the event thread takes nothing after `ui_freezes`; never: it stays so."},
    {"question_ms", at<&Latencies::question>, window(),
     "From a refresh that finds unsaved text of a file that changed to its question."},
    {"screenshot_ms", at<&Latencies::captures, Artifact::Screenshot>, window_or_never(),
     "How long a screenshot takes; never: it hangs."},
    {"thread_dump_ms", at<&Latencies::captures, Artifact::ThreadDump>, window_or_never(),
     "How long a thread dump takes."},
    behaviour_row<EntryKind::Closable>("closable"),
    behaviour_row<EntryKind::Slow>("slow"),
    behaviour_row<EntryKind::Refusing>("refusing"),
    behaviour_row<EntryKind::Reopening>("reopening"),
    behaviour_row<EntryKind::Questioning>("questioning"),
    behaviour_row<EntryKind::Unresponsive>("unresponsive"),
    behaviour_row<EntryKind::Passing>("passing"),
    behaviour_row<EntryKind::Question>("question"),
    behaviour_row<EntryKind::Parent>("parent"),
    behaviour_row<EntryKind::Child>("child"),
    behaviour_row<EntryKind::Progress>("progress"),
    behaviour_row<EntryKind::EndlessProgress>("endless_progress")};

constexpr Word document_words[] = {
    {"clean", clean, "all texts agree"},
    {"uncommitted", uncommitted, "edited, neither parsed nor saved"},
    {"unsaved", unsaved, "parsed, not saved"},
    {"stale", stale, "the disk changed behind the IDE"},
    {"conflicting", conflicting,
     "parsed, not saved, and the disk changed: a refresh and a save ask"}};
constexpr Type document_type = one_of("a state of a document", document_words);

constexpr auto index_says =
    sentences("indexes are ready", "they are ready after `indexing_ms`", "they never get ready");
constexpr Row ide_rows[] = {
    {"stack", at<&Plan::start, &Start::stack>,
     list(kind_format, {.what = "entries of the stack", .most = scenario_stack_max}),
     "The modal stack, outermost first."},
    {"documents", at<&Plan::start, &Start::documents>,
     list(document_type, {.what = "documents", .most = documents_max}),
     "One of the project, one outside it, and the project's settings."},
    {"index", at<&Plan::start, &Start::index>,
     one_named<Index>("a state of the index", 3, index_says), "Whether indexes are ready."},
    {"configured", at<&Plan::start, &Start::configured>, boolean(),
     "The import of the build has finished."},
    {"latencies", at<&Plan::latencies>, object(latency_rows),
     "Changes to the delays of the set of limits."}};

constexpr auto background_says = sentences(
    "a `closable` dialog opens", "a `slow` dialog opens", "a `refusing` dialog opens",
    "a `reopening` dialog opens", "a `questioning` dialog opens", "an `unresponsive` dialog opens",
    "a `passing` dialog opens", "a window that blocks nothing opens",
    "somebody closes the topmost dialog", "modality without a window begins",
    "modality without a window begins and does not end", "the index gets dumb",
    "the index gets dumb and does not get ready", "the import of the build has finished",
    "the file of the project's document changes behind the IDE",
    "the next save that does something opens a dialog as it ends",
    "the next commit that does something opens a dialog as it ends",
    "somebody else's task holds the event thread", "the event thread takes nothing any more",
    "a frozen event thread goes on", "the caller withdraws, of several runs that of the first",
    "the caller of the second run withdraws; a third and a fourth are in their places");
constexpr Row event_rows[] = {
    {"event", at<&BackgroundEvent::what>,
     one_named<Background>("a background event", background_kinds, background_says).named("event"),
     "What happens.", Is::Required},
    {"at_ms", at<&BackgroundEvent::window>, window(), "From the beginning of the call.",
     Is::Required}};
constexpr Type event_type = object(event_rows, "Happens once.");

// A run as a list of them has it.
constexpr port::Duration usual_timeout{-1};
struct RunInFile {
  Plan::Call call{.request = {.body_timeout = usual_timeout}, .cell = 0, .name = {}};
  Window at{0, 0};
  Program body;
  bool operator==(const RunInFile&) const = default;
};
using RunsInFile = std::vector<RunInFile>;

constexpr Row run_rows[] = {
    part(at<&RunInFile::call>, call_type),
    {"at_ms", at<&RunInFile::at>, window(),
     "When it is called: the second from the first call on, later ones from when the run before "
     "has its result and nothing is left of the one before that."},
    {"body", at<&RunInFile::body>, &body_format, "Its script."}};
constexpr Type run_type = object(run_rows, "A run.");

RunsInFile runs_in_file(const Plan& plan) {
  if (plan.another.empty()) return {};
  RunsInFile out{{.call = plan.calls[0], .body = plan.body}};
  for (const auto& another : plan.another)
    out.push_back({.call = another.calls[0], .at = another.at, .body = another.body});
  return out;
}
void take_runs(Reader& reader, const JsonValue& json, const RunsInFile& runs, Plan& plan) {
  if (runs.size() < 2)
    return reader.fail(json, "A list of calls has two, or more.",
                       "Write `call` and `body` for one.");
  if (runs[0].at != Window{0, 0})
    return reader.fail(json.items[0], "The first call is at 0.", "Take `at_ms` out.");
  const auto usual = plan.calls[0].request.body_timeout;
  const auto call = [&](Plan::Call of) {
    if (of.request.body_timeout == usual_timeout) of.request.body_timeout = usual;
    return of;
  };
  plan.calls = {call(runs[0].call)};
  plan.body = runs[0].body;
  plan.another.clear();
  for (std::size_t i = 1; i < runs.size(); ++i)
    plan.another.push_back({.calls = {call(runs[i].call)}, .at = runs[i].at, .body = runs[i].body});
}

void check_calls(Reader& reader, const JsonValue& json, const Plan&) {
  const bool several = member_of(json, "calls") != nullptr;
  const bool one = member_of(json, "call") != nullptr;
  if (!several && !one)
    return reader.fail_missing(json, "call", "The field `call` is missing.", "Add it.");
  if (several && one)
    reader.fail(json, "There is `call` or `calls`, not both.", "Take one of the two out.");
  if (several && member_of(json, "body") != nullptr)
    reader.fail(json, "Each of `calls` has a body of its own.", "Move `body` into them.");
}

bool is_one_run(const Plan& plan) { return plan.another.empty(); }
bool has_runs(const Plan& plan) { return !plan.another.empty(); }
bool has_one_body(const Plan& plan) { return is_one_run(plan) && !plan.body.instructions.empty(); }

constexpr Row plan_rows[] = {
    {"call", at<&Plan::calls, 0>, call_type,
     "What the caller asks for: a mode or a raw tuple, one of the two.", 0, when<&is_one_run>},
    {"calls", itself<Plan>,
     through<RunsInFile, Plan, &runs_in_file, &take_runs>(
         list(run_type, {.what = "calls", .most = runs_max})),
     "Runs in one IDE, each with its script, in place of `call` and `body`. Two may be under way "
     "at once.",
     0, when<&has_runs>},
    // It decides over the other defaults. Written always, so that a file says what they are.
    {"limits", itself<Plan>, object(limits_rows, "A set with changes.").or_alone(),
     "Bounds, periods and default latencies: a set, or a set with changes.", Is::First,
     when<&always>},
    {"ide", itself<Plan>, object(ide_rows),
     "How the IDE is when the call begins, and how it behaves."},
    {"body", at<&Plan::body>, &body_format,
     "The script of the one call; at its end it returns. At most 250 instructions, a block "
     "counting as two more than it holds.",
     0, when<&has_one_body>},
    {"background", at<&Plan::background>,
     list(event_type, {.what = "background events", .most = background_max}),
     "What happens beside the call."}};

Plan base_of(const Limits& limits, const Latencies& latencies, port::Duration timeout) {
  Plan out;
  out.limits = limits;
  out.latencies = latencies;
  out.calls.resize(1);
  out.calls[0].request.body_timeout = timeout;
  return out;
}

constexpr auto kind_says = sentences(
    "goes when it is closed", "accepts the close and takes its time", "refuses every close",
    "opens again, as a new dialog, each time it is gone",
    "asks in a nested dialog first, and goes when that one has gone", "never answers a close",
    "closes itself after a while", "the nested dialog of a `questioning` one",
    "opens with a `child` on it", "stands on the dialog below it, which cannot go before",
    "modality without a window; ends by itself", "modality without a window that does not end",
    "a window that blocks nothing, and never counts");

}  // namespace

const std::vector<PlanBase>& plan_bases() {
  static const std::vector<PlanBase> both{
      {"short", base_of(short_limits(), short_latencies(), short_body_timeout)},
      {"real", base_of(real_limits(), real_latencies(), real_body_timeout)}};
  return both;
}

constexpr Type kind_format =
    one_named<EntryKind>("a kind of modal entry", entry_kinds, kind_says).named("entry");

constexpr Type plan_format = object(plan_rows).then(check<&check_calls>);

const char* not_fixed(const Plan& plan) {
  const bool fixed = plan.calls.size() == 1 && plan.bounds == Bounds{} &&
                     std::ranges::all_of(plan.another, [](const Plan::Another& another) {
                       return another.calls.size() == 1 && another.steps == 0;
                     });
  return fixed ? nullptr : format::leaves_more_open;
}

}  // namespace sim::modality
