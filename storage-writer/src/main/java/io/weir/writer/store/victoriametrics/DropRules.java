package io.weir.writer.store.victoriametrics;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.LineCheck;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Refuses lines that a VictoriaMetrics with these limits would drop or change without an error. */
final class DropRules implements LineCheck.Rules {
    private final ServerLimits limits;
    private final long oldest;
    private final long newest;

    DropRules(ServerLimits limits, long nowMillis) {
        this.limits = limits;
        this.oldest = nowMillis - Math.min(limits.keptMillis(), Long.MAX_VALUE / 2);
        this.newest = nowMillis + Math.min(limits.aheadMillis(), Long.MAX_VALUE / 2);
    }

    @Override
    public @Nullable String line(LineReader line) {
        long millis = TimeUnit.NANOSECONDS.toMillis(line.timestamp());
        if (millis < oldest) {
            return "older than VictoriaMetrics keeps samples (-retentionPeriod), so it would drop the line";
        }
        return millis > newest ? "farther in the future than VictoriaMetrics accepts, so it would drop the line" : null;
    }

    @Override
    public @Nullable String series(SeriesReader read, byte[] bytes) {
        if (read.tagCount() > limits.mostTags()) {
            return read.tagCount() + " tags, of which VictoriaMetrics keeps " + limits.mostTags()
                    + " (-maxLabelsPerTimeseries)";
        }
        for (int tag = 0; tag < read.tagCount(); tag++) {
            int length = read.tagValueEnd(tag) - read.tagValueStart(tag);
            if (length > limits.longestTag()) {
                return "a tag of " + length + " bytes, which VictoriaMetrics cuts (-maxLabelValueLen)";
            }
            if (hasTwoBackslashes(bytes, read.tagKeyStart(tag), read.tagValueEnd(tag))) {
                return "two backslashes, which VictoriaMetrics reads as one";
            }
        }
        return null;
    }

    private static boolean hasTwoBackslashes(byte[] bytes, int from, int to) {
        for (int at = from + 1; at < to; at++) {
            if (bytes[at] == '\\' && bytes[at - 1] == '\\') {
                return true;
            }
        }
        return false;
    }
}
