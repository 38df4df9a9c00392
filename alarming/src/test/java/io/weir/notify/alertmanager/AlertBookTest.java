package io.weir.notify.alertmanager;

import static io.weir.contract.alarm.AlarmState.ACKNOWLEDGED;
import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.RETURNED;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;
import static io.weir.contract.alarm.Severity.INVALID;
import static io.weir.contract.alarm.Severity.MAJOR;
import static io.weir.contract.alarm.Severity.MINOR;
import static io.weir.contract.alarm.Severity.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alert.Alert;
import io.weir.contract.alert.AlertLabels;
import io.weir.notify.TestAlarm;
import io.weir.notify.alertmanager.AlertBook.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlertBookTest {
    private final AlertBook book = new AlertBook(Map.of());

    @Test
    void anAlertIsActiveFromRaiseToClear() {
        book.take(alarm("a", UNACKNOWLEDGED, MAJOR, 10));
        assertThat(sent()).containsExactly("a major since 10");

        book.take(alarm("a", ACKNOWLEDGED, MAJOR, 20));
        assertThat(sent()).containsExactly("a major since 10");

        book.take(alarm("a", NORMAL, OK, 30));
        assertThat(sent()).containsExactly("a major since 10 over 30");
    }

    @Test
    void anotherSeverityIsAnotherAlert() {
        book.take(alarm("a", UNACKNOWLEDGED, MINOR, 10));
        book.take(alarm("a", UNACKNOWLEDGED, MAJOR, 20));
        assertThat(sent()).containsExactly("a major since 20", "a minor since 10 over 20");

        book.take(alarm("a", UNACKNOWLEDGED, MINOR, 30));
        assertThat(sent()).containsExactly("a minor since 30", "a major since 20 over 30");
    }

    @ParameterizedTest
    @EnumSource(names = {"SHELVED", "SUPPRESSED", "OUT_OF_SERVICE"})
    void aHiddenAlarmIsResolved(AlarmState hidden) {
        book.take(alarm("never shown", hidden, MAJOR, 5));
        book.take(alarm("a", UNACKNOWLEDGED, MAJOR, 10));
        book.take(alarm("a", hidden, MAJOR, 20));
        book.take(alarm("a", hidden, MINOR, 21));
        assertThat(sent()).containsExactly("a major since 10 over 20");

        book.take(alarm("a", ACKNOWLEDGED, MINOR, 30));
        assertThat(sent()).containsExactly("a major since 10 over 20", "a minor since 30");
    }

    @Test
    void aReturnedAlarmIsResolved() {
        book.take(alarm("a", UNACKNOWLEDGED, INVALID, 10));
        book.take(alarm("a", RETURNED, OK, 20));

        assertThat(sent()).containsExactly("a invalid since 10 over 20");
    }

    @Test
    void aRemovedAlarmIsResolved() {
        book.take(alarm("a", UNACKNOWLEDGED, MAJOR, 10));
        book.forget("cpu-high/a", Instant.ofEpochSecond(20));
        book.forget("cpu-high/unknown", Instant.ofEpochSecond(20));

        assertThat(sent()).containsExactly("a major since 10 over 20");
    }

    @Test
    void oldResolvedAlertsAreForgotten() {
        book.take(alarm("a", UNACKNOWLEDGED, MAJOR, 10));
        book.take(alarm("b", UNACKNOWLEDGED, MAJOR, 10));
        book.take(alarm("a", NORMAL, OK, 20));

        book.forgetResolvedBefore(Instant.ofEpochSecond(20));
        assertThat(sent()).hasSize(2);
        book.forgetResolvedBefore(Instant.ofEpochSecond(21));
        assertThat(sent()).containsExactly("b major since 10");
    }

    @Test
    void pagesFollowChangesToTheEnd() {
        book.take(alarm("a", UNACKNOWLEDGED, MAJOR, 10));
        book.take(alarm("b", UNACKNOWLEDGED, MAJOR, 10));
        book.take(alarm("c", UNACKNOWLEDGED, MAJOR, 10));
        Page first = book.page(0, Long.MAX_VALUE, 2);
        book.take(alarm("a", NORMAL, OK, 20));

        Page second = book.page(first.last(), Long.MAX_VALUE, 2);

        assertThat(sent(first)).containsExactly("a major since 10", "b major since 10");
        assertThat(sent(second)).containsExactly("c major since 10", "a major since 10 over 20");
        assertThat(book.changedAfter(second.last())).isZero();
        // Otherwise a sender would request forgotten alerts forever.
        book.forgetResolvedBefore(Instant.MAX);
        assertThat(book.page(first.last() + 1, Long.MAX_VALUE, 2)).isEqualTo(new Page(List.of(), second.last()));
    }

    /**
     * Some requests fail; finally, an Alertmanager knows exactly the alarms that are raised and not
     * hidden.
     */
    @Test
    void aFollowerOfChangesKnowsAllAlerts() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<String, AlarmEvent> alarms = new HashMap<>();
        Map<SortedMap<String, String>, Boolean> alertmanager = new HashMap<>();
        long sent = 0;
        for (int step = 0; step < 20_000; step++) {
            AlarmEvent alarm = alarm(
                    "h" + random.nextInt(20), any(AlarmState.values(), random), any(Severity.values(), random), step);
            alarms.put(alarm.id(), alarm);
            book.take(alarm);
            if (random.nextInt(3) == 0) {
                Page page = book.page(sent, Long.MAX_VALUE, 1 + random.nextInt(5));
                page.alerts().forEach(alert -> alertmanager.put(alert.labels(), alert.resolvedAt() == null));
                sent = random.nextBoolean() ? page.last() : sent;
            }
        }
        for (Page page = book.page(sent, Long.MAX_VALUE, 7);
                !page.alerts().isEmpty();
                page = book.page(page.last(), Long.MAX_VALUE, 7)) {
            page.alerts().forEach(alert -> alertmanager.put(alert.labels(), alert.resolvedAt() == null));
        }

        List<String> known = new ArrayList<>();
        alertmanager.forEach((labels, lasts) -> {
            if (lasts) {
                known.add(labels.get("id") + " " + labels.get("severity"));
            }
        });
        assertThat(known)
                .as("seed " + seed)
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(alarms.values().stream()
                        .filter(alarm -> alarm.severity() != OK && !alarm.to().isHidden())
                        .map(alarm -> alarm.id() + " " + AlertLabels.severity(alarm.severity()))
                        .toList());
    }

    private static <T> T any(T[] of, Random random) {
        return of[random.nextInt(of.length)];
    }

    private List<String> sent() {
        return sent(book.page(0, Long.MAX_VALUE, 100));
    }

    private static List<String> sent(Page page) {
        return page.alerts().stream().map(AlertBookTest::shown).toList();
    }

    private static String shown(Alert alert) {
        assertThat(new TreeSet<>(alert.labels().keySet())).containsExactly("alertname", "hostname", "id", "severity");
        String over =
                alert.resolvedAt() == null ? "" : " over " + alert.resolvedAt().getEpochSecond();
        return alert.labels().get("hostname") + " " + alert.labels().get("severity") + " since "
                + alert.startsAt().getEpochSecond() + over;
    }

    private static AlarmEvent alarm(String host, AlarmState to, Severity severity, long second) {
        return TestAlarm.of(host, to, severity, second);
    }
}
