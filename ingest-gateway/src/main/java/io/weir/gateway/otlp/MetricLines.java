package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.DataPointFlags;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.resource.v1.Resource;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the data points of requests as lines, and hands them over in portions. A point that is
 * wrong is refused alone. Belongs to one thread.
 */
public final class MetricLines {
    private static final int PORTION_BYTES = 64 << 10;
    private static final int DESCRIBED_NAME = 1 << 10;
    private static final TextFormat.Printer TEXT =
            TextFormat.printer().emittingSingleLine(true).escapingNonAscii(false);

    private final LineIntake lines;
    private final RefusalListener listener = this::refused;
    private final LineSpeller line = new LineSpeller(PORTION_BYTES);
    private final LineRoom room = new LineRoom();
    private final PointTags tags;
    private final PointFields fields;
    /** The metric of each line of the portion. */
    private final List<String> metrics = new ArrayList<>();

    /** Where the fields of the current point begin. */
    private int begun;

    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private ExportReport report = new ExportReport();

    /** Writes lines to {@code lines}. */
    public MetricLines(LineIntake lines, OtlpMapping mapping) {
        this.lines = lines;
        this.tags = new PointTags(mapping, line);
        this.fields = new PointFields(line, mapping.histograms());
    }

    /** Consumes a request. */
    public ExportReport take(ExportMetricsServiceRequest request, SocketAddress sender, long nanos) {
        ExportReport current = beginRequest(request.getSerializedSize(), sender, nanos);
        request.getResourceMetricsList().forEach(this::take);
        handOver();
        return current;
    }

    /**
     * Starts a request, and discards lines of one that failed. Its report is complete after {@link
     * #handOver}.
     */
    ExportReport beginRequest(int requestBytes, SocketAddress sender, long nanos) {
        line.clear();
        metrics.clear();
        report = new ExportReport();
        source = sender;
        receivedNanos = nanos;
        room.begin(requestBytes);
        return report;
    }

    /** Refuses a body that is not a request. */
    public void refuse(OtlpError error, byte[] body, int from, int to, SocketAddress sender, long nanos) {
        lines.refuse(error.code(), body, from, to, from, sender, nanos);
    }

    void take(ResourceMetrics ofResource) {
        beginResource(ofResource.getResource());
        ofResource.getScopeMetricsList().forEach(this::take);
    }

    void take(ScopeMetrics ofScope) {
        beginScope(ofScope.getScope());
        ofScope.getMetricsList().forEach(this::take);
    }

    /** Starts the metrics of a resource. */
    void beginResource(Resource resource) {
        tags.resource(resource);
    }

    /** Starts the metrics of a scope. */
    void beginScope(InstrumentationScope scope) {
        tags.scope(scope);
    }

    void take(Metric metric) {
        switch (metric.getDataCase()) {
            case GAUGE ->
                takeNumbers(metric.getName(), beginGauge(), metric.getGauge().getDataPointsList());
            case SUM -> {
                OtlpError error = beginAggregated(metric.getSum().getAggregationTemporality());
                takeNumbers(metric.getName(), error, metric.getSum().getDataPointsList());
            }
            case HISTOGRAM -> {
                OtlpError error = beginAggregated(metric.getHistogram().getAggregationTemporality());
                takeHistograms(metric.getName(), error, metric.getHistogram().getDataPointsList());
            }
            case EXPONENTIAL_HISTOGRAM -> {
                OtlpError error =
                        beginAggregated(metric.getExponentialHistogram().getAggregationTemporality());
                takeExponential(
                        metric.getName(),
                        error,
                        metric.getExponentialHistogram().getDataPointsList());
            }
            case SUMMARY -> {
                fields.delta(false);
                takeSummaries(metric.getName(), metric.getSummary().getDataPointsList());
            }
            case DATA_NOT_SET -> refuse(metric.getName(), metric, OtlpError.UNKNOWN_TYPE);
        }
    }

    /** Starts the points of a gauge. */
    OtlpError beginGauge() {
        fields.delta(false);
        return OtlpError.NONE;
    }

    /** Starts the points of a metric with a temporality, or returns the reason why it has none. */
    OtlpError beginAggregated(AggregationTemporality temporality) {
        fields.delta(temporality == AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA);
        return switch (temporality) {
            case AGGREGATION_TEMPORALITY_DELTA, AGGREGATION_TEMPORALITY_CUMULATIVE -> OtlpError.NONE;
            case AGGREGATION_TEMPORALITY_UNSPECIFIED, UNRECOGNIZED -> OtlpError.NO_TEMPORALITY;
        };
    }

    private void takeNumbers(String metric, OtlpError ofMetric, List<NumberDataPoint> points) {
        for (NumberDataPoint each : points) {
            OtlpError error = beginPoint(metric, ofMetric, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    /** Consumes a point of a gauge or sum. */
    void take(String metric, OtlpError ofMetric, NumberPoint point) throws IOException {
        if (!point.hasOnlyTexts() || tags.areManyShared()) {
            takeNumbers(metric, ofMetric, List.of(point.message()));
            return;
        }
        OtlpError error = room.isUsedUp() ? OtlpError.TOO_LARGE : ofMetric;
        if (error == OtlpError.NONE) {
            error = tags.write(metric, point);
            room.take(tags.spelled());
        }
        begun = line.length();
        if (error == OtlpError.NONE && !isEnd(point.flags())) {
            error = fields.write(point);
        }
        error = end(metric, point.nanos(), error);
        if (error != OtlpError.NONE) {
            refuse(metric, point.message(), error);
        }
    }

    private void takeHistograms(String metric, OtlpError ofMetric, List<HistogramDataPoint> points) {
        for (HistogramDataPoint each : points) {
            OtlpError error = beginPoint(metric, ofMetric, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private void takeExponential(String metric, OtlpError ofMetric, List<ExponentialHistogramDataPoint> points) {
        for (ExponentialHistogramDataPoint each : points) {
            OtlpError error = beginPoint(metric, ofMetric, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private void takeSummaries(String metric, List<SummaryDataPoint> points) {
        for (SummaryDataPoint each : points) {
            OtlpError error = beginPoint(metric, OtlpError.NONE, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private OtlpError beginPoint(String metric, OtlpError ofMetric, List<KeyValue> attributes) {
        OtlpError error = ofMetric;
        if (room.isUsedUp()) {
            error = OtlpError.TOO_LARGE;
        } else if (ofMetric == OtlpError.NONE) {
            error = tags.write(metric, attributes);
            room.take(tags.spelled());
        }
        begun = line.length();
        return error;
    }

    /** Whether the point only says that its series has no value any more. Writes that it has ended. */
    private boolean isEnd(int flags) {
        boolean isEnd = (flags & DataPointFlags.DATA_POINT_FLAGS_NO_RECORDED_VALUE_MASK_VALUE) != 0;
        if (isEnd) {
            fields.end();
        }
        return isEnd;
    }

    private void end(String metric, MessageOrBuilder point, long nanos, OtlpError error) {
        OtlpError reason = end(metric, nanos, error);
        if (reason != OtlpError.NONE) {
            refuse(metric, point, reason);
        }
    }

    /** Ends the line, or drops it and returns the reason. */
    private OtlpError end(String metric, long nanos, OtlpError error) {
        room.take(line.length() - begun);
        if (error != OtlpError.NONE || nanos < 0) {
            line.dropLine();
            return error == OtlpError.NONE ? OtlpError.FAR_TIMESTAMP : error;
        }
        if (nanos == 0) {
            line.endLine();
        } else {
            line.endLine(nanos);
        }
        metrics.add(metric);
        if (line.length() > PORTION_BYTES) {
            handOver();
        }
        return OtlpError.NONE;
    }

    private void refuse(String metric, MessageOrBuilder point, OtlpError error) {
        byte[] text = (metric.substring(0, Math.min(metric.length(), DESCRIBED_NAME)) + ' ' + TEXT.printToString(point))
                .getBytes(UTF_8);
        lines.refuse(error.code(), text, 0, text.length, 0, source, receivedNanos);
        report.refused(metric, error.code());
    }

    /** Hands over all lines so far. */
    void handOver() {
        lines.lines(line.array(), 0, line.length(), StampUnit.NS, source, receivedNanos, listener);
        line.clear();
        metrics.clear();
    }

    private void refused(String reason, int number, int column) {
        report.refused(metrics.get(number - 1), reason);
    }
}
