// The script of a scenario: an array of instructions, blocks as arrays within it.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "modality/scenario_reader.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using Value = const JsonValue&;
using Kind = JsonValue::Kind;

constexpr std::array bare_ops{Op::Edit,      Op::WriteDisk, Op::OpenNonModal, Op::CloseTop,
                              Op::ReadIndex, Op::Throw,     Op::IgnoreCancel, Op::Never};

class BodyReader {
 public:
  BodyReader(Reader& reader, std::vector<Instruction>& out) : reader_(reader), out_(out) {
    for (const auto op : bare_ops) bare_names_.emplace_back(name(op));
    for (const auto& callable : callable_methods) method_names_.push_back(callable.name);
  }

  void read_list(Value value, std::size_t depth) {
    reader_.each(value, scenario_instructions_max, "instructions", [&](Value item) {
      const bool ended = &item != &value.items.front() && leaves(out_.back().op);
      if (ended)
        return reader_.fail(
            item,
            fmt::format("This instruction is never reached after `{}`.", name(out_.back().op)),
            "Take it out.");
      read(item, depth);
    });
  }

 private:
  static bool leaves(Op op) { return op == Op::Throw || op == Op::Never; }

  void add(Value value, const Instruction& instruction) {
    if (out_.size() == scenario_instructions_max)
      return reader_.fail(
          value, fmt::format("The body has more than {} instructions.", scenario_instructions_max),
          "An allowed block counts as two more than it holds.");
    out_.push_back(instruction);
  }

  void read(Value value, std::size_t depth) {
    if (value.kind == Kind::Text) {
      const auto which = reader_.one_of(value, bare_names_, "a bare instruction");
      return add(value, {.op = bare_ops[which]});
    }
    if (value.kind != Kind::Object || value.items.empty())
      return reader_.fail(value, "This is no instruction.",
                          fmt::format("Write one of {}, or an object with `call`, `open`, "
                                      "`sleep_ms` or `allowed`.",
                                      fmt::join(bare_names_, ", ")));
    const auto is_call = [](Value member) { return member.name == "call"; };
    if (std::ranges::any_of(value.items, is_call)) return read_method_call(value);
    if (value.items.size() > 1)
      return reader_.fail(value, "This object is more than one instruction.",
                          "Write one object for each.");
    static const auto kinds = names_of<EntryKind>(entry_kinds);
    reader_.fields(
        value, {{"open",
                 [&](Value v) {
                   add(v,
                       {.op = Op::Open,
                        .kind = reader_.enumerator<EntryKind>(v, kinds, "a kind of modal entry")});
                 }},
                {"sleep_ms",
                 [&](Value v) { add(v, {.op = Op::Sleep, .ms = reader_.milliseconds(v, 0)}); }},
                {"allowed", [&](Value v) { read_block(v, depth + 1); }},
                {"call", [](Value) {}}});
  }

  void read_block(Value value, std::size_t depth) {
    if (depth > scenario_blocks_max)
      return reader_.fail(value,
                          fmt::format("Blocks are nested more than {} deep.", scenario_blocks_max),
                          "Nest fewer.");
    const auto call = [](Method method) {
      return Instruction{.op = Op::Call, .call = {.method = method}};
    };
    add(value, call(Method::EnterModalDialogAllowed));
    const auto begin = out_.size();
    read_list(value, depth);
    // A throw leaves the blocks by itself, and a body that is stuck never does.
    if (reader_.failed() || (out_.size() > begin && leaves(out_.back().op))) return;
    add(value, call(Method::LeaveModalDialogAllowed));
  }

  void read_method_call(Value value) {
    Instruction instruction{.op = Op::Call};
    auto& call = instruction.call;
    reader_.fields(
        value, {{"call",
                 [&](Value v) {
                   if (v.kind == Kind::Text && v.text == "withModalDialogAllowed")
                     return reader_.fail(v, "withModalDialogAllowed is a block.",
                                         "Write {\"allowed\": [...]} with what runs inside it.");
                   const auto which = reader_.one_of(v, method_names_, "a context method");
                   call.method = callable_methods[which].method;
                 }},
                {"await_dispose", [&](Value v) { call.await_dispose = reader_.boolean(v); }},
                {"force", [&](Value v) { call.force = reader_.boolean(v); }},
                {"project_only", [&](Value v) { call.project_only = reader_.boolean(v); }}});
    for (const auto& member : value.items) check_argument(member, call.method);
    if (!reader_.failed()) add(value, instruction);
  }

  void check_argument(Value member, Method method) {
    if (member.name == "call") return;
    const bool of_sweep = member.name == "await_dispose";
    const auto owner = of_sweep ? Method::CloseModalDialogs : Method::SyncDocuments;
    if (method == owner) return;
    reader_.fail(member,
                 fmt::format("Only {} takes `{}`.",
                             of_sweep ? "closeModalDialogs" : "syncDocuments", member.name),
                 "Take it out.");
  }

  Reader& reader_;
  std::vector<Instruction>& out_;
  std::vector<std::string_view> bare_names_;
  std::vector<std::string_view> method_names_;
};

}  // namespace

void read_body(Reader& reader, const JsonValue& value, Plan& plan) {
  plan.body.name = "body";
  BodyReader(reader, plan.body.instructions).read_list(value, 0);
}

}  // namespace sim::modality
