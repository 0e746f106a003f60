// The client's options, the server's dialect, turns and faults, and how long everything takes.
#include <array>

#include "appserver/files/formats.h"

namespace sim::appserver {
namespace {

using namespace format;

constexpr std::array<std::string_view, 3> opt_out_words{"thread_started", "turn_started", "deltas"};
constexpr Row client_rows[] = {
    {"opts_out", at<&ClientPlan::opts_out>, bits("a notification", "notifications", opt_out_words),
     "What its initialize tells the server not to send."},
    {"seed", at<&ClientPlan::seed>, integer(0, 1'000'000),
     "Of what it draws, such as the jitter of a backoff."}};

constexpr Word item_end_words[] = {{"done", ItemEnd::Done}, {"failed", ItemEnd::Failed}};
constexpr auto announced_says =
    sentences("ahead of its first turn", "behind the start of that", "by nothing else");
constexpr Row item_rows[] = {
    {"kind", at<&ItemScript::kind>, one_of("a kind of item", port::words<ItemKind>), "What it is."},
    {"subject", at<&ItemScript::subject>, integer(0, 250),
     "Which command, or which scope of a patch: equal numbers are equal ones."},
    {"parts", at<&ItemScript::parts>, integer(0, parts_max),
     "So many deltas of its text, or outputs."},
    {"asks", at<&ItemScript::asks>, boolean(), "It waits for a decision before it is carried out."},
    {"beside", at<&ItemScript::beside>, boolean(),
     "The next item does not wait for that decision."},
    {"end", at<&ItemScript::end>, one_of("an end of an item", item_end_words), "How it ends."},
    {"background", at<&ItemScript::background>, boolean(),
     "It ends behind its turn, with one more output."},
    {"announced", at<&ItemScript::announced>,
     one_of("a way to announce a thread", port::words<Announced>, announced_says),
     "When a subagent's thread is told of. The turn in it has one item, which asks if this one "
     "does, and takes a second for each step; this one waits for it."},
    {"in_ide", at<&ItemScript::in_ide>, boolean(),
     "A call in the IDE carries it out, and it ends as that does: in `joint` alone."}};
constexpr Type item_type = object(item_rows, "An item, from its beginning to its end.");

constexpr Word turn_end_words[] = {{"completed", TurnEnd::Completed}, {"failed", TurnEnd::Failed}};
constexpr Row turn_rows[] = {
    {"items", at<&TurnScript::items>, list(item_type, {.what = "items", .most = items_max}),
     "Its items, one after the other."},
    {"usage", at<&TurnScript::usage>, boolean(), "Tokens and limits are told before its end."},
    {"trouble", at<&TurnScript::trouble>, boolean(),
     "An error that is retried is told at its beginning."},
    {"end", at<&TurnScript::end>, one_of("an end of a turn", turn_end_words), "How it ends."},
    {"endless", at<&TurnScript::endless>, boolean(), "It goes on until it is interrupted."}};
constexpr Type turn_type = object(turn_rows, "What happens in a turn that nobody interrupts.");

constexpr auto fault_rows_words = [] {
  std::array<Word, fault_words.size()> out;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {fault_words[i].name, i, fault_words[i].says};
  return out;
}();

// An alternative of ToClient by the name of its record.
template <class... Each>
constexpr std::array<Word, sizeof...(Each)> words_of(const std::variant<Each...>*) {
  return {Word(Each::record.name, kind_of<Each>())...};
}
constexpr auto message_words = words_of(static_cast<const ToClient*>(nullptr));

constexpr Word opportunity_words[] = {{"any", any_opportunity}};
constexpr Row fault_rows[] = {
    {"fault", at<&PlannedFault::what>, one_of("a fault", fault_rows_words), "What goes wrong.",
     Is::Required},
    {"nth", at<&PlannedFault::nth>,
     integer(1, 250).or_word(opportunity_words).with(&Type::what, "an opportunity"),
     "At which opportunity; `any`: the schedule says at which, and whether at all."},
    {"times", at<&PlannedFault::times>, integer(1, 250),
     "At so many opportunities, from there on."},
    {"method", at<&PlannedFault::method>, one_of("a method", port::words<Method>),
     "Of a fault of responses and `hang`: only of these requests."},
    {"message", at<&PlannedFault::message>, one_of("a message", message_words).named("message"),
     "Of a fault of notifications or lines: only of these messages."}};
constexpr Type fault_type = object(fault_rows, "It must happen in some run.");

// Addresses are no words at compile time.
const Type& dialect_type() {
  static const std::array words{Word(dialects[0].name, &dialects[0], "what the real server speaks"),
                                Word(dialects[1].name, &dialects[1], "the contract to the letter")};
  static const auto out = one_of("a dialect", words);
  return out;
}
constexpr Row server_rows[] = {
    {"dialect", at<&ServerPlan::dialect>, dialect_type, "What it speaks."},
    {"turns", at<&ServerPlan::turns>,
     list(turn_type, {.what = "turns",
                      .most = 4,
                      .none = "The server has no turn.",
                      .or_else = "Leave `turns` out for plain ones."}),
     "What happens in its turns; the last one stands for all further ones, too."},
    {"stored_threads", at<&ServerPlan::stored>, integer(0, threads_max),
     "So many threads are there to be resumed."},
    {"faults", at<&ServerPlan::faults>, list(fault_type, {.what = "faults", .most = faults_max}),
     "What goes wrong."}};

constexpr Row latency_rows[] = {
    {"start_ms", at<&Latencies::start>, window(), "From the spawning of a process."},
    {"send_ms", at<&Latencies::send>, window(),
     "Of a message to the server, once it is the first under way."},
    {"receive_ms", at<&Latencies::receive>, window(), "The same of one to the client."},
    {"step_ms", at<&Latencies::step>, window(), "From one step of a turn to the next."},
    {"late_ms", at<&Latencies::late>, window(), "Of a response that is delayed."},
    {"exit_ms", at<&Latencies::exit>, window(), "From the end of its input, or a signal."},
    {"gone_ms", at<&Latencies::gone>, window(), "From its end until that is known."},
    {"frame_ms", at<&Latencies::frame>, window(), "From new text to the next frame."},
    {"fade_ms", at<&Latencies::fade>, window(),
     "Of a process that greets nobody, until it ends by itself."}};

}  // namespace

constexpr Type client_format = object(client_rows);

constexpr Type server_format = object(server_rows);

constexpr Type latencies_format = object(latency_rows);

}  // namespace sim::appserver
