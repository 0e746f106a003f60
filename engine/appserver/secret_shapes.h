// The shapes in which secrets stand in commands, as tables. How they are found: secrets.cc.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace engine::appserver {

// Of a letter. Of nothing else it makes one, and digits stay.
constexpr char lower(char byte) { return static_cast<char>(byte | 0x20); }
constexpr bool in_name(char byte) {
  const char small = lower(byte);
  return (small >= 'a' && small <= 'z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '-';
}

// Whether the value of this name is nobody's business: its last words say so.
bool is_secret_name(std::string_view name);
// Compares letters in any case, and leaves out what joins words.
bool is_one_of(std::string_view name, std::span<const std::string_view> words);
// Long enough, and mixed of digits and others as no word of a language is.
bool looks_drawn(std::string_view text, std::size_t least);
// A word that only a machine writes: long, with capitals, small letters and digits all through.
bool is_drawn_key(std::string_view word);

// Headers whose whole value is a secret, but for the word that says of which scheme it is.
inline constexpr std::string_view secret_headers[] = {"authorization", "proxyauthorization",
                                                      "cookie",        "setcookie",
                                                      "xhubsignature", "xhubsignature256"};

// Names that are secret in the query of a URL, beside those that are so everywhere.
inline constexpr std::string_view secret_queries[] = {
    "key",  "sig",          "signature", "xamzsignature",   "auth",         "hmac",
    "code", "codeverifier", "assertion", "clientassertion", "samlresponse", "passcode"};

// What begins so is a token, if so many letters, digits, "-", "_" and "." at least come behind.
struct TokenPrefix {
  std::string_view text;
  std::size_t more;
};
inline constexpr TokenPrefix token_prefixes[] = {
    {"sk-", 16},           {"sk_live_", 10},     {"sk_test_", 10},
    {"rk_live_", 10},      {"ghp_", 20},         {"gho_", 20},
    {"ghu_", 20},          {"ghs_", 20},         {"ghr_", 20},
    {"github_pat_", 20},   {"glpat-", 16},       {"glptt-", 16},
    {"gldt-", 16},         {"glrt-", 16},        {"xoxb-", 10},
    {"xoxp-", 10},         {"xoxa-", 10},        {"xoxs-", 10},
    {"xapp-", 16},         {"AKIA", 16},         {"ASIA", 16},
    {"AIza", 30},          {"npm_", 20},         {"pypi-", 20},
    {"hf_", 20},           {"ya29.", 20},        {"shpat_", 20},
    {"shpss_", 20},        {"dop_v1_", 20},      {"SG.", 30},
    {"whsec_", 16},        {"ATATT3x", 20},      {"lin_api_", 20},
    {"dapi", 32},          {"tskey-auth-", 10},  {"hvs.", 20},
    {"GOCSPX-", 16},       {"xkeysib-", 20},     {"PMAK-", 20},
    {"r8_", 20},           {"sbp_", 20},         {"ntn_", 20},
    {"gsk_", 20},          {"pscale_tkn_", 16},  {"EAACEdEose0cBA", 10},
    {"sq0csp-", 20},       {"figd_", 20},        {"rubygems_", 20},
    {"dckr_pat_", 16},     {"nfp_", 20},         {"AGE-SECRET-KEY-1", 20},
    {"sq0atp-", 20},       {"dckr_oat_", 16},    {"nvapi-", 20},
    {"pplx-", 20},         {"xai-", 20},         {"ATCTT3x", 20},
    {"hvb.", 20},          {"hvr.", 20},         {"dp.pt.", 20},
    {"sntrys_", 20},       {"sntryu_", 20},      {"NRAK-", 20},
    {"NRJS-", 16},         {"pat-na1-", 20},     {"pat-eu1-", 20},
    {"ccpat_", 20},        {"CFPAT-", 20},       {"lsv2_pt_", 20},
    {"lsv2_sk_", 20},      {"phx_", 20},         {"ops_eyJ", 20},
    {"ABSK", 30},          {"1//0", 30},         {"AQVN", 30},
    {"FwoG", 30},          {"IQoJb3JpZ2lu", 30}, {"EAAAE", 40},
    {"amzn.mws.", 30},     {"squ_", 30},         {"sqp_", 30},
    {"sqa_", 30},          {"oy2", 40},          {"LTAI", 16},
    {"glagent-", 20},      {"glcbt-", 16},       {"glsoat-", 16},
    {"xoxe-", 16},         {"xoxe.xoxp-", 16},   {"xoxr-", 10},
    {"xoxd-", 16},         {"shpca_", 20},       {"shppa_", 20},
    {"doo_v1_", 20},       {"dor_v1_", 20},      {"dnkey-", 20},
    {"glc_eyJ", 20},       {"glsa_", 20},        {"eyJrIjoi", 30},
    {"fio-u-", 20},        {"flb_", 20},         {"FLWSECK-", 20},
    {"FLWSECK_TEST-", 12}, {"lin_oauth_", 20},   {"pnu_", 30},
    {"PRIVTKN-", 20},      {"rdme_", 20},        {"sk_prod_", 10},
    {"shippo_live_", 20},  {"shippo_test_", 20}, {"tfp_", 30},
    {"gAAAAA", 40},        {"duffel_live_", 20}, {"duffel_test_", 20},
    {"EZAK", 40},          {"EZTK", 40},         {"fo1_", 30},
    {"ghe_", 30},          {"bkua_", 20},        {"CCIPAT_", 20},
    {"dt0c01.", 40},       {"cfut_", 20},        {"AKCp", 40},
    {"cmVmdGtu", 40},      {"ATBB", 24},         {"BBDC-", 20},
    {"sha256~", 30}};

// Likewise, of hexadecimal digits alone, since names of many things begin so.
inline constexpr TokenPrefix hex_prefixes[] = {{"key-", 32}, {"SK", 32}, {"pul-", 40}};

// Where a private key begins, where its heading ends, and what ends the key.
struct PrivateKey {
  std::string_view begin, last, end;
};
inline constexpr PrivateKey private_keys[] = {{"-----BEGIN ", "PRIVATE KEY-----", "-----END"},
                                              {"-----BEGIN ", "PRIVATE KEY BLOCK-----", "-----END"},
                                              {"Private-Lines:", " ", "Private-MAC"}};

// A URL whose path, behind this, is a secret; the host may have more before it.
inline constexpr std::string_view secret_paths[] = {
    "hooks.slack.com/services/",     "hooks.slack.com/workflows/",
    "discord.com/api/webhooks/",     "discordapp.com/api/webhooks/",
    "webhook.office.com/webhookb2/", "outlook.office.com/webhook/",
    "api.telegram.org/bot",          "hooks.zapier.com/hooks/catch/",
    "maker.ifttt.com/trigger/",      "hc-ping.com/"};
// Of others, a part that a machine drew is a secret behind one of these.
inline constexpr std::string_view hook_words[] = {"hook", "hooks", "webhook", "webhooks",
                                                  "integration"};
// Where in an address such a secret begins; npos if it has none.
std::size_t behind_hook(std::string_view address);

// An address that has a login in front of its host.
inline constexpr std::string_view jdbc_login = "jdbc:oracle:thin:";

// Where a program takes a secret: behind a word of its command, or as its end. A word or program
// that ends with "." is the beginning of one.
struct SecretArgument {
  std::string_view program, verb;  // The verb may be empty: any.
  std::string_view word;
  // `-p x`, `-px`, both of these, `-p name:x`, `-p name=x` or `name%x`, `BY 'x'`.
  enum Stands : unsigned char {
    Behind,
    Glued,
    Either,
    BehindColon,
    AsPair,
    Quoted
  } stands = Behind;
  unsigned char skips = 0;  // So many other words stand between, as in `htpasswd -b FILE NAME x`.
  std::string_view joins = "=%";  // The name and the secret of a pair.
};
inline constexpr SecretArgument secret_arguments[] = {
    {"sshpass", "", "-p", SecretArgument::Either},
    {"", "login", "-p", SecretArgument::Either},
    {"twine", "upload", "-p"},
    {"mysql.", "", "-p", SecretArgument::Glued},
    {"mariadb", "", "-p", SecretArgument::Glued},
    {"7z.", "", "-p", SecretArgument::Glued},
    {"mongo.", "", "-p"},
    {"redis-cli", "", "-a", SecretArgument::Either},
    {"ldap.", "", "-w"},
    {"sqlcmd", "", "-P", SecretArgument::Either},
    {"zip", "", "-P"},
    {"unzip", "", "-P", SecretArgument::Either},
    {"ssh-keygen", "", "-N"},
    {"gh", "secret", "-b", SecretArgument::Either},
    {"gh", "secret", "--body", SecretArgument::Either},
    {"dotnet", "push", "-k"},
    {"keytool", "", "-storepass"},
    {"keytool", "", "-keypass"},
    {"openssl", "", "pass", SecretArgument::BehindColon},
    {"xfreerdp", "", "/p", SecretArgument::BehindColon},
    {"vault", "", "login"},
    {"cargo", "", "login"},
    {"ngrok", "", "authtoken"},
    {"ngrok", "config", "add-authtoken"},
    {"nuget", "", "setapikey"},
    {"composer", "config", "github-oauth."},
    {"composer", "config", "gitlab-token."},
    {"composer", "config", "http-basic.", SecretArgument::Behind, 1},
    {"poetry", "config", "pypi-token."},
    {"poetry", "config", "http-basic.", SecretArgument::Behind, 1},
    {"poetry", "publish", "-p"},
    {"rabbitmqctl", "", "add_user", SecretArgument::Behind, 1},
    {"rabbitmqctl", "", "change_password", SecretArgument::Behind, 1},
    {"rabbitmqctl", "", "authenticate_user", SecretArgument::Behind, 1},
    {"rabbitmqadmin", "", "-p"},
    {"mysqladmin", "", "password"},
    {"cqlsh", "", "-p"},
    {"snowsql", "", "-p"},
    {"conan", "user", "-p"},
    {"supabase", "", "-p"},
    {"altool", "", "-p"},
    {"certutil", "", "-p"},
    {"gem", "push", "--key"},
    {"twilio", "", "login", SecretArgument::Behind, 1},
    {"pulumi", "config", "--secret", SecretArgument::Behind, 1},
    {"mc", "alias", "set", SecretArgument::Behind, 3},
    {"openssl", "passwd", "-1"},
    {"openssl", "passwd", "-5"},
    {"openssl", "passwd", "-6"},
    {"openssl", "passwd", "-apr1"},
    {"expect", "", "send"},
    {"networksetup", "", "-setairportnetwork", SecretArgument::Behind, 2},
    {"wpa_cli", "", "psk"},
    {"redis-cli", "", "AUTH"},
    {"redis-cli", "", "auth"},
    {"dotnet", "user-secrets", "set", SecretArgument::Behind, 1},
    {"http", "bearer", "-a"},
    {"https", "bearer", "-a"},
    {"xh", "bearer", "-a"},
    {"identified", "", "BY", SecretArgument::Quoted},
    {"identified", "", "by", SecretArgument::Quoted},
    {"aws", "secretsmanager", "--secret-string"},
    {"aws", "put-parameter", "--value"},
    {"az", "secret", "--value"},
    {"doctl", "init", "-t"},
    {"vercel", "", "-t"},
    {"netlify", "", "--auth"},
    {"glab", "login", "-t"},
    {"codecov", "", "-t"},
    {"vault", "", "unseal"},
    {"bw", "", "unlock"},
    {"bw", "", "login", SecretArgument::Behind, 1},
    {"", "", "BW_SESSION"},
    {"", "", "--otp"},
    {"", "", "sonar.login"},
    {"", "", "-Dsonar.login"},
    {"", "", "ConvertTo-SecureString"},
    {"", "", "user.password"},
    {"openssl", "enc", "-k"},
    {"openssl", "enc", "-K"},
    {"openssl", "", "-hmac"},
    {"openssl", "", "hexkey", SecretArgument::BehindColon},
    {"ssh-keygen", "", "-P"},
    {"ansible-vault", "", "encrypt_string"},
    {"signtool", "sign", "/p"},
    {"security", "unlock-keychain", "-p"},
    {"security", "create-keychain", "-p"},
    {"security", "import", "-P"},
    {"security", "add-generic-password", "-w"},
    {"security", "add-internet-password", "-w"},
    {"net", "", "user", SecretArgument::Behind, 1},
    {"net", "", "use", SecretArgument::Behind, 2},
    {"schtasks", "", "/rp"},
    {"psexec", "", "-p"},
    {"wmic", "", "/password", SecretArgument::BehindColon},
    {"cmdkey", "", "/pass", SecretArgument::BehindColon},
    {"rdesktop", "", "-p"},
    {"plink", "", "-pw"},
    {"pscp", "", "-pw"},
    {"psftp", "", "-pw"},
    {"putty", "", "-pw"},
    {"ncftp.", "", "-p"},
    {"lftp", "", "-u", SecretArgument::AsPair, 0, ","},
    {"", "", "sqlplus", SecretArgument::AsPair, 0, "/"},
    {"curl", "", "--cert", SecretArgument::AsPair, 0, ":"},
    {"curl", "", "-E", SecretArgument::AsPair, 0, ":"},
    {"ldappasswd", "", "-s"},
    {"htpasswd", "", "-b", SecretArgument::Behind, 2},
    {"htpasswd", "", "-bc", SecretArgument::Behind, 2},
    {"htpasswd", "", "-cb", SecretArgument::Behind, 2},
    {"htpasswd", "", "-bB", SecretArgument::Behind, 2},
    {"htpasswd", "", "-Bb", SecretArgument::Behind, 2},
    {"htpasswd", "", "-cbB", SecretArgument::Behind, 2},
    {"htpasswd", "", "-Bbc", SecretArgument::Behind, 2},
    {"htpasswd", "", "-nb", SecretArgument::Behind, 1},
    {"htpasswd", "", "-bn", SecretArgument::Behind, 1},
    {"htpasswd", "", "-nbB", SecretArgument::Behind, 1},
    {"htpasswd", "", "-Bbn", SecretArgument::Behind, 1},
    {"htpasswd", "", "-bnB", SecretArgument::Behind, 1},
    {"useradd", "", "-p"},
    {"usermod", "", "-p"},
    {"", "", "wpa_passphrase", SecretArgument::Behind, 1},
    {"iwconfig", "", "key"},
    {"bcp", "", "-P", SecretArgument::Either},
    {"osql", "", "-P", SecretArgument::Either},
    {"", "", "isql", SecretArgument::Behind, 2},
    {"nuget", "", "push", SecretArgument::Behind, 1},
    {"choco", "apikey", "-k"},
    {"snyk", "", "auth"},
    {"wandb", "", "login"},
    {"openai", "", "-k"},
    {"llm", "keys", "--value"},
    {"rar", "", "-p", SecretArgument::Glued},
    {"rar", "", "-hp", SecretArgument::Glued},
    {"unrar", "", "-p", SecretArgument::Glued},
    {"nsupdate", "", "-y"},
    {"snmp.", "", "-c"},
    {"snmp.", "", "-A"},
    {"snmp.", "", "-X"},
    {"", "", "-U", SecretArgument::AsPair, 0, "%"},
    {"sqlplus", "", "-S", SecretArgument::AsPair, 0, "/"},
    {"dscl", "", "-passwd", SecretArgument::Behind, 1},
    {"convertto-securestring", "", "-String"},
    {"knife", "", "-P"},
    {"mosquitto_.", "", "-P"},
    {"ipmitool", "", "-P"},
    {"influx", "", "-t"},
    {"curl", "", "-b", SecretArgument::AsPair},
    {"curl", "", "--cookie", SecretArgument::AsPair},
    {"kubectl", "secret", "--from-literal", SecretArgument::AsPair}};

// Commands in which every NAME=VALUE sets a secret.
struct PairCommand {
  std::string_view program, verb;
};
inline constexpr PairCommand pair_commands[] = {{"heroku", "config:set"}, {"fly", "secrets"},
                                                {"flyctl", "secrets"},    {"vault", "put"},
                                                {"vault", "write"},       {"railway", "variables"}};

// What reads a secret from its input: `echo x | docker login --password-stdin`.
inline constexpr std::string_view secret_readers[] = {"--password-stdin",
                                                      "--passphrase-fd",
                                                      "--with-token",
                                                      "--stdin",
                                                      "passwd",
                                                      "sudo -S",
                                                      "sudo -kS",
                                                      "sudo -k -S",
                                                      "kinit",
                                                      "pass insert",
                                                      "secret-tool store",
                                                      "gh secret set",
                                                      "gh auth login",
                                                      "docker secret create",
                                                      "wrangler secret put",
                                                      "vercel env add",
                                                      "cryptsetup",
                                                      "vault login",
                                                      "--token-stdin",
                                                      "--from-stdin",
                                                      "git credential",
                                                      "lpass login",
                                                      "create secret",
                                                      "secrets create",
                                                      "secrets versions add",
                                                      ".pgpass",
                                                      ".netrc",
                                                      ".git-credentials"};

// The last words of options that take NAME:PASSWORD: --proxy-user, --src-creds. Beside them
// `-u` does, of curl in any bundle of options, and `-a` of some programs.
inline constexpr std::string_view login_words[] = {"user", "auth", "creds", "basic"};
inline constexpr std::string_view login_programs[] = {"http", "https", "xh", "xhs"};
// What is called with a name and its password.
inline constexpr std::string_view login_calls[] = {"auth",
                                                   "basicauth",
                                                   "httpbasicauth",
                                                   "httpdigestauth",
                                                   "networkcredential",
                                                   "login",
                                                   "setbasicauth",
                                                   "usernamepasswordcredentials"};

// Words behind which a name and, without "=", its value stand: `set -gx API_TOKEN x`.
inline constexpr std::string_view setting_words[] = {"set",  "setx",    "setenv", "set-item",
                                                     "setq", "machine", "rclone", "nmcli"};
// Likewise, if the value stands in quotes.
inline constexpr std::string_view sql_words[] = {"create", "alter"};

}  // namespace engine::appserver
