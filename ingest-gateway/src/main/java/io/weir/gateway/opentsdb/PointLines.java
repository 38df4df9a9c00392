package io.weir.gateway.opentsdb;

import io.weir.contract.line.LineError;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.path.KnownPaths;
import io.weir.gateway.path.Templates;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Writes data points as lines, and hands them over in portions. Allocates nothing for a known series.
 * Belongs to one thread.
 */
final class PointLines {
    private static final int PORTION_BYTES = 64 << 10;

    private final LineIntake lines;
    private final KnownPaths paths;
    private final Refused refused;
    private final RefusalListener listener = this::refused;
    private final LineSpeller spelled = new LineSpeller(PORTION_BYTES);
    private final ByteText series = new ByteText(512);
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    /** Where the point of each line begins and ends. */
    private int[] places = new int[512];

    private int count;
    private int taken;

    /** Receives the points that the intake refuses, such as those beyond a limit. */
    interface Refused {
        void point(String reason, int from, int to);
    }

    PointLines(LineIntake lines, Templates templates, Refused refused) {
        this.lines = lines;
        this.paths = new KnownPaths(templates, Point::read);
        this.refused = refused;
    }

    /** Starts the points of a sender. */
    void begin(SocketAddress sender, long nanos) {
        source = sender;
        receivedNanos = nanos;
        taken = 0;
    }

    /** Adds the line of a point, or returns why there is none. */
    OpenTsdbError add(Point point) {
        ByteText value = point.value();
        LineError badValue = FloatText.error(value.bytes(), 0, value.length());
        if (badValue != LineError.NONE) {
            return OpenTsdbError.of(badValue);
        }
        long nanos =
                StampText.nanos(point.timestamp().bytes(), 0, point.timestamp().length());
        if (nanos == SecondsText.BAD || nanos == SecondsText.FAR) {
            return nanos == SecondsText.BAD ? OpenTsdbError.BAD_TIMESTAMP : OpenTsdbError.FAR_TIMESTAMP;
        }
        if (point.hasBadTags()) {
            return OpenTsdbError.BAD_TAG;
        }
        series.clear();
        series.append(point.metric().bytes(), 0, point.metric().length());
        series.append(point.tags().bytes(), 0, point.tags().length());
        OpenTsdbError badSeries = OpenTsdbError.of(paths.begin(series.bytes(), 0, series.length(), spelled));
        if (badSeries == OpenTsdbError.NONE) {
            FloatText.write(value.bytes(), 0, value.length(), spelled);
            spelled.endLine(nanos);
            remember(point);
        }
        return badSeries;
    }

    private void remember(Point point) {
        if (2 * count == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[2 * count] = point.from();
        places[2 * count + 1] = point.to();
        count++;
        if (spelled.length() > PORTION_BYTES) {
            handOver();
        }
    }

    /** Refuses bytes that are not a point. */
    void refuse(OpenTsdbError error, byte[] bytes, int from, int to, int at) {
        lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
    }

    /** Hands over the lines so far. Returns the number of points that were accepted since the start. */
    int handOver() {
        taken += lines.lines(spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, listener);
        spelled.clear();
        count = 0;
        return taken;
    }

    private void refused(String reason, int line, int column) {
        refused.point(reason, places[2 * line - 2], places[2 * line - 1]);
    }
}
