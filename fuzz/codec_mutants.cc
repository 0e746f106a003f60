// The codec with one defect each: the fuzzer must find every one of them.
#include <algorithm>
#include <array>

#include "fuzz/case.h"
#include "fuzz/subject.h"

namespace fuzz {
using namespace engine::rpc;

namespace {

// The codec as a subject, for those that break it.
class EngineSubject : public Subject {
 public:
  void feed(std::string_view bytes) override {
    decoder_.feed(bytes, [this](const engine::rpc::Item& item) { hear(item); });
  }
  void finish() override {
    decoder_.finish([this](const engine::rpc::Item& item) { hear(item); });
  }
  engine::rpc::Account tell(std::string_view bytes, const Reads& reads,
                            const engine::rpc::Options& options, const Sink& sink) const override {
    engine::rpc::Decoder decoder(options);
    const auto hear = [&](const engine::rpc::Item& item) { sink(altered(item)); };
    for (auto size = std::size_t{reads.first}; !bytes.empty(); size = reads.size) {
      decoder.feed(bytes.substr(0, size), hear);
      bytes.remove_prefix(std::min(size, bytes.size()));
    }
    decoder.finish(hear);
    return decoder.account();
  }

 protected:
  // What is told instead; views in it live as long as those of the item.
  virtual engine::rpc::Item altered(engine::rpc::Item item) const { return item; }
  virtual void hear(const engine::rpc::Item& item) {
    const auto* noted = std::get_if<engine::rpc::Noted>(&item);
    if (noted != nullptr && noted->note != engine::rpc::Note::BlankLine) return;
    heard.add(item);
  }
  void begin_afresh(const engine::rpc::Decoder& pristine) { decoder_ = pristine; }

 private:
  engine::rpc::Decoder decoder_{fuzzed_options()};
};

class Engine final : public EngineSubject {
 public:
  bool renew() override {
    begin_afresh(pristine_);
    heard.clear();
    return true;
  }

 private:
  const Decoder pristine_{fuzzed_options()};
};

}  // namespace

void Heard::add(const Item& item) {
  auto& outcome = outcomes.emplace_back();
  const auto place = [&](const Place& of) {
    outcome.at = of.at;
    outcome.bytes = of.bytes;
  };
  if (const auto* accepted = std::get_if<Accepted>(&item)) {
    place(accepted->place);
    outcome.text_at = static_cast<std::uint32_t>(text.size());
    outcome.text_bytes = static_cast<std::uint32_t>(accepted->whole.size());
    text += accepted->whole;
    outcome.has_id = id_of(accepted->message).has_value();
    outcome.has_method = method_of(accepted->message).has_value();
  } else if (const auto* rejected = std::get_if<Rejected>(&item)) {
    place(rejected->place);
    outcome.kind = Outcome::Kind::Rejected;
    outcome.reason = rejected->reason;
  } else {
    place(std::get<Noted>(item).place);
    outcome.kind = Outcome::Kind::Blank;
  }
}

std::unique_ptr<Subject> make_subject(std::string_view name) {
  if (name == "engine") return std::make_unique<Engine>();
  constexpr std::string_view prefix = "mutant:";
  if (!name.starts_with(prefix)) return nullptr;
  for (const auto& mutant : codec_mutants())
    if (mutant.name == name.substr(prefix.size())) return mutant.make();
  return nullptr;
}

namespace {

using engine::rpc::Item;
using engine::rpc::Reason;
using engine::rpc::Rejected;

bool is_rejected(const Item& item, Reason reason) {
  const auto* rejected = std::get_if<Rejected>(&item);
  return rejected != nullptr && rejected->reason == reason;
}

class LosesLineAfterTruncated : public EngineSubject {
  void hear(const Item& item) override {
    if (!lose_) EngineSubject::hear(item);
    lose_ = is_rejected(item, Reason::UnexpectedEnd);
  }
  bool lose_ = false;
};

// Takes lines that the codec rejects for one reason.
template <Reason reason>
class Accepts : public EngineSubject {
  void hear(const Item& item) override {
    EngineSubject::hear(item);
    if (is_rejected(item, reason)) heard.outcomes.back().kind = Outcome::Kind::Accepted;
  }
};

// Takes the end of the line for "\n" when it is "\r\n".
class MiscountsCarriageReturn : public EngineSubject {
 public:
  void feed(std::string_view bytes) override {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      crossed_ = bytes[i] == '\n' && last_ == '\r';
      last_ = bytes[i];
      EngineSubject::feed(bytes.substr(i, 1));
    }
  }

 private:
  void hear(const Item& item) override {
    EngineSubject::hear(item);
    if (crossed_) --heard.outcomes.back().bytes;
  }
  char last_ = 0;
  bool crossed_ = false;
};

// Treats a line as a string that a NUL ends.
class StopsAtNul : public EngineSubject {
 public:
  void feed(std::string_view bytes) override {
    for (const char byte : bytes) {
      if (byte == 0) stopped_ = true;
      if (byte == '\n') stopped_ = false;
      if (!stopped_) EngineSubject::feed({&byte, 1});
    }
  }

 private:
  bool stopped_ = false;
};

// Goes down one call for each level, when the line ends.
class Recurses : public EngineSubject {
 public:
  void feed(std::string_view bytes) override {
    for (const char byte : bytes) {
      if (byte == '[' || byte == '{') ++levels_;
      if (byte == '\n') descend();
    }
    EngineSubject::feed(bytes);
  }
  void finish() override {
    descend();
    EngineSubject::finish();
  }

 private:
  static int down(std::size_t levels) {
    volatile char frame[64] = {};
    frame[levels % sizeof frame] = 1;
    return levels == 0 ? 0 : down(levels - 1) + frame[0];
  }
  void descend() {
    reached_ = down(levels_);
    levels_ = 0;
  }
  std::size_t levels_ = 0;
  volatile int reached_ = 0;
};

// Looks through the whole line again at every read, until that has shown: whoever judges it waits.
class QuadraticReads : public EngineSubject {
 public:
  void feed(std::string_view bytes) override {
    seen_ += bytes;
    looked_through_ += seen_.size();
    if (looked_through_ < shown_at)
      newlines_ = static_cast<std::size_t>(std::ranges::count(seen_, '\n'));
    if (newlines_ > 0) seen_.clear();
    EngineSubject::feed(bytes);
  }

 private:
  static constexpr std::size_t shown_at = std::size_t{1} << 33;  // Half a second or more.
  std::string seen_;
  std::size_t looked_through_ = 0;
  volatile std::size_t newlines_ = 0;
};

// Keeps the beginning of a line when the program at the other end is started again.
class GluesAfterRestart : public EngineSubject {
 public:
  void finish() override {}
};

// Takes the first byte of a read for the end of the line before it if that was at its end.
class LosesSplitLineEnd : public EngineSubject {
 public:
  void feed(std::string_view bytes) override {
    if (after_return_ && bytes.starts_with('\n')) bytes.remove_prefix(1);
    if (bytes.empty()) return;
    after_return_ = bytes.back() == '\r';
    EngineSubject::feed(bytes);
  }

 private:
  bool after_return_ = false;
};

// Places a fault within the line, not within the stream.
class MisplacesFault : public EngineSubject {
  Item altered(Item item) const override {
    if (auto* line = std::get_if<Rejected>(&item)) line->at -= line->place.at;
    return item;
  }
};

// Begins an excerpt at the beginning of the line.
class CutsExcerpt : public EngineSubject {
  Item altered(Item item) const override {
    if (auto* line = std::get_if<Rejected>(&item)) line->excerpt = line->excerpt.substr(0, 40);
    return item;
  }
};

// Takes the text of an id as it stands there.
class KeepsEscapes : public EngineSubject {
  Item altered(Item item) const override {
    auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
    if (accepted == nullptr) return item;
    if (auto* request = std::get_if<engine::rpc::Request>(&accepted->message))
      request->id.text = engine::json::Text::plain(request->id.text.raw());
    return item;
  }
};

// Says of a line of two messages that it is blank.
class MixesNotes : public EngineSubject {
  Item altered(Item item) const override {
    auto* noted = std::get_if<engine::rpc::Noted>(&item);
    if (noted != nullptr && noted->note == engine::rpc::Note::MergedLines)
      noted->note = engine::rpc::Note::BlankLine;
    return item;
  }
};

// A response without what it says.
class LosesResult : public EngineSubject {
  Item altered(Item item) const override {
    auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
    if (accepted == nullptr) return item;
    if (auto* response = std::get_if<engine::rpc::Response>(&accepted->message))
      response->result = {};
    return item;
  }
};

template <class Mutant>
std::unique_ptr<Subject> make() {
  return std::make_unique<Mutant>();
}

constexpr std::array mutants{
    CodecMutant{"loses_line_after_truncated", "drops the line behind a truncated one",
                make<LosesLineAfterTruncated>},
    CodecMutant{"accepts_trailing_bytes", "takes an object with something behind it",
                make<Accepts<Reason::TrailingBytes>>},
    CodecMutant{"counts_carriage_return", "counts the end \"\\r\\n\" wrongly",
                make<MiscountsCarriageReturn>},
    CodecMutant{"stops_at_nul", "sees nothing behind a NUL", make<StopsAtNul>},
    CodecMutant{"last_duplicate_wins", "takes an object that has a key twice",
                make<Accepts<Reason::DuplicateKey>>},
    CodecMutant{"takes_any_depth", "takes an object that is nested too deep",
                make<Accepts<Reason::TooDeep>>},
    CodecMutant{"takes_lone_surrogates", "takes half of a surrogate pair",
                make<Accepts<Reason::LoneSurrogate>>},
    CodecMutant{"recursion", "one call for each level of nesting", make<Recurses>},
    CodecMutant{"quadratic_reads", "looks through the line again at every read",
                make<QuadraticReads>},
    CodecMutant{"glues_after_restart", "keeps a line begun by the program before",
                make<GluesAfterRestart>},
    CodecMutant{"loses_split_line_end", "drops a \"\\n\" that begins a read",
                make<LosesSplitLineEnd>},
    CodecMutant{"misplaces_fault", "tells the position of a fault within its line",
                make<MisplacesFault>},
    CodecMutant{"cuts_excerpt", "tells half an excerpt", make<CutsExcerpt>},
    CodecMutant{"keeps_escapes", "takes the id of a request as it is escaped", make<KeepsEscapes>},
    CodecMutant{"mixes_notes", "takes two messages on a line for a blank line", make<MixesNotes>},
    CodecMutant{"loses_result", "forgets the result of a response", make<LosesResult>},
};

}  // namespace

std::span<const CodecMutant> codec_mutants() { return mutants; }

}  // namespace fuzz
