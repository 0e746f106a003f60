// The words that stand in messages, traces and scenario files, each with what it means: from the
// vocabularies of the areas and the schemas of their files.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tools {

struct PortWord {
  std::string word;  // "captured"
  std::string area;  // "ack"; empty: of the protocol or the format of traces.
  std::string kind;  // "event", "command", "fact", "member", "value", "member of scenario files"...
  std::string says;  // A sentence; empty: nobody has written one.
  std::string shape;                   // Of a message: its members, as JSON. Of others: empty.
  std::vector<std::string> stands_in;  // Of a member the messages, of a value the members.
};

// In the order of the areas; of one area, if it is not empty.
std::vector<PortWord> port_words(std::string_view area = {});
// By this name, however it is written: "ForeignPush", "foreign-push".
std::vector<PortWord> port_words_named(std::string_view name);

}  // namespace tools
