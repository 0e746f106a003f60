// Commands with secrets in the shapes in which these stand, and how they are shown (APR-07).
#pragma once
#include <cstddef>
#include <string_view>

namespace conformance::appserver {

// A command, and how it is shown.
struct ShownRow {
  std::string_view command, shown;
};

// clang-format off
inline constexpr ShownRow value_rows[] = {
  {"API_KEY=abc123 make", "API_KEY=*** make"},
  {"export GITHUB_TOKEN=abc; git push", "export GITHUB_TOKEN=***; git push"},
  {"TOKEN=a", "TOKEN=***"},
  {"TOKEN=abc\tmake", "TOKEN=***\tmake"},
  {"TOKEN=abc\nmake", "TOKEN=***\nmake"},
  {"TOKEN=abc\r\nmake", "TOKEN=***\r\nmake"},
  {"TOKEN=abc|make", "TOKEN=***|make"},
  {"TOKEN=abc&make", "TOKEN=***&make"},
  {"(TOKEN=abc)", "(TOKEN=***)"},
  {"TOKEN==abc make", "TOKEN=*** make"},
  {"[x, -password,s3cret]", "[x, -password,***]"},
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
  {R"(sh -c "x [\"--token\",\"abc\"]")", R"(sh -c "x [\"--token\",***]")"},
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
inline constexpr std::string_view secret_names[] = {
  "password", "passwd", "passphrase", "secret", "token", "apikey", "pwd", "credential",
  "credentials", "pass", "accesskey", "privatekey", "secretkey", "authkey", "authtoken",
  "accesstoken", "pgpassword", "sshpass", "mysqlpwd", "dbpasswd",
  "PASSWORD", "API_KEY", "api-key", "apiKey", "Api_Key", "KEY", "SSH_KEY", "DB_PWD", "MY_PWD",
  "PRIVATE_KEY", "PASS_PHRASE", "pass-phrase", "my_token", "my-token",
  "userToken", "x2Token", "x_TOKEN", "x-token", "AZ_TOKEN", "_key", "-token"};
inline constexpr std::string_view plain_names[] = {
  "PWD", "OLDPWD", "key", "Key", "keyboard", "monkey", "bypass", "MONKEY", "BYPASS",
  "tokens", "max_tokens",
  "tokenize", "mytoken", "TOKEN_FILE", "KEY_COUNT", "passwords", "password2", "apike", "a"};

inline constexpr ShownRow login_rows[] = {
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
  {"curl -u :123456 https://h", "curl -u :*** https://h"},
  {"xh -a me:abc h", "xh -a me:*** h"},
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
inline constexpr TokenShape shapes[] = {
  {"sk-", 16}, {"sk_live_", 10}, {"sk_test_", 10}, {"rk_live_", 10}, {"ghp_", 20}, {"gho_", 20},
  {"ghu_", 20}, {"ghs_", 20}, {"ghr_", 20}, {"github_pat_", 20}, {"glpat-", 16}, {"glptt-", 16},
  {"gldt-", 16}, {"glrt-", 16}, {"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xoxs-", 10},
  {"xapp-", 16}, {"AKIA", 16}, {"ASIA", 16}, {"AIza", 30}, {"npm_", 20}, {"pypi-", 20}, {"hf_", 20},
  {"ya29.", 20}, {"shpat_", 20}, {"shpss_", 20}, {"dop_v1_", 20}, {"SG.", 30}, {"whsec_", 16},
  {"ATATT3x", 20}, {"lin_api_", 20}, {"dapi", 32}, {"tskey-auth-", 10}, {"hvs.", 20},
  {"GOCSPX-", 16}, {"xkeysib-", 20}, {"PMAK-", 20}, {"r8_", 20}, {"sbp_", 20}, {"ntn_", 20},
  {"gsk_", 20}, {"pscale_tkn_", 16}, {"EAACEdEose0cBA", 10}, {"sq0csp-", 20}, {"figd_", 20},
  {"rubygems_", 20}, {"dckr_pat_", 16}, {"nfp_", 20}, {"AGE-SECRET-KEY-1", 20}, {"sq0atp-", 20},
  {"dckr_oat_", 16}, {"nvapi-", 20}, {"pplx-", 20}, {"xai-", 20}, {"ATCTT3x", 20}, {"hvb.", 20},
  {"hvr.", 20}, {"dp.pt.", 20}, {"sntrys_", 20}, {"sntryu_", 20}, {"NRAK-", 20}, {"NRJS-", 16},
  {"pat-na1-", 20}, {"pat-eu1-", 20}, {"ccpat_", 20}, {"CFPAT-", 20}, {"lsv2_pt_", 20},
  {"lsv2_sk_", 20}, {"phx_", 20}, {"ops_eyJ", 20}, {"ABSK", 30}, {"1//0", 30}, {"AQVN", 30},
  {"FwoG", 30}, {"IQoJb3JpZ2lu", 30}, {"EAAAE", 40}, {"amzn.mws.", 30}, {"squ_", 30}, {"sqp_", 30},
  {"sqa_", 30}, {"oy2", 40}, {"LTAI", 16}, {"glagent-", 20}, {"glcbt-", 16}, {"glsoat-", 16},
  {"xoxe-", 16}, {"xoxr-", 10}, {"xoxd-", 16}, {"shpca_", 20}, {"shppa_", 20}, {"doo_v1_", 20},
  {"dor_v1_", 20}, {"dnkey-", 20}, {"glc_eyJ", 20}, {"glsa_", 20}, {"eyJrIjoi", 30}, {"fio-u-", 20},
  {"flb_", 20}, {"FLWSECK-", 20}, {"FLWSECK_TEST-", 12}, {"lin_oauth_", 20}, {"pnu_", 30},
  {"PRIVTKN-", 20}, {"rdme_", 20}, {"sk_prod_", 10}, {"shippo_live_", 20}, {"shippo_test_", 20},
  {"tfp_", 30}, {"gAAAAA", 40}, {"duffel_live_", 20}, {"duffel_test_", 20}, {"EZAK", 40},
  {"EZTK", 40}, {"fo1_", 30}, {"ghe_", 30}, {"bkua_", 20}, {"CCIPAT_", 20}, {"dt0c01.", 40},
  {"cfut_", 20}, {"AKCp", 40}, {"cmVmdGtu", 40}, {"ATBB", 24}, {"BBDC-", 20}, {"sha256~", 30},
  // Of a JSON web token; see below for its parts.
  {"eyJ.a.", 24}, {"eyJhbGciOi.eyJ-_.", 13}};
// Likewise, of hexadecimal digits alone.
inline constexpr TokenShape hex_shapes[] = {{"key-", 32}, {"SK", 32}, {"pul-", 40}};

inline constexpr ShownRow token_rows[] = {
  {"use sk-proj-abcdefghijklmnop1234", "use ***"},
  {"curl h/ghp_0123456789abcdefGHIJ.x", "curl h/***.x"},
  {R"(printf "a\nsk-abcdefghijklmnop1")", R"(printf "a\n***")"},
  {"x=AKIAABCDEFGHIJKLMNOP,y", "x=***,y"},
  {"use eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl now", "use *** now"},
  // A token in which another stands that is shorter.
  {"use xoxe.xoxp-xxxxxxxxxxxxxxx9 now", "use *** now"},
  {"use xoxe.xoxp-xxxxxxxxxxxxxx9 now", "use xoxe.*** now"},
  // Capitals, small letters and digits, so many as no word of a language has.
  {"ABCDefghijklmnopq123 ABCdefghijklmnopq1234", "*** ABCdefghijklmnopq1234"},
  {"ABCDEFGHIJKLMabcd123 ABCDEFGHIJKLMNabc123", "*** ABCDEFGHIJKLMNabc123"},
  {"ABCDefghijklmnopq123 ABCDEfghijklmnopqr12", "*** ABCDEfghijklmnopqr12"},
  {"ABCDefghijklmnopq123 ABCDefghijklmnop123", "*** ABCDefghijklmnop123"},
};

inline constexpr std::string_view plain_commands[] = {
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
  "mkdir -p a/b", "docker run -p 80:80 x", "ssh -p 22 h", "mysql -p db", "docker login -p $PW h",
  "sort --key=2", "curl -b jar.txt h", "curl 'https://h/?key=title'", "git config set a.b c",
  R"(curl -H "Authorization: Bearer $T" h)", "curl -H \"Cookie: $C\" h", "Basic functional tests",
  "echo \"$T\" | docker login --password-stdin", "vault login -method=oidc", "cargo login",
  "https://me@hostname1234567890/a", "cat cookie.txt", "echo hi | cat",
  "eyJ.short", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0", "eyJhbGciOiJIUzI1NiJ9eyJzdWIiOiIxIn0",
  "eyJhbGciOiJI.UzI1NiJ9.eyJzdWIi.OiIxIn0", "\xff\xfe bytes \"\\"};

inline constexpr ShownRow header_rows[] = {
  {R"(curl -H 'Authorization: Digest username="me", response="s3cret"' h)",
   "curl -H 'Authorization: Digest ***' h"},
  {"curl -H 'Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=s3cret' h",
   "curl -H 'Authorization: AWS4-HMAC-SHA256 ***' h"},
  {"curl -H 'Cookie: session=s3cret; a=b' h", "curl -H 'Cookie: ***' h"},
  {"curl -H 'Cookie: a=b; sid=s3cret' h", "curl -H 'Cookie: ***' h"},
  {"curl -H 'Set-Cookie: sid=s3cret; Path=/' h", "curl -H 'Set-Cookie: ***' h"},
  {"Cookie: a=b; sid=s3cret", "Cookie: ***"},
};
// With s3cret where these have ***.
inline constexpr std::string_view header_texts[] = {
  "curl -H 'Authorization: token ***' h", R"(curl -H "Authorization: Token ***" h)",
  "curl -H 'Authorization: ***' h", "curl -H 'Authorization: ApiKey ***' h",
  "curl -H 'Authorization: GenieKey ***' h", "curl -H 'Authorization: Splunk ***' h",
  "curl -H 'Authorization: Bearer ***' h", "curl -H 'authorization: basic ***' h",
  "curl -H 'Proxy-Authorization: Basic ***' h", R"(curl -H Authorization:\ token\ *** h)",
  "curl -H Authorization:*** h", "curl --cookie 'session=***' h", "curl --cookie session=*** h",
  "curl -H 'X-Hub-Signature: ***' h", R"(wget --header="Authorization: Basic ***" h)",
  "http h 'Authorization:Bearer ***'", "COOKIE_SECRET=*** make",
  R"(git -c http.extraHeader="Authorization: Basic ***" fetch)",
  R"(curl -d '{"Authorization":"token ***"}' h)", R"(["curl","-H","Authorization: token ***","h"])",
  R"(["/bin/bash","-lc","curl -H \"Authorization: token ***\" h"])",
};

inline constexpr ShownRow address_rows[] = {
  {"git clone https://t0ken5678901234567@host/r", "git clone https://***@host/r"},
  {"git clone https://t0ken5678901234567:x-oauth-basic@github.com/r",
   "git clone https://***:x-oauth-basic@github.com/r"},
  {"git clone https://t0ken5678901234567:@host/r", "git clone https://***:@host/r"},
  {"curl -d x https://hooks.slack.com/services/T0AAAA/B0BBBB/s3cret",
   "curl -d x https://hooks.slack.com/services/***"},
  {"curl -d x https://discord.com/api/webhooks/1234/s3cret",
   "curl -d x https://discord.com/api/webhooks/***"},
  {"curl -d x https://discordapp.com/api/webhooks/1234/s3cret",
   "curl -d x https://discordapp.com/api/webhooks/***"},
  {"curl https://api.telegram.org/bot123456:s3cret/sendMessage",
   "curl https://api.telegram.org/bot***"},
  {"curl https://hooks.zapier.com/hooks/catch/12/s3cret",
   "curl https://hooks.zapier.com/hooks/catch/***"},
  {"curl https://maker.ifttt.com/trigger/x/with/key/s3cret",
   "curl https://maker.ifttt.com/trigger/***"},
  {"SENTRY_DSN=https://t0ken5678901234567@o1.ingest.sentry.io/1 make",
   "SENTRY_DSN=https://***@o1.ingest.sentry.io/1 make"},
};
// With s3cret where these have ***.
inline constexpr std::string_view address_texts[] = {
  "git clone https://x-access-token:***@github.com/r",
  "git remote set-url origin https://oauth2:***@gitlab.com/r", "curl 'https://h/?key=***&page=2'",
  "curl 'https://h/?api_key=***'", "curl 'https://h/?access_token=***'",
  "curl 'https://h/?auth=***'", "curl 'https://h.blob.core.windows.net/c?sv=2020&sig=***'",
  "curl 'https://h/?X-Amz-Signature=***'", "curl 'https://h/?a=1&private_token=***'",
  "curl 'https://h/?client_secret=***'", R"(curl https://h/?a=1\&sig=***)",
  "mongosh mongodb+srv://me:***@h/d", "redis-cli -u redis://:***@h",
  "DATABASE_URL=postgres://me:***@h/d make",
  "curl -d x https://acme.webhook.office.com/webhookb2/***",
  "curl -d x https://outlook.office.com/webhook/***",
  "curl 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=***'",
  R"(x "Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=***")",
  "pip install --index-url https://me:***@h/simple x",
};

inline constexpr ShownRow argument_rows[] = {
  {"openssl enc -aes-256-cbc -pass pass:s3cret -in f", "openssl enc -aes-256-cbc -pass *** -in f"},
  {"echo me:s3cret | chpasswd", "echo *** | chpasswd"},
  {"echo AGE-SECRET-KEY-1S3CR3TVAL42XYZS3CR3TVAL42XYZs3cret", "echo ***"},
};
// With s3cret where these have ***.
inline constexpr std::string_view argument_texts[] = {
  "curl -b 'session=***' h", "curl --proxy-user me:*** h", "curl -U me:*** h",
  "curl --oauth2-bearer *** h", "curl --pass *** h", "wget --password=*** h",
  "wget --http-password=*** h", "http -a me:*** h", "SECRET_KEY_BASE=*** rails s",
  "GITHUB_PAT=*** make", "export GH_PAT=***", "REDISCLI_AUTH=*** redis-cli", "MYSQL_PWD=*** mysql",
  "OPENAI_API_KEY_2=*** make", "NPM_CONFIG__AUTH=*** npm i", "LDAP_BIND_PW=*** make",
  "set -gx API_TOKEN ***", "setx API_TOKEN ***", "setenv API_TOKEN ***",
  R"(sqlcmd "Server=h;User Id=sa;Password=***;")",
  R"(x "AccountName=a;AccountKey=***;EndpointSuffix=core.windows.net")", "sshpass -p *** ssh h",
  "sshpass -p*** ssh h", "sudo sshpass -p '***' ssh h", "docker login -u me -p *** h",
  "docker login -u me -p*** h", "docker login --password *** h", "podman login -u me -p *** h",
  "helm registry login h -u me -p ***", "echo *** | docker login -u me --password-stdin",
  "mysql -u root -p*** db", "mysqldump -p*** db", "mongo -u me -p ***", "mongosh h --password ***",
  "redis-cli -a *** ping", "az login --service-principal -u x -p ***",
  "twine upload -u me -p *** dist/a", "npm config set //registry.example/:_authToken ***",
  "npm config set //registry.example/:_authToken=***",
  R"(echo "//registry.example/:_authToken=***" > .npmrc)",
  R"(echo "//registry.example/:_auth=***" > .npmrc)",
  R"(echo "//registry.example/:_password=***" > .npmrc)", "yarn config set npmAuthToken ***",
  "aws configure set aws_secret_access_key ***", "gh secret set NAME --body ***",
  "gh secret set NAME -b ***", "gh auth login --with-token <<< ***",
  "kubectl create secret generic x --from-literal=k=***", "oc login --token ***", "vault login ***",
  "cargo login ***", "ngrok config add-authtoken ***", "dotnet nuget push a -k ***",
  "dotnet nuget push a --api-key ***", "gpg --batch --passphrase *** -d f", "zip -P *** a.zip f",
  "unzip -P *** a.zip", "7z x -p*** a.7z", "openssl rsa -passin pass:*** -in k",
  "keytool -list -storepass ***", "keytool -genkey -keypass ***", "smbclient //h/s -U me%***",
  "ldapsearch -D cn=x -w ***", "sqlcmd -S h -U sa -P ***", "xfreerdp /u:me /p:*** /v:h",
  "nmcli dev wifi connect net password ***", "ssh-keygen -t ed25519 -N *** -f k",
  "heroku config:set MY_KEY=***", "fly secrets set MY_THING=***",
  R"(ansible-playbook x -e "db_pass=***")", "[mysql, --password, ***, db]", "[x, -password, ***]",
  "[curl, -u, me:***, h]", "[docker, login, -p, ***]", R"(["docker","login","-p","***"])",
  R"(["sshpass","-p","***","ssh","h"])", R"(["bash","-lc","sshpass -p *** ssh h"])",
  R"(Exec { "docker", "login", "-p", "***" })", "docker build --build-arg NPM_TOKEN=*** .",
  "composer config github-oauth.github.com ***",
};
// clang-format on

}  // namespace conformance::appserver
