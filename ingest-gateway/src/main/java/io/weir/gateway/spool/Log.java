package io.weir.gateway.spool;

import java.io.IOException;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frames of all segments, in the order of their positions. Damaged places are skipped, counted,
 * and logged once.
 */
final class Log {
    private static final Logger LOG = LoggerFactory.getLogger(Log.class);

    private final Disk disk;
    private final NavigableMap<Long, Segment> segments;
    private final Set<Long> damaged = new HashSet<>();
    private final DamageCounts damage = new DamageCounts();
    private long end;

    Log(Disk disk, NavigableMap<Long, Segment> segments, long end) {
        this.disk = disk;
        this.segments = segments;
        this.end = end;
    }

    /** The segments by their first position. */
    NavigableMap<Long, Segment> segments() {
        return segments;
    }

    /** The parts that could not be read. */
    DamageCounts damage() {
        return damage;
    }

    /** The position after the last frame. */
    long end() {
        return end;
    }

    void end(long position) {
        end = position;
    }

    /**
     * The header of the first frame at or after this position, or null.
     *
     * @param index expected index of the frame at this position in its segment, or
     *     {@link Segment#UNKNOWN}
     * @throws IOException if the disk cannot be read; the caller may ask again
     */
    Frame.@Nullable Header next(long position, int index) throws IOException {
        if (segments.isEmpty()) {
            return null;
        }
        long from = Math.max(position, segments.firstKey()); // Earlier frames are acknowledged.
        int expected = index;
        while (from < end) {
            Segment segment = segments.floorEntry(from).getValue();
            if (from == segment.base()) {
                expected = 0;
            }
            Frame.Header header = from < segment.end() ? segment.header(from) : null;
            if (header != null) {
                return header;
            }
            header = segment.find(from + 1);
            if (header != null) {
                count(segment, from, header.start(), missing(expected, header.index()));
                return header;
            }
            Long next = segments.higherKey(from);
            long until = next == null ? end : next;
            count(segment, from, until, missing(expected, segment.frames()));
            from = until;
        }
        return null;
    }

    /** The frame with this header. Null if its bytes are damaged, which is counted. */
    @Nullable
    Frame read(Frame.Header header) throws IOException {
        Segment segment = segments.floorEntry(header.start()).getValue();
        byte[] bytes = segment.bytes(header);
        if (bytes == null) {
            count(segment, header.start(), header.end(), 1);
        }
        return bytes == null ? null : new Frame(header, bytes);
    }

    /**
     * Number of frames missing before the one with this index; at least one, because the place is
     * damaged.
     */
    private static int missing(int expected, int found) {
        return expected == Segment.UNKNOWN || found == Segment.UNKNOWN ? 1 : Math.max(1, found - expected);
    }

    /** Counts and logs a damaged place once. */
    private void count(Segment segment, long from, long to, int frames) {
        if (damaged.add(from)) {
            damage.count(frames, to - from);
            LOG.warn(
                    "spool: skipped a damaged range of a file file={}/{} at={} bytes={} frames={}",
                    disk,
                    segment.name(),
                    from - segment.base(),
                    to - from,
                    frames);
        }
    }
}
