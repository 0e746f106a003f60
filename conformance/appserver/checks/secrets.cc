// APR-07: secrets are masked where a command is shown, and nowhere else.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

// A command, and how it is shown.
struct ShownRow {
  std::string_view command, shown;
};

// clang-format off
constexpr ShownRow value_rows[] = {
  {"API_KEY=abc123 make", "API_KEY=*** make"},
  {"export GITHUB_TOKEN=abc; git push", "export GITHUB_TOKEN=***; git push"},
  {"TOKEN=a", "TOKEN=***"},
  {"TOKEN=abc\tmake", "TOKEN=***\tmake"},
  {"TOKEN=abc\nmake", "TOKEN=***\nmake"},
  {"TOKEN=abc\r\nmake", "TOKEN=***\r\nmake"},
  {"TOKEN=abc|make", "TOKEN=***|make"},
  {"TOKEN=abc&make", "TOKEN=***&make"},
  {"(TOKEN=abc)", "(TOKEN=***)"},
  {"{token:abc,a:b}", "{token:***,a:b}"},
  {"{token:abc}", "{token:***}"},
  {"run 'TOKEN=abc'", "run 'TOKEN=***'"},
  {"run \"TOKEN=abc\"", "run \"TOKEN=***\""},
  {"TOKEN=abc#d/e.f:g@h%i=j make", "TOKEN=*** make"},
  // Escapes and quotes.
  {R"(PASSWORD=a\ b make)", "PASSWORD=*** make"},
  {R"(PASSWORD=a\\ make)", "PASSWORD=*** make"},
  {R"(PASSWORD=abc\)", "PASSWORD=***"},
  {R"(PASSWORD="a" make)", R"(PASSWORD="***" make)"},
  {R"(PASSWORD="a;b c" make)", R"(PASSWORD="***" make)"},
  {R"(PASSWORD="a\"b" make)", R"(PASSWORD="***" make)"},
  {R"(PASSWORD="a'b" make)", R"(PASSWORD="***" make)"},
  {R"(PASSWORD='a b' make)", "PASSWORD='***' make"},
  {R"(PASSWORD='a"b' make)", "PASSWORD='***' make"},
  {R"(PASSWORD='a\' make)", "PASSWORD='***' make"},
  {R"(PASSWORD='$ecret' make)", "PASSWORD='***' make"},
  {R"(PASSWORD='`cret' make)", "PASSWORD='***' make"},
  {R"(PASSWORD="unfinished a)", R"(PASSWORD="***)"},
  {R"(PASSWORD="a)", R"(PASSWORD="***)"},
  {R"(PASSWORD='unfinished a)", "PASSWORD='***"},
  // Options.
  {"mysql --password hunter2 -u root", "mysql --password *** -u root"},
  {"mysql --password=hunter2 -u root", "mysql --password=*** -u root"},
  {"mysql --password   hunter2", "mysql --password   ***"},
  {"mysql --password='a b' x", "mysql --password='***' x"},
  {"x -token abc y", "x -token *** y"},
  {R"(["mysql","--password","a b","x"])", R"(["mysql","--password","***","x"])"},
  {"['mysql' , '--password' , 'a b']", "['mysql' , '--password' , '***']"},
  {R"(mysql "--password" "hunter2" db)", R"(mysql "--password" "***" db)"},
  {"mysql '--password' hunter2 db", "mysql '--password' *** db"},
  {R"("sh -c \"x --token abc\" y")", R"("sh -c \"x --token *** y")"},
  {R"(sh -c "x \"--token\" abc y")", R"(sh -c "x \"--token\" *** y")"},
  {R"(sh -c "x [\"--token\",\"abc\"]")", R"(sh -c "x [\"--token\",***")"},
  {"x --api-key abc --token def", "x --api-key *** --token ***"},
  // Members and headers.
  {R"(curl -d '{"password": "abc", "user": "u"}')",
   R"(curl -d '{"password": "***", "user": "u"}')"},
  {R"(curl -d '{"password":"a\"b","user":"u"}')", R"(curl -d '{"password":"***","user":"u"}')"},
  {R"(curl -d "{'password': 'abc'}")", R"(curl -d "{'password': '***'}")"},
  {R"(curl -d "{\"password\": \"abc\", \"user\": 1}")",
   R"(curl -d "{\"password\": ***, \"user\": 1}")"},
  {"curl -H 'X-Api-Key: abc'", "curl -H 'X-Api-Key: ***'"},
  {"curl 'https://h/?token=abc&page=2'", "curl 'https://h/?token=***&page=2'"},
};

// Names whose values are secret, alone or as the last words of a name.
constexpr std::string_view secret_names[] = {
  "password", "passwd", "passphrase", "secret", "token", "apikey", "pwd", "credential",
  "credentials", "pass", "accesskey", "privatekey", "secretkey", "authkey", "authtoken",
  "accesstoken", "pgpassword", "sshpass", "mysqlpwd",
  "PASSWORD", "API_KEY", "api-key", "apiKey", "Api_Key", "KEY", "SSH_KEY", "DB_PWD", "MY_PWD",
  "PRIVATE_KEY", "PASS_PHRASE", "pass-phrase", "my_token", "my-token",
  "userToken", "x2Token", "x_TOKEN", "x-token", "AZ_TOKEN", "_key", "-token"};
constexpr std::string_view plain_names[] = {
  "PWD", "OLDPWD", "key", "Key", "keyboard", "monkey", "bypass", "MONKEY", "BYPASS",
  "tokens", "max_tokens",
  "tokenize", "mytoken", "TOKEN_FILE", "KEY_COUNT", "passwords", "password2", "apike", "a"};

constexpr ShownRow login_rows[] = {
  {"git clone https://me:abc@host/repo", "git clone https://me:***@host/repo"},
  {"psql postgres://u:p@ss@h:5432/d", "psql postgres://u:***@h:5432/d"},
  {"svn co svn+ssh://me:a@h", "svn co svn+ssh://me:***@h"},
  {"x://me:abc@h", "x://me:***@h"},
  {"redis://:abc@h", "redis://:***@h"},
  {"'https://me:a@h' b@c", "'https://me:***@h' b@c"},
  {"https://me:a@h?b@c", "https://me:***@h?b@c"},
  {"https://me:a@h#b@c", "https://me:***@h#b@c"},
  {"https://me:a@h b@c", "https://me:***@h b@c"},
  {"https://me:a:b@h", "https://me:***@h"},
  {"https://me:a0b@h/x@y", "https://me:***@h/x@y"},
  {R"("https://me:a@h","b@c")", R"("https://me:***@h","b@c")"},
  {"curl -u me:abc https://h", "curl -u me:*** https://h"},
  {"curl -u=me:abc https://h", "curl -u=me:*** https://h"},
  {"curl -ume:abc https://h", "curl -ume:*** https://h"},
  {"curl -u:abc https://h", "curl -u:*** https://h"},
  {"curl -u :abc https://h", "curl -u :*** https://h"},
  {R"(curl -u me:abc\)", "curl -u me:***"},
  {R"(["curl","-u","me:a b","h"])", R"(["curl","-u","me:***","h"])"},
  {"['curl', '--user' ,\t'me:abc', 'h']", "['curl', '--user' ,\t'me:***', 'h']"},
  {R"(curl "-u" "me:abc" h)", R"(curl "-u" "me:***" h)"},
  {R"(curl "-u" me:abc h)", R"(curl "-u" me:*** h)"},
  {R"(curl -u"me:a b" h)", R"(curl -u"me:***" h)"},
  {R"(sh -c "x [\"-u\",\"me:abc\"]")", R"(sh -c "x [\"-u\",\"me:***")"},
  {R"(curl -u "me":abc h)", R"(curl -u "me":*** h)"},
  {"curl -u 'me':'a b' h", "curl -u 'me':'***' h"},
  {"curl --user me:abc https://h", "curl --user me:*** https://h"},
  {"curl --user=me:abc https://h", "curl --user=me:*** https://h"},
  {"curl -u me@a.org:abc https://h", "curl -u me@a.org:*** https://h"},
  {"curl -u 'me:a b' https://h", "curl -u 'me:***' https://h"},
  {R"(curl --user="me:a b" https://h)", R"(curl --user="me:***" https://h)"},
  {"curl -H 'Authorization: Bearer abcdefgh12'", "curl -H 'Authorization: Bearer ***'"},
  {"curl -H 'authorization: basic dXNlcjpwYXNz'", "curl -H 'authorization: basic ***'"},
  {"curl -H 'Authorization: Basic dXNlcjpwYXNz'", "curl -H 'Authorization: Basic ***'"},
  {"Bearer abc+/-_.=", "Bearer ***"},
  {"Bearer\tabcdefgh", "Bearer\t***"},
  {"Bearer  abcdefgh x", "Bearer  *** x"},
};

// A token begins so, and has so many letters, digits, "-" and "_" more at least.
struct TokenShape {
  std::string_view begins;
  std::size_t more;
};
constexpr TokenShape shapes[] = {
  {"sk-", 16}, {"sk_live_", 10}, {"sk_test_", 10}, {"rk_live_", 10}, {"ghp_", 20}, {"gho_", 20},
  {"ghu_", 20}, {"ghs_", 20}, {"ghr_", 20}, {"github_pat_", 20}, {"glpat-", 16}, {"xoxb-", 10},
  {"xoxp-", 10}, {"xoxa-", 10}, {"xoxs-", 10}, {"AKIA", 16}, {"ASIA", 16}, {"AIza", 30},
  {"npm_", 20}, {"pypi-", 20}, {"hf_", 20}, {"ya29.", 20},
  // Of a JSON web token; see below for its parts.
  {"eyJ.a.", 24}, {"eyJhbGciOi.eyJ-_.", 13}};

constexpr ShownRow token_rows[] = {
  {"use sk-proj-abcdefghijklmnop1234", "use ***"},
  {"curl h/ghp_0123456789abcdefGHIJ.x", "curl h/***.x"},
  {"x=AKIAABCDEFGHIJKLMNOP,y", "x=***,y"},
  {"use eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl now", "use *** now"},
};

constexpr std::string_view plain_commands[] = {
  "", "=", ":", "git status", "ls -la /home/dev", "grep -rn token src", "cat password.txt",
  "echo \"the token is secret\"", "git clone https://host/repo", "git clone git@host:me/repo",
  "curl https://host:8080/a@b", "https://me@host", "https://me:@host", "https://me:$PW@host",
  "https://me:abc", "https:/me:abc@h", "me:abc@h", "TOKEN=$TOKEN run", "TOKEN=\"$TOKEN\" run",
  "TOKEN=`get` run", "TOKEN=\"`get`\" run", "TOKEN=<token> run", "TOKEN='<token>' run",
  "TOKEN=$(pass show x) run", "TOKEN= make x", "TOKEN=", "TOKEN=\"\" make", "TOKEN='' make",
  "TOKEN=\"", "TOKEN=; x", "TOKEN", "--token", "--token ", "run --token --verbose",
  "run --password \"$PASSWORD\"", "run --password-file f", "sort --key=2 file",
  "docker run -u 1000 x", R"(["psql","-u","root","db:5432"])", "curl -u me", "curl -u me: x",
  "curl -u me:$PW x", "curl --user me b:c",
  R"(sh -c "x --password" ; echo hi)", R"(["x","-u"])",
  "curl -u \"$ME:$PW\" x", "Bearer abc+/=_", "bearer of news", "basic tests", "bearing abcdefghi",
  "Bearerabcdefgh", "vi basic/abcdefgh.cc", "Bearer:abcdefgh",
  "git checkout sk-branch", "task-abcdefghijklmnop1234",
  "eyJ.short", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0", "eyJhbGciOiJIUzI1NiJ9eyJzdWIiOiIxIn0",
  "eyJhbGciOiJI.UzI1NiJ9.eyJzdWIi.OiIxIn0", "\xff\xfe bytes \"\\"};
// clang-format on

// Whatever stands before and behind it in memory.
CheckVerdict shown(const Client& client, const std::string& command, std::string_view want) {
  const auto before = command + " is shown as ";
  for (const std::string around : {"", "=", ":", " ", "'", "x", "://me:abc@h"}) {
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
                 shown(client, "a" + most + "9", "a" + most + "9")});
}

// clang-format off
constexpr Check secret_rows[] = {
  {.rule = "APR-07",
   .says = "values of variables, options and members whose names say that they are secret",
   .run = [](const Client& client) { return all_shown(client, value_rows); }},
  {.rule = "APR-07",
   .says = "a name is secret by its words, however they are joined",
   .run = [](const Client& client) {
     return all_of({names_are(client, secret_names, "***"), names_are(client, plain_names, "abc")});
   }},
  {.rule = "APR-07",
   .says = "passwords in URLs and of users, and what stands behind Bearer and Basic",
   .run = [](const Client& client) { return all_shown(client, login_rows); }},
  {.rule = "APR-07",
   .says = "tokens of well-known shapes, wherever they stand",
   .run = [](const Client& client) {
     for (const auto& shape : shapes)
       if (const auto verdict = is_token_from(client, shape); !verdict.holds) return verdict;
     return all_shown(client, token_rows);
   }},
  {.rule = "APR-07",
   .says = "what is no secret is shown byte for byte",
   .run = [](const Client& client) { return all_plain(client, plain_commands); }},
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
