// The implementations of examples/subjects, and the faults that tests plant in them.
#pragma once

namespace tools {

struct Language {
  const char* name;
  const char* folder;
  const char* file;
  const char* area;
  int states_max;     // Of each row of the gate; what is not exhausted is skipped.
  const char* needs;  // Commands of a shell.
  const char* build;
  const char* run;
  const char* world;  // That has the states of our engine; null if it has others, or tells none.
};

struct Planted {
  const char* name;
  const char* language;
  const char* text;  // Stands there once.
  const char* instead;
  const char* world;
  const char* rule;
};

// An older node has no types.
inline constexpr const char* typescript_build = R"(
if node --experimental-strip-types --version 2>&1 >version; then
  echo 'exec node --experimental-strip-types $1.ts' >run
else
  echo '{"type":"module"}' >package.json
  tsc --target es2022 --module nodenext --rewriteRelativeImportExtensions *.ts >errors
  echo 'exec node $1.js' >run
fi
)";

inline constexpr const char* typescript_needs =
    "node --experimental-strip-types --version || { node --version && tsc --version; }";

inline constexpr const char* ack_world = "ack:r1:copy_asking";

inline constexpr Language languages[] = {
    {"python", "python", "ack.py", "ack", 200, "python3 --version", ":", "python3 ack.py",
     ack_world},
    {"python_monitor", "python", "monitor.py", "monitor", 200, "python3 --version", ":",
     "python3 monitor.py", "monitor:own_server_streams"},
    {"rust", "rust", "ack.rs", "ack", 200, "rustc --version", "rustc --edition 2021 ack.rs",
     "./ack", ack_world},
    {"typescript", "typescript", "modality.ts", "modality", 200, typescript_needs, typescript_build,
     "sh run modality", nullptr},
    {"typescript_client", "typescript", "client.ts", "appserver", 100'000, typescript_needs,
     typescript_build, "sh run client", "appserver:fault:drop_notice"},
    {"kotlin", "kotlin", "Modality.kt", "modality", 200, "kotlinc -version && java -version",
     "kotlinc *.kt -include-runtime -d modality.jar",
     "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar modality.jar", nullptr},
};

// clang-format off
inline constexpr Planted planted_faults[] = {
    {"OkAtOnce", "python",
     "while not holds(signal, seen := await self.read(\"look\", \"looked\", call, signal, path)):",
     "while not (seen := await self.read(\"look\", \"looked\", call, signal, path)):",
     "ack/settings_close_no_listener", "ACK-03"},
    {"NoLastLook", "python",
     "            last = self.now >= deadline\n",
     "            if self.now >= deadline:\n"
     "                return self.missing(call, row, signal, deadline, doing)\n",
     "ack/deadline_tie", "ACK-05"},
    {"AboutIsAWindow", "python",
     "\"about\": (\"SoftDialog\", \"about\")",
     "\"about\": (\"Window\", \"about\")",
     "ack/about_as_window", "ACK-15"},
    {"CapturesAfterDispatch", "python",
     "            await self.captured(call, row, path, signal)\n"
     "            self.say(\"dispatch\", call=call, request=0)\n",
     "            self.say(\"dispatch\", call=call, request=0)\n"
     "            await self.captured(call, row, path, signal)\n",
     "ack/capture_after_dispatch", "ACK-01"},
    {"AnyReply", "python",
     "event.get(\"request\", event.get(\"call\"))",
     "self.requests if name == \"replied\" else event[\"call\"]",
     "ack/late_reply_to_next_call", "ACK-17"},
    {"TabsDoNotCount", "python",
     "and event[\"pane\"] != \"unknown\":",
     "and event[\"kind\"] == \"state\":",
     "ack/tabs_bypass_generation", "ACK-16"},
    {"ImpatientParent", "python",
     "yield pushes(tool, budget=5000)",
     "yield pushes(tool)",
     "ack/slow_remote_parent", "ACK-19"},
    {"MovedStays", "python_monitor",
     "if before[\"target\"] != marker[\"target\"] or ide.work == \"locked\":",
     "if ide.work == \"locked\":",
     "monitor/moved_port_same_pid", "MON-11"},
    {"TornIsRefused", "python_monitor",
     "if reading != \"torn\":",
     "if reading:",
     "monitor/torn_marker", "MON-05"},
    {"CountsOn", "python_monitor",
     "ide.connection, ide.seq, ide.woke = 0, None, False",
     "ide.connection, ide.woke = 0, False",
     "monitor/old_snapshot_after_reconnect", "MON-22"},
    {"TriesAtOnce", "python_monitor",
     "pause - spread + drawn % (2 * spread + 1))",
     "1)",
     "monitor/half_open_socket", "MON-24"},
    {"ProbesOn", "python_monitor",
     "            self.say(\"cancel_probe\", port=port)\n"
     "            self.cancel_timer(\"probe\", port)\n",
     "            self.cancel_timer(\"probe\", port)\n",
     "monitor/probe_after_stop", "MON-32"},
    {"AnyAnswerIsAnIde", "python_monitor",
     "build if result in (\"ide\", \"own_server\") else 0",
     "build or 1",
     "monitor/not_an_ide", "MON-31"},
    {"NeverFallsBack", "python_monitor",
     "\"sse\" if status in (404, 405) else \"stream\"",
     "\"stream\"",
     "monitor/stream_url_missing", "MON-50"},
    {"AsksOnUnauthorized", "python_monitor",
     "            ide.work = \"locked\"\n"
     "            self.cancel_timer(\"worker\", ide.marker[\"pid\"])\n",
     "            self.fail(ide)\n",
     "monitor:stream", "MON-28"},
    {"OkAtOnce", "rust",
     "if holds(self.row.signal, bound, seen) {\n"
     "                break",
     "if true {\n"
     "                break",
     "ack/settings_close_no_listener", "ACK-03"},
    {"NoLastLook", "rust",
     "last = self.now() >= deadline;",
     "if self.now() >= deadline {\n"
     " return self.missing(bound, since);\n"
     " }",
     "ack/deadline_tie", "ACK-05"},
    {"AboutIsAWindow", "rust",
     "row(\"dialog_close\", Always, dialog, SoftDialogDisappeared, dialog)",
     "row(\"dialog_close\", Always, dialog, WindowDisappeared, dialog)",
     "ack/about_as_window", "ACK-15"},
    {"CapturesAfterDispatch", "rust",
     "            bound = self.captured().await;\n"
     "            self.say(\"dispatch\", r#\",\"request\":0\"#);\n",
     "            self.say(\"dispatch\", r#\",\"request\":0\"#);\n"
     "            bound = self.captured().await;\n",
     "ack/capture_after_dispatch", "ACK-01"},
    {"AnyReply", "rust",
     "\"replied\" => orrery::wake(&self.api, name, event.get(\"request\").number(), event)",
     "\"replied\" => orrery::wake(&self.api, name, self.requests.get(), event)",
     "ack/late_reply_to_next_call", "ACK-17"},
    {"TabsDoNotCount", "rust",
     "event.get(\"pane\").text() != \"unknown\" =>",
     "event.get(\"kind\").text() == \"state\" =>",
     "ack/tabs_bypass_generation", "ACK-16"},
    {"ImpatientParent", "rust",
     "signal == RoundTrip || tool.starts_with(\"nav_\")",
     "signal == RoundTrip",
     "ack/slow_remote_parent", "ACK-19"},
    {"BodyNotCancelled", "typescript",
     "    this.say(\"cancel_body\");\n"
     "    this.end(new",
     "    this.end(new",
     "modality/tick_races_return", "MOD-61"},
    {"SweepsFromBelow", "typescript",
     "this.sweeping = dialogs.map(",
     "this.sweeping = [...dialogs].reverse().map(",
     "modality/parent_closed_first", "MOD-10"},
    {"NoRefreshAtTheEnd", "typescript",
     "    this.say(\"schedule_refresh\");\n"
     "    this.finish(",
     "    this.finish(",
     "modality/blink_dialog", "MOD-84"},
    {"AllowCoversOneDialog", "typescript",
     "this.blocks.fill(false);\n"
     "        this.unwatch();",
     "this.blocks.fill(false);",
     "modality/own_dialog_after_allow", "MOD-66"},
    {"WithheldWorkIsLeft", "typescript",
     "    this.cancel(\"main\");\n"
     "    this.cancel(\"monitor\");\n"
     "    for",
     "    this.cancel(\"monitor\");\n"
     "    for",
     "modality/unbounded_sync", "MOD-42"},
    {"NoBoundOnSmart", "typescript",
     "this.start(\"bound\", this.limits.smart_bound_ms",
     "this.start(\"bound\", 9 * this.limits.smart_bound_ms",
     "modality/unbounded_smart_wait", "MOD-52"},
    {"TripsOnProgress", "typescript",
     "      if (key === \"monitor\") continue;",
     "      if (key === \"monitor\" && (await this.modality()) !== \"none\") break;\n"
     "      if (key === \"monitor\") continue;",
     "modality/progress_trips_monitor", "MOD-62"},
    {"SavesAll", "typescript",
     "extent: \"dirty\" });\n"
     "    await this.assert_none(\"modal_during_sync\");\n"
     "    await this.write(\"refresh\"",
     "extent: \"all\" });\n"
     "    await this.assert_none(\"modal_during_sync\");\n"
     "    await this.write(\"refresh\"",
     "modality/clean_save_asks", "MOD-47"},
    {"LateClickIsAnswered", "typescript_client",
     "    else if (!this.settled.includes(ask)) this.report(\"unknown_ask\", ask);\n"
     "  }\n"
     "\n"
     "  resolved",
     "    else this.send({ answer: { ask, decision } });\n"
     "  }\n"
     "\n"
     "  resolved",
     "appserver/approval_after_interrupt", "APR-04"},
    {"MalformedIsShown", "typescript_client",
     "if (!message.wellformed || !active",
     "if (!active",
     "appserver/approval_malformed", "APR-02"},
    {"RefusedStopIsLeft", "typescript_client",
     "      if (turn.stop === \"refused\") void this.interrupt(chat, turn);\n",
     "",
     "appserver/interrupt_before_started", "SES-05"},
    {"EarlyStopIsForgotten", "typescript_client",
     "    if (chat.turn!.stop === \"wanted\") void this.interrupt(chat, chat.turn!);\n",
     "",
     "appserver/stop_while_starting", "SES-06"},
    {"CallsDoNotWait", "typescript_client",
     "return this.phase === \"open\" && (",
     "return this.lives() && (",
     "appserver/call_before_initialized", "RPC-01"},
    {"ItemsStayOpen", "typescript_client",
     "if (item.chat === chat.id && !item.closed)",
     "if (item.chat === chat.id && !item.closed && end === \"lost\")",
     "appserver/open_items_at_end", "ITM-02"},
    {"NeverGivesUp", "typescript_client",
     "  crashes: 5,",
     "  crashes: 50,",
     "appserver/crash_loop", "PROC-02"},
    {"NoBoundOnTheEnd", "typescript_client",
     "interrupted: 30_000",
     "interrupted: 90_000",
     "appserver/interrupt_ignored", "SES-07"},
    {"BodyNotCancelled", "kotlin",
     "        say(\"cancel_body\")\n"
     "        end(Failed(\"monitor\"",
     "        end(Failed(\"monitor\"",
     "modality/tick_races_return", "MOD-61"},
    {"SweepsFromBelow", "kotlin",
     "dialogs.map { Closing(it) }",
     "dialogs.reversed().map { Closing(it) }",
     "modality/parent_closed_first", "MOD-10"},
    {"NoRefreshAtTheEnd", "kotlin",
     "        say(\"schedule_refresh\")\n"
     "        finish(why)\n",
     "        finish(why)\n",
     "modality/blink_dialog", "MOD-84"},
    {"AllowCoversOneDialog", "kotlin",
     "                blocks.fill(false)\n"
     "                unwatch()\n",
     "                blocks.fill(false)\n",
     "modality/own_dialog_after_allow", "MOD-66"},
    {"WithheldWorkIsLeft", "kotlin",
     "        cancel(\"main\")\n"
     "        cancel(\"monitor\")\n",
     "        cancel(\"monitor\")\n",
     "modality/unbounded_sync", "MOD-42"},
    {"NoBoundOnSmart", "kotlin",
     "limits[stage + \"_bound_ms\"] as Int",
     "9 * (limits[stage + \"_bound_ms\"] as Int)",
     "modality/unbounded_smart_wait", "MOD-52"},
    {"SavesAll", "kotlin",
     "\"extent\" to \"dirty\"",
     "\"extent\" to \"all\"",
     "modality/clean_save_asks", "MOD-47"},
};
// clang-format on

}  // namespace tools
