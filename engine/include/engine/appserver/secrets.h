// Masks secrets before anything is logged, shown or told (APR-07). What is run, answered or
// recorded is never masked.
#pragma once
#include <string>
#include <string_view>

namespace engine::appserver {

// `command` with "***" in place of secrets in the usual shapes: values of names that say so, in
// assignments, members, options and queries; headers such as Authorization and Cookie; logins in
// addresses and options; what known programs take as a password; tokens by their looks; private
// keys; addresses that are secret themselves. The rest is kept byte for byte.
std::string masked(std::string_view command);

// What may be printed of bytes of a conversation, whole or torn: masked, at most so many of them,
// and what is no plain character as \xNN.
std::string excerpt(std::string_view bytes, std::size_t most = std::string_view::npos);

}  // namespace engine::appserver
