// Judges a recorded conversation: decodes both directions, puts lines that the recorder may have
// swapped into an order that makes sense, and feeds the judge of the specification.
//
// Memory is bounded, however long the recording is.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <variant>

#include "conformance/transcript.h"
#include "engine/rpc.h"
#include "spec/protocol_judge.h"

namespace conformance {

struct TranscriptFinding {
  std::uint8_t rule = spec::protocol::no_rule;  // Into protocol_rules; no_rule: a note.
  spec::protocol::Place place;
  spec::protocol::Place about{};  // An earlier line that it is about; nowhere if there is none.
  std::string says;
};

enum class RuleOutcome : std::uint8_t { Pass, Fail, NotExercised, NotJudged };

class TranscriptCheck {
 public:
  using Sink = std::function<void(const TranscriptFinding&)>;
  using OnItem = std::function<void(const RecordedLine& line, const engine::rpc::Item& item)>;

  TranscriptCheck(const spec::protocol::Dialect& dialect, Sink sink);

  // Whether the two sides come as files of their own, without an order between them.
  void set_unordered() { ordered_ = false; }
  // Of one side nothing else is known: only the rules of single lines are judged.
  void set_one_sided(spec::protocol::Side given);
  // Called for what each line is to the codec.
  void set_on_item(OnItem on_item) { on_item_ = std::move(on_item); }

  void take(const RecordedLine& line);
  // The side has no more lines; without order, the other one may go on.
  void finish(spec::protocol::Side side);
  void finish();
  // Without order: whether nothing can be judged before this side says more.
  bool needs(spec::protocol::Side side) const;

  RuleOutcome outcome(std::uint8_t rule) const;
  std::uint64_t broken(std::uint8_t rule) const { return broken_[rule]; }

 private:
  using Seen = std::variant<spec::protocol::Observation, spec::protocol::BadLine>;

  struct OpenLine {  // Of which only parts came so far.
    bool any = false, cut = false;
    std::string bytes;
    RecordedLine last;
  };

  void take_whole(const RecordedLine& line);
  RecordedLine joined(OpenLine& open);
  void take_item(const RecordedLine& line, const engine::rpc::Item& item);
  void take_rejected(const RecordedLine& line, const engine::rpc::Rejected& rejected);
  void take_message(const RecordedLine& line, const engine::rpc::Accepted& accepted);
  void report(const spec::protocol::Finding& finding);
  void note(const spec::protocol::Place& place, std::string says);
  void push(Seen seen);
  void release_due(bool all);
  void release_first(bool at_end);
  void merge();
  void see(Seen seen);
  bool early(const Seen& seen) const;

  const spec::protocol::Dialect& dialect_;
  Sink sink_;
  OnItem on_item_;
  spec::protocol::Judge judge_;
  std::array<engine::rpc::Decoder, 2> decoders_;  // By side.
  std::array<OpenLine, 2> open_;                  // By side.
  std::string whole_;                             // The bytes of the last joined line.
  std::deque<Seen> window_;                       // With an order: the last 2 ms.
  std::array<std::size_t, 2> in_window_{};        // By side.
  std::array<std::deque<Seen>, 2> queues_;        // Without.
  std::array<bool, 2> ended_{};
  std::array<std::uint64_t, spec::protocol::protocol_rules.size()> broken_{};
  spec::Exercised wire_;
  std::uint64_t order_ = 0;
  bool ordered_ = true, one_sided_ = false;
};

}  // namespace conformance
