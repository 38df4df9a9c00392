package io.weir.gateway.exposition;

import io.weir.gateway.intake.AnsweredMapping;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusedRecords;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Hands the samples of messages to an intake. Each message is a whole exposition. It is OpenMetrics if it
 * ends with {@code # EOF}. No labels are added, and no series ends: unlike the answers of a target, messages
 * do not belong together. Belongs to one thread.
 */
public final class ExpositionIntake implements AnsweredMapping {
    private static final byte[] NONE = {};
    /** For the series of one message. */
    private static final long MOST_SERIES_BYTES = 64 << 20;

    private final ExpositionLines samples;

    /** Writes lines to {@code lines}. */
    public ExpositionIntake(LineIntake lines) {
        this.samples = new ExpositionLines(lines);
    }

    @Override
    public LineIntake lines() {
        return samples.lines();
    }

    @Override
    public RefusedRecords message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        byte[] whole = from == 0 ? bytes : from == to ? NONE : Arrays.copyOfRange(bytes, from, to);
        int length = to - from;
        ExpositionFormat format = TextReader.endsAsOpenMetrics(whole, length)
                ? ExpositionFormat.OPEN_METRICS
                : ExpositionFormat.PROMETHEUS;
        samples.begin(source, receivedNanos);
        TargetSeries series = new TargetSeries(new HeldBytes(MOST_SERIES_BYTES));
        samples.take(series, labels -> true, new Body(whole, length, format, true, Body.NO_TIME, true, false));
        samples.handOver();
        return samples.refused();
    }
}
