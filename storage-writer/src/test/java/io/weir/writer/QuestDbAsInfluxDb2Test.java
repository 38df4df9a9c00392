package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client for InfluxDB 2.x against QuestDB, a real store that accepts {@code /api/v2/write} and
 * ignores bucket and token. Tests plain and compressed writes where no InfluxDB 2.x is available.
 */
class QuestDbAsInfluxDb2Test {
    private static final long T = 1_700_000_000_000_000_001L;

    private static EmbeddedQuestDb questDb;

    @BeforeAll
    static void startStore(@TempDir Path directory) {
        questDb = new EmbeddedQuestDb(directory).start();
    }

    @AfterAll
    static void stopStore() {
        questDb.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0"})
    void linesAreStoredAndAConflictIsIsolated(String host) {
        String table = "v2_" + host.replace(".", "_");
        String url = questDb.url().replace("questdb", "influxdb2").replace("127.0.0.1", host) + "/any?org=any";
        try (Parcel parcel = new Parcel(url, Optional.of("any"))) {
            assertThat(parcel.deliver(table + ",host=a value=1.5 " + T)).isTrue();
            assertThat(parcel.deliver(
                            table + ",host=b value=2.5 " + T,
                            table + ",host=c value=\"text\" " + T,
                            table + ",host=d value=3.5 " + T))
                    .isTrue();

            assertThat(parcel.rejectedLines()).containsExactly(table + ",host=c value=\"text\" " + T);
        }
        assertThat(questDb.rows("SELECT host, value FROM " + table + " ORDER BY host")
                        .toString())
                .isEqualTo("[[\"a\",1.5],[\"b\",2.5],[\"d\",3.5]]");
    }
}
