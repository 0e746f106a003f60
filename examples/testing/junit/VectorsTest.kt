// Each vector of `orrery export` as a test of the policy beside it, played by Vectors.kt: docs/VECTORS.md.
import java.io.File
import org.junit.jupiter.api.*

class VectorsTest {
    private val file = Json(File(System.getenv("VECTORS")).readText()).read() as Members

    @TestFactory fun vectors() = file.list("vectors").map { vector ->
        DynamicTest.dynamicTest(vector["name"] as String) {
            try {
                Play(file.part("port"), vector).run()?.let { throw AssertionError(it) }
            } catch (left: Left) {
                Assumptions.assumeTrue(false, "left: it went where the vector knows nothing")
            }
        }
    }
}
