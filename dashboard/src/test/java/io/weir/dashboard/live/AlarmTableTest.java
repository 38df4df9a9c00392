package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlarmTableTest {
    private final AlarmTable table = new AlarmTable();

    @Test
    void followerSeesTheCurrentStateAtEveryRequest() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Map<String, AlarmEvent> is = new TreeMap<>();
        Map<String, AlarmEvent> known = new TreeMap<>();
        long last = take(known, table.all());
        for (int turn = 0; turn < 5_000; turn++) {
            String id = "rule/" + random.nextInt(50);
            if (random.nextInt(4) == 0) {
                table.onRemoved(id);
                is.remove(id);
            } else {
                AlarmEvent state = state(id, turn);
                table.onState(state);
                is.put(id, state);
            }
            if (random.nextInt(30) == 0) {
                last = take(known, table.since(last));
                assertThat(known).as("turn %d", turn).isEqualTo(is);
                assertThat(table.since(last).isNone()).isTrue();
            }
        }
    }

    /** The oracle counts the states of all alarms. */
    @Test
    void unacknowledgedAlarmsAreCountedBySeverity() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<String, AlarmEvent> is = new TreeMap<>();
        for (int turn = 0; turn < 2_000; turn++) {
            String id = "rule/" + random.nextInt(20);
            if (random.nextInt(4) == 0) {
                table.onRemoved(id);
                is.remove(id);
            } else {
                AlarmState to = any(List.of(AlarmState.values()), random);
                Severity severity = any(List.of(Severity.values()), random);
                AlarmEvent state = state(id, turn, to, severity, "");
                table.onState(state);
                is.put(id, state);
            }
            Map<Severity, Integer> counts = new TreeMap<>();
            is.values().stream()
                    .filter(alarm -> alarm.to() == AlarmState.UNACKNOWLEDGED || alarm.to() == AlarmState.RETURNED)
                    .forEach(alarm -> counts.merge(alarm.severity(), 1, Integer::sum));
            assertThat(table.calls(0).unacknowledged())
                    .as("turn %d, seed %d", turn, seed)
                    .isEqualTo(counts);
        }
    }

    private static <E> E any(List<E> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    @Test
    void followerThatLagsTooFarGetsAllAlarms() {
        table.onState(state("kept", 0));
        for (int i = 0; i < 10_002; i++) {
            table.onState(state("gone/" + i, i));
            table.onRemoved("gone/" + i);
        }
        assertThat(table.since(1).isAll()).isTrue();
        assertThat(table.since(1).alarms()).extracting(AlarmEvent::id).containsExactly("kept");
    }

    @Test
    void callsAreRaisesButNotRepetitionsOrCommands() {
        long nowMillis = Instant.parse("2026-11-20T10:05:00Z").toEpochMilli();
        for (int i = 0; i < 10; i++) {
            table.onState(state("rule/" + i, 1));
            table.onState(state("rule/" + i, 1));
        }
        assertThat(table.calls(nowMillis)).isEqualTo(new OperatorCalls(10, null, Map.of(Severity.MAJOR, 10)));

        table.onState(state("rule/commanded", 1, ",'command':'one'"));
        table.onState(state("rule/chattering", 1, ",'chattering':true"));
        table.onState(state("rule/changed", 1, ",'since':'2026-11-20T09:00:00.000Z'"));
        assertThat(table.calls(nowMillis).floodSinceMillis()).isNull();

        table.onState(state("rule/10", 1));
        assertThat(table.calls(nowMillis))
                .isEqualTo(new OperatorCalls(
                        11, Instant.parse("2026-11-20T10:00:00Z").toEpochMilli(), Map.of(Severity.MAJOR, 14)));

        // The comment hides the raise before it.
        table.onState(state("rule/commented", 1, AlarmState.NORMAL, Severity.OK, ""));
        table.onState(state("rule/commented", 3, ",'command':'two','comment':{'user':'anna','text':'on it'}"));
        assertThat(table.calls(nowMillis))
                .isEqualTo(new OperatorCalls(
                        12, Instant.parse("2026-11-20T10:00:00Z").toEpochMilli(), Map.of(Severity.MAJOR, 15)));
        assertThat(table.calls(nowMillis + 600_000)).isEqualTo(new OperatorCalls(0, null, Map.of(Severity.MAJOR, 15)));
    }

    private static long take(Map<String, AlarmEvent> known, AlarmTable.News news) {
        if (news.isAll()) {
            known.clear();
        }
        news.alarms().forEach(alarm -> known.put(alarm.id(), alarm));
        news.gone().forEach(known::remove);
        return news.last();
    }

    private static AlarmEvent state(String id, int number) {
        return state(id, number, "");
    }

    private static AlarmEvent state(String id, int number, String more) {
        return state(id, number, AlarmState.UNACKNOWLEDGED, Severity.MAJOR, more);
    }

    private static AlarmEvent state(String id, int number, AlarmState to, Severity severity, String more) {
        return AlarmJson.readEvent(("{'id':'" + id + "','transition':'" + id + "#" + number
                        + "','rule':'rule','ruleVersion':'v','to':'" + to + "','severity':'" + severity
                        + "','message':'m',"
                        + "'guidance':'','tags':{},'eventTime':'2026-11-20T10:00:00.000Z',"
                        + "'decisionTime':'2026-11-20T10:00:00.000Z'" + more + "}")
                .replace('\'', '"')
                .getBytes(UTF_8));
    }
}
