#include "story/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "results/junit.h"

namespace tools {
namespace {

// The colours have a contrast of at least 4.5 to what they stand on, in both schemes.
constexpr std::string_view base_style = R"(
:root{color-scheme:light dark;--paper:#f7f5f0;--card:#fffefb;--ink:#1c2230;--soft:#5a6272;
--line:#e2ddd1;--brass:#8a5d0c;--brass-wash:#f6ebd2;--bad:#a8201a;--bad-wash:#fbe6e2;
--good:#1b6b43;--good-wash:#e0f2e6;--doubt:#7d5a00;--doubt-wash:#faf0cf;--act:#22509c;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--paper:#10131a;--card:#181c25;--ink:#e8eaf0;
--soft:#a0a8b8;--line:#2a303c;--brass:#e3b75f;--brass-wash:#2e2818;--bad:#ff938a;
--bad-wash:#3a1c1c;--good:#7bd8a5;--good-wash:#16301f;--doubt:#e6c65c;--doubt-wash:#322b12;
--act:#94bcff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,
"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
font-variant-numeric:tabular-nums lining-nums}
a{color:var(--act);text-underline-offset:.18em;text-decoration-thickness:.06em}
:focus-visible{outline:2px solid var(--brass);outline-offset:2px;border-radius:4px}
code,kbd,pre{font-family:var(--mono);font-size:.86em}
h1,h2,h3{line-height:1.25;text-wrap:balance;letter-spacing:-.012em}
main,.top,.foot{max-width:76rem;margin:0 auto;padding:0 clamp(1rem,3.5vw,2.5rem)}
.top{display:flex;align-items:center;gap:.75rem;padding-top:1.1rem;padding-bottom:1.1rem}
.brand{display:inline-flex;align-items:center;gap:.6rem;color:inherit;text-decoration:none;
font-weight:650;letter-spacing:.01em}
.brand svg{width:30px;height:30px;flex:none}
.aside{margin-left:auto;color:var(--soft);font-size:.88rem;text-align:right;
overflow-wrap:anywhere}
.foot{color:var(--soft);font-size:.85rem;padding-top:2.5rem;padding-bottom:3rem}
.pill{display:inline-block;padding:.08rem .55rem;border-radius:99px;font-size:.76rem;
font-weight:650;letter-spacing:.02em;white-space:nowrap;background:var(--line);color:var(--ink)}
.pill.bad{background:var(--bad-wash);color:var(--bad)}
.pill.good{background:var(--good-wash);color:var(--good)}
.pill.doubt{background:var(--doubt-wash);color:var(--doubt)}
.soft{color:var(--soft)}
.command{display:flex;align-items:stretch;background:var(--card);border:1px solid var(--line);
border-radius:10px;overflow:hidden}
.command code{flex:1;padding:.7rem .95rem;overflow-wrap:anywhere;white-space:pre-wrap}
.command code::before{content:"$ ";color:var(--soft)}
.command button{font:inherit;font-size:.82rem;border:0;border-left:1px solid var(--line);
background:none;color:var(--act);padding:0 1rem;cursor:pointer;min-width:5rem}
.command button:hover{background:var(--paper)}
@media print{body{background:#fff}.command button,.keys{display:none}}
)";

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

const std::string_view copy_script = R"(
document.querySelectorAll('.command button').forEach(function(button){
  button.addEventListener('click',function(){
    var text=button.parentNode.querySelector('code').textContent;
    function done(){button.textContent='Copied';
      setTimeout(function(){button.textContent='Copy'},1500)}
    function select(){var range=document.createRange();
      range.selectNodeContents(button.parentNode.querySelector('code'));
      var selection=getSelection();selection.removeAllRanges();selection.addRange(range);
      if(document.execCommand('copy'))done()}
    if(navigator.clipboard)navigator.clipboard.writeText(text).then(done,select);else select();
  });
});
)";

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
