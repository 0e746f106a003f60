// What all pages have in common: one file each, without network, fonts or other files, light
// or dark as the reader's system is, with colours that have a contrast of at least 4.5 to what they
// stand on. Styles and scripts lie beside, each in a file of its own.
#pragma once
#include <string>
#include <string_view>

namespace tools {

// Text of any bytes as the text of an element or the value of an attribute in double quotes.
std::string html_escaped(std::string_view text);

// Without the folders of absolute paths, which are of the machine that makes the page: of
// "/a/b.json", b.json is left.
std::string without_folders(const std::string& text);

// A whole document. `title` is plain text; `style` and `body` are the page's own; `script` may
// be empty.
struct Page {
  std::string title = {}, style = {}, body = {}, script = {};
};
std::string html(const Page& page);

// The name of the program with its sign, linked if `href` is not empty; `aside` is plain text.
std::string page_top(std::string_view href, std::string_view aside);
std::string page_foot(std::string_view says);

// A command to be copied, with its button. Needs copy_script.
std::string command_box(std::string_view command);

}  // namespace tools
