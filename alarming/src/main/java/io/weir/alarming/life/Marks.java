package io.weir.alarming.life;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What the task remembers besides its alarms, each as a number: which commands there were, which shelves expire when, and how
 * far alarms had counted that are forgotten. Not thread-safe.
 */
final class Marks {

    private static final String COMMAND = "command/";
    private static final String SHELF = "shelf/";
    private static final String FORGOTTEN = "forgotten";

    private final KeyValueStore<String, Long> store;

    Marks(KeyValueStore<String, Long> store) {
        this.store = store;
    }

    /** Was there a command with this id? */
    boolean hasCommand(String id) {
        return store.get(COMMAND + id) != null;
    }

    void command(String id, Instant now) {
        store.put(COMMAND + id, now.toEpochMilli());
    }

    /** Forgets commands of before this. */
    void forgetCommandsBefore(Instant time) {
        dueBy(COMMAND, time).forEach(id -> store.delete(COMMAND + id));
    }

    /** The alarm is on the shelf until then; null: it is not. */
    void shelf(String alarm, @Nullable Instant expiry) {
        store.put(SHELF + alarm, expiry == null ? null : expiry.toEpochMilli());
    }

    /** Ids of the alarms whose shelves have expired by then. */
    List<String> expiredShelves(Instant now) {
        return dueBy(SHELF, now);
    }

    /** The highest count of transitions of an alarm that is forgotten; a new one counts on, so that no number comes twice. */
    long forgottenCount() {
        Long count = store.get(FORGOTTEN);
        return count == null ? 0 : count;
    }

    void forgotten(Alarm alarm) {
        store.put(FORGOTTEN, Math.max(forgottenCount(), alarm.transitions()));
    }

    private List<String> dueBy(String prefix, Instant time) {
        long millis = time.toEpochMilli();
        List<String> due = new ArrayList<>();
        try (KeyValueIterator<String, Long> marks = store.prefixScan(prefix, new StringSerializer())) {
            while (marks.hasNext()) {
                KeyValue<String, Long> mark = marks.next();
                if (mark.value <= millis) {
                    due.add(mark.key.substring(prefix.length()));
                }
            }
        }
        return due;
    }
}
