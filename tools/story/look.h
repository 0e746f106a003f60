// How a story's page looks and how it steps: parts of tools/story alone.
#pragma once
#include <string_view>

namespace tools {

extern const std::string_view story_style;
// Steps through the list of the page, which is whole without it: the state and the other choices
// of a step are read from the list itself.
extern const std::string_view step_script;

}  // namespace tools
