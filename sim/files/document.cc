#include "sim/files/document.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/files/json_source.h"

namespace sim {
namespace {

// A limit that was passed, wherever the parser is.
struct Refused {
  std::string why;
};

using Names = std::set<std::string>;

void add_name(Names& names, const std::string& name) {
  if (!names.insert(name).second)
    throw Refused{fmt::format("it has {} twice in one object", echo(name))};
}

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
  std::vector<Names> names;  // Of each object that is open.
  using Event = typename Json::parse_event_t;
  const auto watch = [&](int depth, Event event, Json& value) {
    if (std::cmp_greater_equal(depth, bounds.depth_max) &&
        (event == Event::object_start || event == Event::array_start))
      throw Refused{fmt::format("it is nested deeper than {}", bounds.depth_max)};
    if (event == Event::object_start) names.emplace_back();
    if (event == Event::object_end) names.pop_back();
    if (event == Event::key) add_name(names.back(), value.template get_ref<const std::string&>());
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Refused& refused) {
    return NoDocument{0, refused.why};
  } catch (const typename Json::parse_error& fault) {
    return NoDocument{fault.byte, "it is no JSON"};
  } catch (const typename Json::out_of_range&) {
    return NoDocument{0, "it has a number that no double holds"};
  }
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

bool same_document(std::string_view left, std::string_view right) {
  if (left == right) return true;
  const DocumentBounds bounds{.bytes_max = std::max(left.size(), right.size()), .depth_max = 1'024};
  const auto one = read_document<nlohmann::json>(left, bounds);
  const auto other = read_document<nlohmann::json>(right, bounds);
  const auto* document = std::get_if<nlohmann::json>(&one);
  const auto* second = std::get_if<nlohmann::json>(&other);
  return document != nullptr && second != nullptr && *document == *second;
}

}  // namespace sim
