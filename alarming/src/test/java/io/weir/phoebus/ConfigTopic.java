package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The topic of configurations and states as a list; texts to read aloud are in a list of their own.
 */
final class ConfigTopic implements Mirror.Outlet {

    record Entry(String key, @Nullable String value) {
        @Override
        public String toString() {
            return key + " " + value;
        }
    }

    /** The writer was killed. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    final List<Entry> entries;
    final List<Entry> talks = new ArrayList<>();
    private int writesLeft = Integer.MAX_VALUE;

    ConfigTopic() {
        this(new ArrayList<>());
    }

    private ConfigTopic(List<Entry> entries) {
        this.entries = entries;
    }

    /** Lets {@code writes} writes succeed; the next one fails. */
    void killAfter(int writes) {
        writesLeft = writes;
    }

    @Override
    public void write(String key, byte @Nullable [] value) {
        if (writesLeft-- <= 0) {
            throw new Killed();
        }
        entries.add(new Entry(key, value == null ? null : new String(value, UTF_8)));
    }

    @Override
    public void talk(String path, byte[] value) {
        talks.add(new Entry("talk:" + path, new String(value, UTF_8)));
    }

    /** Adds a record of another writer. */
    void add(String key, @Nullable String value) {
        entries.add(new Entry(key, value));
    }

    /**
     * Returns a possible result of Kafka's compaction: of the first {@code upTo} records, only the
     * last with each key.
     *
     * @param isWithoutDeletions whether to drop deletions among them
     */
    ConfigTopic compacted(int upTo, boolean isWithoutDeletions) {
        Set<String> later = new HashSet<>();
        List<Entry> kept = new ArrayList<>();
        for (int at = upTo - 1; at >= 0; at--) {
            Entry entry = entries.get(at);
            if (later.add(entry.key) && !(isWithoutDeletions && entry.value == null)) {
                kept.add(0, entry);
            }
        }
        kept.addAll(entries.subList(upTo, entries.size()));
        return new ConfigTopic(kept);
    }

    /** Returns the last value of each key that was not deleted. */
    Map<String, String> values() {
        Map<String, String> values = new HashMap<>();
        for (Entry entry : new LinkedHashMap<>(byKey()).values()) {
            if (entry.value != null) {
                values.put(entry.key, entry.value);
            }
        }
        return values;
    }

    private Map<String, Entry> byKey() {
        Map<String, Entry> last = new HashMap<>();
        entries.forEach(entry -> last.put(entry.key, entry));
        return last;
    }

    /** Passes the whole topic to a mirror, as at the start of a bridge. */
    void readBy(Mirror mirror) {
        entries.forEach(entry -> mirror.onRecord(entry.key, entry.value == null ? null : entry.value.getBytes(UTF_8)));
    }
}
