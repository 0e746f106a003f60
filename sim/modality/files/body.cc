// The script of a scenario: an array of instructions, blocks as arrays within it.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "modality/files/formats.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using format::Codec;
using format::Object;
using port::modality::Method;

// An instruction as a file has it: a block holds others.
struct Step {
  Instruction what{};
  std::optional<std::vector<Step>> block{};
  bool operator==(const Step&) const = default;
};
using Steps = std::vector<Step>;

Step bare(Op op) { return {.what = {.op = op}}; }

std::vector<format::Word<Step>> bare_words() {
  std::vector<format::Word<Step>> out;
  const auto add = [&](Op op, std::string_view says) { out.push_back({name(op), bare(op), says}); };
  add(Op::Edit, "changes the project's document in the editor");
  add(Op::WriteDisk, "changes its file behind the IDE");
  add(Op::ReadPsi, "reads it as the IDE has parsed it");
  add(Op::ReadDisk, "reads it as an external tool does");
  add(Op::ReadVfs, "reads it as the IDE takes its file to be");
  add(Op::OpenNonModal, "opens a window that blocks nothing");
  add(Op::CloseTop, "presses the button of the topmost dialog");
  add(Op::ReadIndex, "throws while the index is dumb");
  add(Op::SmartRead, "waits until the index is ready");
  add(Op::ReadModel, "throws while the import of the build runs");
  add(Op::AwaitConfigured, "waits for the end of that import");
  add(Op::Throw, "a script error");
  add(Op::IgnoreCancel, "from here on the script does not react to being cancelled");
  add(Op::Never, "neither returns nor does anything more");
  return out;
}

Codec<Method> method_format() {
  std::vector<format::Word<Method>> words;
  for (const auto& [word, method] : callable_methods) words.push_back({word, method});
  auto out = format::one_of("a context method", words);
  out.read = [read = out.read](Reader& reader, const JsonValue& json, Method& into) {
    if (json.kind == JsonValue::Kind::Text && json.text == "withModalDialogAllowed")
      reader.fail(json, "withModalDialogAllowed is a block.",
                  "Write {\"allowed\": [...]} with what runs inside it.");
    read(reader, json, into);
  };
  return out;
}

void refuse_arguments(Reader& reader, const JsonValue& json, const Step& step) {
  for (const auto& member : json.items) {
    if (member.name == name(step.what.op)) continue;
    const bool of_sweep = member.name == "await_dispose";
    if (step.what.call.method == (of_sweep ? Method::CloseModalDialogs : Method::SyncDocuments))
      continue;
    reader.fail(member,
                fmt::format("Only {} takes `{}`.", of_sweep ? "closeModalDialogs" : "syncDocuments",
                            member.name),
                "Take it out.");
  }
}

format::Form<Step> call_form(Op op, std::string_view says) {
  using format::boolean;
  Object<Step> out(says);
  out.member(
         name(op), [](auto& step) -> auto& { return step.what.call.method; }, method_format(),
         "The method.")
      .required();
  out.member(
      "await_dispose", [](auto& step) -> auto& { return step.what.call.await_dispose; }, boolean(),
      "`closeModalDialogs` only: wait for each disposal.");
  out.member(
      "force", [](auto& step) -> auto& { return step.what.call.force; }, boolean(),
      "`syncDocuments` only: no check and no commit before.");
  out.member(
      "project_only", [](auto& step) -> auto& { return step.what.call.project_only; }, boolean(),
      "`syncDocuments` only: this project's documents.");
  out.then([op](Reader& reader, const JsonValue& json, Step& step) {
    step.what.op = op;
    refuse_arguments(reader, json, step);
  });
  const auto is = [op](const Step& step) { return step.what.op == op && !step.block; };
  return {name(op), out, is};
}

// A form of one member.
template <class Access, class V>
format::Form<Step> form_of_op(Op op, std::string_view key, Access access, const Codec<V>& codec,
                              std::string_view form_says, std::string_view says) {
  Object<Step> out(form_says);
  out.member(key, access, codec, says).required();
  out.then([=](Reader&, const JsonValue&, Step& step) { step.what.op = op; });
  return {key, out, [=](const Step& step) { return step.what.op == op && !step.block; }};
}

format::Form<Step> document_form(Op op, std::string_view says) {
  return form_of_op(
      op, name(op), [](auto& step) -> auto& { return step.what.document; },
      format::one_of("a document", format::worded<DocumentName>(port::words<DocumentName>)), says,
      "Which.");
}

const Codec<Step>& step_format();

// Looked up late, since an instruction may hold others.
Codec<Steps> steps_format() {
  const Codec<Step> late{[](Reader& reader, const JsonValue& json, Step& into) {
                           step_format().read(reader, json, into);
                         },
                         [](format::Writer& writer, const Step& value, const Step& base) {
                           return step_format().write(writer, value, base);
                         },
                         [](format::Definitions& definitions, const Step& base) {
                           return step_format().describe(definitions, base);
                         }};
  return format::list(late, {.what = "instructions", .most = scenario_instructions_max});
}

format::Form<Step> block_form() {
  Object<Step> out("`withModalDialogAllowed { ... }`, at most 8 deep.");
  out.member("allowed", &Step::block, steps_format(), "What runs inside it.").required();
  return {"allowed", out, [](const Step& step) { return step.block.has_value(); }};
}

const Codec<Step>& step_format() {
  static const auto out = format::named(
      "instruction",
      format::forms<Step>(
          "instruction", "a bare instruction", bare_words(),
          {call_form(Op::Call, "Calls a context method and waits for it."),
           call_form(Op::Launch,
                     "Calls a context method by a second coroutine: the script goes on at once."),
           form_of_op(
               Op::Open, "open", [](auto& step) -> auto& { return step.what.kind; }, kind_format(),
               "Opens a modal entry.", "Its kind."),
           form_of_op(
               Op::Sleep, "sleep_ms", [](auto& step) -> auto& { return step.what.ms; },
               format::milliseconds<std::int32_t>(0), "Waits.", "Virtual milliseconds."),
           block_form(), document_form(Op::Edit, "Changes a document in the editor."),
           document_form(Op::WriteDisk, "Changes its file behind the IDE."),
           document_form(Op::ReadPsi, "Reads it as the IDE has parsed it."),
           document_form(Op::ReadDisk, "Reads it as an external tool does."),
           document_form(Op::ReadVfs, "Reads it as the IDE takes its file to be.")}));
  return out;
}

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

  Steps all(format::Writer& writer) {
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

}  // namespace

Codec<Program> body_format() {
  return format::through<Program>(
      steps_format(),
      [](format::Writer& writer, const Program& body) {
        return Nesting(body.instructions).all(writer);
      },
      [](Reader& reader, const JsonValue& json, const Steps& steps, Program& into) {
        into = {"body", {}};
        Flattening(reader, into.instructions).add(json, steps, 0);
      });
}

}  // namespace sim::modality
