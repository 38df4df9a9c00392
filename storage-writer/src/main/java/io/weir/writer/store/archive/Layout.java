package io.weir.writer.store.archive;

/** The metadata of each data file. */
final class Layout {
    /** The version of names, columns and metadata. */
    static final String VERSION = "1";

    static final String LAYOUT = "weir.layout";
    static final String MEASUREMENT = "weir.measurement";
    static final String TOPIC = "weir.topic";
    static final String TOPIC_ID = "weir.topic-id";
    static final String PARTITION = "weir.partition";
    static final String FIRST_OFFSET = "weir.first-offset";
    static final String NEXT_OFFSET = "weir.next-offset";
    /** The number of files that contain the lines of this range of offsets. */
    static final String FILES = "weir.files";

    private Layout() {}
}
