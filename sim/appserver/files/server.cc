// The client's options, the server's dialect, turns and faults, and how long everything takes.
#include "appserver/files/formats.h"

namespace sim::appserver {
namespace {

using format::boolean;
using format::Codec;
using format::integer;
using format::Object;
using format::one_of;

constexpr std::array<std::string_view, 3> opt_out_words{"thread_started", "turn_started", "deltas"};

Codec<const Dialect*> dialect_format() {
  return one_of<const Dialect*>("a dialect",
                                {{dialects[0].name, &dialects[0], "what the real server speaks"},
                                 {dialects[1].name, &dialects[1], "the contract to the letter"}});
}

Codec<ItemScript> item_format() {
  const auto end = one_of<ItemEnd>("an end of an item",
                                   {{"done", ItemEnd::Done, {}}, {"failed", ItemEnd::Failed, {}}});
  return Object<ItemScript>("An item, from its beginning to its end.")
      .member("kind", &ItemScript::kind, one_of("a kind of item", port_words<ItemKind>()),
              "What it is.")
      .member(
          "subject", [](auto& item) -> auto& { return item.subject.value; },
          integer<std::uint32_t>(0, 250),
          "Which command, or which scope of a patch: equal numbers are equal ones.")
      .member("parts", &ItemScript::parts, integer<std::uint16_t>(0, parts_max),
              "So many deltas of its text, or outputs.")
      .member("asks", &ItemScript::asks, boolean(),
              "It waits for a decision before it is carried out.")
      .member("beside", &ItemScript::beside, boolean(),
              "The next item does not wait for that decision.")
      .member("end", &ItemScript::end, end, "How it ends.")
      .codec();
}

Codec<TurnScript> turn_format() {
  const auto end = one_of<TurnEnd>(
      "an end of a turn", {{"completed", TurnEnd::Completed, {}}, {"failed", TurnEnd::Failed, {}}});
  return Object<TurnScript>("What happens in a turn that nobody interrupts.")
      .member("items", &TurnScript::items,
              format::list(item_format(), {.what = "items", .most = items_max}),
              "Its items, one after the other.")
      .member("usage", &TurnScript::usage, boolean(), "Tokens and limits are told before its end.")
      .member("trouble", &TurnScript::trouble, boolean(),
              "An error that is retried is told at its beginning.")
      .member("end", &TurnScript::end, end, "How it ends.")
      .member("endless", &TurnScript::endless, boolean(), "It goes on until it is interrupted.")
      .codec();
}

std::vector<format::Word<Fault>> fault_format_words() {
  std::vector<format::Word<Fault>> out;
  for (std::size_t i = 0; i < fault_words.size(); ++i)
    out.push_back({fault_words[i].name, static_cast<Fault>(i), fault_words[i].says});
  return out;
}

// An alternative of ToClient by the name of its record.
Codec<std::uint8_t> message_format() {
  std::vector<format::Word<std::uint8_t>> words;
  [&]<class... Each>(const std::variant<Each...>*) {
    (words.push_back({port::record<Each>.name, kind_of<Each>(), {}}), ...);
  }(static_cast<const ToClient*>(nullptr));
  return format::named("message", one_of("a message", words));
}

// From 1 on, or "any".
Codec<std::uint8_t> opportunity_format() {
  const auto number = integer<std::uint8_t>(1, 250);
  const auto any = one_of<std::uint8_t>("an opportunity", {{"any", any_opportunity, {}}});
  return {[=](Reader& reader, const JsonValue& json, std::uint8_t& out) {
            (json.kind == JsonValue::Kind::Text ? any : number).read(reader, json, out);
          },
          [=](format::Writer& writer, const std::uint8_t& value, const std::uint8_t& base) {
            return (value == any_opportunity ? any : number).write(writer, value, base);
          },
          [=](format::Definitions& definitions, const std::uint8_t& base) -> format::Json {
            return {{"oneOf", format::Json::array({number.describe(definitions, base),
                                                   any.describe(definitions, base)})}};
          }};
}

Codec<PlannedFault> fault_format() {
  return Object<PlannedFault>("It must happen in some run.")
      .member("fault", &PlannedFault::what, one_of("a fault", fault_format_words()),
              "What goes wrong.")
      .required()
      .member("nth", &PlannedFault::nth, opportunity_format(),
              "At which opportunity; `any`: the schedule says at which, and whether at all.")
      .member("times", &PlannedFault::times, integer<std::uint8_t>(1, 250),
              "At so many opportunities, from there on.")
      .member("method", &PlannedFault::method, one_of("a method", port_words<Method>()),
              "Of a fault of responses and `hang`: only of these requests.")
      .member("message", &PlannedFault::message, message_format(),
              "Of a fault of notifications or lines: only of these messages.")
      .codec();
}

}  // namespace

Codec<ClientPlan> client_format() {
  return Object<ClientPlan>()
      .member("opts_out", &ClientPlan::opts_out,
              format::bits("a notification", "notifications", opt_out_words),
              "What its initialize tells the server not to send.")
      .member("seed", &ClientPlan::seed, integer<std::uint32_t>(0, 1'000'000),
              "Of what it draws, such as the jitter of a backoff.")
      .codec();
}

Codec<ServerPlan> server_format() {
  return Object<ServerPlan>()
      .member("dialect", &ServerPlan::dialect, dialect_format(), "What it speaks.")
      .member("turns", &ServerPlan::turns,
              format::list(turn_format(), {.what = "turns",
                                           .most = 4,
                                           .none = "The server has no turn.",
                                           .or_else = "Leave `turns` out for plain ones."}),
              "What happens in its turns; the last one stands for all further ones, too.")
      .member("stored_threads", &ServerPlan::stored, integer<std::uint8_t>(0, threads_max),
              "So many threads are there to be resumed.")
      .member("faults", &ServerPlan::faults,
              format::list(fault_format(), {.what = "faults", .most = faults_max}),
              "What goes wrong.")
      .codec();
}

Codec<Latencies> latencies_format() {
  const auto window = format::window(Reader::Never::AsEnd);
  return Object<Latencies>()
      .member("start_ms", &Latencies::start, window, "From the spawning of a process.")
      .member("send_ms", &Latencies::send, window,
              "Of a message to the server, once it is the first under way.")
      .member("receive_ms", &Latencies::receive, window, "The same of one to the client.")
      .member("step_ms", &Latencies::step, window, "From one step of a turn to the next.")
      .member("late_ms", &Latencies::late, window, "Of a response that is delayed.")
      .member("exit_ms", &Latencies::exit, window, "From the end of its input, or a signal.")
      .member("gone_ms", &Latencies::gone, window, "From its end until that is known.")
      .member("frame_ms", &Latencies::frame, window, "From new text to the next frame.")
      .codec();
}

}  // namespace sim::appserver
