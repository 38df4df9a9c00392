package io.weir.standalone.probe.out;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineBuffer;
import java.util.List;

/** The points that a probe measured in one round. */
public record Round(List<Point> points) {
    private static final int BYTES_PER_LINE = 128;

    /** Copies the points. */
    public Round {
        points = List.copyOf(points);
    }

    /** A line for each point. */
    public LineBuffer lines() {
        LineBuffer lines = new LineBuffer(points.size() * BYTES_PER_LINE);
        for (Point point : points) {
            lines.series(point.series().canonical());
            for (Value value : point.values()) {
                byte[] key = FieldKey.spelled(value.field());
                if (value.number() instanceof Long count) {
                    lines.field(key, count.longValue());
                } else {
                    lines.field(key, value.number().doubleValue());
                }
            }
            lines.timestamp(point.timestampNanos());
        }
        return lines;
    }
}
