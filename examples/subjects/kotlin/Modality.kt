// Prepares an IDE for one script, watches it meanwhile, and puts right what it left.
//
//     kotlinc *.kt -include-runtime -d modality.jar && java -jar modality.jar
/** Why a call ends without success. What was read when a modal did it is blockedBy. */
class Failed(
    val stage: String, val reason: String, val blockedBy: String = "none", val text: Int = 0,
    indexNotReady: Boolean = false
) : Exception() {
    val retry = indexNotReady || reason == "progress_outlived_budget" ||
        reason == "smart_timed_out" || reason == "ide_not_responding"
}

class Options(members: Members) {
    val sweep = members["close_on_start"] == true
    val allow = members["allow_at_gate"] == true
    val watch = members["close_while_running"] == true
    val sync = members["sync_documents"] == true
    val smart = members["wait_smart"] == true
    val awaitDispose = members["await_dispose"] != false
    val tolerates = members["progress"] == "tolerate"
    val outwait = members["await_progress"] == true
}

fun optionsOf(request: Members): Options = when (request["mode"]) {
    "raw" -> Options(request.part("raw") - "await_progress")
    "unleashed" -> Options(mapOf("allow_at_gate" to true))
    "non_modal" -> Options(emptyMap())
    else -> Options(listOf("close_on_start", "close_while_running", "sync_documents", "wait_smart",
                           "await_progress").associateWith { true })
}

fun refusalOf(request: Members): String? = when {
    request["defect"] != "none" -> request["defect"] as String
    request["body_timeout_ms"] == 0 -> "bad_timeout"
    request["from_edt"] == true -> "called_from_edt"
    else -> null
}

@Suppress("UNCHECKED_CAST")
fun Members.part(name: String) = this[name] as Members
@Suppress("UNCHECKED_CAST")
fun Members.dialogs() = this["dialogs"] as List<Int>

class Closing(val dialog: Int, var fate: String? = null, var asked: Boolean = false)

class Call(setup: Members) : Policy() {
    private enum class Phase { PREFLIGHT, BODY, TRIPPED, POST, DONE }

    private val limits = setup.part("limits")
    private var phase = Phase.PREFLIGHT
    private val asked = mutableSetOf<String>() // Operations under way.
    private val timers = mutableSetOf<String>() // Those that run.
    private var sweeping = mutableListOf<Closing>()
    private var at = 0 // Which of them is being closed.
    private var showing = emptyList<Int>() // At the tick that tripped the monitor.
    private var ending: Failed? = null
    private var busy = false // A method is under way.
    private val capturing = mutableSetOf<String>() // Artifacts that are on their way,
    private var artifacts = 0 // and how many came.
    private val blocks = mutableListOf<Boolean>() // Whether the monitor was armed before each.
    private var step = "gate" // The stage of what is done now,
    private var beside = false // and whether the monitor's lane looks for it.

    override fun on(name: String, event: Members) {
        when (name) {
            "called" -> start { execute(event.part("request")) }
            "method_called" -> start { method(event["call"], event.part("method")) }
            "dialog_disposed" -> disposed(event["dialog"] as Int)
            "timer_fired" -> {
                timers -= event["timer"] as String
                wake("timer " + event["timer"])
            }
            "captured" -> if (capturing.remove(event["artifact"] as String)) {
                artifacts = minOf(artifacts + 1, 255)
                if (capturing.isEmpty()) wake("captured")
            }
            "body_returned" -> end(null)
            "body_threw" -> end(Failed("body", "body_threw", text = event["text"] as Int,
                                       indexNotReady = event["index_not_ready"] == true))
            "cancelled" -> withdraw()
            else -> {
                asked -= event["operation"] as String
                val besides = beside && event["operation"] == "monitor"
                if (besides) beside = false
                wake(if (besides) "beside" else event["operation"] as String, event)
            }
        }
    }

    // The call.

    private suspend fun execute(request: Members) {
        refusalOf(request)?.let {
            phase = Phase.DONE
            say("decide", "stage" to "surface", "reason" to it)
            return finish(Failed("surface", it))
        }
        val options = optionsOf(request)
        say("schedule_refresh")
        try {
            if (options.sweep) sweep(options.awaitDispose)
            if (options.outwait) outwait()
            prepare(options)
            body(options, request["body_timeout_ms"] as Int)
            if (options.sync) postFlight()
            say("decide", "stage" to "post", "reason" to "none")
            close(null)
        } catch (why: Failed) {
            if (phase == Phase.TRIPPED) closeAll(showing, "monitor", options.awaitDispose)
            close(if (phase == Phase.TRIPPED) why else fail(why))
        }
    }

    private suspend fun close(why: Failed?) {
        phase = Phase.DONE
        captured()
        say("schedule_refresh")
        finish(why)
    }

    private fun finish(why: Failed?) = say(
        "finish", "verdict" to if (why == null) "ok" else "failed",
        "stage" to (why?.stage ?: "post"), "reason" to (why?.reason ?: "none"),
        "blocked_by" to (why?.blockedBy ?: "none"),
        "artifacts" to (if (why == null) 0 else artifacts), "text" to (why?.text ?: 0),
        "retry_later" to (why?.retry ?: false))

    private suspend fun prepare(options: Options) {
        if (options.allow && !options.sync && !options.smart) return
        val modality = modality()
        if (modality == "none") {
            if (options.sync) sync("all")
            if (options.smart) say("report_smart_wait", "waited_ms" to smart())
            return
        }
        val tolerated = modality == "progress" && options.tolerates
        if (!options.allow && !tolerated) throw Failed("gate", modality + "_at_gate", modality)
        if (options.sync) warn("sync_skipped")
        if (options.smart) warn("smart_skipped")
    }

    private suspend fun body(options: Options, timeout: Int) {
        phase = Phase.BODY
        if (options.watch) start { watch() }
        say("start_body")
        start { sleep("body", timeout); end(Failed("body", "body_timed_out")) }
        happens("end")
        ending?.let { throw it }
        phase = Phase.POST
        drop()
    }

    private fun end(why: Failed?) {
        if (phase != Phase.BODY && why?.stage != "monitor") return
        ending = why
        wake("end")
    }

    /** Nobody waits any more. */
    private fun withdraw() {
        if (phase == Phase.DONE || phase == Phase.TRIPPED) return
        val inBody = phase == Phase.BODY
        val stage = if (inBody) "body" else if (phase == Phase.POST) "post" else step
        phase = Phase.DONE
        say("decide", "stage" to stage, "reason" to "cancelled")
        forget("end")
        sweeping.clear()
        drop()
        if (inBody) say("cancel_body")
        artifacts = 0
        finish(Failed(stage, "cancelled"))
    }

    private var question = false  // It is shown which one a write waits for.

    private fun fail(why: Failed): Failed {
        val inBody = phase == Phase.BODY
        val threw = why.reason == "body_threw"
        val stage = if (inBody) "body" else why.stage
        say("decide", "stage" to stage, "reason" to why.reason)
        drop()
        if (inBody && !threw) say("cancel_body")
        if (why.stage == "gate" && why.reason != "ide_not_responding")
            capture("screenshot", "gate")
        if (question) capture("screenshot", "sync")
        if (!threw) capture("thread_dump", why.stage)
        return Failed(stage, why.reason, why.blockedBy, why.text, why.retry)
    }

    private suspend fun postFlight() {
        try {
            step = "sync"
            if (modality() != "none") return warn("post_sync_skipped")
            sync("all")
        } catch (why: Failed) {
            drop()
            capture("thread_dump", "sync")
            warn("post_sync_failed", why.reason)
        }
    }

    private fun warn(warning: String, reason: String = "none") =
        say("warn", "warning" to warning, "reason" to reason)

    private fun capture(artifact: String, cause: String) {
        capturing += artifact
        say("capture", "artifact" to artifact, "cause" to cause)
    }

    /** All that are on their way have come, or are given up. */
    private suspend fun captured() {
        if (capturing.isEmpty()) return
        startTimer("capture", limits["capture_bound_ms"] as Int)
        happens("captured", "timer capture")
        dropCaptures()
    }

    private fun dropCaptures() {
        forget("captured")
        stop("capture")
        for (artifact in capturing.sorted()) say("drop_capture", "artifact" to artifact)
        capturing.clear()
    }

    // The sweep.

    private suspend fun sweep(awaits: Boolean) =
        closeAll(look("list_dialogs").dialogs(), "sweep", awaits)

    private suspend fun closeAll(dialogs: List<Int>, cause: String, awaits: Boolean): List<Int> {
        sweeping = dialogs.map { Closing(it) }.toMutableList()
        if (dialogs.isNotEmpty()) capture("thread_dump", cause)
        at = 0
        while (at < sweeping.size) {
            val closing = sweeping[at]
            capture("screenshot", cause)
            captured()
            when (answerOf(closing, awaits)) {
                "gone" -> sweeping.removeAt(at--)
                "refused" -> closing.fate = "refused"
                else -> closing.fate = closing.fate ?: "pending"
            }
            at++
        }
        return report()
    }

    private suspend fun answerOf(closing: Closing, awaits: Boolean): String {
        closing.asked = true
        operate("close_dialog", "main", "dialog" to closing.dialog)
        startTimer("dispose", limits["dispose_bound_ms"] as Int)
        val (key, members) = happens("main", "timer dispose")
        val accepted = key == "main" && members["answer"] == "accepted"
        if (accepted && awaits && closing.fate == null) happens("disposed", "timer dispose")
        cancel("main")
        stop("dispose")
        return if (key == "main") members["answer"] as String else "late"
    }

    private fun disposed(dialog: Int) {
        val closing = sweeping.find { it.dialog == dialog && it.fate != "refused" } ?: return
        closing.fate = "closed"
        if (closing === sweeping.getOrNull(at)) wake("disposed")
    }

    /** Of those that it asked to close. */
    private fun report(): List<Int> {
        val tried = sweeping.filter { it.asked }
        for (it in tried)
            say("report_dialog", "dialog" to it.dialog, "outcome" to (it.fate ?: "pending"))
        sweeping.clear()
        return tried.filter { it.fate == "closed" }.map { it.dialog }
    }

    // What makes the IDE ready.

    private suspend fun outwait() {
        val budget = limits["wait_budget_ms"] as Int
        if (budget == 0) return
        val since = now
        var noted = now
        while (true) {
            val modality = modality()
            if (modality == "none") return
            if (modality == "dialog") throw Failed("gate", "dialog_at_gate", modality)
            val left = budget - (now - since)
            if (left <= 0) throw Failed("gate", "progress_outlived_budget", modality)
            sleep("poll", minOf(limits["poll_period_ms"] as Int, left))
            if (now - noted < limits["note_period_ms"] as Int) continue
            say("report_progress", "waited_ms" to now - since)
            noted = now
        }
    }

    private suspend fun sync(scope: String) {
        step = "sync"
        assertNone("modal_before_sync")
        write("commit", "scope" to scope)
        assertNone("modal_during_sync")
        save(scope, false)
        assertNone("modal_during_sync")
        write("refresh", "scope" to scope, "forced" to false)
        assertNone("modal_during_sync")
        stop("bound")
    }

    private suspend fun forcedSync(scope: String) {
        step = "sync"
        save(scope, true)
        write("refresh", "scope" to scope, "forced" to true)
        stop("bound")
    }

    private suspend fun saveSettings() {
        step = "sync"
        assertNone("modal_before_sync")
        save("settings", false)
        assertNone("modal_during_sync")
        stop("bound")
    }

    private suspend fun save(scope: String, forced: Boolean) =
        write("save", "scope" to scope, "forced" to forced, "extent" to "dirty")

    private suspend fun smart(): Int {
        step = "smart"
        assertNone("modal_before_smart")
        val since = now
        bound("smart")
        operate("await_smart", "main")
        happens("main", "timer bound").let { if (it.first != "main") throw late() }
        val waited = now - since
        stop("bound")
        assertNone("modal_after_smart")
        return waited
    }

    private suspend fun assertNone(reason: String) {
        val modality = modality()
        if (modality != "none") throw Failed(step, reason, modality)
    }

    private fun bound(stage: String) = startTimer("bound", limits[stage + "_bound_ms"] as Int)
    private fun late() = Failed(step, step + "_timed_out")

    /** Somebody may have to answer a question before it can end: a look beside it tells. */
    private suspend fun write(name: String, vararg members: Pair<String, Any?>) {
        if ("bound" !in timers) bound("sync")
        operate(name, "main", *members)
        if (members.none { it == "forced" to true })
            startTimer("poll", limits["poll_period_ms"] as Int)
        while (true) {
            val (key, answer) = happens("main", "timer bound", "timer poll", "beside")
            if (key == "main") break
            if (key == "timer bound") throw late()
            if (answer["modality"] == "dialog") {
                question = true
                throw Failed("sync", "modal_during_sync", "dialog")
            }
            if (key != "timer poll") continue
            startTimer("poll", limits["poll_period_ms"] as Int)
            if ("monitor" in asked) continue
            beside = true
            operate("read_modality", "monitor")
        }
        stop("poll")
        if (beside) takeBack("monitor")
        beside = false
    }

    // The methods of a script.

    private suspend fun method(call: Any?, asked: Members) {
        val full = asked["method"] == "enterModalDialogAllowed" && blocks.size == 8
        val empty = asked["method"] == "leaveModalDialogAllowed" && blocks.isEmpty()
        if (phase != Phase.BODY || busy || full || empty) return say("refuse", "call" to call)
        busy = true
        step = "gate"
        try {
            val value = work(asked)
            busy = false
            val closed = value as? List<*> ?: emptyList<Int>()
            say("return", "call" to call, "value" to (value as? Int ?: closed.size),
                "closed" to closed)
        } catch (why: Failed) {
            end(why)
        }
    }

    /** A number, or the dialogs that it closed. */
    private suspend fun work(asked: Members): Any {
        val scope = if (asked["project_only"] == true) "project" else "all"
        when (asked["method"]) {
            "closeModalDialogs" -> return sweep(asked["await_dispose"] == true)
            "monitorAndCloseModalDialogs" -> {
                blocks.fill(true)
                if ("tick" !in timers) start { watch() }
            }
            "allowModalDialog" -> {
                blocks.fill(false)
                unwatch()
            }
            "enterModalDialogAllowed" -> {
                blocks += "tick" in timers
                unwatch()
            }
            "leaveModalDialogAllowed" -> {
                val armed = blocks.removeAt(blocks.size - 1)
                if (armed && "tick" !in timers) start { watch() }
            }
            "syncDocuments" -> if (asked["force"] == true) forcedSync(scope) else sync(scope)
            "saveProject" -> saveSettings()
            "waitForSmartMode" -> return smart()
            "assertNonModal" -> assertNone("modal_asserted")
            "isModal" -> return if (modality() == "none") 0 else 1
            "isSmartMode" -> return if (look("read_smart")["smart"] == true) 1 else 0
            else -> outwait()
        }
        return 0
    }

    // The monitor.

    private suspend fun watch() {
        var since = now // The look of the monitor that is under way.
        showing = emptyList()
        startTimer("tick", limits["monitor_period_ms"] as Int)
        do {
            val (key, answer) = happens("timer tick", "monitor")
            if (key == "monitor") showing = answer.dialogs()
            if (key == "monitor") continue
            startTimer("tick", limits["monitor_period_ms"] as Int)
            val waits = "monitor" in asked && !beside
            if (waits && now - since < limits["look_bound_ms"] as Int) continue
            takeBack("monitor")
            beside = false
            since = now
            operate("list_dialogs", "monitor")
        } while (showing.isEmpty())
        phase = Phase.TRIPPED
        say("decide", "stage" to "monitor", "reason" to "dialog_during_body")
        drop()
        say("cancel_body")
        end(Failed("monitor", "dialog_during_body", "dialog"))
    }

    private fun unwatch() {
        if (!beside) takeBack("monitor")
        stop("tick")
    }

    // Operations and timers.

    private suspend fun modality() = look("read_modality")["modality"] as String

    private fun operate(name: String, operation: String, vararg members: Pair<String, Any?>) {
        asked += operation
        say(name, "operation" to operation, *members)
    }

    /** The IDE's event thread may not answer it. */
    private suspend fun look(name: String): Members {
        operate(name, "main")
        startTimer("look", limits["look_bound_ms"] as Int)
        val (key, answer) = happens("main", "timer look", "timer bound")
        if (key == "timer bound") throw late()
        if (key == "timer look") throw Failed(step, "ide_not_responding")
        stop("look")
        return answer
    }

    private fun takeBack(operation: String) {
        if (asked.remove(operation)) say("cancel", "operation" to operation)
    }

    private fun cancel(operation: String) {
        forget(operation)
        takeBack(operation)
    }

    private fun startTimer(timer: String, ms: Int) {
        timers += timer
        say("start_timer", "timer" to timer, "after_ms" to ms)
    }

    private suspend fun sleep(timer: String, ms: Int) {
        startTimer(timer, ms)
        happens("timer $timer")
    }

    private fun stop(timer: String) {
        forget("timer $timer")
        if (timers.remove(timer)) say("stop_timer", "timer" to timer)
    }

    /** Nothing that is under way goes on. */
    private fun drop() {
        cancel("main")
        cancel("monitor")
        for (timer in listOf("dispose", "poll", "bound", "tick", "look", "body")) stop(timer)
        beside = false
        dropCaptures()
        report()
        blocks.clear()
    }
}

fun main() {
    val name = "name" to "Modality in Kotlin"
    serve(mapOf("areas" to listOf("modality"), "grade" to "plain", name)) { Call(it) }
}
