package io.weir.standalone.alarms;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The consumer of docs/alarms.md compiles. */
class DocumentedConsumerTest {

    @Test
    void compiles(@TempDir Path classes) throws Exception {
        new CompiledExample("AlarmConsumer", classes).close();
    }
}
