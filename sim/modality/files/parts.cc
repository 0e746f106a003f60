// The call, its limits, the IDE and what happens beside it.
#include "modality/files/formats.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using format::boolean;
using format::Codec;
using format::itself;
using format::milliseconds;
using format::Object;
using format::one_of;
using format::worded;
using port::modality::Defect;
using port::modality::Mode;
using port::modality::Options;
using port::modality::ProgressAtGate;

Codec<Options> tuple_format() {
  return Object<Options>()
      .member("S", &Options::close_on_start, boolean(), "Close dialogs on start.")
      .member("A", &Options::allow_at_gate, boolean(), "Allow a modal at the gate.")
      .member("R", &Options::close_while_running, boolean(),
              "Close dialogs while the script runs, and fail.")
      .member("D", &Options::sync_documents, boolean(),
              "Sync documents before the script and after it.")
      .member("W", &Options::wait_smart, boolean(), "Wait for smart mode.")
      .member("await_dispose", &Options::await_dispose, boolean(),
              "The sweep waits for each disposal.")
      .member("progress_at_gate", &Options::progress,
              one_of("what to do with a progress at the gate",
                     worded<ProgressAtGate>(progress_at_gate_names)),
              "What a modality without a dialog does at the gate.")
      .codec();
}

// The parameters that `modal` replaced. A plan knows the tuple that they stand for.
struct Former {
  bool dialog_killer = true;
  bool allow_modal = false;
};

format::Member<Plan::Call> former_member() {
  const auto codec =
      Object<Former>(
          "The parameters that `modal` replaced, as the tuple that they "
          "stand for; S and R are the killer, D and W are true.")
          .member("dialog_killer", &Former::dialog_killer, boolean(),
                  "Close dialogs, before the script and while it runs.")
          .member("allow_modal", &Former::allow_modal, boolean(), "Run under a modal.")
          .codec();
  format::Member<Plan::Call> out{.name = "former",
                                 .says = "A call of the former surface.",
                                 .read = {},
                                 .write = {},
                                 .describe = {}};
  out.read = [=](Reader& reader, const JsonValue& json, Plan::Call& call) {
    Former former;
    codec.read(reader, json, former);
    call.request.raw = former_options(former.dialog_killer, former.allow_modal);
  };
  out.write = [](format::Writer&, const Plan::Call&, const Plan::Call&, bool) {
    return std::optional<format::Json>();
  };
  out.describe = [=, says = out.says](format::Definitions& definitions, const Plan::Call&, bool) {
    return format::with_meaning(codec.describe(definitions, Former{}), says, {});
  };
  return out;
}

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

Codec<Plan::Call> call_format() {
  using Call = Plan::Call;
  const auto is_raw = [](const Call& call) { return call.request.mode == Mode::Raw; };
  Object<Call> out;
  out.member(
         "modal", [](auto& call) -> auto& { return call.request.mode; },
         one_of("a mode", worded<Mode>(mode_names)), "The mode.")
      .when([=](const Call& call) { return !is_raw(call); });
  out.member(
         "tuple", [](auto& call) -> auto& { return call.request.raw; }, tuple_format(),
         "The raw options.")
      .when(is_raw);
  out.add(former_member());
  out.member(
      "timeout_ms", [](auto& call) -> auto& { return call.request.body_timeout; },
      milliseconds<port::Duration>(0), "For the script alone; 0 is to be refused.");
  out.member(
      "defect", [](auto& call) -> auto& { return call.request.defect; },
      one_of("what is wrong with the call", worded<Defect>(defect_names, {}, 1)),
      "What is wrong with the call, which is to be refused for it.");
  out.member(
      "from_edt", [](auto& call) -> auto& { return call.request.from_edt; }, boolean(),
      "The caller sits on the event dispatch thread.");
  using format::Json;
  return out.then(finish_call)
      .also({{"oneOf", Json::array({{{"required", {"modal"}}},
                                    Json{{"required", {"tuple"}}},
                                    Json{{"required", {"former"}}}})}})
      .codec();
}

// Which set of limits a file names; it decides over latencies and the timeout too.
format::Member<Plan> base_member() {
  std::vector<format::Word<std::size_t>> words;
  for (const auto& base : plan_bases()) words.push_back({base.word, words.size()});
  const auto codec = one_of("a set of limits", words);
  format::Member<Plan> out{.name = "base",
                           .says = "What is not said is as in this set; left out: `short`.",
                           .read = {},
                           .write = {},
                           .describe = {}};
  out.read = [=](Reader& reader, const JsonValue& json, Plan& plan) {
    std::size_t which = 0;
    codec.read(reader, json, which);
    plan = plan_bases()[which].plan;
  };
  out.write = [](format::Writer&, const Plan&, const Plan& of, bool) {
    const auto& bases = plan_bases();
    return format::Json(bases[of.limits == bases[0].plan.limits ? 0 : 1].word);
  };
  out.describe = [=, says = out.says](format::Definitions& definitions, const Plan&, bool) {
    return format::with_meaning(codec.describe(definitions, 0), says, {});
  };
  return out;
}

Codec<Plan> limits_format() {
  Object<Plan> out("A set with changes.");
  out.add(base_member()).always().first();
  return out.part(&Plan::limits, limits_members()).or_first_alone();
}

Codec<Behaviour> behaviour_format() {
  using Never = Reader::Never;
  return Object<Behaviour>()
      .member("answer_ms", &Behaviour::answer, format::window(Never::Allowed),
              "From the request to close it to its answer.")
      .member("dispose_ms", &Behaviour::dispose, format::window(Never::AsEnd),
              "From an accepted close to its disposal.")
      .member("ends_ms", &Behaviour::ends, format::window(Never::Allowed),
              "From its opening to its end by itself.")
      .codec();
}

Codec<Latencies> latencies_format() {
  Object<Latencies> out;
  out.member("write_ms", &Latencies::write, format::window(Reader::Never::AsEnd),
             "How long a commit, save or refresh takes once it has begun.");
  out.member("indexing_ms", &Latencies::indexing, format::window(Reader::Never::AsEnd),
             "From the start of an indexing that ends to its end.");
  const auto capture = [&](const char* name, Artifact artifact, const char* says) {
    out.member(
        name,
        [at = static_cast<std::size_t>(artifact)](auto& all) -> auto& { return all.captures[at]; },
        format::window(Reader::Never::Allowed), says);
  };
  capture("screenshot_ms", Artifact::Screenshot, "How long a screenshot takes; never: it hangs.");
  capture("thread_dump_ms", Artifact::ThreadDump, "How long a thread dump takes.");
  for (const auto& [word, kind, says] : kind_words())
    out.member(
        word, [at = static_cast<std::size_t>(kind)](auto& all) -> auto& { return all.entries[at]; },
        behaviour_format(), "Of entries of this kind.");
  return out.codec();
}

Codec<Document> document_format() {
  return one_of<Document>(
      "a state of a document",
      {{"clean", clean, "all texts agree"},
       {"uncommitted", uncommitted, "edited, neither parsed nor saved"},
       {"unsaved", unsaved, "parsed, not saved"},
       {"stale", stale, "the disk changed behind the IDE"},
       {"conflicting", conflicting, "parsed, not saved, and the disk changed: a save asks first"}});
}

Codec<Plan> ide_format() {
  const auto index = worded<Index>(
      names_of<Index>(3),
      {"indexes are ready", "they are ready after `indexing_ms`", "they never get ready"});
  Object<Start> start;
  start
      .member(
          "stack", &Start::stack,
          format::list(kind_format(), {.what = "entries of the stack", .most = scenario_stack_max}),
          "The modal stack, outermost first.")
      .member("documents", &Start::documents,
              format::list(document_format(), {.what = "documents", .most = documents_max}),
              "One of the project, one outside it, and the project's settings.")
      .member("index", &Start::index, one_of("a state of the index", index),
              "Whether indexes are ready.")
      .member("configured", &Start::configured, boolean(), "The import of the build has finished.");
  return Object<Plan>()
      .part(&Plan::start, start)
      .member("latencies", &Plan::latencies, latencies_format(),
              "Changes to the delays of the set of limits.")
      .codec();
}

Codec<std::vector<BackgroundEvent>> background_format() {
  const auto event = format::named(
      "event", one_of("a background event",
                      worded<Background>(
                          names_of<Background>(background_kinds),
                          {"a `closable` dialog opens", "a `slow` dialog opens",
                           "a `refusing` dialog opens", "a `reopening` dialog opens",
                           "a `questioning` dialog opens", "an `unresponsive` dialog opens",
                           "a `passing` dialog opens", "a window that blocks nothing opens",
                           "somebody closes the topmost dialog", "modality without a window begins",
                           "modality without a window begins and does not end",
                           "the index gets dumb", "the index gets dumb and does not get ready",
                           "the import of the build has finished",
                           "the file of the project's document changes behind the IDE",
                           "the next save that does something opens a dialog as it ends",
                           "the next commit that does something opens a dialog as it ends"})));
  return format::list(
      Object<BackgroundEvent>("Happens once.")
          .member("event", &BackgroundEvent::what, event, "What happens.")
          .required()
          .member("at_ms", &BackgroundEvent::window, format::window(Reader::Never::AsEnd),
                  "From the beginning of the call.")
          .required()
          .codec(),
      {.what = "background events", .most = background_max});
}

Plan base_of(const Limits& limits, const Latencies& latencies, port::Duration timeout) {
  Plan out;
  out.limits = limits;
  out.latencies = latencies;
  out.calls.resize(1);
  out.calls[0].request.body_timeout = timeout;
  return out;
}

}  // namespace

const std::vector<PlanBase>& plan_bases() {
  static const std::vector<PlanBase> both{
      {"short", base_of(short_limits(), short_latencies(), short_body_timeout)},
      {"real", base_of(real_limits(), real_latencies(), real_body_timeout)}};
  return both;
}

std::vector<format::Word<EntryKind>> kind_words() {
  return worded<EntryKind>(
      names_of<EntryKind>(entry_kinds),
      {"goes when it is closed", "accepts the close and takes its time", "refuses every close",
       "opens again, as a new dialog, each time it is gone",
       "asks in a nested dialog first, and goes when that one has gone", "never answers a close",
       "closes itself after a while", "the nested dialog of a `questioning` one",
       "opens with a `child` on it", "stands on the dialog below it, which cannot go before",
       "modality without a window; ends by itself", "modality without a window that does not end"});
}

Codec<EntryKind> kind_format() {
  return format::named("entry", one_of("a kind of modal entry", kind_words()));
}

Object<Plan> plan_format() {
  Object<Plan> out;
  out.member(
         "call", [](auto& plan) -> auto& { return plan.calls[0]; }, call_format(),
         "What the caller asks for: a mode or a raw tuple, one of the two.")
      .required();
  // It decides over the other defaults. Written always, so that a file says what they are.
  out.member("limits", itself, limits_format(),
             "Bounds, periods and default latencies: a set, or a set with changes.")
      .when([](const Plan&) { return true; })
      .first();
  out.member("ide", itself, ide_format(),
             "How the IDE is when the call begins, and how it behaves.");
  out.member("body", &Plan::body, body_format(),
             "The script; at its end it returns. At most 250 instructions, a block counting as "
             "two more than it holds.");
  out.member("background", &Plan::background, background_format(), "What happens beside the call.");
  return out;
}

const char* not_fixed(const Plan& plan) {
  const bool fixed = plan.calls.size() == 1 && plan.bounds == Bounds{};
  return fixed ? nullptr : "this plan leaves more open than the schedule";
}

}  // namespace sim::modality
