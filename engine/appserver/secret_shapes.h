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

// Headers whose whole value is a secret, but for the word that says of which scheme it is.
inline constexpr std::string_view secret_headers[] = {"authorization", "proxyauthorization",
                                                      "cookie",        "setcookie",
                                                      "xhubsignature", "xhubsignature256"};

// Names that are secret in the query of a URL, beside those that are so everywhere.
inline constexpr std::string_view secret_queries[] = {"key",           "sig",  "signature",
                                                      "xamzsignature", "auth", "hmac"};

// What begins so is a token, if so many letters, digits, "-", "_" and "." at least come behind.
struct TokenPrefix {
  std::string_view text;
  std::size_t more;
};
inline constexpr TokenPrefix token_prefixes[] = {
    {"sk-", 16},         {"sk_live_", 10},    {"sk_test_", 10},
    {"rk_live_", 10},    {"ghp_", 20},        {"gho_", 20},
    {"ghu_", 20},        {"ghs_", 20},        {"ghr_", 20},
    {"github_pat_", 20}, {"glpat-", 16},      {"glptt-", 16},
    {"gldt-", 16},       {"glrt-", 16},       {"xoxb-", 10},
    {"xoxp-", 10},       {"xoxa-", 10},       {"xoxs-", 10},
    {"xapp-", 16},       {"AKIA", 16},        {"ASIA", 16},
    {"AIza", 30},        {"npm_", 20},        {"pypi-", 20},
    {"hf_", 20},         {"ya29.", 20},       {"shpat_", 20},
    {"shpss_", 20},      {"dop_v1_", 20},     {"SG.", 30},
    {"whsec_", 16},      {"ATATT3x", 20},     {"lin_api_", 20},
    {"dapi", 32},        {"tskey-auth-", 10}, {"hvs.", 20},
    {"GOCSPX-", 16},     {"xkeysib-", 20},    {"PMAK-", 20},
    {"r8_", 20},         {"sbp_", 20},        {"ntn_", 20},
    {"gsk_", 20},        {"pscale_tkn_", 16}, {"EAACEdEose0cBA", 10},
    {"sq0csp-", 20},     {"figd_", 20},       {"rubygems_", 20},
    {"dckr_pat_", 16},   {"nfp_", 20},        {"AGE-SECRET-KEY-1", 20}};

// A URL whose path, behind this, is a secret; the host may have more before it.
inline constexpr std::string_view secret_paths[] = {
    "hooks.slack.com/services/",     "discord.com/api/webhooks/",   "discordapp.com/api/webhooks/",
    "webhook.office.com/webhookb2/", "outlook.office.com/webhook/", "api.telegram.org/bot",
    "hooks.zapier.com/hooks/catch/", "maker.ifttt.com/trigger/"};

// Where a program takes a secret: behind a word of its command, or as its end.
struct SecretArgument {
  std::string_view program, verb;  // The verb may be empty: any.
  std::string_view word;
  // `-p x`, `-px`, both of these, `-p name:x`, `-p name=x` or `name%x`.
  enum Stands : unsigned char { Behind, Glued, Either, BehindColon, AsPair } stands = Behind;
};
inline constexpr SecretArgument secret_arguments[] = {
    {"sshpass", "", "-p", SecretArgument::Either},
    {"docker", "login", "-p", SecretArgument::Either},
    {"podman", "login", "-p", SecretArgument::Either},
    {"helm", "login", "-p", SecretArgument::Either},
    {"oras", "login", "-p", SecretArgument::Either},
    {"az", "login", "-p"},
    {"twine", "upload", "-p"},
    {"mysql", "", "-p", SecretArgument::Glued},
    {"mysqldump", "", "-p", SecretArgument::Glued},
    {"mysqladmin", "", "-p", SecretArgument::Glued},
    {"mariadb", "", "-p", SecretArgument::Glued},
    {"7z", "", "-p", SecretArgument::Glued},
    {"mongo", "", "-p"},
    {"mongosh", "", "-p"},
    {"redis-cli", "", "-a"},
    {"ldapsearch", "", "-w"},
    {"sqlcmd", "", "-P", SecretArgument::Either},
    {"zip", "", "-P"},
    {"unzip", "", "-P", SecretArgument::Either},
    {"ssh-keygen", "", "-N"},
    {"gh", "secret", "-b"},
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
    {"nmcli", "connect", "password"},
    {"composer", "config", "github-oauth.github.com"},
    {"smbclient", "", "-U", SecretArgument::AsPair},
    {"curl", "", "-b", SecretArgument::AsPair},
    {"curl", "", "--cookie", SecretArgument::AsPair},
    {"kubectl", "secret", "--from-literal", SecretArgument::AsPair},
    {"heroku", "", "config:set", SecretArgument::AsPair},
    {"fly", "secrets", "set", SecretArgument::AsPair},
    {"flyctl", "secrets", "set", SecretArgument::AsPair}};

// What reads a secret from its input: `echo x | docker login --password-stdin`.
inline constexpr std::string_view secret_readers[] = {"--password-stdin", "chpasswd",
                                                      "--with-token", "sudo -S", "--passphrase-fd"};

// Options that take NAME:PASSWORD. Those of one letter are of their program alone.
struct LoginOption {
  std::string_view program;  // Empty: any.
  std::string_view word;
};
inline constexpr LoginOption login_options[] = {
    {"", "--user"}, {"", "--proxy-user"}, {"", "-u"},         {"curl", "-U"},
    {"http", "-a"}, {"https", "-a"},      {"http", "--auth"}, {"https", "--auth"}};

// Words behind which a name and, without "=", its value stand: `set -gx API_TOKEN x`.
inline constexpr std::string_view setting_words[] = {"set", "setx", "setenv"};

}  // namespace engine::appserver
