// The script of a scenario: an array of instructions, blocks as arrays within it.
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "modality/files/formats.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using namespace format;
using port::modality::Method;

// An instruction as a file has it: a block holds others.
struct Step {
  Instruction what{};
  std::optional<std::vector<Step>> block{};
  bool operator==(const Step&) const = default;
};
using Steps = std::vector<Step>;

constexpr Word bare_words[] = {
    {"edit", Op::Edit, "changes the project's document in the editor"},
    {"write_disk", Op::WriteDisk, "changes its file behind the IDE"},
    {"read_psi", Op::ReadPsi, "reads it as the IDE has parsed it"},
    {"read_disk", Op::ReadDisk, "reads it as an external tool does"},
    {"read_vfs", Op::ReadVfs, "reads it as the IDE takes its file to be"},
    {"open_non_modal", Op::OpenNonModal, "opens a window that blocks nothing"},
    {"close_top", Op::CloseTop, "presses the button of the topmost dialog"},
    {"read_index", Op::ReadIndex, "throws while the index is dumb"},
    {"smart_read", Op::SmartRead, "waits until the index is ready"},
    {"read_model", Op::ReadModel, "throws while the import of the build runs"},
    {"await_configured", Op::AwaitConfigured, "waits for the end of that import"},
    {"throw", Op::Throw, "a script error"},
    {"ignore_cancel", Op::IgnoreCancel,
     "from here on the script does not react to being cancelled"},
    {"never", Op::Never, "neither returns nor does anything more"}};
constexpr Type bare_type = one_of("a bare instruction", bare_words);

constexpr auto method_words = [] {
  std::array<Word, callable_methods.size() + 1> out;
  for (std::size_t i = 0; i < callable_methods.size(); ++i)
    out[i] = {callable_methods[i].name, callable_methods[i].method};
  out.back() = {former_hatch, Method::AllowModalDialog};
  return out;
}();
constexpr Type method_type = one_of("a context method", method_words);

Method method_in_file(const Method& method) { return method; }
void read_method(Reader& reader, const JsonValue& json, Method& into) {
  if (json.kind == JsonValue::Kind::Text && json.text == "withModalDialogAllowed")
    reader.fail(json, "withModalDialogAllowed is a block.",
                "Write {\"allowed\": [...]} with what runs inside it.");
  read(reader, json, method_type, spot(into));
}

template <Op op>
bool is_op(const Step& step) {
  return step.what.op == op && !step.block;
}
template <Op op>
void set_op(Reader&, const JsonValue&, Step& step) {
  step.what.op = op;
}
bool is_block(const Step& step) { return step.block.has_value(); }

template <Op op>
void set_call(Reader& reader, const JsonValue& json, Step& step) {
  step.what.op = op;
  for (const auto& member : json.items) {
    if (member.name == name(op)) continue;
    const bool of_sweep = member.name == "await_dispose";
    if (step.what.call.method == (of_sweep ? Method::CloseModalDialogs : Method::SyncDocuments))
      continue;
    reader.fail(member,
                fmt::format("Only {} takes `{}`.", of_sweep ? "closeModalDialogs" : "syncDocuments",
                            member.name),
                "Take it out.");
  }
}

constexpr auto call = &Instruction::call;
template <Op op>
constexpr Row call_step_rows[] = {
    {op == Op::Call ? "call" : "launch", at<&Step::what, call, &MethodCall::method>,
     read_by<Method, Method, &method_in_file, &read_method>(method_type), "The method.",
     Is::Required},
    {"await_dispose", at<&Step::what, call, &MethodCall::await_dispose>, boolean(),
     "`closeModalDialogs` only: wait for each disposal."},
    {"force", at<&Step::what, call, &MethodCall::force>, boolean(),
     "`syncDocuments` only: no check and no commit before."},
    {"project_only", at<&Step::what, call, &MethodCall::project_only>, boolean(),
     "`syncDocuments` only: this project's documents."}};

template <Op op>
constexpr Form call_form(std::string_view says) {
  return {call_step_rows<op>[0].name, object(call_step_rows<op>, says).then(check<&set_call<op>>),
          when<&is_op<op>>};
}

// A form of one member.
template <Op op>
constexpr Form form_of_op(const Row (&row)[1], std::string_view says) {
  return {row[0].name, object(row, says).then(check<&set_op<op>>), when<&is_op<op>>};
}

constexpr Row document_row(std::string_view op) {
  return {op, at<&Step::what, &Instruction::document>,
          one_of("a document", port::words<DocumentName>), "Which.", Is::Required};
}
constexpr Row edit_rows[] = {document_row("edit")};
constexpr Row write_disk_rows[] = {document_row("write_disk")};
constexpr Row read_psi_rows[] = {document_row("read_psi")};
constexpr Row read_disk_rows[] = {document_row("read_disk")};
constexpr Row read_vfs_rows[] = {document_row("read_vfs")};

extern const Type step_type;
constexpr Type steps_type =
    list(step_type, {.what = "instructions", .most = scenario_instructions_max});

constexpr Row open_rows[] = {
    {"open", at<&Step::what, &Instruction::kind>, &kind_format, "Its kind.", Is::Required}};
constexpr Row sleep_rows[] = {{"sleep_ms", at<&Step::what, &Instruction::ms>, milliseconds(0),
                               "Virtual milliseconds.", Is::Required}};
constexpr Row hold_rows[] = {{"hold_thread_ms", at<&Step::what, &Instruction::ms>, milliseconds(0),
                              "Virtual milliseconds.", Is::Required}};
constexpr Row block_rows[] = {
    {"allowed", at<&Step::block>, steps_type, "What runs inside it.", Is::Required}};

constexpr Form step_forms[] = {
    call_form<Op::Call>("Calls a context method and waits for it."),
    call_form<Op::Launch>(
        "Calls a context method by a second coroutine: the script goes on at once."),
    form_of_op<Op::Open>(open_rows, "Opens a modal entry."),
    form_of_op<Op::Sleep>(sleep_rows, "Waits."),
    form_of_op<Op::HoldThread>(
        hold_rows, "Holds the event thread, for all that time even if the script is cancelled."),
    {"allowed", object(block_rows, "`withModalDialogAllowed { ... }`, at most 8 deep."),
     when<&is_block>},
    form_of_op<Op::Edit>(edit_rows, "Changes a document in the editor."),
    form_of_op<Op::WriteDisk>(write_disk_rows, "Changes its file behind the IDE."),
    form_of_op<Op::ReadPsi>(read_psi_rows, "Reads it as the IDE has parsed it."),
    form_of_op<Op::ReadDisk>(read_disk_rows, "Reads it as an external tool does."),
    form_of_op<Op::ReadVfs>(read_vfs_rows, "Reads it as the IDE takes its file to be.")};

constexpr Type step_type =
    forms("instruction", bare_type, at<&Step::what, &Instruction::op>, step_forms)
        .named("instruction");

bool leaves(Op op) { return op == Op::Throw || op == Op::Never; }

Instruction calling(Method method) { return {.op = Op::Call, .call = {.method = method}}; }

// From blocks to their first and last instruction.
class Flattening {
 public:
  Flattening(Reader& reader, std::vector<Instruction>& out) : reader_(reader), out_(out) {}

  void add(const JsonValue& json, const Steps& steps, std::size_t depth) {
    if (depth > scenario_blocks_max)
      return reader_.fail(json,
                          fmt::format("Blocks are nested more than {} deep.", scenario_blocks_max),
                          "Nest fewer.");
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto& item = json.items[i];
      if (i > 0 && leaves(out_.back().op))
        return reader_.fail(
            item,
            fmt::format("This instruction is never reached after `{}`.", name(out_.back().op)),
            "Take it out.");
      steps[i].block ? add_block(*member_of(item, "allowed"), *steps[i].block, depth + 1)
                     : add(item, steps[i].what);
      if (reader_.failed()) return;
    }
  }

 private:
  void add(const JsonValue& json, const Instruction& instruction) {
    if (out_.size() == scenario_instructions_max)
      return reader_.fail(
          json, fmt::format("The body has more than {} instructions.", scenario_instructions_max),
          "An allowed block counts as two more than it holds.");
    out_.push_back(instruction);
  }

  void add_block(const JsonValue& json, const Steps& steps, std::size_t depth) {
    add(json, calling(Method::EnterModalDialogAllowed));
    add(json, steps, depth);
    // A throw leaves the blocks by itself, and a body that is stuck never does.
    if (reader_.failed() || (!steps.empty() && leaves(out_.back().op))) return;
    add(json, calling(Method::LeaveModalDialogAllowed));
  }

  Reader& reader_;
  std::vector<Instruction>& out_;
};

// And back.
class Nesting {
 public:
  explicit Nesting(const std::vector<Instruction>& body) : body_(body) {}

  Steps all(Writer& writer) {
    auto out = steps(0);
    if (!fits_ || at_ != body_.size())
      writer.fail("the script has blocks that no scenario file can nest");
    return out;
  }

 private:
  bool is_call(Method method) const {
    return at_ < body_.size() && body_[at_].op == Op::Call && body_[at_].call.method == method;
  }

  // Up to the end of the block, or of the body.
  Steps steps(std::size_t depth) {
    Steps out;
    while (at_ < body_.size() && !is_call(Method::LeaveModalDialogAllowed)) {
      if (!is_call(Method::EnterModalDialogAllowed)) {
        out.push_back({.what = body_[at_++]});
        continue;
      }
      ++at_;
      out.push_back({.block = steps(depth + 1)});
      // Only what leaves the script for good leaves a block open.
      if (at_ == body_.size()) fits_ = fits_ && leaves(body_.back().op);
      if (at_ < body_.size()) ++at_;
    }
    return out;
  }

  const std::vector<Instruction>& body_;
  std::size_t at_ = 0;
  bool fits_ = true;
};

Steps nested(Writer& writer, const Program& body) { return Nesting(body.instructions).all(writer); }
void flatten(Reader& reader, const JsonValue& json, const Steps& steps, Program& into) {
  into = {"body", {}};
  Flattening(reader, into.instructions).add(json, steps, 0);
}

}  // namespace

constexpr Type body_format = through<Steps, Program, &nested, &flatten>(steps_type);

}  // namespace sim::modality
