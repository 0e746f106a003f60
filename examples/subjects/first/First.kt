// The tutorial of docs/SUBJECTS.md in Kotlin. With an argument it says OK at once, which is red.
private const val DIALOG = "transfer-confirmation"

class Mine(private val hasty: Boolean) : Policy() {
    override fun more(): Members =
        mapOf("panes" to mapOf("exists" to false, "value" to 0, "detail" to 0))

    override fun on(name: String, event: Members) {
        val call = event["call"] ?: return
        if (name != "called") wake("$name $call", event)
        else if (!hasty) start { untilSeen(call) }
        else {
            say("dispatch", "call" to call, "request" to 0)
            respond(call, "status" to "ok")
        }
    }

    private fun respond(call: Any, vararg members: Pair<String, Any?>) =
        say("respond", "call" to call, "response" to mapOf(*members))

    private suspend fun read(ask: String, answer: String, call: Any): Boolean {
        val probe = mapOf("kind" to "soft_dialog", "subject" to DIALOG, "path" to 0)
        say(ask, "call" to call, "probe" to probe)
        val reading = happens("$answer $call").second["reading"] as Map<*, *>
        return reading["value"] as Int > 0
    }

    private suspend fun untilSeen(call: Any) {
        val signal = mapOf("kind" to "SoftDialogAppeared", "subject" to DIALOG, "bound" to 0)
        if (read("capture", "captured", call)) say("note_held", "call" to call, "signal" to signal)
        say("dispatch", "call" to call, "request" to 0)
        val deadline = now + 1500
        var last = false
        while (!read("look", "looked", call)) {
            if (last)
                return respond(
                    call, "status" to "missing", "signal" to signal, "elapsed_ms" to 1500)
            if (now < deadline) {
                say("set_timer", "call" to call, "after_ms" to minOf(100, deadline - now))
                happens("timer_fired $call")
            }
            last = now >= deadline
        }
        respond(call, "status" to "ok")
    }
}

fun main(args: Array<String>) =
    serve(mapOf("areas" to listOf("ack"), "grade" to "plain", "name" to "Mine")) {
        Mine(args.isNotEmpty())
    }
