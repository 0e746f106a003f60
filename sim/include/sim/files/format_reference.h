// The schema of a format as tables for a document: fields, values, defaults and what they mean.
#pragma once
#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sim::format {

// Of several schemas in one document: what one table says of a field, the next need not.
class Reference {
 public:
  // Markdown: the table of the whole, then one for each object and list of words in it.
  // `whole` is what others call the format: "a scenario of `ack`".
  std::string of(const nlohmann::ordered_json& schema, const std::string& whole);
  // The document with these in place of what stands between "<!-- fields of NAME -->" and
  // "<!-- end -->"; as it was, if there are no such marks.
  std::string in(const std::string& document, const std::string& name,
                 const nlohmann::ordered_json& schema, const std::string& whole);

 private:
  std::map<std::string, std::string> known_;  // Rows and tables, and where each stands.
};

}  // namespace sim::format
