// A list of projects as JSON. Its text is read when it is held against another one, and once:
// copies share that.
#pragma once
#include <memory>
#include <string_view>

namespace conformance::monitor {

class ProjectList {
 public:
  ProjectList() = default;  // None.
  // An array.
  explicit ProjectList(std::string_view json);

  bool none() const { return text_ == nullptr; }
  // The same JSON, up to 1,024 deep; of what is none, the same text.
  bool operator==(const ProjectList& other) const;
  // Whether a recorder that tells so of a list tells of this one, which was sent: it may tell less
  // of each project, its name alone or some of its members.
  bool tells_of(const ProjectList& sent) const;

 private:
  struct Text;
  bool agrees(const ProjectList& other, const auto& each) const;

  std::shared_ptr<const Text> text_;
};

}  // namespace conformance::monitor
