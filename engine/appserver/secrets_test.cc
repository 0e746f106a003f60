#include "engine/appserver/secrets.h"

#include <gtest/gtest.h>

#include <string>

namespace engine::appserver {
namespace {

struct SecretRow {
  std::string_view command, shown;
};
class Secrets : public testing::TestWithParam<SecretRow> {};

TEST_P(Secrets, AreMasked) { EXPECT_EQ(masked(GetParam().command), GetParam().shown); }

// clang-format off
INSTANTIATE_TEST_SUITE_P(Appserver, Secrets, testing::Values(
  SecretRow{"API_KEY=abc123 make", "API_KEY=*** make"},
  SecretRow{"export GITHUB_TOKEN=abc; git push", "export GITHUB_TOKEN=***; git push"},
  SecretRow{"AWS_SECRET_ACCESS_KEY='a b' aws s3 ls", "AWS_SECRET_ACCESS_KEY='***' aws s3 ls"},
  SecretRow{"PGPASSWORD=x psql", "PGPASSWORD=*** psql"},
  SecretRow{"DB_PASSWORD=p@ss\\ word&&run", "DB_PASSWORD=***&&run"},
  SecretRow{"mysql --password hunter2 -u root", "mysql --password *** -u root"},
  SecretRow{"mysql --password=hunter2 -u root", "mysql --password=*** -u root"},
  SecretRow{"x --api-key \"a b\" y", "x --api-key \"***\" y"},
  SecretRow{"x --token=abc,y", "x --token=***,y"},
  SecretRow{"x --client-secret abc", "x --client-secret ***"},
  SecretRow{"curl -H 'Authorization: Bearer abcdefgh12'", "curl -H 'Authorization: Bearer ***'"},
  SecretRow{"curl -H \"authorization: basic dXNlcjpwYXNz\"",
            "curl -H \"authorization: basic ***\""},
  SecretRow{"curl -H 'X-Api-Key: abc'", "curl -H 'X-Api-Key: ***'"},
  SecretRow{"curl -d '{\"password\": \"abc\", \"user\": \"u\"}'",
            "curl -d '{\"password\": \"***\", \"user\": \"u\"}'"},
  SecretRow{"git clone https://me:abc@host/repo", "git clone https://me:***@host/repo"},
  SecretRow{"psql postgres://u:p@ss@h:5432/d", "psql postgres://u:***@h:5432/d"},
  SecretRow{"curl 'https://h/?token=abc&page=2'", "curl 'https://h/?token=***&page=2'"},
  SecretRow{"use sk-abcdefghijklmnop1234", "use ***"},
  SecretRow{"use sk-proj-abcdefghijklmnop1234", "use ***"},
  SecretRow{"use ghp_abcdefghijklmnopqrst0123", "use ***"},
  SecretRow{"use github_pat_abcdefghijklmnopqrst0123", "use ***"},
  SecretRow{"use AKIAABCDEFGHIJKLMNOP", "use ***"},
  SecretRow{"use xoxb-1234567890-abc", "use ***"},
  SecretRow{"use eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "use ***"},
  SecretRow{"KEY=abc run", "KEY=*** run"},
  SecretRow{"curl -u me:abc https://h", "curl -u me:*** https://h"},
  SecretRow{"curl --user=\"me:abc\" h", "curl --user=\"me:***\" h"},
  SecretRow{"{\"clientSecret\":\"abc\"}", "{\"clientSecret\":\"***\"}"},
  SecretRow{"PASSWORD=\"a\\\"b c\" x", "PASSWORD=\"***\" x"},
  SecretRow{"PASSWORD='$ecret' x", "PASSWORD='***' x"},
  SecretRow{"curl -d \"{\\\"token\\\": \\\"abc\\\"}\"", "curl -d \"{\\\"token\\\": ***}\""},
  SecretRow{"curl -u me@a.org:abc h", "curl -u me@a.org:*** h"},
  SecretRow{"curl -ume:abc h", "curl -ume:*** h"},
  SecretRow{"curl -u 'me:a b' h", "curl -u 'me:***' h"},
  SecretRow{"TOKEN=\"a", "TOKEN=\"***"},
  SecretRow{"sshpass \"-p\"hunter2 ssh h", "sshpass \"-p\"*** ssh h"},
  SecretRow{"sshpass \"-p\" hunter2 ssh h", "sshpass \"-p\" *** ssh h"},
  SecretRow{"mysqladmin 'password' 'hunter2'", "mysqladmin 'password' '***'"},
  SecretRow{"TOKEN=\"unfinished", "TOKEN=\"***"}));

class NoSecrets : public testing::TestWithParam<std::string_view> {};

TEST_P(NoSecrets, AreKeptByteForByte) { EXPECT_EQ(masked(GetParam()), GetParam()); }

INSTANTIATE_TEST_SUITE_P(Appserver, NoSecrets, testing::Values(
  "", "git status", "ls -la /home/dev", "grep -rn token src", "cat password.txt",
  "echo \"the token is secret\"", "PWD=/home/dev make", "make KEY_COUNT=3", "keyboard=us x",
  "ssh -i ~/.ssh/id_rsa host", "openssl genrsa --key file.pem", "curl https://host:8080/a@b",
  "git clone https://host/repo", "git clone git@host:me/repo", "TOKEN=$TOKEN run",
  "run --password \"$PASSWORD\"", "run --token --verbose", "run --password-file f",
  "PASSWORD=$(pass show x) run", "git checkout sk-branch", "bearer of news", "ghp_short",
  "basic tests", "tokenize=yes", "eyJ.short", "task-abcdefghijklmnop1234",
  "sort --key=2 file", "docker run -u 1000 x",
  "max_tokens: 100", "TOKEN_FILE=/x run", "\xff\xfe bytes \"\\"));
// clang-format on

// What says that a value is one of a form stands behind it, as far as a value is looked at.
TEST(SecretsOfAForm, AreMaskedWhileTheirEndIsLookedAt) {
  const std::string code = "a" + std::string(4'095, '1');
  EXPECT_EQ(masked("-d \"code=" + code + "&state=y\""), "-d \"code=***&state=y\"");
}

TEST(SecretsOnceMasked, StayAsTheyAre) {
  for (const std::string_view command :
       {"API_KEY=abc make", "x --token abc", "a://u:p@h", "Bearer abcdefgh12"})
    EXPECT_EQ(masked(masked(command)), masked(command));
}

}  // namespace
}  // namespace engine::appserver
