package io.weir.standalone.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The consumer that docs/alarms.md shows is Java. */
class DocumentedConsumerTest {

    @Test
    void compiles(@TempDir Path classes) {
        Path example = Path.of("..", "docs", "examples", "AlarmConsumer.java");

        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        example.toString());

        assertThat(failed).isZero();
        assertThat(classes.resolve("AlarmConsumer.class")).exists();
    }
}
