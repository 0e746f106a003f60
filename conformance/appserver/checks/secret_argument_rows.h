// Programs that take a secret in a place of their own, and what reads one from its input (APR-07).
#pragma once
#include <array>
#include <string_view>

namespace conformance::appserver {

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
inline constexpr auto argument_places = [] {
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

inline constexpr std::string_view readers_of_secrets[] = {
  "--password-stdin", "--passphrase-fd", "--with-token", "--stdin", "passwd", "sudo -S", "sudo -kS",
  "sudo -k -S", "kinit", "pass insert", "secret-tool store", "gh secret set", "gh auth login",
  "docker secret create", "wrangler secret put", "vercel env add", "cryptsetup", "vault login",
  "--token-stdin", "--from-stdin", "git credential", "lpass login", "create secret",
  "secrets create", "secrets versions add", ".pgpass", ".netrc", ".git-credentials",
};
// clang-format on

}  // namespace conformance::appserver
