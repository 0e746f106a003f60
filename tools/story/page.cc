#include "story/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "page_texts.h"
#include "results/formats.h"

namespace tools {
namespace {

// Three circles around one point: the sign of the program.
constexpr std::string_view sign =
    R"svg(<svg viewBox="0 0 32 32" fill="none" aria-hidden="true">)svg"
    R"svg(<g stroke="var(--line)" stroke-width="1.2"><circle cx="16" cy="16" r="14.4"/>)svg"
    R"svg(<circle cx="16" cy="16" r="9.6"/><circle cx="16" cy="16" r="5.2"/></g>)svg"
    R"svg(<circle cx="16" cy="16" r="2.3" fill="var(--brass)"/>)svg"
    R"svg(<circle cx="27.6" cy="7.5" r="2" fill="var(--act)"/>)svg"
    R"svg(<circle cx="7" cy="19.4" r="1.7" fill="var(--good)"/>)svg"
    R"svg(<circle cx="19.6" cy="12.2" r="1.2" fill="var(--bad)"/></svg>)svg";

}  // namespace

std::string html_escaped(std::string_view text) {
  auto out = xml_escaped(text);
  for (std::size_t at = 0; (at = out.find('\'', at)) != std::string::npos; at += 5)
    out.replace(at, 1, "&#39;");
  return out;
}

std::string without_folders(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (text[at] != '/' || std::string_view(" '\"=:").find(before) == std::string_view::npos) {
      out += text[at++];
      continue;
    }
    const bool quoted = before == '\'' || before == '"';
    const auto end = std::min(text.find(quoted ? before : ' ', at), text.size());
    out += text.substr(text.rfind('/', end - 1) + 1, end - text.rfind('/', end - 1) - 1);
    at = end;
  }
  return out;
}

std::string html(const Page& page) {
  const auto script =
      page.script.empty() ? std::string() : fmt::format("<script>{}</script>\n", page.script);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<style>{}{}</style>\n</head>\n<body>\n{}{}</body>\n</html>\n",
      html_escaped(page.title), base_style, page.style, page.body, script);
}

std::string page_top(std::string_view href, std::string_view aside) {
  const auto brand = fmt::format("{}<span>Orrery</span>", sign);
  const auto name = href.empty() ? fmt::format("<span class=\"brand\">{}</span>", brand)
                                 : fmt::format("<a class=\"brand\" href=\"{}\">{}</a>",
                                               html_escaped(href), brand);
  return fmt::format("<header class=\"top\">{}<span class=\"aside\">{}</span></header>\n", name,
                     html_escaped(aside));
}

std::string page_foot(std::string_view says) {
  return fmt::format("<footer class=\"foot\">{}</footer>\n", html_escaped(says));
}

std::string command_box(std::string_view command) {
  return fmt::format(
      "<div class=\"command\"><code>{}</code><button type=\"button\">Copy</button></div>\n",
      html_escaped(command));
}

}  // namespace tools
