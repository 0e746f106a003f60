// The rooms of the house: which room a file stands in, what that room may include, and
// the names of the areas.
//
// A room is a folder, private and public headers together: conformance/run/ and
// conformance/include/conformance/run/ are the room conformance/run. That of spec/port is
// called port, as its includes are.
#pragma once
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace tidy {

// In a row, AREA stands for the area that the file belongs to, and ANY for every area;
// both take in the rooms below it. A row with ANY in it may also name every area.
struct Row {
  std::string_view room;
  std::string_view rooms;      // Besides itself. Separated by single spaces, as below.
  std::string_view packages;   // What stands before the first slash (the second, for boost).
  std::string_view area = {};  // That a room is about which is not named for it.
};

// What does not hold yet: that `room` includes a room, or names an area.
struct Known {
  std::string_view room;
  std::string_view what;
};

// May only shrink: an entry that is not needed is a finding.
std::span<const Known> known_exceptions();

std::span<const std::string_view> area_names();

// The one file of a general room that names the areas: it lists their descriptors.
bool is_list_of_areas(std::string_view path);

std::string room_of(std::string_view path);

// The area whose room it is; empty for a general room and for what is below no layer.
std::string_view area_of(std::string_view room);

// Null: a folder that the table does not know.
const Row* row_of(std::string_view room);

// The same, or the one that its row says.
std::string_view area_of(const Row& row, std::string_view room);

bool may_name_areas(const Row& row);

// Whether a file in `room`, whose row it is, may include files of `other`.
bool may_include_room(const Row& row, std::string_view room, std::string_view other);

// The file that an include of `path` finds among `files`; none if it is a package.
std::optional<std::string> resolve(const std::set<std::string, std::less<>>& files,
                                   std::string_view path, std::string_view target);

bool has_entry(std::string_view list, std::string_view entry);

}  // namespace tidy
