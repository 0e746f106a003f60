// A file format as one table of members: name, where the value is kept, how it stands in a
// file, and what it means. Reading, writing, the schema for editors and the reference in docs
// come from it.
//
//   Codec<Start> start() {
//     return Object<Start>("How it stands at the beginning.")
//         .member("viewers", &Start::viewers, integer<std::uint8_t>(0, 4), "So many are open.")
//         .codec();
//   }
//
// Defaults stand in no table: reading goes into a value that holds them, and writing leaves
// out what is as in such a value, its base. So the base may depend on the file.
#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/files/codec.h"

namespace sim::format {

enum class Phase : std::uint8_t { First, InOrder, Last };

template <class T>
struct Member {
  std::string_view name;
  std::string_view says;
  std::function<void(Reader&, const JsonValue&, T&)> read;
  // Nothing if it is as in `base`, unless that is to be written too.
  std::function<std::optional<Json>(Writer&, const T& value, const T& base, bool always)> write;
  std::function<Json(Definitions&, const T& base, bool with_default)> describe;
  std::function<bool(const T&)> when = {};  // It is written; always, if there is none.
  bool required = false;
  bool always = false;
  Phase phase = Phase::InOrder;
};

Json with_meaning(Json schema, std::string_view says, Json usual);
Json object_schema(std::string_view says, Json properties, Json required, const Json& also);

template <class V>
struct Unwrapped {
  using Type = V;
};
template <class V>
struct Unwrapped<std::optional<V>> {
  using Type = V;
};

// The access of what is spread over all of T.
inline constexpr auto itself = [](auto& whole) -> auto& { return whole; };

// A member that is kept at `access`: a pointer to it or what gives a reference to it. An
// optional one has no default.
template <class T, class Access, class V>
Member<T> member_at(std::string_view name, Access access, Codec<V> codec, std::string_view says) {
  using Held = std::remove_cvref_t<std::invoke_result_t<Access, T&>>;
  constexpr bool is_optional = !std::same_as<Held, V>;
  static_assert(!is_optional || std::same_as<typename Unwrapped<Held>::Type, V>);
  const auto shared = std::make_shared<const Codec<V>>(std::move(codec));
  Member<T> out{.name = name, .says = says, .read = {}, .write = {}, .describe = {}};
  out.read = [=](Reader& reader, const JsonValue& json, T& into) {
    auto& held = std::invoke(access, into);
    if constexpr (is_optional)
      shared->read(reader, json, held.emplace());
    else
      shared->read(reader, json, held);
  };
  out.write = [=](Writer& writer, const T& value, const T& base,
                  bool always) -> std::optional<Json> {
    const auto& held = std::invoke(access, value);
    if constexpr (is_optional) {
      if (!held) return std::nullopt;
      return shared->write(writer, *held, V{});
    } else {
      const auto& usual = std::invoke(access, base);
      if constexpr (std::equality_comparable<V>)
        if (!always && held == usual) return std::nullopt;
      auto json = shared->write(writer, held, usual);
      if (!always && json.is_object() && json.empty()) return std::nullopt;
      return json;
    }
  };
  out.describe = [=](Definitions& definitions, const T& base, bool with_default) {
    if constexpr (is_optional) {
      return with_meaning(shared->describe(definitions, V{}), says, {});
    } else {
      const auto& usual = std::invoke(access, base);
      Writer writer;
      auto json = with_default ? shared->write(writer, usual, usual) : Json();
      // The members of an object have their own.
      return with_meaning(shared->describe(definitions, usual), says,
                          json.is_object() || writer.failed() ? Json() : std::move(json));
    }
  };
  return out;
}

// The same member of a part of T.
template <class T, class P, class Access>
Member<T> member_of_part(const Member<P>& inner, Access access) {
  Member<T> out{.name = inner.name, .says = inner.says, .read = {}, .write = {}, .describe = {}};
  out.required = inner.required;
  out.always = inner.always;
  out.phase = inner.phase;
  out.read = [=, read = inner.read](Reader& reader, const JsonValue& json, T& into) {
    read(reader, json, std::invoke(access, into));
  };
  out.write = [=, write = inner.write](Writer& writer, const T& value, const T& base, bool always) {
    return write(writer, std::invoke(access, value), std::invoke(access, base), always);
  };
  out.describe = [=, describe = inner.describe](Definitions& definitions, const T& base,
                                                bool with_default) {
    return describe(definitions, std::invoke(access, base), with_default);
  };
  if (inner.when)
    out.when = [=, when = inner.when](const T& value) { return when(std::invoke(access, value)); };
  return out;
}

template <class T>
class Object {
 public:
  using Check = std::function<void(Reader&, const JsonValue&, T&)>;

  explicit Object(std::string_view says = {}) : says_(says) {}

  template <class Access, class V>
  Object& member(std::string_view name, Access access, Codec<V> codec, std::string_view says) {
    return add(member_at<T>(name, access, std::move(codec), says));
  }
  Object& add(Member<T> member) {
    members_.push_back(std::move(member));
    return *this;
  }
  // All members and checks of the format of a part of T.
  template <class Access, class P>
  Object& part(Access access, const Object<P>& format) {
    for (const auto& inner : format.members()) add(member_of_part<T>(inner, access));
    for (const auto& inner : format.checks())
      checks_.emplace_back(inner.first, [access, check = inner.second](
                                            Reader& reader, const JsonValue& json, T& into) {
        check(reader, json, std::invoke(access, into));
      });
    return *this;
  }

  // Of the last member.
  // Without it a file is refused; it is always written.
  Object& required() {
    members_.back().required = true;
    return always();
  }
  Object& always() {
    members_.back().always = true;
    return *this;
  }
  // Written only where this holds, and then also if it is as in the base.
  Object& when(std::function<bool(const T&)> holds) {
    members_.back().when = std::move(holds);
    return always();
  }
  // Read before the others, wherever it stands,
  Object& first() {
    members_.back().phase = Phase::First;
    return *this;
  }
  // or after them, once they were found to be right.
  Object& last() {
    members_.back().phase = Phase::Last;
    return *this;
  }

  // Of the object, once its members have been read, those that come last aside,
  Object& then(Check check) {
    checks_.emplace_back(Phase::InOrder, std::move(check));
    return *this;
  }
  // and once all have been.
  Object& at_last(Check check) {
    checks_.emplace_back(Phase::Last, std::move(check));
    return *this;
  }
  // What the schema says besides.
  Object& also(Json schema) {
    also_ = std::move(schema);
    return *this;
  }

  const std::vector<Member<T>>& members() const { return members_; }
  const std::vector<std::pair<Phase, Check>>& checks() const { return checks_; }

  void read(Reader& reader, const JsonValue& json, T& into) const {
    read_phase(Phase::First, reader, json, into);
    std::vector<Reader::Field> fields;
    for (const auto& member : members_)
      fields.push_back({member.name,
                        [&](const JsonValue& value) {
                          if (member.phase == Phase::InOrder) member.read(reader, value, into);
                        },
                        member.required});
    reader.fields(json, fields);
    check_phase(Phase::InOrder, reader, json, into);
    read_phase(Phase::Last, reader, json, into);
    check_phase(Phase::Last, reader, json, into);
  }

  Json write(Writer& writer, const T& value, const T& base) const {
    auto out = Json::object();
    for (const auto& member : members_) {
      if (member.when && !member.when(value)) continue;
      if (auto json = member.write(writer, value, base, member.always))
        out[std::string(member.name)] = std::move(*json);
    }
    return out;
  }

  Json describe(Definitions& definitions, const T& base) const {
    auto properties = Json::object();
    auto required = Json::array();
    for (const auto& member : members_) {
      const bool has_default = !member.required && !member.when;
      properties[std::string(member.name)] = member.describe(definitions, base, has_default);
      if (member.required) required.push_back(member.name);
    }
    return object_schema(says_, std::move(properties), std::move(required), also_);
  }

  Codec<T> codec() const {
    const auto shared = std::make_shared<const Object>(*this);
    return {
        [=](Reader& reader, const JsonValue& json, T& into) { shared->read(reader, json, into); },
        [=](Writer& writer, const T& value, const T& base) {
          return shared->write(writer, value, base);
        },
        [=](Definitions& definitions, const T& base) {
          return shared->describe(definitions, base);
        }};
  }

  // Instead of an object that says nothing but its first member, that member's value.
  Codec<T> or_first_alone() const {
    const auto whole = codec();
    const auto alone = std::make_shared<const Member<T>>(members_.front());
    return {[=](Reader& reader, const JsonValue& json, T& into) {
              const bool object = json.kind == JsonValue::Kind::Object;
              object ? whole.read(reader, json, into) : alone->read(reader, json, into);
            },
            [=](Writer& writer, const T& value, const T& base) {
              auto out = whole.write(writer, value, base);
              return out.size() == 1 && out.contains(alone->name) ? Json(out.front()) : out;
            },
            [=](Definitions& definitions, const T& base) -> Json {
              return {{"oneOf", Json::array({alone->describe(definitions, base, false),
                                             whole.describe(definitions, base)})}};
            }};
  }

 private:
  void read_phase(Phase phase, Reader& reader, const JsonValue& json, T& into) const {
    for (const auto& member : members_) {
      const auto* value = member.phase == phase ? member_of(json, member.name) : nullptr;
      if (value != nullptr && !reader.failed()) member.read(reader, *value, into);
    }
  }
  void check_phase(Phase phase, Reader& reader, const JsonValue& json, T& into) const {
    for (const auto& [when, check] : checks_)
      if (when == phase && !reader.failed()) check(reader, json, into);
  }

  std::string_view says_;
  std::vector<Member<T>> members_;
  std::vector<std::pair<Phase, Check>> checks_;
  Json also_ = {};
};

// A value of several forms: a bare word, or an object that the name of one of its members tells.
template <class T>
struct Form {
  std::string_view key;
  Object<T> object;
  std::function<bool(const T&)> is;
};

// The key among `keys` that an object has; fails if it has none or several. `what` is what
// each form is: "instruction".
std::optional<std::size_t> form_of(Reader& reader, const JsonValue& json, std::string_view what,
                                   std::span<const std::string_view> words,
                                   std::span<const std::string_view> keys);

template <class T>
Codec<T> forms(std::string_view what, std::string_view bare_what, std::vector<Word<T>> words,
               std::vector<Form<T>> rows) {
  const auto bare = one_of(bare_what, words);
  const auto shared = std::make_shared<const std::vector<Form<T>>>(std::move(rows));
  std::vector<std::string_view> keys;
  for (const auto& form : *shared) keys.push_back(form.key);
  return {[=, names = words_of(words)](Reader& reader, const JsonValue& json, T& into) {
            if (json.kind == JsonValue::Kind::Text) return bare.read(reader, json, into);
            if (const auto which = form_of(reader, json, what, names, keys))
              (*shared)[*which].object.read(reader, json, into);
          },
          [=](Writer& writer, const T& value, const T& base) {
            for (const auto& form : *shared)
              if (form.is(value)) return form.object.write(writer, value, base);
            return bare.write(writer, value, base);
          },
          [=](Definitions& definitions, const T& base) -> Json {
            auto all = Json::array({bare.describe(definitions, base)});
            for (const auto& form : *shared) all.push_back(form.object.describe(definitions, base));
            return {{"oneOf", all}};
          }};
}

}  // namespace sim::format
