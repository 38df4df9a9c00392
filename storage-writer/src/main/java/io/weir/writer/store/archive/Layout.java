package io.weir.writer.store.archive;

import io.weir.contract.archive.FileKeys;
import io.weir.parquet.UnreadableFileException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The metadata of each data file. */
final class Layout {
    /** In version 1, the names of columns depended on the other columns of their file. */
    private static final Set<String> READABLE = Set.of("1", FileKeys.VERSION);

    static final String TOPIC = "weir.topic";
    static final String TOPIC_ID = "weir.topic-id";
    static final String PARTITION = "weir.partition";
    static final String FIRST_OFFSET = "weir.first-offset";
    static final String NEXT_OFFSET = "weir.next-offset";
    /** The number of files that contain the lines of this range of offsets. */
    static final String FILES = "weir.files";
    /** Of a merged file, instead: the ranges that it merges, each with that number. */
    static final String PARTS = "weir.parts";

    private Layout() {}

    /**
     * A time in nanoseconds: {@link FileKeys#FIRST_TIME} or {@link FileKeys#LAST_TIME}. Empty in files of the first versions.
     *
     * @throws UnreadableFileException if it is not a number
     */
    static OptionalLong time(Map<String, String> metadata, String key) throws UnreadableFileException {
        String time = metadata.get(key);
        try {
            return time == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(time));
        } catch (NumberFormatException e) {
            throw new UnreadableFileException("has unreadable metadata: " + key + " " + time);
        }
    }

    /** @throws UnreadableFileException if this version of Weir cannot read such a file */
    static void check(Map<String, String> metadata) throws UnreadableFileException {
        String layout = metadata.get(FileKeys.LAYOUT);
        if (layout == null) {
            throw new UnreadableFileException("was not written by Weir: it has no " + FileKeys.LAYOUT);
        }
        if (!READABLE.contains(layout)) {
            throw new UnreadableFileException(
                    "has layout " + layout + ", which this version of Weir cannot read: use a newer one");
        }
    }
}
