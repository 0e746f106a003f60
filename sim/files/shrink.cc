#include "sim/files/shrink.h"

#include <set>

#include "files/document_edits.h"
#include "port/check.h"
#include "sim/files/shrunk_document.h"

namespace sim {
namespace {

class Shrinker {
 public:
  explicit Shrinker(const ShrinkRequest& request) : request_(request) {
    out_.document = request.document;
  }

  ShrunkDocument run() {
    for (auto before = out_.accepted + 1; before != out_.accepted && !over_;) {
      before = out_.accepted;
      for (std::size_t pass = 0; pass < edit_passes && !over_; ++pass)
        take(static_cast<EditPass>(pass));
    }
    return std::move(out_);
  }

 private:
  // An accepted edit moves those behind it up, so the next one stands in its place.
  void take(EditPass pass) {
    auto list = edits(out_.document, request_.words, pass);
    for (std::size_t i = 0; i < list.size();) {
      auto candidate = edited(out_.document, list[i], pass);
      if (!shows(candidate)) {
        if (over_) return;
        ++i;
        continue;
      }
      out_.document = std::move(candidate);
      list = edits(out_.document, request_.words, pass);
    }
  }

  bool shows(const nlohmann::ordered_json& candidate) {
    if (measure(candidate, request_.words) >= measure(out_.document, request_.words)) return false;
    if (!refused_.insert(candidate.dump()).second) return false;
    if (out_.tried == request_.budget) return stop(ShrinkEnd::Budget);
    if (request_.keep_going && !request_.keep_going()) return stop(ShrinkEnd::ToldToStop);
    ++out_.tried;
    const bool same = request_.still_shows(candidate);
    if (same) ++out_.accepted;
    if (request_.progress)
      request_.progress({out_.tried, out_.accepted,
                         measure(same ? candidate : out_.document, request_.words).nodes});
    return same;
  }

  bool stop(ShrinkEnd end) {
    out_.end = end;
    over_ = true;
    return false;
  }

  const ShrinkRequest& request_;
  ShrunkDocument out_;
  // Their texts. An accepted one is among them, but nothing smaller leads back to it.
  std::set<std::string> refused_;
  bool over_ = false;
};

}  // namespace

ShrunkDocument shrink_document(const ShrinkRequest& request) {
  CHECK(request.document.is_object());
  CHECK(!request.words.steps.empty());
  return Shrinker(request).run();
}

}  // namespace sim
