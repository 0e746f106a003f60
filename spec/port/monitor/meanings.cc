#include "port/monitor/meanings.h"

namespace port::monitor {
namespace {

constexpr Meaning messages[] = {
    {"started", "The monitor begins: the first event."},
    {"folder_listed",
     "Answers list_folder: the processes whose marker files are in the home "
     "folder."},
    {"marker_read",
     "Answers read_marker: what reading that file came to, and of a good one the "
     "marker."},
    {"answered", "The server answered a connect with this HTTP status."},
    {"line_read", "A line of the project stream came."},
    {"ended", "The connection could not be made, was closed or broke: nothing more comes of it."},
    {"probe_ended", "Answers probe: what was found at the port."},
    {"address_wanted", "Somebody wants to talk to the IDE's own server, and needs its address."},
    {"stream_tried", "Answers try_stream with an HTTP status; 0: no answer came."},
    {"head_answered", "Answers ask_head: whether a server is there."},
    {"slept",
     "The machine slept or the process was stopped: first of what comes on waking. Timers stood "
     "still meanwhile."},
    {"timer_fired", "The time of a set_timer is up."},
    {"stopped", "The monitor is to end; what comes after it is not listened to."},
    {"list_folder", "List the marker files in the home folder; answered by folder_listed."},
    {"read_marker", "Read one marker file; answered by marker_read, one at a time."},
    {"connect", "Ask for the project stream of an IDE, with its token unless there is none."},
    {"disconnect",
     "Close the connection; answered by ended. What was on the way may be told "
     "first."},
    {"probe", "Ask GET /api/about of a port; answered by probe_ended."},
    {"cancel_probe", "Give the probe up: nothing comes of it any more."},
    {"try_stream", "Ask whether the streamable address answers; answered by stream_tried."},
    {"ask_head", "Send HEAD to the other address; answered by head_answered (MON-51)."},
    {"set_timer", "Fire after that time; setting one that runs replaces it."},
    {"cancel_timer", "The timer does not fire any more."},
    {"ide_added",
     "Shows an IDE that was not shown before; `elsewhere`: its process is not seen (MON-09)."},
    {"ide_changed", "Shows that what is known of an IDE changed: its marker says something else."},
    {"ide_removed", "Takes an IDE off the screen: its marker or its process is gone."},
    {"file_refused", "Tells once that no IDE comes of a file, and why (MON-08)."},
    {"scan_failed", "Tells once that the home folder could not be listed, until a scan succeeds."},
    {"projects_shown", "Shows the projects of an IDE, in place of the list before."},
    {"line_skipped", "Counts a line that is no message of the stream (MON-25)."},
    {"address_given", "Says which address of the IDE's own server is to be used."},
    {"server_shown", "Shows whether the IDE's own server is alive."},
    {"port_shown", "Shows that an IDE answers at the port."},
    {"port_gone", "No IDE answers at the port any more."},
    {"time_passed", "Virtual time went by."},
    {"stream_asked", "At the IDE: somebody asks for the project stream."},
    {"stream_answered", "At the IDE: the request is answered with this HTTP status."},
    {"line_sent", "At the IDE: a line is written to the stream."},
    {"projects_changed", "In the IDE: its list of projects is another one now."},
    {"reader_stalled", "At the IDE: a client takes nothing for a while, or takes again."},
    {"client_gone", "At the IDE: the client closed or reset the connection."},
    {"stream_freed", "At the IDE: nothing is held of the connection any more."}};

constexpr Meaning members[] = {
    {"address", "The number of an address of the IDE's own server, or which of the two it is."},
    {"after_ms", "Milliseconds from this event on; zero: still at this instant."},
    {"alive", "Whether the process runs, or the server is there."},
    {"announced", "The request said who asks, as a JSON object (MON-45)."},
    {"authorized", "The request had the right token, or none is needed."},
    {"began",
     "When the process that has this pid began, in seconds since 1970: a marker older "
     "than that is of another process."},
    {"build", "Product and build of the IDE, as a number for the text."},
    {"connection", "The number of a connection, 1 to 255; it may come again once it has ended."},
    {"created", "When the marker was made, in seconds since 1970."},
    {"elsewhere", "Its process is not seen, and its address answers: of another namespace."},
    {"field",
     "The name of the field that an incomplete marker lacks, as a number for the text; 0: it lacks "
     "none."},
    {"folder", "What listing the home folder came to."},
    {"instance", "Which run of the IDE sends: a restarted one has another and counts anew."},
    {"kind", "What sort of line or timer."},
    {"line", "A line of the project stream, decoded."},
    {"marked", "The marker of an IDE names that port (MON-33)."},
    {"marker", "What the marker file says."},
    {"of", "The process or the port that a timer is about; 0: of a scan or a round."},
    {"own_port", "The port of the IDE's own server; 0: it is not told."},
    {"pid", "The process of an IDE, as the name of its marker file says it."},
    {"pids", "The processes, each once."},
    {"port", "A TCP port of this machine."},
    {"projects",
     "The number of a list of projects, held by the driver: equal numbers, equal "
     "lists."},
    {"reading", "What reading the marker file came to."},
    {"result", "What a probe of a port found."},
    {"seq", "The count of a snapshot within its instance: it only rises."},
    {"sse", "The older address of the IDE's own server, as a number for the text; 0: none."},
    {"stale", "The list may have changed meanwhile: its stream is not connected."},
    {"stalled", "True: nothing is taken; false: it is taken again."},
    {"status", "An HTTP status; 0: no answer came."},
    {"stream",
     "The streamable address of the IDE's own server, as a number for the text; 0: "
     "none."},
    {"target", "Where the project stream is: url, token and port."},
    {"time_ms", "Milliseconds that went by."},
    {"timer", "Which timer: its kind and what it is about."},
    {"token", "What authorizes, as a number for the text; 0: nothing is sent (MON-20)."},
    {"url", "The address, as a number for the text."},
    {"web_port", "The port of the IDE's built-in web server; 0: it is not told."}};

constexpr Meaning values[] = {
    {"good", "It is a marker."},
    {"gone", "It vanished after it was listed."},
    {"torn", "It ends in the middle: somebody is writing it (MON-05)."},
    {"unreadable", "No permission, or the disk failed (MON-12)."},
    {"legacy", "The text format of earlier versions (MON-04)."},
    {"incomplete", "A required field is missing or of another type (MON-02)."},
    {"not_json", "It is no JSON: a marker that is not of the earlier format either, or an answer."},
    {"other_pid", "The document names another process than the file's name (MON-03)."},
    {"newer_schema", "Its schema is newer than what is known."},
    {"not_a_file", "A device, a pipe, a folder or a loop of links."},
    {"too_large", "It is larger than a marker may be."},
    {"not_text", "It is not UTF-8."},
    {"no_bridge", "A marker of an IDE that offers no project stream: there is nothing to follow."},
    {"dead", "The process of the marker is not there."},
    {"younger", "The process began after the marker was written: it is another one (MON-07)."},
    {"listed", "The folder could be listed."},
    {"denied", "No permission to list the folder."},
    {"missing", "There is no such folder."},
    {"too_many", "More marker files than can be told."},
    {"snapshot", "A list of projects, with its count."},
    {"ping", "A sign of life."},
    {"malformed", "No message: not JSON, or a field is missing or of another type."},
    {"unknown", "A message of a kind that is not known."},
    {"ide", "An IDE answers there."},
    {"own_server", "No IDE answers as one, but HEAD of /sse tells of its own server (MON-52)."},
    {"refused", "Nothing listens at the port."},
    {"no_answer", "Nothing came within the bound."},
    {"not_ok", "It answered with another status than 200."},
    {"not_an_ide", "JSON, but not that of an IDE."},
    {"none", "There is no address to give."},
    {"stream", "The streamable address."},
    {"sse", "The older address, an event stream."},
    {"unauthorized", "It answers 401: it wants to be told who asks."},
    {"forbidden", "It answers 403: it does not let us in."},
    {"busy", "It answers 429 or 5xx: neither yes nor no, to be asked again."},
    {"scan", "The next look at the home folder."},
    {"worker", "Of one IDE: silence, or the pause before the next try."},
    {"round", "The next round of probing ports."},
    {"probe", "The bound of one probe."}};

}  // namespace

const Meanings& meanings() {
  static constexpr Meanings all{messages, members, values};
  return all;
}

}  // namespace port::monitor
