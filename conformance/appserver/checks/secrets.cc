// APR-07: secrets are masked where a command is shown, and nowhere else.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

// clang-format off
constexpr Check secret_rows[] = {
  {.rule = "APR-07",
   .says = "values of variables, options and members whose names say that they are secret",
   .run = [](const Client& client) {
     const auto masked = client.parts().masked;
     return all_of({same("API_KEY=*** make", masked("API_KEY=abc123 make")),
                    same("export GITHUB_TOKEN=***; git push",
                         masked("export GITHUB_TOKEN=abc; git push")),
                    same("mysql --password *** -u root",
                         masked("mysql --password hunter2 -u root")),
                    same(R"(curl -d '{"password": "***"}')",
                         masked(R"(curl -d '{"password": "abc"}')"))});
   }},
  {.rule = "APR-07",
   .says = "passwords in URLs and of users, and what stands behind Bearer and Basic",
   .run = [](const Client& client) {
     const auto masked = client.parts().masked;
     return all_of({same("git clone https://me:***@host/repo",
                         masked("git clone https://me:abc@host/repo")),
                    same("curl -u me:*** https://h", masked("curl -u me:abc https://h")),
                    same("curl -H 'Authorization: Bearer ***'",
                         masked("curl -H 'Authorization: Bearer abcdefgh12'"))});
   }},
  {.rule = "APR-07",
   .says = "tokens of well-known shapes, wherever they stand",
   .run = [](const Client& client) {
     const auto masked = client.parts().masked;
     return all_of({same("use ***", masked("use sk-abcdefghijklmnop1234")),
                    same("use ***", masked("use ghp_abcdefghijklmnopqrst0123")),
                    same("use ***", masked("use AKIAABCDEFGHIJKLMNOP"))});
   }},
  {.rule = "APR-07",
   .says = "what is no secret is shown byte for byte",
   .run = [](const Client& client) {
     const auto masked = client.parts().masked;
     return all_of({same("grep -rn token src", masked("grep -rn token src")),
                    same("TOKEN=$TOKEN run", masked("TOKEN=$TOKEN run")),
                    same("git clone https://host/repo", masked("git clone https://host/repo"))});
   }},
  {.rule = "APR-07",
   .says = "what is executed keeps its secrets",
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
