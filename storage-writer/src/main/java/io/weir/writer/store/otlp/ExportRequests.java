package io.weir.writer.store.otlp;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.writer.store.Bytes;
import io.weir.writer.store.PlaceIndex;
import io.weir.writer.store.SampleTable;
import io.weir.writer.store.Unescaped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Encodes lines as a request: each number is a data point of the gauge {@code measurement.field}, or, of the field
 * {@code value}, of the gauge {@code measurement}. The points of a series are in the order of time; of several with one
 * timestamp, the last one counts. Used by one thread.
 */
final class ExportRequests {
    private static final int RESOURCE_METRICS = tag(ExportMetricsServiceRequest.RESOURCE_METRICS_FIELD_NUMBER);
    private static final int RESOURCE = tag(ResourceMetrics.RESOURCE_FIELD_NUMBER);
    private static final int SCOPE_METRICS = tag(ResourceMetrics.SCOPE_METRICS_FIELD_NUMBER);
    private static final int METRICS = tag(ScopeMetrics.METRICS_FIELD_NUMBER);
    private static final int NAME = tag(Metric.NAME_FIELD_NUMBER);
    private static final int GAUGE = tag(Metric.GAUGE_FIELD_NUMBER);
    private static final int POINTS = tag(Gauge.DATA_POINTS_FIELD_NUMBER);
    private static final int TIME = fixed(NumberDataPoint.TIME_UNIX_NANO_FIELD_NUMBER);
    private static final int INTEGER = fixed(NumberDataPoint.AS_INT_FIELD_NUMBER);
    private static final int FLOAT = fixed(NumberDataPoint.AS_DOUBLE_FIELD_NUMBER);
    /** Two tags, the time and the value. */
    private static final int POINT_BYTES = 2 * (1 + Long.BYTES);
    /** The field {@code scope} of {@code ScopeMetrics}. */
    private static final byte[] SCOPE = scope("weir");
    /** The field whose metric has the name of the measurement alone. */
    private static final byte[] VALUE = {'v', 'a', 'l', 'u', 'e'};

    private final SampleTable samples = new SampleTable();
    private final TagAttributes tags;
    private final PlaceIndex metrics = new PlaceIndex();
    private final NumberLists metricsOfResources = new NumberLists();
    private final NumberLists seriesOfMetrics = new NumberLists();
    private final Bytes ofResource = new Bytes();
    private final Bytes message = new Bytes();
    private byte[] lines = {};
    private byte[] name = new byte[1 << 10];
    /** The tags of each series. */
    private int[] tagsOfSeries = new int[1 << 10];

    private long estimate;
    private int points;

    /** @param hostTag the tag that names the host of the resource */
    ExportRequests(Optional<String> hostTag) {
        tags = new TagAttributes(hostTag);
    }

    /** Starts a request with lines of this array. */
    void clear(byte[] bytes) {
        lines = bytes;
        samples.clear(bytes);
        estimate = 0;
    }

    /** Adds the numbers of a valid line. */
    void add(LineReader line) {
        for (int i = 0; i < line.fieldCount(); i++) {
            FieldType type = line.fieldType(i);
            if (type == FieldType.STRING) {
                continue;
            }
            int start = line.seriesStart();
            int end = line.seriesEnd();
            int keyStart = line.fieldKeyStart(i);
            int keyEnd = line.fieldKeyEnd(i);
            switch (type) {
                case FLOAT -> samples.add(start, end, keyStart, keyEnd, line.timestamp(), line.doubleValue(i));
                case BOOLEAN ->
                    samples.add(start, end, keyStart, keyEnd, line.timestamp(), line.booleanValue(i) ? 1L : 0L);
                default -> samples.add(start, end, keyStart, keyEnd, line.timestamp(), line.longValue(i));
            }
            estimate += POINT_BYTES + end - start;
        }
    }

    /** About the length of the message, with the lines that were added. */
    long estimate() {
        return estimate;
    }

    /** Replaces the message by that of the lines that were added. */
    void encode() {
        points = 0;
        message.reset();
        try {
            group();
            for (int resource = 0; resource < tags.resourceCount(); resource++) {
                write(resource);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    /** The array with the message, valid until the next call. */
    byte[] bytes() {
        return message.bytes();
    }

    int length() {
        return message.size();
    }

    /** The number of data points in the message. */
    int points() {
        return points;
    }

    /** Finds the metrics of each resource, and the series of each metric. */
    private void group() throws IOException {
        tags.clear(lines);
        metrics.clear(lines);
        metricsOfResources.clear();
        seriesOfMetrics.clear();
        if (tagsOfSeries.length < samples.seriesCount()) {
            tagsOfSeries = new int[2 * samples.seriesCount()];
        }
        for (int series = 0; series < samples.seriesCount(); series++) {
            int number = tags.number(samples.seriesStart(series), samples.seriesEnd(series));
            if (number == TagAttributes.NONE) {
                continue;
            }
            tagsOfSeries[series] = number;
            int known = metrics.count();
            int metric = metrics.number(
                    tags.resource(number),
                    tags.measurementStart(number),
                    tags.measurementEnd(number),
                    samples.keyStart(series),
                    samples.keyEnd(series));
            if (metric == known) {
                metricsOfResources.add(tags.resource(number), metric);
            }
            seriesOfMetrics.add(metric, series);
        }
    }

    private void write(int resource) throws IOException {
        ofResource.reset();
        CodedOutputStream out = CodedOutputStream.newInstance(ofResource);
        int metric = metricsOfResources.first(resource);
        for (; metric != NumberLists.NONE; metric = metricsOfResources.next(metric)) {
            writeMetric(out, metric);
        }
        out.flush();
        Bytes attributes = tags.resourceAttributes(resource);
        int scopeLength = SCOPE.length + ofResource.size();
        out = CodedOutputStream.newInstance(message);
        out.writeUInt32NoTag(RESOURCE_METRICS);
        out.writeUInt32NoTag(withHead(attributes.size()) + withHead(scopeLength));
        out.writeUInt32NoTag(RESOURCE);
        out.writeUInt32NoTag(attributes.size());
        out.write(attributes.bytes(), 0, attributes.size());
        out.writeUInt32NoTag(SCOPE_METRICS);
        out.writeUInt32NoTag(scopeLength);
        out.write(SCOPE, 0, SCOPE.length);
        out.flush();
        ofResource.writeTo(message);
    }

    private void writeMetric(CodedOutputStream out, int metric) throws IOException {
        int nameLength = readName(metric);
        int gauge = 0;
        int series = seriesOfMetrics.first(metric);
        for (; series != NumberLists.NONE; series = seriesOfMetrics.next(series)) {
            samples.inOrder(series);
            gauge += samples.count(series) * withHead(POINT_BYTES + tags.length(tagsOfSeries[series]));
        }
        out.writeUInt32NoTag(METRICS);
        out.writeUInt32NoTag(withHead(nameLength) + withHead(gauge));
        out.writeUInt32NoTag(NAME);
        out.writeUInt32NoTag(nameLength);
        out.write(name, 0, nameLength);
        out.writeUInt32NoTag(GAUGE);
        out.writeUInt32NoTag(gauge);
        series = seriesOfMetrics.first(metric);
        for (; series != NumberLists.NONE; series = seriesOfMetrics.next(series)) {
            writePoints(out, series);
        }
    }

    private void writePoints(CodedOutputStream out, int series) throws IOException {
        int number = tagsOfSeries[series];
        int length = POINT_BYTES + tags.length(number);
        int sample = samples.inOrder(series);
        for (; sample != SampleTable.NONE; sample = samples.next(sample)) {
            out.writeUInt32NoTag(POINTS);
            out.writeUInt32NoTag(length);
            out.writeUInt32NoTag(TIME);
            out.writeFixed64NoTag(samples.stamp(sample));
            out.writeUInt32NoTag(samples.isInteger(sample) ? INTEGER : FLOAT);
            out.writeFixed64NoTag(samples.bits(sample));
            tags.write(number, out);
            points++;
        }
    }

    /** Reads {@code measurement.field}, or the measurement of the field {@code value}; returns the length. */
    private int readName(int metric) {
        int most = metrics.firstEnd(metric)
                - metrics.firstStart(metric)
                + 1
                + metrics.secondEnd(metric)
                - metrics.secondStart(metric);
        if (name.length < most) {
            name = new byte[2 * most];
        }
        int length = Unescaped.copy(lines, metrics.firstStart(metric), metrics.firstEnd(metric), name, 0);
        if (Arrays.equals(lines, metrics.secondStart(metric), metrics.secondEnd(metric), VALUE, 0, VALUE.length)) {
            return length;
        }
        name[length++] = '.';
        return Unescaped.copy(lines, metrics.secondStart(metric), metrics.secondEnd(metric), name, length);
    }

    /** The length of a field with its tag and length. */
    private static int withHead(int content) {
        return 1 + CodedOutputStream.computeUInt32SizeNoTag(content) + content;
    }

    private static byte[] scope(String name) {
        byte[] scope = InstrumentationScope.newBuilder().setName(name).build().toByteArray();
        byte[] field = new byte[2 + scope.length];
        field[0] = (byte) tag(ScopeMetrics.SCOPE_FIELD_NUMBER);
        field[1] = (byte) scope.length;
        System.arraycopy(scope, 0, field, 2, scope.length);
        return field;
    }

    private static int tag(int field) {
        return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    private static int fixed(int field) {
        return field << 3 | WireFormat.WIRETYPE_FIXED64;
    }
}
