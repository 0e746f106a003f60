// APR-07: secrets are masked where a command is shown, and nowhere else.
#include "appserver/checks/secret_argument_rows.h"
#include "appserver/checks/secret_form_rows.h"
#include "appserver/checks/secret_program_rows.h"
#include "appserver/checks/secret_rows.h"
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

// Whatever stands before and behind it in memory.
CheckVerdict shown(const Client& client, const std::string& command, std::string_view want) {
  const auto before = command + " is shown as ";
  for (const std::string around : {"", "=", ":", " ", "'", "x", "<", "://me:abc@h"}) {
    const auto whole = around + command + around;
    const auto got =
        client.parts().masked(std::string_view(whole).substr(around.size(), command.size()));
    if (got != want) return same(before + std::string(want), before + got);
  }
  return {};
}

CheckVerdict all_shown(const Client& client, std::span<const ShownRow> rows) {
  for (const auto& row : rows)
    if (const auto verdict = shown(client, std::string(row.command), row.shown); !verdict.holds)
      return verdict;
  return {};
}

CheckVerdict all_plain(const Client& client, std::span<const std::string_view> commands) {
  for (const auto command : commands)
    if (const auto verdict = shown(client, std::string(command), command); !verdict.holds)
      return verdict;
  return {};
}

// Each name as that of a variable and of a member.
CheckVerdict names_are(const Client& client, std::span<const std::string_view> names,
                       std::string_view value) {
  for (const auto each : names) {
    const std::string name(each);
    const auto verdict =
        all_of({shown(client, name + "=abc make", name + "=" + std::string(value) + " make"),
                shown(client, "{\"" + name + "\": \"abc\"}",
                      "{\"" + name + "\": \"" + std::string(value) + "\"}")});
    if (!verdict.holds) return verdict;
  }
  return {};
}

// At its least size, with one byte more, and with one byte less.
CheckVerdict is_token_from(const Client& client, const TokenShape& shape) {
  const std::string most = std::string(shape.begins) + std::string(shape.more - 1, 'x');
  return all_of({shown(client, "use " + most + "9 now", "use *** now"),
                 shown(client, most + "Az", "***"), shown(client, most + "-", "***"),
                 shown(client, "use " + most + " now", "use " + most + " now"),
                 shown(client, "an" + most + "x", "an" + most + "x")});
}
CheckVerdict is_hex_token_from(const Client& client, const TokenShape& shape) {
  const std::string most = std::string(shape.begins) + std::string(shape.more - 1, 'a');
  for (const std::string other : {"", "g", "-", ".", "@", "`", " now"})
    if (const auto verdict = shown(client, most + other, most + other); !verdict.holds)
      return verdict;
  return all_of(
      {shown(client, "use " + most + "F now", "use *** now"), shown(client, most + "09", "***")});
}

// In its place, and neither where another program or verb nor another place would have it.
CheckVerdict is_argument(const Client& client, const ArgumentRow& row) {
  using enum Place;
  const std::string word(row.word), apart = word + " " + std::string(row.gap);
  const auto says = [](std::string_view program, std::string_view verb) {
    std::string out;
    for (const auto part : {program, verb})
      if (!part.empty()) out += std::string(part) + ' ';
    return out;
  };
  const auto before = says(row.program, row.verb);
  const auto text = [&](const std::string& value) {
    if (row.place == Colon) return word + ":" + value + " = \"x\"";
    if (row.place == Quoted) return apart + "'" + value + "'";
    return (row.place == Glued ? word : apart) + value + " x";
  };
  const auto plain = [&](const std::string& command) { return shown(client, command, command); };
  const auto other = row.anywhere || row.program.empty() ? "" : says("ls", row.verb) + text("abc");
  const auto verb = row.anywhere || row.verb.empty() ? "" : says(row.program, "x") + text("abc");
  const auto placed = all_of(
      {shown(client, before + text("abc"), before + text("***")), plain(other), plain(verb)});
  if (!placed.holds || row.place == Behind || row.place == Colon) return placed;
  if (row.place == Either) return shown(client, before + word + "abc", before + word + "***");
  const bool glued = row.place == Glued;
  return all_of({plain(before + word + " abc"), plain(glued ? "" : before + word + "abc")});
}

// clang-format off
constexpr Check secret_rows[] = {
  {.rule = "APR-07",
   .says = "values of variables, options and members whose names say that they are secret",
   .run = [](const Client& client) { return all_shown(client, value_rows); }},
  {.rule = "APR-07", .says = "a name is secret by its words, however they are joined",
   .run = [](const Client& client) {
     return all_of({names_are(client, secret_names, "***"), names_are(client, plain_names, "abc")});
   }},
  {.rule = "APR-07",
   .says = "passwords in URLs and of users, and what stands behind Bearer and Basic",
   .run = [](const Client& client) { return all_shown(client, login_rows); }},
  {.rule = "APR-07", .says = "headers, in whatever quotes, and cookies",
   .run = [](const Client& client) { return all_shown(client, header_rows); }},
  {.rule = "APR-07", .says = "logins, queries and paths of addresses",
   .run = [](const Client& client) { return all_shown(client, address_rows); }},
  {.rule = "APR-07", .says = "what programs take as an argument or read from their input",
   .run = [](const Client& client) { return all_shown(client, argument_rows); }},
  {.rule = "APR-07", .says = "what other programs take, each in its place",
   .run = [](const Client& client) { return all_shown(client, program_rows); }},
  {.rule = "APR-07", .says = "values as other languages and formats assign them",
   .run = [](const Client& client) { return all_shown(client, assignment_rows); }},
  {.rule = "APR-07",
   .says = "secrets apart from their names, in members, calls, markup, statements and declarations",
   .run = [](const Client& client) {
     return all_of({all_shown(client, form_rows), all_plain(client, near_forms)});
   }},
  {.rule = "APR-07", .says = "tokens of many services, and words that only a machine writes",
   .run = [](const Client& client) {
     return all_of({all_shown(client, made_rows), all_plain(client, near_rows)});
   }},
  {.rule = "APR-07", .says = "private keys, up to their end or that of the text",
   .run = [](const Client& client) {
     const std::string key = "-----BEGIN OPENSSH PRIVATE KEY-----";
     const std::string open_key = "-----BEGIN PUBLIC KEY-----abc";
     return all_of({shown(client, "'" + key + "\nabc\n-----END x'", "'" + key + "***-----END x'"),
                    shown(client, key + "abc", key + "***"), shown(client, key, key),
                    shown(client, open_key, open_key)});
   }},
  {.rule = "APR-07", .says = "tokens of well-known shapes, wherever they stand",
   .run = [](const Client& client) {
     for (const auto& shape : shapes)
       if (const auto verdict = is_token_from(client, shape); !verdict.holds) return verdict;
     for (const auto& shape : hex_shapes)
       if (const auto verdict = is_hex_token_from(client, shape); !verdict.holds) return verdict;
     return all_shown(client, token_rows);
   }},
  {.rule = "APR-07", .says = "what a program takes is a secret of that program, in its place",
   .run = [](const Client& client) {
     for (const auto& row : argument_places)
       if (const auto verdict = is_argument(client, row); !verdict.holds) return verdict;
     for (const auto reader : readers_of_secrets) {
       const auto behind = " | " + std::string(reader);
       if (const auto verdict = shown(client, "echo abc" + behind, "echo ***" + behind);
           !verdict.holds)
         return verdict;
     }
     return CheckVerdict{};
   }},
  {.rule = "APR-07", .says = "a password of an address may be long",
   .run = [](const Client& client) {
     const std::string password(508, 'a');
     return shown(client, "x://me:" + password + "@h", "x://me:***@h");
   }},
  {.rule = "APR-07", .says = "what is no secret is shown byte for byte",
   .run = [](const Client& client) { return all_plain(client, plain_commands); }},
  {.rule = "APR-07", .says = "what is executed keeps its secrets",
   .run = [](const Client& client) {
     Names names;
     const auto text = names.keep(R"(command/exec {"command":["sh","-c","API_KEY=abc123 make"]})");
     const Request call{.id = {4}, .method = Method::Other, .text = text};
     return same(R"({"id":4,"method":"command/exec",)"
                 R"("params":{"command":["sh","-c","API_KEY=abc123 make"]}})" "\n",
                 line_of(client, codex, call, names));
   }},
};
// clang-format on

}  // namespace

std::span<const Check> secret_checks() { return secret_rows; }

}  // namespace conformance::appserver
