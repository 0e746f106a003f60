#include "sim/files/document.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/files/json_source.h"

namespace sim {
namespace {

// What the library's parser tells of a text, made into a document. The library can do that itself
// with a callback, but then looks through all of an array whenever an object in it ends.
template <class Json>
class DocumentBuilder {
 public:
  explicit DocumentBuilder(std::size_t depth_max) : depth_max_(depth_max) {}

  // As the parser wants them; false ends it.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(typename Json::binary_t&) { return false; }  // No text has one.
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    if (!open_.back().names.insert(name).second)
      return refuse(0, fmt::format("it has {} twice in one object", echo(name)));
    name_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const typename Json::exception& fault) {
    if (dynamic_cast<const typename Json::out_of_range*>(&fault) != nullptr)
      return refuse(0, "it has a number that no double holds");
    const bool is_text =
        std::string_view(fault.what()).find("ill-formed UTF-8") == std::string::npos;
    return refuse(byte, is_text ? "it is no JSON" : "it is not UTF-8; save it as that");
  }

  ReadDocument<Json> document() && {
    if (refused_) return *std::move(refused_);
    return std::move(whole_);
  }

 private:
  struct Open {
    Json* value;
    std::set<std::string> names;
  };

  bool refuse(std::size_t offset, std::string why) {
    refused_ = NoDocument{offset, std::move(why)};
    return false;
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() >= depth_max_)
      return refuse(0, fmt::format("it is nested deeper than {}", depth_max_));
    open_.push_back({&place(std::move(value)), {}});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  Json& place(Json value) {
    if (open_.empty()) return whole_ = std::move(value);
    auto& in = *open_.back().value;
    if (in.is_array()) return in.emplace_back(std::move(value));
    auto& members = in.template get_ref<typename Json::object_t&>();
    // The ordered ones are a vector, which would look for the name again.
    if constexpr (requires { members.emplace_back(std::move(name_), std::move(value)); })
      return members.emplace_back(std::move(name_), std::move(value)).second;
    else
      return members.emplace(std::move(name_), std::move(value)).first->second;
  }

  const std::size_t depth_max_;
  Json whole_;
  std::vector<Open> open_;  // A value does not move while something in it is open.
  std::string name_;        // Of the member whose value comes next.
  std::optional<NoDocument> refused_;
};

std::string byte_in_the_way(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return "it begins with a byte order mark";
  if (text.find('\0') != text.npos) return "it has a byte that is zero";
  return {};
}

}  // namespace

template <class Json>
ReadDocument<Json> read_document(std::string_view text, const DocumentBounds& bounds) {
  if (text.size() > bounds.bytes_max)
    return NoDocument{bounds.bytes_max, fmt::format("it has {} bytes, and may have {}", text.size(),
                                                    bounds.bytes_max)};
  if (auto why = byte_in_the_way(text); !why.empty())
    return NoDocument{text.starts_with('\xEF') ? 0 : text.find('\0'), std::move(why)};
  DocumentBuilder<Json> builder(bounds.depth_max);
  Json::sax_parse(text, &builder);
  return std::move(builder).document();
}

template ReadDocument<nlohmann::json> read_document(std::string_view, const DocumentBounds&);
template ReadDocument<nlohmann::ordered_json> read_document(std::string_view,
                                                            const DocumentBounds&);

template <class Json>
Json own_document(std::string_view text) {
  return Json::parse(text, nullptr, false);
}

template nlohmann::json own_document(std::string_view);
template nlohmann::ordered_json own_document(std::string_view);

}  // namespace sim
