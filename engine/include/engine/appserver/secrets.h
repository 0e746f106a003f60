// Masks secrets before a command is logged or shown (APR-07). What is run or answered is never
// masked.
#pragma once
#include <string>
#include <string_view>

namespace engine::appserver {

// `command` with "***" in place of secrets in the usual shapes: values of names that say so, in
// assignments, members, options and queries; headers such as Authorization and Cookie; logins in
// addresses and options; what known programs take as a password; tokens by their looks; private
// keys; addresses that are secret themselves. The rest is kept byte for byte.
std::string masked(std::string_view command);

}  // namespace engine::appserver
