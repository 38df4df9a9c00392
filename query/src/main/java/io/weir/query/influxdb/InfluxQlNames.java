package io.weir.query.influxdb;

import java.util.Set;

/** Which names InfluxQL can read: it has names of its own. */
final class InfluxQlNames {
    /** The server refuses a SELECT from such a measurement. */
    private static final Set<String> OWN_MEASUREMENTS =
            Set.of("_fieldKeys", "_measurements", "_name", "_series", "_tagKey", "_tagKeys", "_tags");

    /** Instead of such a field, the server returns texts of its own. */
    private static final Set<String> OWN_FIELDS = Set.of("_name", "_tagKey", "_tagValue", "_seriesKey");

    private InfluxQlNames() {}

    static boolean isMeasurement(String name) {
        return isWritable(name) && !OWN_MEASUREMENTS.contains(name);
    }

    static boolean isField(String name) {
        return isWritable(name) && !OWN_FIELDS.contains(name);
    }

    /** Whether a condition can have the tag: the server compares {@code _name} with the measurement. */
    static boolean isTag(String name) {
        return isWritable(name) && !name.startsWith("_") && !name.equals("time");
    }

    /** InfluxQL reads a carriage return as the end of a line, and NUL as the end of a statement. */
    private static boolean isWritable(String name) {
        return name.indexOf('\r') < 0 && name.indexOf('\0') < 0;
    }
}
