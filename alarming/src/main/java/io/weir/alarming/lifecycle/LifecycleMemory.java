package io.weir.alarming.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The memory of the task besides its alarms: the ids of obeyed commands, and the highest transition
 * number of forgotten alarms. Not thread-safe.
 */
final class LifecycleMemory {

    private static final String COMMAND = "command/";
    private static final String FORGOTTEN = "forgotten";

    /**
     * Limit of stored commands, plus up to a tenth more between cleanups; the oldest are dropped
     * first.
     */
    private static final int MOST_COMMANDS = 100_000;

    private final KeyValueStore<String, Long> store;
    private final int mostCommands;
    private int newCommands;
    private boolean hasBegun;

    LifecycleMemory(KeyValueStore<String, Long> store) {
        this(store, MOST_COMMANDS);
    }

    LifecycleMemory(KeyValueStore<String, Long> store, int mostCommands) {
        this.store = store;
        this.mostCommands = mostCommands;
    }

    /** Returns whether a command with this id was obeyed. */
    boolean hasCommand(String id) {
        return store.get(COMMAND + id) != null;
    }

    /** Records an obeyed command. */
    void command(String id, Instant now) {
        store.put(COMMAND + id, now.toEpochMilli());
        newCommands++;
        if (newCommands > mostCommands / 10) {
            forgetCommandsBefore(Instant.EPOCH);
        }
    }

    /** Forgets commands up to this time, and the oldest of those beyond the limit. */
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

    /**
     * Makes the store non-empty. A service refuses to start if its state is empty although offsets
     * are committed.
     */
    void begin() {
        if (!hasBegun && store.get(FORGOTTEN) == null) {
            store.put(FORGOTTEN, 0L);
        }
        hasBegun = true;
    }

    /**
     * Returns the highest transition number of a forgotten alarm. New alarms continue from it, so
     * no number is reused.
     */
    long forgottenCount() {
        Long count = store.get(FORGOTTEN);
        return count == null ? 0 : count;
    }

    /** Records that an alarm is forgotten. */
    void forgotten(Alarm alarm) {
        store.put(FORGOTTEN, Math.max(forgottenCount(), alarm.transitions()));
    }
}
