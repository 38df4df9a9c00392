package io.weir.gateway.spool;

import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds the segment files that an earlier process left. */
final class SegmentFiles {
    private SegmentFiles() {}

    /** By the position at which each begins; files without a byte are gone. */
    static NavigableMap<Long, Segment> open(Disk disk) throws IOException {
        TreeSet<Long> bases = new TreeSet<>();
        for (String name : disk.names()) {
            SegmentName.base(name).ifPresent(bases::add);
        }
        NavigableMap<Long, Segment> segments = new TreeMap<>();
        for (Long base : bases) {
            Long next = bases.higher(base);
            Segment segment = Segment.open(disk, base, next == null ? Long.MAX_VALUE : next);
            if (segment.end() == base) {
                segment.file().close();
                disk.delete(segment.name());
            } else {
                segments.put(base, segment);
            }
        }
        return segments;
    }
}
