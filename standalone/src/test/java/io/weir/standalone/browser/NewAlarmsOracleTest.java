package io.weir.standalone.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Finds the new alarms in random streams. */
@Tag("long")
class NewAlarmsOracleTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String TAKEN = """
            ([events, least]) => import('/alarms/newalarms.js').then(({NewAlarms}) => {
              const alarms = new NewAlarms();
              return events.map(event => alarms.take(event, least).map(({id}) => id));
            })""";

    private static final List<String> SEVERITIES = List.of("MAJOR", "MINOR", "INVALID", "OK");
    private static final List<String> STATES = List.of("UNACKNOWLEDGED", "ACKNOWLEDGED", "RETURNED", "NORMAL");
    private static final List<String> CAUSES = List.of("command", "chattering", "comment");

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    /** The stream has the latest event of each alarm only. */
    @Test
    void aRaiseBehindACommentIsNew() {
        Tab.show(page, server.url("#/sources"));
        Map<String, State> alarms = new TreeMap<>();
        for (String cause : CAUSES) {
            alarms.put(cause, new State(cause, "UNACKNOWLEDGED", "MAJOR", "turn 1", cause));
        }
        List<Object> events = List.of(event(true, true, Map.of(), List.of()), event(false, true, alarms, List.of()));
        assertThat(page.evaluate(TAKEN, List.of(events, "MAJOR"))).isEqualTo(List.of(List.of(), List.of("comment")));
    }

    /** The oracle knows the farm: which alarm changed how, whatever the streams repeated. */
    @Test
    void newAlarmsAreFoundInAnySequenceOfStreams() {
        Tab.show(page, server.url("#/sources"));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            String least = SEVERITIES.get(random.nextInt(3));
            Map<String, State> farm = new TreeMap<>();
            Map<String, State> seen = new TreeMap<>();
            List<Object> events = new ArrayList<>();
            List<List<String>> expected = new ArrayList<>();
            for (int turn = 0; turn < 40; turn++) {
                boolean isBegin = turn == 0 || random.nextInt(5) == 0;
                TreeSet<String> gone = new TreeSet<>();
                TreeMap<String, State> changed = new TreeMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    String id = "a" + random.nextInt(6);
                    if (random.nextInt(5) == 0) {
                        farm.remove(id);
                        gone.add(id);
                        changed.remove(id);
                    } else {
                        farm.put(id, alarm(id, turn, farm.get(id), random));
                        gone.remove(id);
                        changed.put(id, farm.get(id));
                    }
                }
                TreeMap<String, State> sent = isBegin ? new TreeMap<>(farm) : changed;
                if (isBegin && turn > 0 && random.nextBoolean()) {
                    // A restarted dashboard sends the alarms that it has read so far.
                    TreeMap<String, State> some = new TreeMap<>(sent);
                    some.keySet().removeIf(id -> random.nextBoolean());
                    events.add(event(true, false, some, List.of()));
                    List<String> early = new ArrayList<>();
                    some.forEach((id, alarm) -> {
                        if (isNew(seen.put(id, alarm), alarm, least)) {
                            early.add(id);
                        }
                    });
                    expected.add(early);
                }
                events.add(event(isBegin, true, sent, isBegin ? List.of() : List.copyOf(gone)));
                List<String> found = new ArrayList<>();
                for (Map.Entry<String, State> one : sent.entrySet()) {
                    if (turn > 0 && isNew(seen.get(one.getKey()), one.getValue(), least)) {
                        found.add(one.getKey());
                    }
                }
                expected.add(found);
                seen.clear();
                seen.putAll(farm);
            }
            assertThat(page.evaluate(TAKEN, List.of(events, least)))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected);
        }
    }

    /** The next state of an alarm: raised again, or only of another severity. */
    private static State alarm(String id, int turn, @Nullable State before, Random random) {
        String to = STATES.get(random.nextInt(STATES.size()));
        boolean isSame = before != null && before.to.equals(to) && random.nextBoolean();
        return new State(
                id,
                to,
                SEVERITIES.get(random.nextInt(SEVERITIES.size())),
                before != null && isSame ? before.since : "turn " + turn,
                random.nextInt(6) > 0 ? "" : CAUSES.get(random.nextInt(CAUSES.size())));
    }

    private static Map<String, Object> event(
            boolean isAll, boolean isComplete, Map<String, State> alarms, List<String> gone) {
        return Map.of(
                "all",
                isAll,
                "complete",
                isComplete,
                "alarms",
                alarms.values().stream().map(State::json).toList(),
                "gone",
                gone);
    }

    private static boolean isNew(@Nullable State before, State now, String least) {
        if (now.cause.equals("command") || now.cause.equals("chattering") || !now.isWaiting(least)) {
            return false;
        }
        return before == null
                || !before.isWaiting(least)
                || !before.since.equals(now.since)
                || now.rank() < before.rank();
    }

    /**
     * @param cause of the state, if no value was: {@code command}, {@code chattering} or {@code comment},
     *     which hides the cause before it; or empty
     */
    private record State(String id, String to, String severity, String since, String cause) {
        boolean isWaiting(String least) {
            return to.equals("UNACKNOWLEDGED") && rank() <= SEVERITIES.indexOf(least);
        }

        int rank() {
            return SEVERITIES.indexOf(severity);
        }

        Map<String, Object> json() {
            Map<String, Object> fields =
                    new HashMap<>(Map.of("id", id, "to", to, "severity", severity, "since", since));
            if (cause.equals("comment")) {
                fields.put("command", "c");
                fields.put("comment", Map.of("user", "anna", "text", "looking at it"));
            } else if (!cause.isEmpty()) {
                fields.put(cause, "yes");
            }
            return fields;
        }
    }
}
