package io.weir.processing.batch;

import io.weir.contract.state.SavedText;
import io.weir.contract.topic.SourceOffsets;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tracks which lines of external logs, read by gateways, have arrived in one partition. A gateway
 * that reads a log again, after a crash or in place of another gateway, numbers the lines
 * differently, but their offsets are the same. Keeps the {@value #LOGS} most recently used logs for
 * a day of log time. Not thread-safe.
 */
final class SourceProgress {

    static final int LOGS = 4_096;

    /** Keyed by the name of the log; the most recently used log is last. */
    private final Map<String, Place> logs = new LinkedHashMap<>(16, 0.75f, true);

    /** The last place in a log of which all lines for this partition have arrived. */
    private record Place(long offset, int chunk, long usedMillis) {
        boolean isBefore(SourceOffsets lines) {
            return offset < lines.lastOffset() || (offset == lines.lastOffset() && chunk < lines.lastChunk());
        }

        Place used(long millis) {
            return new Place(offset, chunk, Math.max(usedMillis, millis));
        }
    }

    /** Accepts lines of a log; returns how many leading lines were accepted before. */
    int accept(String log, SourceOffsets lines, long logMillis) {
        Place last = logs.get(log);
        int received = last == null ? 0 : lines.leading(last.offset, last.chunk);
        boolean hasPlace = lines.lastOffset() >= 0;
        if (hasPlace && (last == null || last.isBefore(lines))) {
            logs.put(log, new Place(lines.lastOffset(), lines.lastChunk(), logMillis));
        } else if (last != null) {
            logs.put(log, last.used(logMillis));
        }
        if (logs.size() > LOGS) {
            logs.remove(logs.keySet().iterator().next());
        }
        return received;
    }

    /** Forgets logs that were not used for {@code keptMillis}. */
    void expire(long logMillis, long keptMillis) {
        logs.values().removeIf(place -> logMillis - place.usedMillis > keptMillis);
    }

    void reset() {
        logs.clear();
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(logs.size());
        for (Map.Entry<String, Place> log : logs.entrySet()) {
            SavedText.write(log.getKey(), out);
            out.writeLong(log.getValue().offset);
            out.writeInt(log.getValue().chunk);
            out.writeLong(log.getValue().usedMillis);
        }
    }

    void read(DataInput in) throws IOException {
        reset();
        for (int left = in.readInt(); left > 0; left--) {
            logs.put(SavedText.read(in), new Place(in.readLong(), in.readInt(), in.readLong()));
        }
    }
}
