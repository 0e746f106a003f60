// Plays vectors (docs/VECTORS.md) against the policy beside it. As a test of yours:
//
//     @Test fun vectors() = assertEquals(emptyList<String>(), failures("modality.json"))
import java.io.File

class Left : Exception() // It went where the vector knows nothing.

class Play(private val port: Members, private val vector: Members) {
    private val policy = Call(vector.part("setup"))
    private val timers = port.part("timers")
    private val due = linkedMapOf<Any?, Int>() // The instants of timers.
    private val known = mutableMapOf<Any?, MutableList<Any?>>() // What looks read, by member.
    private val looks = mutableMapOf<Any?, Int>() // Of this step, how many there are left.
    private val open = mutableListOf<Pair<Members, Members>>() // Looks without an answer.
    private var said = mutableListOf<Members>()

    /** What is wrong, or null. */
    fun run(): String? {
        for (step in vector.list("steps")) {
            val at = step["at_ms"] as Int
            fire(at - 1)
            if (open.isNotEmpty()) throw Left()
            if (said.isNotEmpty()) return "before $at ms: ${show(said)}"
            policy.now = at
            looks.clear()
            for (look in step.list("looks")) {
                val values = (look["read"] as List<*>).toMutableList()
                known[look["of"]] = values
                if (values.size > 1) looks[look["of"]] = values.size
            }
            if ("tell" in step) step.part("tell").forEach { tell(it.key, it.value) } else fire(at)
            val took = take(if ("want" in step) step.part("want") else emptyMap())
            if (looks.values.any { it != 0 }) throw Left()
            if (!took && (open.isNotEmpty() || looks.isNotEmpty())) throw Left()
            if (!took) return "at $at ms: ${show(said)}, wanted ${show(step["want"])}"
        }
        return null
    }

    private fun fire(until: Int) {
        while (open.isEmpty()) {
            val (timer, at) = due.entries.minBy { it.value } ?: return
            if (at > until) return
            due.remove(timer)
            policy.now = at
            tell(timers["fired"] as String, mapOf(timers["key"] as String to timer))
        }
    }

    private fun tell(name: String, members: Any?) {
        hear(name, members as Members)
        while (true) {
            val (look, asked) = open.find { known[it.first["gives"]]?.isEmpty() == false } ?: return
            open.removeIf { it.first === look && it.second === asked }
            val values = known[look["gives"]]!!
            looks.computeIfPresent(look["gives"]) { _, left -> left - 1 }
            val value = if (values.size > 1) values.removeAt(0) else values[0]
            val copies = look["copies"] as String
            hear(look["answer"] as String,
                 mapOf(copies to asked[copies], look["gives"] as String to value))
        }
    }

    private fun hear(name: String, members: Members) {
        policy.said.clear()
        policy.on(name, members)
        for (command in policy.said.toList()) {
            val (kind, its) = command.entries.first()
            val key = (its as Members)[timers["key"]]
            val look = port.list("looks").find { it["command"] == kind }
            when {
                look != null -> open += look to its
                kind == timers["set"] -> due[key] = policy.now + its["after_ms"] as Int
                kind == timers["stop"] -> due.remove(key)
                kind !in unasked -> said.plusAssign(command)
            }
        }
    }

    /** Takes what is wanted out of what was said, and tells whether that was all. */
    private fun take(want: Members): Boolean {
        for (one in want.list("in_any_order")) {
            val found = said.indexOfFirst { same(one["say"], it) }
            if (found < 0) return false
            said.removeAt(found)
        }
        for (one in want.list("in_order")) {
            said = said.dropWhile { may(it) && !same(one["say"], it) }.toMutableList()
            if (said.isEmpty() || !same(one["say"], said[0])) return false
            said.removeAt(0)
        }
        said.removeIf { may(it) }
        return said.isEmpty()
    }
    private fun may(command: Members) = command.keys.first() in port["may"] as List<*>

    private val unasked = port["unasked"] as List<*>? ?: emptyList<Any>()
    private val free = port["free"] as List<*>? ?: emptyList<Any>()

    /** Equal but for what is left out. */
    private fun same(a: Any?, b: Any?): Boolean = when {
        a is Map<*, *> && b is Map<*, *> ->
            (a.keys + b.keys).all { it in free || same(a[it], b[it]) }
        a == null || b == null -> saysNothing(a ?: b)
        else -> a == b
    }
    private fun saysNothing(value: Any?): Boolean = when (value) {
        null, false, 0 -> true
        is Map<*, *> -> value.values.all { saysNothing(it) }
        is List<*> -> value.isEmpty()
        else -> value in port["first_words"] as List<*>
    }
}

@Suppress("UNCHECKED_CAST")
fun Members.list(name: String) = (this[name] ?: emptyList<Members>()) as List<Members>

fun failures(path: String): List<String> {
    val file = Json(File(path).readText()).read() as Members
    var passed = 0
    val out = file.list("vectors").mapNotNull { vector ->
        try {
            Play(file.part("port"), vector).run()?.let { "${vector["name"]}: $it" }.also {
                if (it == null) passed++
            }
        } catch (left: Left) {
            null
        }
    }
    println("$passed of ${file.list("vectors").size} passed, ${out.size} failed")
    return out
}

fun main() {
    val failed = failures(System.getenv("VECTORS"))
    failed.forEach { System.err.println(it) }
    if (failed.isNotEmpty()) System.exit(1)
}
