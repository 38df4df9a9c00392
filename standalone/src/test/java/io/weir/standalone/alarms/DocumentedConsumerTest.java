package io.weir.standalone.alarms;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The consumer that docs/alarms.md shows is Java. */
class DocumentedConsumerTest {

    @Test
    void compiles(@TempDir Path classes) throws Exception {
        new CompiledExample("AlarmConsumer", classes).close();
    }
}
