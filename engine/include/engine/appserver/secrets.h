// Masks secrets before a command is logged or shown (APR-07). What is run or answered is never
// masked.
#pragma once
#include <string>
#include <string_view>

namespace engine::appserver {

// `command` with "***" in place of the values of tokens, keys and passwords in the usual shapes:
// NAME=value and NAME: value where the name says it is secret, options that do, Bearer and Basic,
// user:password@ in a URL, well-known prefixes of tokens, and JSON web tokens. The rest is kept
// byte for byte.
std::string masked(std::string_view command);

}  // namespace engine::appserver
