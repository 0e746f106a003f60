// Orrery's protocol for a policy in suspend functions, with the standard library alone: copy this
// file. docs/SUBJECTS.md
import kotlin.coroutines.*

typealias Members = Map<String, Any?>
typealias Woken = Pair<String, Members> // By which key, and with what.

/** One run. Yours has on(name, event), which starts and wakes what is suspended. */
abstract class Policy {
    var now = 0 // Virtual ms since the run began.
    val said = mutableListOf<Members>()
    private val waits = mutableListOf<Pair<Array<out String>, Continuation<Woken>>>()

    abstract fun on(name: String, event: Members)
    open fun more(): Members = emptyMap() // Other members of an answer.
    fun say(name: String, vararg members: Pair<String, Any?>) =
        said.plusAssign(mapOf(name to mapOf(*members)))
    fun start(task: suspend () -> Unit) =
        task.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
    /** The first of these keys that is woken. */
    suspend fun happens(vararg keys: String): Woken = suspendCoroutine { waits += keys to it }
    fun wake(key: String, members: Members = emptyMap()) =
        waits.find { key in it.first }?.also { waits -= it }?.second?.resume(key to members)
    /** Who waits for it never goes on. */
    fun forget(key: String): Boolean = waits.removeIf { key in it.first }
}

class Json(private val text: String, private var at: Int = 0) {
    fun read(): Any? = when (val first = text[at++]) {
        '{' -> mutableMapOf<String, Any?>().also { items('}') { it[read() as String] = read() } }
        '[' -> mutableListOf<Any?>().also { items(']') { it += read() } }
        ':', ' ', '\n' -> read()
        '"' -> buildString { while (text[at] != '"') append(letter()) }.also { at++ }
        else -> (first + text.substring(at).takeWhile { it.isLetterOrDigit() }).let { word ->
            at += word.length - 1
            if (first in "tf") word == "true" else word.toIntOrNull()
        }
    }
    private fun items(end: Char, item: () -> Unit) {
        while (text[at] != end) if (text[at] in ", \n") at++ else item()
        at++
    }
    private fun letter(): Char = if (text[at++] != '\\') text[at - 1] else when (text[at++]) {
        'n' -> '\n'
        'u' -> text.substring(at, at + 4).toInt(16).toChar().also { at += 4 }
        else -> text[at - 1]
    }
}

fun show(value: Any?): String = when (value) {
    is Map<*, *> -> value.entries.joinToString(",", "{", "}") { (k, v) -> show(k) + ":" + show(v) }
    is List<*> -> value.joinToString(",", "[", "]") { show(it) }
    is String -> "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
    else -> value.toString()
}

@Suppress("UNCHECKED_CAST")
fun serve(hello: Members, begin: (Members) -> Policy) {
    var run: Policy? = null
    for (line in System.`in`.bufferedReader().lineSequence()) {
        val message = Json(line).read() as Members
        message["begin"]?.let { run = begin(it as Members) }
        for (event in (message["events"] ?: emptyList<Members>()) as List<Members>) {
            run!!.now += event["after_ms"] as Int
            run!!.said.clear()
            for ((name, it) in event) if (name != "after_ms") run!!.on(name, it as Members)
        }
        val answer = run?.let { it.more() + ("commands" to it.said) } ?: hello
        println(show(answer + ("n" to message["n"])))
    }
}
