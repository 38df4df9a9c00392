package io.weir.gateway.exposition;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import java.net.SocketAddress;

/** Takes bodies of one target, whose series are known from the second body on. */
final class KnownBodies implements Mapping {
    private final ExpositionLines lines;
    private final ExpositionFormat format;
    private final TargetSeries series = new TargetSeries();

    KnownBodies(LineIntake intake, ExpositionFormat format) {
        lines = new ExpositionLines(intake);
        this.format = format;
    }

    @Override
    public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        lines.begin(source, receivedNanos);
        lines.take(series, labels -> true, new Body(bytes, to, format, true, Intake.NOW_MILLIS, true, false));
        lines.handOver();
    }

    @Override
    public LineIntake lines() {
        return lines.lines();
    }
}
