// How the index page of a report looks, and how it is filtered: parts of tools/report alone.
#pragma once
#include <string_view>

namespace tools {

extern const std::string_view index_style;
// Filters what has data-area, data-rules and data-outcome; the fragment keeps what was asked for.
// The page is whole without it.
extern const std::string_view filter_script;

}  // namespace tools
