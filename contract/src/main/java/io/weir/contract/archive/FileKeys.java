package io.weir.contract.archive;

/** The keys of a data file's metadata that every reader needs. */
public final class FileKeys {
    /** The layout of the file. */
    public static final String LAYOUT = "weir.layout";

    /** The value of {@link #LAYOUT} in files whose columns have the names of {@link ColumnName}. */
    public static final String VERSION = "2";

    /** The measurement of all lines. */
    public static final String MEASUREMENT = "weir.measurement";

    /** The time of the first row in nanoseconds. */
    public static final String FIRST_TIME = "weir.first-time";

    /** The time of the last row. */
    public static final String LAST_TIME = "weir.last-time";

    private FileKeys() {}
}
