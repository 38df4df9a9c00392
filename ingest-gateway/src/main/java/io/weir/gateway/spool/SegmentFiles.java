package io.weir.gateway.spool;

import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds the segment files of an earlier process. */
final class SegmentFiles {
    private SegmentFiles() {}

    /** Opens the segments, by their first position, and deletes empty files. */
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
