package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the data folders under {@code alarm-flows/} through the production topology. */
class FlowTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hysteresis",
                "below",
                "on-delay",
                "silent-series",
                "out-of-order",
                "repeated-input",
                "shared-id",
                "several-rules",
                "late-third",
                "late-in-delay",
                "repeated-points",
                "future-stamp"
            })
    void eventsAreAsExpected(String flow) throws IOException {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse(flow, read(flow, "rules.yaml")))) {
            pipe(read(flow, "input.txt"), rig);

            List<AlarmEvent> events = rig.events();
            assertThat(events.stream().map(FlowTest::line).toList())
                    .isEqualTo(read(flow, "events.txt").lines().toList());
            assertThat(states(rig)).isEqualTo(last(events));
        }
    }

    /** Returns the content of the state topic after compaction. */
    private static Map<String, AlarmEvent> states(TopologyRig rig) {
        Map<String, AlarmEvent> states = new TreeMap<>();
        for (TestRecord<byte[], byte[]> record : rig.output(rig.topics.state())) {
            states.put(new String(record.key(), UTF_8), AlarmJson.readEvent(record.value()));
        }
        return states;
    }

    private static Map<String, AlarmEvent> last(List<AlarmEvent> events) {
        Map<String, AlarmEvent> last = new TreeMap<>();
        events.forEach(event -> last.put(event.id(), event.current()));
        return last;
    }

    private static String line(AlarmEvent event) {
        return "%s %s > %s %s %s/%s at %d decided %d: %s"
                .formatted(
                        event.transition(),
                        event.from(),
                        event.to(),
                        event.severity(),
                        event.value(),
                        event.threshold(),
                        event.eventTime().toEpochMilli(),
                        event.decisionTime().toEpochMilli(),
                        event.message());
    }

    private static void pipe(String input, TopologyRig rig) {
        StringBuilder batch = new StringBuilder();
        String[] head = {};
        for (String line : (input + "\nat 0").split("\n")) {
            if (line.startsWith("at ") || line.startsWith("tick ")) {
                if (head.length > 0) {
                    pipe(head, batch.toString(), rig);
                }
                batch.setLength(0);
                head = line.split("[ /]");
            } else if (!line.isEmpty() && !line.startsWith("##")) {
                batch.append(line).append('\n');
            }
        }
    }

    private static void pipe(String[] head, String lines, TopologyRig rig) {
        long logMillis = Long.parseLong(head[1]);
        if (head.length == 2) {
            rig.batch(logMillis, lines);
        } else {
            rig.batch(logMillis, lines, Long.parseLong(head[2]), Integer.parseInt(head[3]));
        }
    }

    private static String read(String flow, String file) throws IOException {
        try (InputStream in = FlowTest.class.getResourceAsStream("/alarm-flows/" + flow + "/" + file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
        }
    }
}
