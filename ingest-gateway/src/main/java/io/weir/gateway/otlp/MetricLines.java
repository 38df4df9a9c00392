package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
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
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
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
        ExportReport current = new ExportReport();
        report = current;
        source = sender;
        receivedNanos = nanos;
        room.begin(request.getSerializedSize());
        for (ResourceMetrics ofResource : request.getResourceMetricsList()) {
            tags.resource(ofResource.getResource());
            for (ScopeMetrics ofScope : ofResource.getScopeMetricsList()) {
                tags.scope(ofScope.getScope());
                ofScope.getMetricsList().forEach(this::take);
            }
        }
        handOver();
        return current;
    }

    /** Refuses a body that is not a request. */
    public void refuse(OtlpError error, byte[] body, int from, int to, SocketAddress sender, long nanos) {
        lines.refuse(error.code(), body, from, to, from, sender, nanos);
    }

    private void take(Metric metric) {
        switch (metric.getDataCase()) {
            case GAUGE -> {
                fields.delta(false);
                takeNumbers(metric.getName(), OtlpError.NONE, metric.getGauge().getDataPointsList());
            }
            case SUM -> {
                OtlpError error = temporality(metric.getSum().getAggregationTemporality());
                takeNumbers(metric.getName(), error, metric.getSum().getDataPointsList());
            }
            case HISTOGRAM -> {
                OtlpError error = temporality(metric.getHistogram().getAggregationTemporality());
                takeHistograms(metric.getName(), error, metric.getHistogram().getDataPointsList());
            }
            case EXPONENTIAL_HISTOGRAM -> {
                OtlpError error = temporality(metric.getExponentialHistogram().getAggregationTemporality());
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

    /** Sets the temporality, or returns the reason why there is none. */
    private OtlpError temporality(AggregationTemporality temporality) {
        fields.delta(temporality == AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA);
        return switch (temporality) {
            case AGGREGATION_TEMPORALITY_DELTA, AGGREGATION_TEMPORALITY_CUMULATIVE -> OtlpError.NONE;
            case AGGREGATION_TEMPORALITY_UNSPECIFIED, UNRECOGNIZED -> OtlpError.NO_TEMPORALITY;
        };
    }

    private void takeNumbers(String metric, OtlpError ofMetric, List<NumberDataPoint> points) {
        for (NumberDataPoint each : points) {
            OtlpError error = begin(metric, ofMetric, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private void takeHistograms(String metric, OtlpError ofMetric, List<HistogramDataPoint> points) {
        for (HistogramDataPoint each : points) {
            OtlpError error = begin(metric, ofMetric, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private void takeExponential(String metric, OtlpError ofMetric, List<ExponentialHistogramDataPoint> points) {
        for (ExponentialHistogramDataPoint each : points) {
            OtlpError error = begin(metric, ofMetric, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private void takeSummaries(String metric, List<SummaryDataPoint> points) {
        for (SummaryDataPoint each : points) {
            OtlpError error = begin(metric, OtlpError.NONE, each.getAttributesList());
            if (error == OtlpError.NONE && !isEnd(each.getFlags())) {
                error = fields.write(each);
            }
            end(metric, each, each.getTimeUnixNano(), error);
        }
    }

    private OtlpError begin(String metric, OtlpError ofMetric, List<KeyValue> attributes) {
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
        room.take(line.length() - begun);
        if (error != OtlpError.NONE || nanos < 0) {
            line.dropLine();
            refuse(metric, point, error == OtlpError.NONE ? OtlpError.FAR_TIMESTAMP : error);
            return;
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
    }

    private void refuse(String metric, MessageOrBuilder point, OtlpError error) {
        byte[] text = (metric.substring(0, Math.min(metric.length(), DESCRIBED_NAME)) + ' ' + TEXT.printToString(point))
                .getBytes(UTF_8);
        lines.refuse(error.code(), text, 0, text.length, 0, source, receivedNanos);
        report.refused(metric, error.code());
    }

    private void handOver() {
        lines.lines(line.array(), 0, line.length(), StampUnit.NS, source, receivedNanos, listener);
        line.clear();
        metrics.clear();
    }

    private void refused(String reason, int number, int column) {
        report.refused(metrics.get(number - 1), reason);
    }
}
