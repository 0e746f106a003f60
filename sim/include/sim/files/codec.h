// How values stand in a file: each is read, written and described by one codec. format.h makes
// objects of them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "port/check.h"
#include "sim/files/reader.h"

namespace sim::format {

using Json = nlohmann::ordered_json;

// Collects why a value cannot be written. The first reason counts.
class Writer {
 public:
  void fail(std::string why) {
    if (!why_) why_ = std::move(why);
  }
  bool failed() const { return why_.has_value(); }
  const std::string& why() const { return *why_; }

 private:
  std::optional<std::string> why_;
};

Json to_document(const JsonValue& value);

// Schemas that have a name, since they come more than once or hold themselves.
class Definitions {
 public:
  // What refers to the one of that name, which is made if it is new.
  Json refer(const std::string& name, const std::function<Json()>& make);
  const Json& all() const { return all_; }

 private:
  Json all_ = Json::object();
};

// How a value stands in a file.
template <class V>
struct Codec {
  std::function<void(Reader&, const JsonValue&, V&)> read;
  // All of it, or of an object the members that are not as in `base`.
  std::function<Json(Writer&, const V& value, const V& base)> write;
  // A JSON schema (draft-07) that tells the defaults of `base`.
  std::function<Json(Definitions&, const V& base)> describe;
};

// Values.

Codec<bool> boolean();
// Not blank, and of one line.
Codec<std::string> text(std::size_t bytes_max);
Codec<std::string> any_text(std::size_t bytes_max);  // Empty too.
Codec<double> real();                                // Not negative.
Codec<std::uint64_t> hex();                          // 16 digits.
Codec<Json> document();                              // An object, whatever it holds.
Codec<Window> window(Reader::Never ends);
Json integer_schema(std::int32_t least, std::int32_t most);

template <class V>
Codec<V> integer(std::int32_t least, std::int32_t most) {
  return {[=](Reader& reader, const JsonValue& json, V& out) {
            out = static_cast<V>(reader.integer(json, least, most));
          },
          [](Writer&, const V& value, const V&) -> Json { return value; },
          [=](Definitions&, const V&) { return integer_schema(least, most); }};
}

// From zero on.
Json natural_schema(std::uint64_t least, std::uint64_t most);

template <class V = std::uint64_t>
Codec<V> natural(std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<V>::max()) {
  return {[=](Reader& reader, const JsonValue& json, V& out) {
            out = static_cast<V>(reader.natural(json, least, most));
          },
          [](Writer&, const V& value, const V&) -> Json { return value; },
          [=](Definitions&, const V&) { return natural_schema(least, most); }};
}

// V is a number or a duration.
template <class V>
Codec<V> milliseconds(std::int32_t least) {
  return {[=](Reader& reader, const JsonValue& json, V& out) {
            out = V{reader.milliseconds(json, least)};
          },
          [](Writer&, const V& value, const V&) -> Json {
            if constexpr (requires { value.count(); })
              return value.count();
            else
              return value;
          },
          [=](Definitions&, const V&) { return integer_schema(least, scenario_ms_max); }};
}

// Words.

template <class V>
struct Word {
  std::string_view word;
  V value;
  std::string_view says = {};  // A sentence, or empty.
};

// The words of enumerators from `first` on. `says` has one sentence for each, or is empty.
template <class E>
std::vector<Word<E>> worded(std::span<const std::string_view> words,
                            const std::vector<std::string_view>& says = {}, std::size_t first = 0) {
  CHECK(says.empty() || says.size() == words.size());
  std::vector<Word<E>> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto says_it = says.empty() ? std::string_view() : says[i];
    if constexpr (std::is_class_v<E>)  // An id.
      out.push_back({words[i], E{static_cast<decltype(E::value)>(first + i)}, says_it});
    else
      out.push_back({words[i], static_cast<E>(first + i), says_it});
  }
  return out;
}

Json words_schema(std::span<const std::pair<std::string_view, std::string_view>> words);

template <class V>
Json words_schema(const std::vector<Word<V>>& words) {
  std::vector<std::pair<std::string_view, std::string_view>> rows;
  for (const auto& row : words) rows.emplace_back(row.word, row.says);
  return words_schema(rows);
}

template <class V>
std::vector<std::string_view> words_of(const std::vector<Word<V>>& words) {
  std::vector<std::string_view> out;
  for (const auto& row : words) out.push_back(row.word);
  return out;
}

// `what` is what each is: "a stage".
template <class V>
Codec<V> one_of(std::string_view what, std::vector<Word<V>> rows) {
  const auto words = std::make_shared<const std::vector<Word<V>>>(std::move(rows));
  return {[=, names = words_of(*words)](Reader& reader, const JsonValue& json, V& out) {
            const auto which = reader.one_of(json, names, what);
            if (!reader.failed()) out = (*words)[which].value;
          },
          [=](Writer& writer, const V& value, const V&) -> Json {
            const auto found = std::ranges::find(*words, value, &Word<V>::value);
            if (found != words->end()) return found->word;
            writer.fail("the format of scenarios has no word for " + std::string(what));
            return nullptr;
          },
          [=](Definitions&, const V&) { return words_schema(*words); }};
}

// A list of words as the bits of a number, in their order.
Codec<std::uint8_t> bits(std::string_view what, std::string_view of_what,
                         std::span<const std::string_view> words,
                         const std::vector<std::string_view>& says = {});

// What comes as a codec, but is checked after it was read.
template <class V>
Codec<V> checked(
    Codec<V> codec,
    std::type_identity_t<std::function<void(Reader&, const JsonValue&, const V&)>> check,
    Json schema = {}) {
  return {[=](Reader& reader, const JsonValue& json, V& out) {
            codec.read(reader, json, out);
            if (!reader.failed()) check(reader, json, out);
          },
          codec.write,
          [=](Definitions& definitions, const V& base) {
            auto out = codec.describe(definitions, base);
            if (!schema.is_null()) out.update(schema);
            return out;
          }};
}

// Has a name of its own in the schema.
template <class V>
Codec<V> named(const std::string& name, Codec<V> codec) {
  return {codec.read, codec.write, [=](Definitions& definitions, const V& base) {
            return definitions.refer(name, [&] { return codec.describe(definitions, base); });
          }};
}

// V is read and written as a D is. `from` may refuse what the D says at its place.
template <class V, class D>
Codec<V> through(
    Codec<D> draft, std::type_identity_t<std::function<D(Writer&, const V&)>> to,
    std::type_identity_t<std::function<void(Reader&, const JsonValue&, const D&, V&)>> from) {
  return {[=](Reader& reader, const JsonValue& json, V& out) {
            D read{};
            draft.read(reader, json, read);
            if (!reader.failed()) from(reader, json, read, out);
          },
          [=](Writer& writer, const V& value, const V& base) {
            return draft.write(writer, to(writer, value), to(writer, base));
          },
          [=](Definitions& definitions, const V&) { return draft.describe(definitions, D{}); }};
}

// Lists.

struct ListOf {
  std::string_view what;  // Its elements, as many: "documents".
  std::size_t most = 0;
  // What is wrong with none, and the remedy. Empty: nothing is.
  std::string_view none = {}, or_else = {};
};
void refuse_none(Reader& reader, const JsonValue& list, const ListOf& of);
Json list_schema(Json item, const ListOf& of);

// What an element does not say is as in `usual`.
template <class V>
Codec<std::vector<V>> list(Codec<V> item, ListOf of, V usual = {}) {
  using List = std::vector<V>;
  return {[=](Reader& reader, const JsonValue& json, List& out) {
            out.clear();
            reader.each(json, of.most, of.what, [&](const JsonValue& each) {
              auto value = usual;
              item.read(reader, each, value);
              out.push_back(std::move(value));
            });
            if (!reader.failed()) refuse_none(reader, json, of);
          },
          [=](Writer& writer, const List& value, const List&) {
            auto out = Json::array();
            for (const auto& each : value) out.push_back(item.write(writer, each, usual));
            return out;
          },
          [=](Definitions& definitions, const List&) {
            return list_schema(item.describe(definitions, usual), of);
          }};
}

// All of an array.
template <class V, std::size_t count>
Codec<std::array<V, count>> array_of(Codec<V> item, std::string_view what) {
  using Array = std::array<V, count>;
  return through<Array>(
      list(std::move(item), {.what = what, .most = count}),
      [](Writer&, const Array& value) { return std::vector<V>(value.begin(), value.end()); },
      [](Reader& reader, const JsonValue& json, const std::vector<V>& read, Array& out) {
        if (read.size() == count)
          std::ranges::copy(read, out.begin());
        else
          reader.fail(json, "Some of it is missing.", "There are " + std::to_string(count) + ".");
      });
}

// An element that is a string may stand alone.
template <class V>
Codec<std::vector<V>> one_or_list(Codec<V> item, ListOf of) {
  using List = std::vector<V>;
  const auto many = list(item, of);
  return {[=](Reader& reader, const JsonValue& json, List& out) {
            if (json.kind != JsonValue::Kind::Text) return many.read(reader, json, out);
            out.assign(1, V{});
            item.read(reader, json, out[0]);
          },
          [=](Writer& writer, const List& value, const List& base) {
            auto out = many.write(writer, value, base);
            return out.size() == 1 ? Json(out[0]) : out;
          },
          [=](Definitions& definitions, const List& base) -> Json {
            return {{"oneOf", Json::array({item.describe(definitions, V{}),
                                           many.describe(definitions, base)})}};
          }};
}

}  // namespace sim::format
