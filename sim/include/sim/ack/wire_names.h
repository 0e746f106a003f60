// What programs call the tools, targets and subjects of a table: their names, and null for none.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "port/ack/words.h"

namespace sim::ack {

// As port/json_text.h and sim/program/read.h want names.
struct WireNames {
  port::ack::Names names;

  std::optional<std::string_view> name(port::ack::ToolId id) const { return at(names.tools, id); }
  std::optional<std::string_view> name(port::ack::TargetId id) const {
    return id == port::ack::no_target ? std::nullopt : at(names.targets, id);
  }
  std::optional<std::string_view> name(port::ack::SubjectId id) const {
    return id == port::ack::no_subject ? std::nullopt : at(names.subjects, id);
  }

  bool id(std::string_view name, port::ack::ToolId& out) const {
    return find(names.tools, name, out);
  }
  bool id(std::string_view name, port::ack::TargetId& out) const {
    return find(names.targets, name, out);
  }
  bool id(std::string_view name, port::ack::SubjectId& out) const {
    return find(names.subjects, name, out);
  }
  // The words of an answer: what they name is kept.
  std::optional<std::string_view> name(const port::ack::Message&) const { return std::nullopt; }
  bool id(std::string_view text, port::ack::Message& out) const;
  static port::ack::Message nothing(const port::ack::Message&) { return {}; }
  // A tool without a name is one that no table has.
  template <class Id>
  static Id nothing(Id) {
    return {0xff};
  }

 private:
  using List = std::span<const std::string_view>;

  static std::optional<std::string_view> at(List list, auto id) {
    return id.value < list.size() ? list[id.value] : "?";
  }
  static bool find(List list, std::string_view name, auto& out) {
    const auto found = std::find(list.begin(), list.end(), name);
    out.value = static_cast<std::uint8_t>(found - list.begin());
    return found != list.end();
  }
};

}  // namespace sim::ack
