package io.weir.notify.webhook;

import static io.weir.contract.alarm.AlarmState.ACKNOWLEDGED;
import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;
import static io.weir.contract.alarm.Severity.INVALID;
import static io.weir.contract.alarm.Severity.MAJOR;
import static io.weir.contract.alarm.Severity.MINOR;
import static io.weir.contract.alarm.Severity.OK;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.match.Glob;
import io.weir.notify.TestAlarm;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventFilterTest {
    private static final AlarmEvent RAISED = TestAlarm.of("flp1", UNACKNOWLEDGED, MAJOR, 1);

    @Test
    void anEmptyFilterPassesEverything() {
        assertThat(new EventFilter(List.of(), List.of(), List.of()).passes(RAISED))
                .isTrue();
    }

    @Test
    void commentsDoNotPass() {
        String comment = new String(AlarmJson.write(RAISED), UTF_8)
                .replaceFirst("}$", ",\"comment\":{\"user\":\"otto\",\"text\":\"fan ordered\"}}");
        assertThat(new EventFilter(List.of(), List.of(), List.of())
                        .passes(AlarmJson.readEvent(comment.getBytes(UTF_8))))
                .isFalse();
    }

    @Test
    void selectsByRule() {
        assertThat(new EventFilter(List.of(), List.of(new Glob("x"), new Glob("cpu*")), List.of()).passes(RAISED))
                .isTrue();
        assertThat(new EventFilter(List.of(), List.of(new Glob("x")), List.of()).passes(RAISED))
                .isFalse();
    }

    @Test
    void selectsBySubtree() {
        assertThat(List.of("cpu-high", "cpu-high/flp1"))
                .allMatch(node -> new EventFilter(List.of(), List.of(), List.of("x", node)).passes(RAISED));
        assertThat(List.of("cpu", "cpu-high/flp", "cpu-high/flp1/x"))
                .noneMatch(node -> new EventFilter(List.of(), List.of(), List.of(node)).passes(RAISED));
    }

    @Test
    void selectsBySeverityUntilNormal() {
        EventFilter filter = new EventFilter(List.of(MAJOR), List.of(), List.of());

        assertThat(filter.passes(TestAlarm.of("low", UNACKNOWLEDGED, MINOR, 1))).isFalse();
        assertThat(filter.passes(TestAlarm.of("low", UNACKNOWLEDGED, INVALID, 2)))
                .isFalse();
        assertThat(filter.passes(TestAlarm.of("low", ACKNOWLEDGED, MINOR, 3))).isFalse();
        assertThat(filter.passes(TestAlarm.of("low", NORMAL, OK, 4))).isFalse();

        assertThat(filter.passes(TestAlarm.of("high", UNACKNOWLEDGED, MINOR, 1)))
                .isFalse();
        assertThat(filter.passes(TestAlarm.of("high", UNACKNOWLEDGED, MAJOR, 2)))
                .isTrue();
        assertThat(filter.passes(TestAlarm.of("high", NORMAL, OK, 4))).isTrue();

        // Unknown, for example after a restart: once too often is better than never.
        assertThat(filter.passes(TestAlarm.of("unknown", NORMAL, OK, 4))).isTrue();
        assertThat(filter.passes(TestAlarm.of("low", NORMAL, OK, 5))).isTrue();
    }
}
