// A file format as a table of rows: name, where the value is kept, how it stands in a file, and
// what it means. One interpreter, compiled once, reads, writes and describes by them; the schema
// for editors and the reference in docs are what it describes.
//
//   constexpr Row start_rows[] = {
//       {"viewers", at<&Start::viewers>, integer(0, 4), "So many are open."},
//       {"store", at<&Start::store>, boolean(), "The store exists.", Is::Required}};
//   constexpr Type start = object(start_rows, "How it stands at the beginning.");
//
// Defaults stand in no table: reading goes into a value that holds them, and writing leaves
// out what is as in such a value, its base. So the base may depend on the file.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "port/check.h"
#include "port/meanings.h"
#include "sim/files/format_code.h"

namespace sim::format {

// Words.

struct Word {
  constexpr Word() = default;
  constexpr Word(std::string_view word_is, auto value_is, std::string_view says_it = {})
      : word(word_is), value(number_of(value_is)), says(says_it) {}

  std::string_view word{};
  std::uint64_t value = 0;
  std::string_view says{};  // A sentence, or empty.

 private:
  template <class V>
  static constexpr std::uint64_t number_of(V value) {
    if constexpr (std::is_pointer_v<V>)
      return reinterpret_cast<std::uintptr_t>(value);
    else if constexpr (std::is_class_v<V>)
      return std::bit_cast<std::uint32_t>(value);
    else
      return static_cast<std::uint64_t>(value);
  }
};

// Rows, or the names of enumerators from `first` on, with a sentence for each or none.
struct Words {
  std::span<const Word> rows{};
  std::span<const std::string_view> names{};
  std::string_view (*name)(std::size_t) = nullptr;  // Instead of `names`.
  std::size_t count = 0;
  std::span<const std::string_view> says{};
  std::size_t first = 0;

  Word word(std::size_t i) const;
};
using Says = std::span<const std::string_view>;
template <class... Sentence>
constexpr std::array<std::string_view, sizeof...(Sentence)> sentences(Sentence... each) {
  return {each...};
}

// Types.

enum class Kind : std::uint8_t {
  Boolean,
  Integer,
  Natural,
  Milliseconds,
  Real,
  Text,     // Not blank, and of one line.
  AnyText,  // Empty too.
  Hex,      // 16 digits.
  Window,
  Words,
  Bits,      // A list of words as the bits of a number, in their order.
  Constant,  // A number or a word that is kept nowhere.
  Ignored,   // A text that is kept nowhere.
  List,
  Object,
  Forms,
  Custom,
  Late,  // What stands elsewhere, or a function gives: of another source, or made at run time.
};

struct Row;
struct Form;

inline constexpr std::uint8_t newest_format = 255;

// How a value stands in a file.
struct Type {
  constexpr Type(Kind is = Kind::Ignored) : kind(is) {}
  constexpr Type(const Type* is) : kind(Kind::Late), item(is) {}
  constexpr Type(const Type& (*gives)()) : kind(Kind::Late), late(gives) {}

  Kind kind;
  bool ends_never = false;    // Of windows: "never" alone, too.
  bool may_be_alone = false;  // A list of one text, or an object of its first member.
  bool is_set = false;        // A list of which no two elements are the same.
  std::int64_t least = 0;
  std::uint64_t most = 0;      // Of numbers, bytes, elements.
  std::string_view what = {};  // What it is: "a stage"; elements, as many: "documents".
  std::string_view each = {};  // Of bits: what one is.
  // Of lists: what is wrong with none, and the remedy. Empty: nothing is.
  std::string_view none = {}, or_else = {};
  std::string_view says = {};
  std::string_view name = {};    // In the definitions of the schema.
  std::string_view schema = {};  // What that says besides, or of a custom one all: JSON.
  Words words = {};              // Of numbers: words for some of them.
  const Row* rows = nullptr;
  std::size_t row_count = 0;
  std::uint8_t format = newest_format;  // Without rows of other formats.
  const Form* forms = nullptr;
  std::size_t form_count = 0;
  const Type* item = nullptr;
  const Type& (*late)() = nullptr;
  Where bare = {};  // Of forms: where a word is kept.
  const Through* through = nullptr;
  const Custom* code = nullptr;
  Check begin = {};  // Of an object: makes room before anything is read.
  // Of what has been read: of an object once its members are, those that come last aside, and
  // once all are.
  Check check = {}, at_last = {};

  constexpr Type named(std::string_view is) const;
  constexpr Type also(std::string_view json) const;
  constexpr Type begins(Check by) const;
  constexpr Type then(Check by) const;
  constexpr Type lastly(Check by) const;
  constexpr Type in_format(std::uint8_t is) const;
  constexpr Type or_alone() const;
  constexpr Type as_set() const;
  constexpr Type or_word(std::span<const Word> rows_are) const;

  template <class V>
  constexpr Type with(V Type::*member, std::type_identity_t<V> value) const {
    auto out = *this;
    out.*member = value;
    return out;
  }
};

constexpr Type Type::named(std::string_view is) const { return with(&Type::name, is); }
constexpr Type Type::also(std::string_view json) const { return with(&Type::schema, json); }
constexpr Type Type::begins(Check by) const { return with(&Type::begin, by); }
constexpr Type Type::then(Check by) const { return with(&Type::check, by); }
constexpr Type Type::lastly(Check by) const { return with(&Type::at_last, by); }
constexpr Type Type::in_format(std::uint8_t is) const { return with(&Type::format, is); }
constexpr Type Type::or_alone() const { return with(&Type::may_be_alone, true); }
constexpr Type Type::as_set() const { return with(&Type::is_set, true); }
constexpr Type Type::or_word(std::span<const Word> rows_are) const {
  return with(&Type::words, {.rows = rows_are, .count = rows_are.size()});
}

struct Is {
  enum : unsigned {
    Always = 1,        // Written even if it is as in the base.
    Required = 2 | 1,  // Without it a file is refused.
    First = 4,         // Read before the others, wherever it stands,
    Last = 8,          // or after them, once they were found to be right.
    Unwritten = 16,
  };
};

struct Row {
  std::string_view name;  // Empty: the rows of that object stand among these.
  Where where;
  Type type;
  std::string_view says = {};
  unsigned is = 0;
  When when = {};                // Written only where this holds, and then always.
  const Where* usual = nullptr;  // Of a list: what an element does not say is as here.
  std::uint8_t since = 0, until = newest_format;
};

// Files have the row from a format on, or up to one.
constexpr Row since(std::uint8_t format, Row row) {
  row.since = format;
  return row;
}
constexpr Row until(std::uint8_t format, Row row) {
  row.until = format;
  return row;
}

// All rows and checks of a part's format.
constexpr Row part(Where where, Type type) { return {{}, where, type}; }

constexpr Type boolean() { return Kind::Boolean; }
constexpr Type number(Kind kind, std::int64_t least, std::uint64_t most) {
  return Type(kind).with(&Type::least, least).with(&Type::most, most);
}
constexpr Type integer(std::int32_t least, std::int32_t most) {
  return number(Kind::Integer, least, static_cast<std::uint64_t>(most));
}
// From zero on, and as far as the value reaches.
constexpr Type natural(std::int64_t least = 0, std::uint64_t most = UINT64_MAX) {
  return number(Kind::Natural, least, most);
}
constexpr Type milliseconds(std::int32_t least) {
  return number(Kind::Milliseconds, least, scenario_ms_max);
}
constexpr Type real() { return Kind::Real; }  // Not negative.
constexpr Type hex() { return Kind::Hex; }
constexpr Type text(std::size_t bytes_max) { return number(Kind::Text, 0, bytes_max); }
constexpr Type any_text(std::size_t bytes_max) { return number(Kind::AnyText, 0, bytes_max); }
constexpr Type window() { return Kind::Window; }
constexpr Type window_or_never() { return window().with(&Type::ends_never, true); }
constexpr Type ignored() { return Kind::Ignored; }

// `otherwise` is said of any other.
constexpr Type constant(std::uint64_t version, std::string_view otherwise) {
  return number(Kind::Constant, 0, version).with(&Type::what, otherwise);
}
// Looked at before everything else.
constexpr Type constant(std::string_view word) {
  return Type(Kind::Constant).with(&Type::each, word);
}

// `what` is what each is: "a stage".
constexpr Type one_of(std::string_view what, const Words& words) {
  CHECK(words.says.empty() || words.says.size() == words.count);  // A sentence for each, or none.
  return Type(Kind::Words).with(&Type::what, what).with(&Type::words, words);
}
constexpr Type one_of(std::string_view what, std::span<const Word> rows) {
  return one_of(what, {.rows = rows, .count = rows.size()});
}
constexpr Type one_of(std::string_view what, std::span<const std::string_view> names,
                      Says says = {}, std::size_t first = 0) {
  return one_of(what, {.names = names, .count = names.size(), .says = says, .first = first});
}
// The first `count` enumerators of E by name(E).
template <class E>
constexpr Type one_named(std::string_view what, std::size_t count, Says says = {}) {
  return one_of(what,
                {.name = [](std::size_t i) -> std::string_view { return name(static_cast<E>(i)); },
                 .count = count,
                 .says = says});
}
constexpr Type bits(std::string_view what, std::string_view of_what,
                    std::span<const std::string_view> names) {
  return Type(Kind::Bits)
      .with(&Type::words, {.names = names, .count = names.size()})
      .with(&Type::each, what)
      .with(&Type::what, of_what)
      .with(&Type::most, names.size());
}

struct ListOf {
  std::string_view what;  // Its elements, as many: "documents".
  std::size_t most = 0;
  std::string_view none = {}, or_else = {};
};
constexpr Type list_of(const ListOf& of) {
  return number(Kind::List, 0, of.most)
      .with(&Type::what, of.what)
      .with(&Type::none, of.none)
      .with(&Type::or_else, of.or_else);
}
constexpr Type list(const Type& item, const ListOf& of) {
  return list_of(of).with(&Type::item, &item);
}
constexpr Type list(const Type&& item, const ListOf& of) = delete;  // It is referred to.
constexpr Type list(const Type& (*item)(), const ListOf& of) {
  return list_of(of).with(&Type::late, item);
}

// The rows are of one C++ type.
constexpr Type object(std::span<const Row> rows, std::string_view says = {}) {
  for (const auto& row : rows) CHECK(row.where.from == rows[0].where.from);
  return Type(Kind::Object)
      .with(&Type::rows, rows.data())
      .with(&Type::row_count, rows.size())
      .with(&Type::says, says);
}

// A value of several forms: a bare word, or an object that the name of one of its members tells.
struct Form {
  std::string_view key;
  Type object;
  When is;
};
// The bare word is kept at `bare`. `what` is what each form is: "instruction".
constexpr Type forms(std::string_view what, const Type& words, Where bare,
                     std::span<const Form> rows) {
  return Type(Kind::Forms)
      .with(&Type::what, what)
      .with(&Type::item, &words)
      .with(&Type::bare, bare)
      .with(&Type::forms, rows.data())
      .with(&Type::form_count, rows.size());
}

constexpr Type custom_type(const Custom& code, std::string_view schema) {
  return Type(Kind::Custom).with(&Type::code, &code).also(schema);
}

// `to` makes a D of a V, of a Writer& and a V, or of a V and its base; null: it is never written.
// `from` is a void(Reader&, const JsonValue&, const D&, V&).
template <class D, class V, auto to, auto from>
constexpr Type through(const Type& draft) {
  return draft.with(&Type::through, &internal::through<D, V, to, from>);
}
// `from` is a void(Reader&, const JsonValue&, V&). Words that are kept as a text are that text.
template <class D, class V, auto to, auto from>
constexpr Type read_by(const Type& draft) {
  return draft.with(&Type::through, &internal::read_by<D, V, to, from>);
}

// The interpreter.

void read(Reader& reader, const JsonValue& json, const Type& type, Spot into);
// All of it, or of an object the members that are not as in `base`.
Json write(Writer& writer, const Type& type, Spot value, Spot base);
// What is as its initializers make it is left out.
Json document_of(const Type& type, Spot value);
auto document_of(const Type& type, const auto& value) { return document_of(type, spot(value)); }
// A JSON schema (draft-07) that tells the defaults of `base`, with its definitions.
Json describe(const Type& type, Spot base);

struct SchemaTitle {
  std::string id, title;
};
Json whole_schema(const SchemaTitle& title, const Type& type, Spot base);
// The same, with a sentence for each word of an enumeration that the port has one for: editors that
// complete words show "enumDescriptions".
Json with_sentences(Json schema, const port::Meanings& meanings);

Json to_document(const JsonValue& value);
// 16 digits.
bool read_hex(std::string_view text, std::uint64_t& out);

}  // namespace sim::format
