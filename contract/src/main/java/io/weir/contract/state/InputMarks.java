package io.weir.contract.state;

import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Stores the position of an exactly-once task in one of its input topics, as a part of its state.
 * For tasks without a {@link BlockStore}, which stores its own position. Not thread-safe.
 */
public final class InputMarks {
    private static final int LAYOUT = 1;

    /** Records from one offset up to, not including, another. */
    public record Gap(long from, long to) {}

    private final KeyValueStore<String, String> store;
    private final InputLog log;
    private final InputPosition position = new InputPosition();
    private int content;

    /** Uses this store, which the instances for the other inputs of the task share. */
    public InputMarks(KeyValueStore<String, String> store, InputLog log) {
        this.store = store;
        this.log = log;
    }

    /** The store: cached, so that a commit writes each mark once. */
    public static StoreBuilder<KeyValueStore<String, String>> builder(String name) {
        return SealedStore.builder(name, Serdes.String(), LAYOUT).withCachingEnabled();
    }

    /** Marks a record as included; returns false if it was included before. */
    public boolean take(RecordMetadata at, byte @Nullable [] value) {
        if (!position.hasRead()) {
            restore(store.get(at.topic()));
        }
        boolean isNew = position.read(at, log, record -> Arrays.hashCode(record.value()) == content)
                != InputPosition.Step.PASS_OVER;
        if (isNew) {
            content = Arrays.hashCode(value);
            store.put(at.topic(), at.offset() + " " + content);
        }
        return isNew;
    }

    /**
     * The records before this one that Kafka deleted unread. Call before {@link #take}.
     * Transactions leave gaps in the offsets, so a gap alone proves nothing.
     */
    public Optional<Gap> missed(RecordMetadata at) {
        if (position.hasRead()) {
            return Optional.empty();
        }
        restore(store.get(at.topic()));
        long next = position.offset() + 1;
        long first = next > 0 && at.offset() > next ? log.first(at.topic(), at.partition()) : 0;
        return first > next ? Optional.of(new Gap(next, first)) : Optional.empty();
    }

    private void restore(@Nullable String mark) {
        if (mark != null) {
            int space = mark.indexOf(' ');
            position.restored(Long.parseLong(mark.substring(0, space)));
            content = Integer.parseInt(mark.substring(space + 1));
        }
    }
}
