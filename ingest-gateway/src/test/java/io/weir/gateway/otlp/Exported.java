package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.count.InputCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The mapping over an intake, and what becomes of the data points. */
final class Exported {
    private final Intake intake = new Intake(128 << 10, 100_000, Integer.MAX_VALUE, 1 << 30);
    private final MetricLines metrics;
    private final List<String> lines = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    Exported(OtlpMapping mapping) {
        metrics = new MetricLines(intake.lines, mapping);
    }

    static Exported standard() {
        return new Exported(OtlpMapping.STANDARD);
    }

    /** Takes a request in protobuf, as inputs do. */
    ExportReport take(ExportMetricsServiceRequest request) {
        try {
            return protobuf(request.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("a request in protobuf is readable", e);
        }
    }

    /** Takes a request that is a message already. */
    ExportReport message(ExportMetricsServiceRequest request) {
        return taken(metrics.take(request, Intake.SOURCE, Intake.NOW_NANOS));
    }

    /** Takes a request in protobuf, from the middle of an array. */
    ExportReport protobuf(byte[] wire) throws IOException {
        int from = 3;
        int to = from + wire.length;
        byte[] body = new byte[to + 5];
        System.arraycopy(wire, 0, body, from, wire.length);
        return taken(OtlpFormat.PROTOBUF.take(body, from, to, metrics, Intake.SOURCE, Intake.NOW_NANOS));
    }

    private ExportReport taken(ExportReport report) {
        intake.lines.flush();
        List<Parcel> parcels = intake.queued();
        lines.addAll(Intake.lineTexts(parcels));
        for (Parcel.Refused each : Intake.only(Parcel.Refused.class, parcels)) {
            refused.add(each.reason() + ": " + new String(each.bytes(), UTF_8));
        }
        return report;
    }

    /** Hands over what a broken request left behind. */
    void handOver() {
        metrics.handOver();
    }

    /** Takes a request in JSON. */
    ExportReport json(String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        return message(OtlpFormat.JSON.read(bytes, 0, bytes.length));
    }

    /** The accepted lines. */
    List<String> lines() {
        return lines;
    }

    /** Reason and text of the refused points. */
    List<String> refused() {
        return refused;
    }

    InputCounts counts() {
        return intake.counts;
    }
}
