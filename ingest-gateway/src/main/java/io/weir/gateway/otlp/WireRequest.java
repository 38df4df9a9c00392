package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.Metric.DataCase;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.resource.v1.Resource;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.net.SocketAddress;

/**
 * Passes a request that was checked to {@link MetricLines}, without building the messages of the points
 * of gauges and sums: InputsBenchmark, with the protocol OTLP, measures it. Protobuf's reader builds
 * everything else, and each part that has a message twice, because it merges the two. The request must
 * be one that {@link PartCount} is certain of: lines of an unreadable one would be handed over. Belongs
 * to one thread.
 */
final class WireRequest {
    private static final int RESOURCE_METRICS = Wire.message(ExportMetricsServiceRequest.RESOURCE_METRICS_FIELD_NUMBER);
    private static final int RESOURCE = Wire.message(ResourceMetrics.RESOURCE_FIELD_NUMBER);
    private static final int SCOPE_METRICS = Wire.message(ResourceMetrics.SCOPE_METRICS_FIELD_NUMBER);
    private static final int SCOPE = Wire.message(ScopeMetrics.SCOPE_FIELD_NUMBER);
    private static final int METRICS = Wire.message(ScopeMetrics.METRICS_FIELD_NUMBER);
    private static final int NAME = Wire.message(Metric.NAME_FIELD_NUMBER);
    private static final int TEMPORALITY = Wire.varint(Sum.AGGREGATION_TEMPORALITY_FIELD_NUMBER);
    /** The same in a gauge and in a sum. */
    private static final int DATA_POINTS = Wire.message(Gauge.DATA_POINTS_FIELD_NUMBER);

    /** A place of two messages. */
    private static final long TWICE = -1;

    private static final Parser<ResourceMetrics> OF_RESOURCES =
            DiscardUnknownFieldsParser.wrap(ResourceMetrics.parser());
    private static final Parser<Resource> RESOURCES = DiscardUnknownFieldsParser.wrap(Resource.parser());
    private static final Parser<ScopeMetrics> OF_SCOPES = DiscardUnknownFieldsParser.wrap(ScopeMetrics.parser());
    private static final Parser<InstrumentationScope> SCOPES =
            DiscardUnknownFieldsParser.wrap(InstrumentationScope.parser());
    private static final Parser<Metric> WHOLE_METRICS = DiscardUnknownFieldsParser.wrap(Metric.parser());

    private final MetricLines lines;
    private final NumberPoint point = new NumberPoint();
    private byte[] body = {};

    /** Reads a part of the body. */
    @FunctionalInterface
    private interface PartReader {
        /** The part is at this {@link Place}. */
        void read(long place) throws IOException;
    }

    WireRequest(MetricLines lines) {
        this.lines = lines;
    }

    /** Consumes a request that protobuf's reader accepts. */
    ExportReport take(byte[] request, int from, int to, SocketAddress sender, long receivedNanos) throws IOException {
        ExportReport report = lines.beginRequest(to - from, sender, receivedNanos);
        body = request;
        each(RESOURCE_METRICS, Place.of(from, to), this::readResource);
        lines.handOver();
        return report;
    }

    private void readResource(long place) throws IOException {
        long resource = find(RESOURCE, place);
        if (resource == TWICE) {
            lines.take(built(OF_RESOURCES, place));
            return;
        }
        lines.beginResource(built(RESOURCES, resource));
        each(SCOPE_METRICS, place, this::readScope);
    }

    private void readScope(long place) throws IOException {
        long scope = find(SCOPE, place);
        if (scope == TWICE) {
            lines.take(built(OF_SCOPES, place));
            return;
        }
        lines.beginScope(built(SCOPES, scope));
        each(METRICS, place, this::readMetric);
    }

    private void readMetric(long place) throws IOException {
        long name = Place.NOWHERE;
        long data = Place.NOWHERE;
        DataCase type = DataCase.DATA_NOT_SET;
        CodedInputStream in = Place.open(body, place);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            DataCase of = DataCase.forNumber(WireFormat.getTagFieldNumber(tag));
            if (tag == NAME) {
                name = Place.skip(in, Place.from(place));
            } else if (of != null && tag == Wire.message(of.getNumber())) {
                data = type == DataCase.DATA_NOT_SET ? Place.skip(in, Place.from(place)) : TWICE;
                type = of;
                if (data == TWICE) {
                    break;
                }
            } else {
                Wire.skip(in, tag);
            }
        }
        if (data == TWICE || (type != DataCase.GAUGE && type != DataCase.SUM)) {
            lines.take(built(WHOLE_METRICS, place));
            return;
        }
        String metric = new String(body, Place.from(name), Place.length(name), UTF_8);
        readPoints(
                metric, type == DataCase.GAUGE ? lines.beginGauge() : lines.beginAggregated(temporality(data)), data);
    }

    private void readPoints(String metric, OtlpError ofMetric, long data) throws IOException {
        CodedInputStream in = Place.open(body, data);
        point.begin(body, Place.from(data));
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == DATA_POINTS) {
                point.read(in);
                lines.take(metric, ofMetric, point);
            } else {
                Wire.skip(in, tag);
            }
        }
    }

    private AggregationTemporality temporality(long sum) throws IOException {
        int number = 0;
        CodedInputStream in = Place.open(body, sum);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == TEMPORALITY) {
                number = in.readEnum();
            } else {
                Wire.skip(in, tag);
            }
        }
        AggregationTemporality known = AggregationTemporality.forNumber(number);
        return known == null ? AggregationTemporality.UNRECOGNIZED : known;
    }

    /** Passes each place of a field in a message to the reader, in their order. */
    private void each(int field, long message, PartReader reader) throws IOException {
        CodedInputStream in = Place.open(body, message);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == field) {
                reader.read(Place.skip(in, Place.from(message)));
            } else {
                Wire.skip(in, tag);
            }
        }
    }

    /** The place of a field in a message; {@link #TWICE} if it is there more than once. */
    private long find(int field, long message) throws IOException {
        long found = Place.NOWHERE;
        boolean isFound = false;
        CodedInputStream in = Place.open(body, message);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag != field) {
                Wire.skip(in, tag);
            } else if (isFound) {
                return TWICE;
            } else {
                isFound = true;
                found = Place.skip(in, Place.from(message));
            }
        }
        return found;
    }

    private <T> T built(Parser<T> parser, long place) throws IOException {
        return parser.parseFrom(body, Place.from(place), Place.length(place));
    }
}
