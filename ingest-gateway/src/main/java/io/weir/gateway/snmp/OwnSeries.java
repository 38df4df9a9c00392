package io.weir.gateway.snmp;

import java.util.List;

/** The samples about a device itself. */
final class OwnSeries {
    private static final double NANOS_PER_SECOND = 1e9;

    private final byte[] up;
    private final byte[] duration;
    private final byte[] rows;

    OwnSeries(Device device) {
        up = device.series("up");
        duration = device.series("snmp_duration_seconds");
        rows = device.series("snmp_rows");
    }

    /** Writes the samples of a poll. */
    void write(RowLines lines, boolean isUp, int written, long nanos, long millis) {
        lines.value(up, isUp ? 1 : 0, millis);
        lines.value(duration, nanos / NANOS_PER_SECOND, millis);
        lines.value(rows, written, millis);
    }

    /** Writes that the device is gone. */
    void end(RowLines lines, long millis) {
        for (byte[] each : List.of(up, duration, rows)) {
            lines.end(each, millis);
        }
    }
}
