package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureProbeTest {
    private static final String ONE = "m value=9 9\n";
    private static final String SEVERAL = "m value=8 8\n\n\nm value=9 9\n";

    private int status = 204;
    private final ScriptedServer server = new ScriptedServer(request -> new Answer(status));
    private final Store store = Stores.open(
            StoreCatalog.BUILT_IN.parse("influxdb2://" + server.address() + "/b?org=o"),
            new StoreOptions(Optional.of("t"), Duration.ofSeconds(5)));
    private final FailureProbe probe = new FailureProbe(store);

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    void dividesSeveralLinesSoonAndGivesUpOneLate() {
        stored("m value=1 1\n");

        assertThat(failuresUntilProven(SEVERAL)).isEqualTo(2);
        assertThat(failuresUntilProven(ONE)).isEqualTo(6);
    }

    @Test
    void probesWithTheLastStoredLine() {
        stored("m value=1 1\nm value=2 2\n\n\n");

        assertThat(falls(ONE)).isTrue();

        assertThat(server.requests.get(0).body()).isEqualTo("m value=2 2");
    }

    @Test
    void suspectsNoLineIfTheProbeFailsToo() {
        stored("m value=1 1\n");
        status = 500;

        for (int i = 0; i < 20; i++) {
            assertThat(falls(ONE)).isFalse();
            assertThat(falls(SEVERAL)).isFalse();
        }
    }

    @Test
    void usesAProbePointWithoutAKnownLine() {
        assertThat(falls(SEVERAL)).isTrue();
        assertThat(server.requests).isEmpty();

        assertThat(falls(ONE)).isTrue();
        assertThat(server.requests.get(0).body()).startsWith("weir_writer_probe ");
        status = 500;
        assertThat(falls(ONE)).isFalse();
    }

    @Test
    void newlineInATextDoesNotEndALine() {
        String text = "m value=1,text=\"x\ny value=2 2\" 3";
        stored("m value=1 1\n" + text + "\n\n");

        assertThat(falls(ONE)).isTrue();
        assertThat(server.requests.get(0).body()).isEqualTo(text);
    }

    @Test
    void rejectionOfTheProbeProvesAWorkingStore() {
        stored("m value=1 1\n");
        status = 400;

        assertThat(falls(ONE)).isTrue();
    }

    private void stored(String lines) {
        probe.stored(lines.getBytes(UTF_8), 0, lines.length());
    }

    private boolean falls(String lines) {
        return probe.fallsOn(lines.getBytes(UTF_8), 0, lines.length());
    }

    private int failuresUntilProven(String lines) {
        probe.begin();
        int failures = 0;
        while (!probe.isProven(lines.getBytes(UTF_8), 0, lines.length())) {
            assertThat(falls(lines)).isTrue();
            failures++;
        }
        return failures;
    }
}
