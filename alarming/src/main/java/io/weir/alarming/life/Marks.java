package io.weir.alarming.life;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the task remembers besides its alarms, each as a number: which commands it obeyed, and how far alarms had counted that
 * are forgotten. Not thread-safe.
 */
final class Marks {

    private static final String COMMAND = "command/";
    private static final String FORGOTTEN = "forgotten";

    /** So many commands are remembered, and at times a tenth more; the oldest go first. */
    private static final int MOST_COMMANDS = 100_000;

    private final KeyValueStore<String, Long> store;
    private final int mostCommands;
    private int newCommands;
    private boolean hasBegun;

    Marks(KeyValueStore<String, Long> store) {
        this(store, MOST_COMMANDS);
    }

    Marks(KeyValueStore<String, Long> store, int mostCommands) {
        this.store = store;
        this.mostCommands = mostCommands;
    }

    /** Was a command with this id obeyed? */
    boolean hasCommand(String id) {
        return store.get(COMMAND + id) != null;
    }

    void command(String id, Instant now) {
        store.put(COMMAND + id, now.toEpochMilli());
        newCommands++;
        if (newCommands > mostCommands / 10) {
            forgetCommandsBefore(Instant.EPOCH);
        }
    }

    /** Forgets commands of before this, and the oldest of too many. */
    void forgetCommandsBefore(Instant time) {
        newCommands = 0;
        List<KeyValue<String, Long>> commands = new ArrayList<>();
        try (KeyValueIterator<String, Long> marks = store.prefixScan(COMMAND, new StringSerializer())) {
            marks.forEachRemaining(commands::add);
        }
        commands.sort(Comparator.comparingLong(mark -> mark.value));
        int tooMany = commands.size() - mostCommands;
        for (int i = 0; i < commands.size() && (i < tooMany || commands.get(i).value <= time.toEpochMilli()); i++) {
            store.delete(commands.get(i).key);
        }
    }

    /** From here on, the store has something: a service refuses to go on where state is gone that belongs to its offsets. */
    void begin() {
        if (!hasBegun && store.get(FORGOTTEN) == null) {
            store.put(FORGOTTEN, 0L);
        }
        hasBegun = true;
    }

    /** The highest count of transitions of an alarm that is forgotten; a new one counts on, so that no number comes twice. */
    long forgottenCount() {
        Long count = store.get(FORGOTTEN);
        return count == null ? 0 : count;
    }

    void forgotten(Alarm alarm) {
        store.put(FORGOTTEN, Math.max(forgottenCount(), alarm.transitions()));
    }
}
