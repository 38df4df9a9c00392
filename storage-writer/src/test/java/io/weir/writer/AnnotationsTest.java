package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationsTest {
    private static final String EVENT = """
            {"id": "cpu-high/TPC/flp1", "transition": "cpu-high/TPC/flp1#42", "rule": "cpu-high", "ruleVersion": "9f2c1e",
             "from": "NORMAL", "to": "UNACKNOWLEDGED", "severity": "MAJOR", "value": 97.5, "threshold": 95.0,
             "message": "CPU of \\"flp1\\"\\nat 97.5 % \\\\", "guidance": "docs/cpu.md", "tags": {"hostname": "flp 1", "empty": ""},
             "eventTime": "2026-11-20T10:00:00.123Z", "decisionTime": "2026-11-20T10:00:00.141Z", "user": null, "reason": null}
            """;

    private final List<String> rejected = new ArrayList<>();
    private final Annotations annotations = new Annotations(
            "alarms", new Noted(), new WriterMeters(new SimpleMeterRegistry(), "main"), new CountDownLatch(1));

    @Test
    void convertsATransitionToAnAnnotation() {
        assertThat(line(EVENT))
                .isEqualTo(
                        "alarms,alarm=cpu-high/TPC/flp1,hostname=flp\\ 1,rule=cpu-high,severity=MAJOR,state=UNACKNOWLEDGED"
                                + " title=\"CPU of \\\"flp1\\\" at 97.5 % \\\\\","
                                + "text=\"cpu-high/TPC/flp1: NORMAL to UNACKNOWLEDGED, MAJOR, value 97.5, limit 95.0; docs/cpu.md\","
                                + "tags=\"cpu-high,MAJOR,UNACKNOWLEDGED\" 1795168800123000042\n");
        assertThat(rejected).isEmpty();
    }

    @Test
    void aCommentIsPartOfTheText() {
        String comment =
                EVENT.stripTrailing().replaceFirst("}$", ",\"comment\":{\"user\":\"otto\",\"text\":\"fan ordered\"}}");
        assertThat(line(comment)).contains("MAJOR, value 97.5, limit 95.0; comment of otto: fan ordered; docs/cpu.md");
    }

    @Test
    void transitionsOfOneMillisecondAreTwoPointsAndTheSameTransitionIsOne(@TempDir Path directory) {
        String next = EVENT.replace("#42", "#43").replace("\"value\": 97.5", "\"value\": 12");
        try (EmbeddedQuestDb questDb = new EmbeddedQuestDb(directory).start();
                Parcel parcel = new Parcel(questDb.url())) {
            for (int round = 0; round < 2; round++) {
                assertThat(parcel.deliver(line(EVENT), line(next))).isTrue();
            }

            assertThat(parcel.rejected).isEmpty();
            assertThat(questDb.rows("SELECT title, rule FROM alarms").toString())
                    .isEqualTo("[[\"CPU of \\\"flp1\\\" at 97.5 % \\\\\",\"cpu-high\"],"
                            + "[\"CPU of \\\"flp1\\\" at 97.5 % \\\\\",\"cpu-high\"]]");
        }
    }

    @Test
    void rejectsRecordsThatAreNoTransitions() {
        assertThat(line("{\"id\": \"a\"}")).isEmpty();
        assertThat(line(EVENT.replace("2026-11-20T10", "9999-11-20T10"))).isEmpty();

        assertThat(rejected).hasSize(2);
        assertThat(rejected.get(0))
                .startsWith("no-transition: not the JSON of AlarmEvent")
                .endsWith(" 0/7");
    }

    private String line(String json) {
        return new String(
                annotations.lines(new ConsumerRecord<>("alarms.events", 0, 7, new byte[0], json.getBytes(UTF_8))),
                UTF_8);
    }

    /** Records reason and source. */
    private final class Noted implements Rejects {
        @Override
        public void keep(byte[] line, String reason, String source) {
            rejected.add(reason + " " + source);
        }

        @Override
        public void forget() {}

        @Override
        public boolean flush(CountDownLatch stop) {
            return true;
        }
    }
}
