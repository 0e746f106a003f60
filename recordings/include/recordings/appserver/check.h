// Judges a recorded conversation: decodes both directions, puts lines that the recorder may have
// swapped into an order that makes sense, and feeds the judge of the specification.
//
// Findings are told in the order of the lines that they name, as soon as both sides have spoken and
// no earlier line can be named any more; of two files, each in its own order. What is known too
// late for that, because a later line was told or only the end of the recording shows it, is told
// at the end, in the same order.
//
// Memory is bounded, however long the recording is.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/codec/rpc.h"
#include "recordings/appserver/transcript.h"
#include "spec/appserver/wire_judge.h"
#include "spec/bounded_map.h"

namespace conformance::appserver {

struct TranscriptFinding {
  std::uint8_t rule = spec::no_rule;  // Into protocol_rules; no_rule: a note.
  spec::appserver::Place place;
  spec::appserver::Place about{};  // An earlier line that it is about; nowhere if there is none.
  std::string says;
  spec::appserver::Side side = spec::appserver::Side::Server;  // Whose fault it is.
  spec::appserver::Name cause = 0;  // TranscriptCheck::times() says how often it came up.
};

// Of one rule no more findings are told; the others are only counted.
inline constexpr std::uint64_t told_max = 20;

// Known: broken, in a way that is known of the server's version.
enum class RuleOutcome : std::uint8_t { Pass, Fail, NotExercised, NotJudged, Known };

// Of a recording as a whole.
struct Conclusion {
  enum class Verdict : std::uint8_t { Passed, Failed, NotJudged };
  Verdict verdict{};
  std::string_view why = {};  // Of NotJudged.
};

class TranscriptCheck {
 public:
  using Sink = std::function<void(const TranscriptFinding&)>;
  using OnItem = std::function<void(const RecordedLine& line, const engine::rpc::Item& item)>;

  TranscriptCheck(const spec::appserver::Dialect& dialect, Sink sink);

  // Whether the two sides come as files of their own, without an order between them.
  void set_unordered() { ordered_ = false; }
  // Of one side nothing else is known: only the rules of single lines are judged.
  void set_one_sided(spec::appserver::Side given);
  // Only what this side does is judged.
  void set_judged(spec::appserver::Side side) { judged_ = side; }
  // Called for what each line is to the codec.
  void set_on_item(OnItem on_item) { on_item_ = std::move(on_item); }

  void take(const RecordedLine& line);
  // The side has no more lines; without order, the other one may go on.
  void finish(spec::appserver::Side side);
  void finish();
  // Without order: whether nothing can be judged before this side says more.
  bool needs(spec::appserver::Side side) const;

  RuleOutcome outcome(std::uint8_t rule) const;
  std::uint64_t broken(std::uint8_t rule) const { return broken_[rule]; }
  // How often a finding with this cause came up: at least once.
  std::uint64_t times(spec::appserver::Name cause) const;
  Conclusion conclusion() const;
  // Of the server, as far as something is known of it.
  spec::appserver::Version version() const { return judge_.version(); }

 private:
  using Side = spec::appserver::Side;
  using Seen = std::variant<spec::appserver::Line, spec::appserver::BadLine>;

  // Findings that wait for those about earlier lines, and the last line that one was told of.
  struct Ordered {
    std::multimap<std::uint64_t, TranscriptFinding> held;
    std::uint64_t told_line = 0;
  };

  struct OpenLine {  // Of which only parts came so far.
    bool any = false, cut = false;
    std::string bytes;
    RecordedLine last;
  };

  void take_part(const RecordedLine& line);
  void take_whole(const RecordedLine& line);
  RecordedLine joined(OpenLine& open);
  void take_item(const RecordedLine& line, const engine::rpc::Item& item);
  void take_rejected(const RecordedLine& line, const engine::rpc::Rejected& rejected);
  bool goes_on_behind(const spec::appserver::Place& place) const;
  bool begins_within(const RecordedLine& line) const;
  void take_message(const RecordedLine& line, const engine::rpc::Accepted& accepted);
  void report(const spec::appserver::Finding& finding);
  void blame(TranscriptFinding finding);
  void note_unknown(const spec::appserver::Place& place, const std::string& method);
  void note_version(const spec::appserver::Line& seen);
  void hold(TranscriptFinding finding);
  void tell_held(bool all);
  void tell_late();
  bool lacks_a_side() const;
  void leave_out_judged();
  // Where the order of lines is kept: of two files each has its own.
  std::size_t slot_of(Side side) const;
  void note(const spec::appserver::Place& place, std::string says,
            const spec::appserver::Place& about = {});
  void push(Seen seen);
  void release_due(bool all);
  void release_first(std::size_t side, bool at_end);
  Seen take_first(std::size_t side);
  void merge();
  void see(Seen seen);
  bool early(const Seen& seen) const;
  bool begins_anew(const Seen& seen) const;
  // Unread: the client has to say more before that is known.
  enum class Again : std::uint8_t { No, Yes, Unread };
  Again answers_again(const Seen& seen) const;
  static bool may_mend(const Seen& first, const std::deque<Seen>& others);

  const spec::appserver::Dialect& dialect_;
  Sink sink_;
  OnItem on_item_;
  spec::appserver::clauses::WireJudge judge_;
  std::array<engine::rpc::Decoder, 2> decoders_;  // By side.
  std::array<OpenLine, 2> open_;                  // By side.
  std::string whole_;                             // The bytes of the last joined line.
  std::array<std::deque<Seen>, 2> queues_;        // By side; with an order: the last 2 ms.
  spec::appserver::Place last_;                   // That came into one of them.
  std::array<Ordered, 2> found_;                  // With an order the first one only.
  std::vector<TranscriptFinding> late_;           // For the end.
  std::array<bool, 2> ended_{};
  std::array<bool, 2> spoke_{};  // By side.
  std::array<bool, 2> heard_{};  // By side: a line of it has ended.
  std::array<bool, 2> blind_{};  // By side: its lines wait for what was not recorded.
  std::array<std::uint64_t, spec::appserver::protocol_rules.size()> broken_{};
  spec::Exercised known_;  // Rules that are broken in a way that is known of the version,
  spec::Exercised other_;  // and by the side that is not judged.
  spec::BoundedMap<std::uint64_t> times_{8'192};  // By causes.
  std::optional<Side> judged_;
  spec::Exercised wire_;
  std::optional<std::int64_t> time_us_;  // Of the last line that says one.
  std::uint64_t order_ = 0, bad_lines_ = 0;
  bool ordered_ = true, one_sided_ = false, at_end_ = false;
  bool server_answers_ = false;
  bool greets_ = false;  // An initialize was recorded.
  bool told_unknown_version_ = false;
  bool looks_ahead_ = false;     // Without order: more of the client's lines are needed.
  bool unseen_effects_ = false;  // What was not approved may have had some.
};

}  // namespace conformance::appserver
