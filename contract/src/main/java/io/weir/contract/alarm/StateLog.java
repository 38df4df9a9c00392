package io.weir.contract.alarm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Folds the records of {@code control.state} into a {@link FarmState}. Not thread-safe.
 *
 * <p>A name whose newest value is invalid counts as not set: no tag is better than the previous
 * run's tag. Of too many names, the first {@value FarmState#MAX_NAMES} in alphabetical order count,
 * regardless of the order of arrival, so that all readers of the topic agree.
 */
public final class StateLog {

    /**
     * The most remembered names: more than any farm sets, so that garbage in the topic cannot fill
     * the memory.
     */
    private static final int MOST = 4_096;

    private static final long NO_TIME = -1;

    private final TreeMap<String, String> values = new TreeMap<>();

    /** When a name got its value or was unset, the last change last. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    private long offset = FarmState.NONE.offset();

    /** Applies the next record, whose time does not matter. */
    public Optional<String> take(long recordOffset, byte @Nullable [] key, byte @Nullable [] value) {
        return take(recordOffset, NO_TIME, key, value);
    }

    /**
     * Applies the next record.
     *
     * @param millis its timestamp
     * @param key the name
     * @param value null or empty to unset the name
     * @return the mistake in the record and its remedy; empty if the record counts
     */
    public Optional<String> take(long recordOffset, long millis, byte @Nullable [] key, byte @Nullable [] value) {
        offset = Math.max(offset, recordOffset);
        Optional<String> name = FarmState.text(key == null ? new byte[0] : key);
        Optional<String> wrongName =
                name.isEmpty() ? Optional.of("is not UTF-8") : FarmState.mistakeOfName(name.orElseThrow());
        if (wrongName.isPresent()) {
            return Optional.of("the key of a record in control.state " + wrongName.orElseThrow());
        }
        String before = values.get(name.orElseThrow());
        Optional<String> wrong = take(name.orElseThrow(), value == null ? new byte[0] : value);
        if (millis >= 0 && !Objects.equals(before, values.get(name.orElseThrow()))) {
            note(name.orElseThrow(), millis);
        }
        return wrong.map(words -> name.orElseThrow() + words);
    }

    private void note(String name, long millis) {
        changed.remove(name);
        changed.put(name, millis);
        if (changed.size() > FarmState.MAX_TIMES) {
            changed.remove(changed.keySet().iterator().next());
        }
    }

    private Optional<String> take(String name, byte[] bytes) {
        values.remove(name);
        if (bytes.length == 0) {
            return Optional.empty();
        }
        Optional<String> value = FarmState.text(bytes);
        Optional<String> wrong = value.isEmpty() ? Optional.of("is not UTF-8") : FarmState.mistakeOfValue(value.get());
        if (wrong.isPresent()) {
            return Optional.of(" counts as not set: its value " + wrong.orElseThrow());
        }
        values.put(name, value.orElseThrow());
        if (values.size() > MOST) {
            values.pollLastEntry();
        }
        return values.size() > FarmState.MAX_NAMES
                ? Optional.of(": more than " + FarmState.MAX_NAMES
                        + " names are set. The alphabetically last ones are ignored: unset some")
                : Optional.empty();
    }

    /**
     * All remembered values, including those beyond the limit: another log with them continues like
     * this one. A copy.
     */
    public SortedMap<String, String> remembered() {
        return new TreeMap<>(values);
    }

    /** The snapshot up to the last record. */
    public FarmState state() {
        return state(offset);
    }

    /**
     * Like {@link #state()}, up to this offset. All records before it must have been applied,
     * except those that Kafka has compacted away.
     */
    public FarmState state(long upTo) {
        TreeMap<String, String> first = new TreeMap<>(values);
        while (first.size() > FarmState.MAX_NAMES) {
            first.pollLastEntry();
        }
        return new FarmState(Math.max(offset, upTo), first, new TreeMap<>(changed));
    }
}
