package io.weir.contract.farm;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Folds the records of {@code control.state} into a {@link FarmState}. Not thread-safe.
 *
 * <p>A name whose newest value cannot be used counts as not set: no tag is better than that of the run before. Of too many names the
 * first {@value FarmState#MAX_NAMES} by alphabet count, whatever the order in which they came, so that all who read the topic agree.
 */
public final class StateLog {

    /** More names than anybody sets, so that nobody who writes garbage fills the memory. */
    private static final int MOST = 4_096;

    private final TreeMap<String, String> values = new TreeMap<>();
    private long offset = FarmState.NONE.offset();

    /**
     * Takes the next record.
     *
     * @param key the name
     * @param value of it; null or empty if it is not set any more
     * @return what is wrong with the record and what to do; empty if it counts
     */
    public Optional<String> take(long recordOffset, byte @Nullable [] key, byte @Nullable [] value) {
        offset = Math.max(offset, recordOffset);
        Optional<String> name = FarmState.text(key == null ? new byte[0] : key);
        Optional<String> wrongName =
                name.isEmpty() ? Optional.of("is no UTF-8") : FarmState.mistakeOfName(name.orElseThrow());
        if (wrongName.isPresent()) {
            return Optional.of("the key of a record in control.state " + wrongName.orElseThrow());
        }
        return take(name.orElseThrow(), value == null ? new byte[0] : value).map(wrong -> name.orElseThrow() + wrong);
    }

    private Optional<String> take(String name, byte[] bytes) {
        values.remove(name);
        if (bytes.length == 0) {
            return Optional.empty();
        }
        Optional<String> value = FarmState.text(bytes);
        Optional<String> wrong = value.isEmpty() ? Optional.of("is no UTF-8") : FarmState.mistakeOfValue(value.get());
        if (wrong.isPresent()) {
            return Optional.of(" counts as not set: its value " + wrong.orElseThrow());
        }
        values.put(name, value.orElseThrow());
        if (values.size() > MOST) {
            values.pollLastEntry();
        }
        return values.size() > FarmState.MAX_NAMES
                ? Optional.of(": more than " + FarmState.MAX_NAMES
                        + " names are set, and the last by alphabet do not count:" + " unset some")
                : Optional.empty();
    }

    /** All that is remembered, be it too much to count: what a log must have taken to go on like this one. A copy. */
    public SortedMap<String, String> remembered() {
        return new TreeMap<>(values);
    }

    /** All that was set up to the last record. */
    public FarmState state() {
        return state(offset);
    }

    /**
     * As {@link #state()}, up to this offset, before which there are no others than those taken: records that Kafka has compacted away
     * counted when they were there.
     */
    public FarmState state(long upTo) {
        TreeMap<String, String> first = new TreeMap<>(values);
        while (first.size() > FarmState.MAX_NAMES) {
            first.pollLastEntry();
        }
        return new FarmState(Math.max(offset, upTo), first);
    }
}
