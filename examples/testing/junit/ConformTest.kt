// Each check of `orrery conform` as a test of its own, which fails with its story: docs/VECTORS.md.
import org.junit.jupiter.api.*

class ConformTest {
    @TestFactory fun conform(): List<DynamicTest> {
        val gate = ProcessBuilder("sh", "-c", "${System.getenv("ORRERY") ?: "orrery"} conform ${System.getenv("CONFORM")} --results -").redirectError(ProcessBuilder.Redirect.INHERIT).start()
        val rows = gate.inputStream.bufferedReader().readLines().filter { "\"check\":" in it }.map { Json(it).read() as Members }
        check(gate.waitFor() in listOf(0, 1, 6)) { "nothing was judged" }
        return rows.map { row -> DynamicTest.dynamicTest("${row["check"]} (${row["rule"]})") {
            val outcome = row["outcome"]
            if (outcome == "fail" || outcome == "error" || outcome == "not_exercised" && row["level"] == "must") throw AssertionError(row["message"])
            Assumptions.assumeTrue(outcome == "pass") { "$outcome ${row["message"]}" }
        } }
    }
}
