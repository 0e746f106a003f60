// APR-07: secrets are masked where a command is shown, and nowhere else.
#include <array>
#include <string_view>

#include "appserver/checks/secret_form_rows.h"
#include "appserver/checks/secret_rows.h"
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

// Programs that take a secret in a place of their own, and what reads one from its input (APR-07).
// Behind a word of a command of this program, with this verb in it unless that is empty, a secret
// stands: `-p x`, `-px`, both of these, `/p:x`, in a pair such as `name=x`, or as a text `'x'`.
enum class Place : unsigned char { Behind, Glued, Either, Colon, Pair, Quoted };
struct ArgumentRow {
  std::string_view program, verb, word;
  Place place = Place::Behind;
  std::string_view gap = {};  // What stands between, such as the name of the pair.
  bool anywhere = false;      // The word says it in any command.
};

// clang-format off
constexpr auto argument_places = [] {
  using enum Place;
  return std::to_array<ArgumentRow>({
  {"sshpass", "", "-p", Either}, {"", "login", "-p", Either}, {"twine", "upload", "-p"},
  {"mysqldump", "", "-p", Glued}, {"mariadb", "", "-p", Glued}, {"7za", "", "-p", Glued},
  {"mongosh", "", "-p"}, {"redis-cli", "", "-a", Either}, {"ldapsearch", "", "-w"},
  {"sqlcmd", "", "-P", Either}, {"zip", "", "-P"}, {"unzip", "", "-P", Either},
  {"ssh-keygen", "", "-N"}, {"gh", "secret", "-b", Either}, {"gh", "secret", "--body", Either},
  {"dotnet", "push", "-k"}, {"keytool", "", "-storepass", Behind, "", true},
  {"keytool", "", "-keypass", Behind, "", true}, {"openssl", "", "pass", Colon, "", true},
  {"xfreerdp", "", "/p", Colon}, {"vault", "", "login"}, {"cargo", "", "login"},
  {"ngrok", "", "authtoken"}, {"ngrok", "config", "add-authtoken"}, {"nuget", "", "setapikey"},
  {"nmcli", "", "password"}, {"composer", "config", "github-oauth.h"},
  {"composer", "config", "gitlab-token.h"}, {"composer", "config", "http-basic.h", Behind, "u "},
  {"poetry", "config", "pypi-token.h"}, {"poetry", "config", "http-basic.h", Behind, "u "},
  {"poetry", "publish", "-p"}, {"rabbitmqctl", "", "add_user", Behind, "u "},
  {"rabbitmqctl", "", "change_password", Behind, "u "},
  {"rabbitmqctl", "", "authenticate_user", Behind, "u "}, {"rabbitmqadmin", "", "-p"},
  {"mysqladmin", "", "password"}, {"cqlsh", "", "-p"}, {"snowsql", "", "-p"},
  {"conan", "user", "-p"}, {"supabase", "", "-p"}, {"altool", "", "-p"}, {"certutil", "", "-p"},
  {"gem", "push", "--key"}, {"twilio", "", "login", Behind, "u "},
  {"pulumi", "config", "--secret", Behind, "u ", true}, {"mc", "alias", "set", Behind, "u v w "},
  {"openssl", "passwd", "-1"}, {"openssl", "passwd", "-5"}, {"openssl", "passwd", "-6"},
  {"openssl", "passwd", "-apr1"}, {"expect", "", "send"},
  {"networksetup", "", "-setairportnetwork", Behind, "u v "}, {"wpa_cli", "", "psk"},
  {"redis-cli", "", "AUTH"}, {"redis-cli", "", "auth"},
  {"dotnet", "user-secrets", "set", Behind, "u "}, {"http", "bearer", "-a"},
  {"https", "bearer", "-a"}, {"xh", "bearer", "-a"}, {"identified", "", "BY", Quoted},
  {"identified", "", "by", Quoted}, {"aws", "secretsmanager", "--secret-string"},
  {"aws", "put-parameter", "--value"}, {"az", "secret set", "--value"}, {"doctl", "init", "-t"},
  {"vercel", "", "-t"}, {"netlify", "", "--auth"}, {"glab", "login", "-t"}, {"codecov", "", "-t"},
  {"vault", "", "unseal"}, {"bw", "", "unlock"}, {"bw", "", "login", Behind, "u "},
  {"", "", "BW_SESSION"}, {"", "", "--otp"}, {"", "", "sonar.login"}, {"", "", "-Dsonar.login"},
  {"", "", "ConvertTo-SecureString"}, {"", "", "user.password"}, {"openssl", "enc", "-k"},
  {"openssl", "enc", "-K"}, {"openssl", "", "-hmac"}, {"openssl", "", "hexkey", Colon},
  {"ssh-keygen", "", "-P"}, {"ansible-vault", "", "encrypt_string"}, {"signtool", "sign", "/p"},
  {"security", "unlock-keychain", "-p"}, {"security", "create-keychain", "-p"},
  {"security", "import", "-P"}, {"security", "add-generic-password", "-w"},
  {"security", "add-internet-password", "-w"}, {"net", "", "user", Behind, "u "},
  {"net", "", "use", Behind, "u v "}, {"schtasks", "", "/rp"}, {"psexec", "", "-p"},
  {"wmic", "", "/password", Colon, "", true}, {"cmdkey", "", "/pass", Colon, "", true},
  {"rdesktop", "", "-p"}, {"plink", "", "-pw"}, {"pscp", "", "-pw"}, {"psftp", "", "-pw"},
  {"putty", "", "-pw"}, {"ncftpget", "", "-p"}, {"lftp", "", "-u", Pair, "u,"},
  {"", "", "sqlplus", Pair, "u/"}, {"curl", "", "--cert", Pair, "u:"},
  {"curl", "", "-E", Pair, "u:"}, {"ldappasswd", "", "-s"}, {"htpasswd", "", "-b", Behind, "u v "},
  {"htpasswd", "", "-bc", Behind, "u v "}, {"htpasswd", "", "-cb", Behind, "u v "},
  {"htpasswd", "", "-bB", Behind, "u v "}, {"htpasswd", "", "-Bb", Behind, "u v "},
  {"htpasswd", "", "-cbB", Behind, "u v "}, {"htpasswd", "", "-Bbc", Behind, "u v "},
  {"htpasswd", "", "-nb", Behind, "u "}, {"htpasswd", "", "-bn", Behind, "u "},
  {"htpasswd", "", "-nbB", Behind, "u "}, {"htpasswd", "", "-Bbn", Behind, "u "},
  {"htpasswd", "", "-bnB", Behind, "u "}, {"useradd", "", "-p"}, {"usermod", "", "-p"},
  {"", "", "wpa_passphrase", Behind, "u "}, {"iwconfig", "", "key"}, {"bcp", "", "-P", Either},
  {"osql", "", "-P", Either}, {"", "", "isql", Behind, "u v "}, {"nuget", "", "push", Behind, "u "},
  {"choco", "apikey", "-k"}, {"snyk", "", "auth"}, {"wandb", "", "login"}, {"openai", "", "-k"},
  {"llm", "keys", "--value"}, {"rar", "", "-p", Glued}, {"rar", "", "-hp", Glued},
  {"unrar", "", "-p", Glued}, {"nsupdate", "", "-y"}, {"snmpwalk", "", "-c"},
  {"snmpwalk", "", "-A"}, {"snmpwalk", "", "-X"}, {"", "", "-U", Pair, "u%"},
  {"sqlplus", "", "-S", Pair, "u/"}, {"dscl", "", "-passwd", Behind, "u ", true},
  {"convertto-securestring", "", "-String"}, {"knife", "", "-P"}, {"mosquitto_pub", "", "-P"},
  {"ipmitool", "", "-P"}, {"influx", "", "-t"}, {"curl", "", "-b", Pair, "u="},
  {"curl", "", "--cookie", Pair, "u="}, {"kubectl", "secret", "--from-literal", Pair, "u="},
  {"heroku", "config:set", "A=", Glued}, {"fly", "secrets", "A=", Glued},
  {"flyctl", "secrets", "A=", Glued}, {"vault", "put", "A=", Glued},
  {"vault", "write", "A=", Glued}, {"railway", "variables", "A=", Glued},
  });
}();

constexpr std::string_view readers_of_secrets[] = {
  "--password-stdin", "--passphrase-fd", "--with-token", "--stdin", "passwd", "sudo -S", "sudo -kS",
  "sudo -k -S", "kinit", "pass insert", "secret-tool store", "gh secret set", "gh auth login",
  "docker secret create", "wrangler secret put", "vercel env add", "cryptsetup", "vault login",
  "--token-stdin", "--from-stdin", "git credential", "lpass login", "create secret",
  "secrets create", "secrets versions add", ".pgpass", ".netrc", ".git-credentials",
};
// clang-format on

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

// Each of which has this secret where it is shown with ***.
CheckVerdict all_masked(const Client& client, std::span<const std::string_view> texts,
                        std::string_view secret = "s3cret") {
  for (const auto text : texts) {
    std::string command(text);
    for (auto at = command.find("***"); at != command.npos; at = command.find("***"))
      command.replace(at, 3, secret);
    if (const auto verdict = shown(client, command, text); !verdict.holds) return verdict;
  }
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
   .run = [](const Client& client) {
     return all_of({all_shown(client, header_rows), all_masked(client, header_texts)});
   }},
  {.rule = "APR-07", .says = "logins, queries and paths of addresses",
   .run = [](const Client& client) {
     return all_of({all_shown(client, address_rows), all_masked(client, address_texts)});
   }},
  {.rule = "APR-07", .says = "what programs take as an argument or read from their input",
   .run = [](const Client& client) {
     return all_of({all_shown(client, argument_rows), all_masked(client, argument_texts)});
   }},
  {.rule = "APR-07", .says = "what other programs take, each in its place",
   .run = [](const Client& client) {
     return all_of({all_shown(client, program_rows), all_masked(client, program_texts)});
   }},
  {.rule = "APR-07", .says = "values as other languages and formats assign them",
   .run = [](const Client& client) {
     return all_of({all_shown(client, assignment_rows), all_masked(client, assignment_texts)});
   }},
  {.rule = "APR-07",
   .says = "secrets apart from their names, in members, calls, markup, statements and declarations",
   .run = [](const Client& client) {
     return all_of({all_shown(client, form_rows), all_masked(client, form_texts, "hunter2"),
                    all_plain(client, near_forms)});
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
