package io.weir.writer.tier;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.rule.storage.StorageTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the lines of a batch that were stored after the store may have computed their windows for
 * the last time. Pure logic; used by one thread.
 *
 * <p>A store computes a window at its end, and again at the end of the next one. A line is late if
 * it was stored half a window or more after the end of its own window. The other half allows for
 * clock differences.
 */
final class LateLines {
    private static final long NANOS = 1_000_000;

    private final List<StorageTier> tiers;
    private final long[] windowMillis;
    private final LineReader reader = new LineReader();
    private final Map<String, Windows[]> touched = new HashMap<>();
    private byte[] lastMeasurement = {};
    private Windows[] lastTouched = {};

    /** @param tiers the computed tiers */
    LateLines(List<StorageTier> tiers) {
        this.tiers = List.copyOf(tiers);
        this.windowMillis =
                tiers.stream().mapToLong(tier -> tier.window().toMillis()).toArray();
    }

    /**
     * Returns the windows to compute again.
     *
     * @param bytes canonical lines at {@code [0, length)}, all stored
     * @param nowMillis a time at which they were stored already
     */
    List<Mark> of(byte[] bytes, int length, long nowMillis) {
        long[] lateBefore = new long[windowMillis.length];
        long anyLateBefore = Long.MIN_VALUE;
        for (int i = 0; i < windowMillis.length; i++) {
            long window = windowMillis[i];
            lateBefore[i] = (nowMillis - window / 2) / window * window;
            anyLateBefore = Math.max(anyLateBefore, lateBefore[i]);
        }
        if (windowMillis.length == 0 || !hasStampBefore(bytes, length, anyLateBefore * NANOS)) {
            return List.of();
        }
        reader.wrap(bytes, 0, length);
        while (reader.next()) {
            if (reader.error() == LineError.NONE && reader.timestamp() < anyLateBefore * NANOS) {
                touch(lateBefore, Math.floorDiv(reader.timestamp(), NANOS));
            }
        }
        return marks();
    }

    private void touch(long[] lateBefore, long stampMillis) {
        Windows[] windows = touchedOfMeasurement();
        for (int i = 0; i < windowMillis.length; i++) {
            if (stampMillis < lateBefore[i]) {
                long from = Math.floorDiv(stampMillis, windowMillis[i]) * windowMillis[i];
                windows[i].add(from, from + windowMillis[i]);
            }
        }
    }

    /** Caches the last measurement, because lines of one measurement are often consecutive. */
    private Windows[] touchedOfMeasurement() {
        byte[] bytes = reader.bytes();
        int from = reader.seriesStart();
        int to = from;
        while (to < reader.seriesEnd() && (bytes[to] != ',' || bytes[to - 1] == '\\')) {
            to++;
        }
        if (!Arrays.equals(bytes, from, to, lastMeasurement, 0, lastMeasurement.length)) {
            lastMeasurement = Arrays.copyOfRange(bytes, from, to);
            lastTouched = touched.computeIfAbsent(
                    Series.parse(bytes, from, to).measurement(),
                    unseen -> tiers.stream().map(tier -> new Windows()).toArray(Windows[]::new));
        }
        return lastTouched;
    }

    private List<Mark> marks() {
        List<Mark> marks = new ArrayList<>();
        touched.forEach((measurement, windows) -> {
            for (int i = 0; i < windows.length; i++) {
                String tier = tiers.get(i).name();
                windows[i]
                        .ranges()
                        .forEach(range -> marks.add(
                                new Mark(tier, Optional.of(measurement), range.fromMillis(), range.toMillis())));
            }
        });
        touched.clear();
        lastMeasurement = new byte[0];
        return marks;
    }

    /**
     * Checks only the digits before each newline; newlines within a text may cause false positives.
     */
    private static boolean hasStampBefore(byte[] bytes, int length, long beforeNanos) {
        for (int end = length - 1; end > 0; end--) {
            if (bytes[end] == '\n' && bytes[end - 1] != '\n') {
                long stamp = 0;
                long unit = 1;
                int at = end - 1;
                while (at >= 0 && bytes[at] >= '0' && bytes[at] <= '9') {
                    stamp += unit * (bytes[at] - '0');
                    unit *= 10;
                    at--;
                }
                if (stamp < beforeNanos || (at >= 0 && bytes[at] == '-')) {
                    return true;
                }
                end = at + 1;
            }
        }
        return false;
    }
}
