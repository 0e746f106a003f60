// Between the wire and the engine: messages of the codec to what an engine hears, and what it says
// to lines, in either dialect. Ids and texts become numbers in a table that the driver owns.
//
// Pure: no clock, I/O, thread or global.
#pragma once
#include <boost/container/static_vector.hpp>
#include <string>

#include "engine/appserver/dialect.h"
#include "engine/appserver/names.h"
#include "engine/codec/rpc.h"
#include "port/appserver/messages.h"

namespace engine::appserver {

// One message of the wire may be several to the engine: an item that begins with text, or opens
// threads; a turn that ends with its tokens; an answer with two limits. None: the dialect has it,
// and it is nothing to an engine. Of the threads that one item opens so many are announced; what is
// not is known by its first turn.
inline constexpr std::size_t announced_max = 16;
using Heard = boost::container::static_vector<ToClient, announced_max + 2>;

// What `process` said. A request whose params are malformed is an Ask that is not wellformed, one
// that the dialect does not have an Ask of an unknown kind; a notification that it does not have is
// an UnknownNotice. An id that is missing or of another type is zero.
Heard decode(const Dialect& dialect, Names& names, ProcessId process, const rpc::Message& message);

// Who the client is, and where it works.
struct Client {
  std::string name, title, version, directory;
};

// Appends one line with its "\n". The text of Method::Other is the method, a space and the params.
// Refused, and nothing appended, if the dialect has no word for something, or the text is no such
// call.
[[nodiscard]] rpc::Reason encode(const Dialect& dialect, const Names& names, const Client& client,
                                 const ToServer& message, std::string& out);

}  // namespace engine::appserver
