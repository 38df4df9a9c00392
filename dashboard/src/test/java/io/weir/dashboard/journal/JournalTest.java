package io.weir.dashboard.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.match.WordFilter;
import io.weir.dashboard.journal.Journal.Found;
import io.weir.dashboard.journal.Journal.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JournalTest {
    private static final int MOST = 40;
    private static final List<String> USERS = List.of("anna", "otto");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The oracle keeps every event in a list, and searches it anew. */
    @Test
    void findsWhatAListOfAllTransitionsHas() {
        Journal journal = new Journal(MOST);
        List<AlarmEvent> all = new ArrayList<>();
        for (int position = 0; position < 500; position++) {
            AlarmEvent event = event();
            all.add(event);
            journal.add(position, event);
            boolean isOfUser = random.nextBoolean();
            String user = USERS.get(random.nextInt(2));
            long from = random.nextInt(100);
            long to = from + 1 + random.nextInt(100);
            long before = random.nextInt(600);
            int limit = 1 + random.nextInt(MOST);
            List<Long> expected = new ArrayList<>();
            for (int i = position; i > position - MOST && i >= 0; i--) {
                AlarmEvent one = all.get(i);
                long millis = one.eventTime().toEpochMilli();
                if ((!isOfUser || user.equals(one.user())) && millis >= from && millis < to && i < before) {
                    expected.add((long) i);
                }
            }
            Found found =
                    journal.find(new Query(new WordFilter(isOfUser ? "user=" + user : ""), from, to, before, limit));

            assertThat(found.entries().stream().map(JournalEntry::position))
                    .as("seed %d, position %d", seed, position)
                    .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
            assertThat(found.more()).as("seed %d", seed).isEqualTo(expected.size() > limit);
            assertThat(journal.reach().kept()).isEqualTo(Math.min(MOST, position + 1));
            assertThat(journal.reach().hasEarlier()).isEqualTo(position >= MOST);
            assertThat(journal.reach().sinceMillis())
                    .isEqualTo(all.get(Math.max(0, position - MOST + 1))
                            .decisionTime()
                            .toEpochMilli());
        }
    }

    @Test
    void anEntryHasTheFieldsOfItsTransition() {
        Journal journal = new Journal(MOST);
        AlarmEvent event = event("hot/flp1", "MAJOR", 7, ",'user':'anna','reason':'fan','command':'c-1','text':'DOWN'");
        journal.add(3, event);
        journal.add(4, event("hot/flp1", "OK", 9, ",'user':'anna','reason':'fan'"));
        List<JournalEntry> found =
                journal.find(new Query(new WordFilter(""), 0, 100, 100, 5)).entries();

        assertThat(found.get(1).value()).isEqualTo("DOWN");
        assertThat(found.get(1).user()).isEqualTo("anna");
        assertThat(found.get(1).reason()).isEqualTo("fan");
        assertThat(found.get(1).tags()).isEqualTo(Map.of("hostname", "flp1"));
        // The operator brought the alarm to its state, but did not cause this transition.
        assertThat(found.get(0).user()).isNull();
        assertThat(found.get(0).value()).isEqualTo(98.5);
        assertThat(found.get(0).alarm()).isSameAs(found.get(1).alarm());
        assertThat(found.get(0).message()).isSameAs(found.get(1).message());
    }

    /** The event keeps the operator who brought the alarm to its state. */
    @Test
    void aCommentIsOfItsUserAndCallsNobody() {
        Journal journal = new Journal(MOST);
        journal.add(3, event("hot/flp1", "NORMAL", "UNACKNOWLEDGED", "MAJOR", 7, ""));
        journal.add(
                4,
                event(
                        "hot/flp1",
                        "UNACKNOWLEDGED",
                        "UNACKNOWLEDGED",
                        "MAJOR",
                        9,
                        ",'user':'anna','reason':'fan','command':'c-1','comment':{'user':'otto','text':'on it'}"));
        List<JournalEntry> found =
                journal.find(new Query(new WordFilter(""), 0, 100, 100, 5)).entries();

        assertThat(found.get(0).user()).isEqualTo("otto");
        assertThat(found.get(0).reason()).isEqualTo("on it");
        assertThat(found.get(0).comment()).isTrue();
        assertThat(found.get(1).user()).isNull();
        assertThat(found.get(1).reason()).isNull();
        assertThat(found.get(1).comment()).isFalse();
        Found calls = journal.find(new Query(new WordFilter("call=true"), 0, 100, 100, 5));
        assertThat(calls.entries().stream().map(JournalEntry::position)).containsExactly(3L);
    }

    @Test
    void aLongSearchIsStoppedAfterTwoSeconds() {
        AtomicLong seconds = new AtomicLong();
        Journal journal = new Journal(MOST, () -> TimeUnit.SECONDS.toNanos(seconds.getAndIncrement()));
        for (int position = 0; position < 5; position++) {
            journal.add(position, event());
        }
        Query two = new Query(new WordFilter(""), 0, 1_000, 100, 2);
        Query all = new Query(new WordFilter(""), 0, 1_000, 100, MOST);
        Found found = journal.find(all);

        assertThat(found.entries().stream().map(JournalEntry::position)).containsExactly(4L, 3L);
        assertThat(found.more()).isTrue();
        assertThat(found.isStopped(all)).isTrue();
        assertThat(found.isStopped(two)).isFalse();
    }

    private AlarmEvent event() {
        String user = random.nextBoolean()
                ? ",'user':'" + USERS.get(random.nextInt(2)) + "','command':'c-" + random.nextInt() + "'"
                : "";
        return event("hot/flp" + random.nextInt(9), "MAJOR", random.nextInt(200), user);
    }

    private static AlarmEvent event(String id, String severity, long millis, String more) {
        return event(id, "NORMAL", "ACKNOWLEDGED", severity, millis, more);
    }

    private static AlarmEvent event(String id, String from, String to, String severity, long millis, String more) {
        String at = Instant.ofEpochMilli(millis).toString();
        return AlarmJson.readEvent(("{'id':'" + id + "','transition':'" + id + "#1','rule':'hot','ruleVersion':'v1',"
                        + "'from':'" + from + "','to':'" + to + "','severity':'" + severity + "','value':98.5,"
                        + "'threshold':90.0,'message':'hot','guidance':'','tags':{'hostname':'flp1'},'eventTime':'"
                        + at + "','decisionTime':'" + at + "'" + more + "}")
                .replace('\'', '"')
                .getBytes(UTF_8));
    }
}
