// ITM-09: the steps of a plan and their states, the arguments of a tool and its result.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

using engine::appserver::Detail, engine::appserver::PlanTold, engine::appserver::ToolTold;

std::string text_of(const Detail& detail) {
  if (const auto* tool = std::get_if<ToolTold>(&detail))
    return tool->tool + " " + tool->arguments + " -> " + tool->result;
  std::string out;
  for (const auto& step : std::get<PlanTold>(detail).steps)
    out += (out.empty() ? "" : ", ") + step.text + " (" + step.status + ")";
  return out.empty() ? "no steps" : out;
}

// What is shown of these lines, one after the other.
std::string shown(const Client& client, std::initializer_list<std::string_view> lines) {
  engine::appserver::Details details;
  std::string out;
  for (const auto line : lines) {
    engine::rpc::Decoder decoder;
    decoder.feed(std::string(line) + '\n', [&](const engine::rpc::Item& item) {
      const auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
      if (accepted == nullptr) return;
      if (const auto detail = client.parts().detail(details, accepted->message))
        out += (out.empty() ? "" : "; ") + text_of(*detail);
    });
  }
  return out.empty() ? "nothing" : out;
}

constexpr std::string_view first_plan =
    R"({"method":"turn/plan/updated","params":{"threadId":"t","turnId":"u","plan":[)"
    R"({"step":"read","status":"inProgress"},{"step":"write","status":"pending"}]}})";
constexpr std::string_view second_plan =
    R"({"method":"turn/plan/updated","params":{"threadId":"t","turnId":"u","plan":[)"
    R"({"step":"read","status":"completed"}]}})";

// clang-format off
constexpr Check detail_rows[] = {
  {.rule = "ITM-09", .says = "a plan of codex is the list that was told last",
   .run = [](const Client& client) {
     return same("read (inProgress), write (pending); read (completed)",
                 shown(client, {first_plan, second_plan}));
   }},
  {.rule = "ITM-09", .says = "no more than 200 steps of a plan are shown",
   .run = [](const Client& client) {
     std::string want, list;
     for (int step = 0; step < 201; ++step) {
       list += step == 0 ? "" : ",";
       list += R"({"step":"a","status":"b"})";
       if (step < 200) want += step == 0 ? "a (b)" : ", a (b)";
     }
     const auto line = R"({"method":"turn/plan/updated","params":{"plan":[)" + list + "]}}";
     return same(want, shown(client, {line}));
   }},
  {.rule = "ITM-09", .says = "a delta without its item or its index changes no plan",
   .run = [](const Client& client) {
     constexpr std::string_view item =
         R"({"method":"item/created","params":{"item":{"id":"i","type":"plan",)"
         R"("plan":[{"step":"read","status":"pending"}]}}})";
     return all_of(
         {same("read (inProgress), write (pending)", shown(client, {first_plan,
       R"({"method":"item/delta","params":{"entry":{"index":0,"step":"x"}}})"})),
          same("read (pending)", shown(client, {item,
       R"({"method":"item/delta","params":{"itemId":"i","entry":{"step":"x"}}})",
       R"({"method":"item/delta","params":{"entry":{"index":0,"step":"x"}}})"}))});
   }},
  {.rule = "ITM-09", .says = "a plan of the draft is an item, and a delta changes an entry of it",
   .run = [](const Client& client) {
     return same("read (pending); read (completed); read (completed), write (pending)",
                 shown(client, {
       R"({"method":"item/created","params":{"item":{"id":"i","type":"plan",)"
         R"("plan":[{"step":"read","status":"pending"}]}}})",
       R"({"method":"item/delta","params":{"itemId":"i","entry":)"
         R"({"index":0,"status":"completed"}}})",
       R"({"method":"item/delta","params":{"itemId":"i","entry":)"
         R"({"index":1,"step":"write","status":"pending"}}})",
       R"({"method":"item/delta","params":{"itemId":"i","entry":{"index":7,"step":"far"}}})",
       R"({"method":"item/delta","params":{"itemId":"i","textDelta":"a"}})"}));
   }},
  {.rule = "ITM-09", .says = "a call of a tool shows its arguments, and its result once it has one",
   .run = [](const Client& client) {
     return same(R"(docs/find {"q":"a"} -> ; docs/find {"q":"a"} -> {"content":[]})",
                 shown(client, {
       R"({"method":"item/started","params":{"item":{"type":"mcpToolCall","id":"i",)"
         R"("server":"docs","tool":"find","arguments":{"q":"a"},"result":null}}})",
       R"({"method":"item/completed","params":{"item":{"type":"mcpToolCall","id":"i",)"
         R"("server":"docs","tool":"find","arguments":{"q":"a"},"result":{"content":[]}}}})"}));
   }},
  {.rule = "ITM-09", .says = "in draft the result of a call comes with the end of a command",
   .run = [](const Client& client) {
     return same(R"(find {"q":"a"} -> ; find {"q":"a"} -> {"content":[]})",
                 shown(client, {
       R"({"method":"item/created","params":{"item":{"type":"tool_call","id":"i",)"
         R"("tool":"find","arguments":{"q":"a"}}}})",
       R"({"method":"exec_command_end","params":{"callId":"other","result":{"x":1}}})",
       R"({"method":"exec_command_end","params":{"callId":"i","exitCode":0}})",
       R"({"method":"exec_command_end","params":{"callId":"i","result":{"content":[]}}})"}));
   }},
  {.rule = "ITM-09", .says = "an argument that is a secret is masked, other items have no details",
   .run = [](const Client& client) {
     const auto line =
         R"({"method":"item/created","params":{"item":{"type":"tool_call","id":"i","tool":"get",)"
         R"("arguments":{"header":"Authorization: Bearer abcdefghijklmnop"}}}})";
     const auto text = shown(client, {line,
       R"({"method":"item/started","params":{"item":{"type":"agentMessage","id":"j"}}})"});
     return same("masked", text.find("abcdefghijklmnop") == text.npos &&
                           text.starts_with("get ") ? "masked" : text);
   }},
  {.rule = "ITM-09", .says = "of a long text the first 4,096 bytes are shown, and no half letter",
   .run = [](const Client& client) {
     const auto get = [&](std::size_t letters) {
       std::string argument = R"({"of":")";
       for (std::size_t i = 0; i < letters; ++i) argument += "\u00e9";
       return argument;
     };
     const auto call = [&](const std::string& argument) {
       const auto line = R"({"method":"item/started","params":{"item":{"type":"mcpToolCall",)"
                         R"("id":"i","server":"docs","tool":"get","arguments":)" + argument + "}}}";
       return shown(client, {line});
     };
     const auto whole = get(2'043) + "}", more = get(2'044);
     return all_of({same("docs/get " + whole + "\"} -> ", call(whole + "\"}")),
                    same("docs/get " + more + "... -> ", call(get(2'046) + "\"}"))});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> detail_checks() { return detail_rows; }

}  // namespace conformance::appserver
