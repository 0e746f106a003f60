// What the reading, writing and describing of formats share.
#include "files/format_rows.h"

#include <algorithm>

namespace sim::format {

Word Words::word(std::size_t i) const {
  if (!rows.empty()) return rows[i];
  return {names.empty() ? name(i) : names[i], first + i, says.empty() ? "" : says[i]};
}

const Type& given(const Type& type) {
  const auto* out = &type;
  while (out->kind == Kind::Late) out = out->late != nullptr ? &out->late() : out->item;
  return *out;
}
const Type& item_of(const Type& list) {
  return given(list.item != nullptr ? *list.item : list.late());
}

Spot in_row(const Row& row, Spot object) {
  CHECK(row.where.from == object.held);  // A row of another object's table.
  return {row.where.to(object.at), row.where.held};
}

bool is_as_it_is(const Type& type, Spot spot) {
  const auto* of = type.through != nullptr ? type.through->of
                   : type.code != nullptr  ? type.code->of
                                           : nullptr;
  return of == spot.held;
}

std::vector<Member> members(const Type& object, Spot value) {
  std::vector<Member> out;
  for (std::size_t i = 0; i < object.row_count; ++i) {
    const auto& row = object.rows[i];
    if (object.format < row.since || object.format > row.until) continue;
    if (!row.name.empty()) {
      out.push_back({&row, value});
      continue;
    }
    const auto inner = members(given(row.type), in_row(row, value));
    out.insert(out.end(), inner.begin(), inner.end());
  }
  return out;
}

std::vector<std::string_view> names_of(const Words& words) {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < words.count; ++i) out.push_back(words.word(i).word);
  return out;
}

Made::Made(const Held& held) : held_(held), at_(held.create()) {}
Made::~Made() { held_.destroy(at_); }

std::uint64_t most_of(const Type& type, const Held& held) {
  const auto bits = 8u * held.bytes - (held.is_signed ? 1 : 0);
  return bits >= 64 ? type.most : std::min(type.most, (std::uint64_t{1} << bits) - 1);
}

}  // namespace sim::format
