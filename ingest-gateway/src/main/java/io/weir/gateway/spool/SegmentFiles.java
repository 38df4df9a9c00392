package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds the segment files that an earlier process left. */
final class SegmentFiles {
    private SegmentFiles() {}

    /** By the position at which each begins; files without a frame are gone. */
    static NavigableMap<Long, Segment> open(Path directory) throws IOException {
        NavigableMap<Long, Path> files = new TreeMap<>();
        try (Stream<Path> names = Files.list(directory)) {
            List<Path> all = names.toList();
            for (Path file : all) {
                SegmentName.base(file).ifPresent(base -> files.put(base, file));
            }
        }
        NavigableMap<Long, Segment> segments = new TreeMap<>();
        for (var file : files.entrySet()) {
            Long next = files.higherKey(file.getKey());
            Segment segment = Segment.open(file.getValue(), file.getKey(), next == null ? Long.MAX_VALUE : next);
            if (segment.end() <= segment.first()) {
                segment.delete();
            } else {
                segments.put(file.getKey(), segment);
            }
        }
        return segments;
    }
}
