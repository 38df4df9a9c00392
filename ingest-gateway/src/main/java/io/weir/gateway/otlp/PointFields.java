package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint.Buckets;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint.ValueAtQuantile;
import io.weir.contract.line.EndMarker;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.LineText;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the fields of data points. Each method returns the reason why a point has none. Not
 * thread-safe.
 */
final class PointFields {
    private static final byte[] END = EndMarker.FIELD.getBytes(US_ASCII);
    /** Of the bucket without an upper bound. */
    private static final byte[] ALL = "+Inf".getBytes(US_ASCII);

    private static final byte[] TRUE = "true".getBytes(US_ASCII);

    private final LineSpeller line;
    /** Empty between arrays. */
    private final LineText array = new LineText(256);

    private final BoundNames names = new BoundNames();
    private final OtlpMapping.Histograms histograms;
    /** Whether the point has delta temporality. */
    private boolean isDelta;

    PointFields(LineSpeller line, OtlpMapping.Histograms histograms) {
        this.line = line;
        this.histograms = histograms;
    }

    /** Sets the temporality of the following points. */
    void delta(boolean is) {
        isDelta = is;
    }

    /** Writes that the series has ended: the sender has no value any more. */
    void end() {
        line.fieldKey(END, 0, END.length);
        line.verbatim(TRUE, 0, TRUE.length);
    }

    OtlpError write(NumberDataPoint point) {
        return write(point.getValueCase(), point.getAsInt(), point.getAsDouble());
    }

    OtlpError write(NumberPoint point) {
        return write(point.type(), point.integer(), point.real());
    }

    private OtlpError write(NumberDataPoint.ValueCase type, long integer, double real) {
        return switch (type) {
            case AS_INT -> {
                integer(FieldKey.VALUE, integer);
                yield OtlpError.NONE;
            }
            case AS_DOUBLE -> number(FieldKey.VALUE, real) ? OtlpError.NONE : OtlpError.NOT_FINITE;
            case VALUE_NOT_SET -> OtlpError.NO_VALUE;
        };
    }

    OtlpError write(HistogramDataPoint point) {
        int buckets = point.getBucketCountsCount();
        int bounds = point.getExplicitBoundsCount();
        if (buckets == 0 ? bounds != 0 : bounds != buckets - 1) {
            return OtlpError.BAD_BUCKETS;
        }
        if (!count(FieldKey.COUNT, point.getCount())) {
            return OtlpError.OUT_OF_RANGE;
        }
        boolean isFinite = (!point.hasSum() || number(FieldKey.SUM, point.getSum()))
                && (!point.hasMin() || number(FieldKey.MIN, point.getMin()))
                && (!point.hasMax() || number(FieldKey.MAX, point.getMax()));
        if (!isFinite) {
            return OtlpError.NOT_FINITE;
        }
        if (buckets == 0) {
            return OtlpError.NONE;
        }
        return switch (histograms) {
            case ARRAYS -> arrays(point);
            case FIELDS -> fields(point);
        };
    }

    private OtlpError arrays(HistogramDataPoint point) {
        if (!numbers(FieldKey.BOUNDS, point.getExplicitBoundsList())) {
            return OtlpError.NOT_FINITE;
        }
        counts(FieldKey.COUNTS, point.getBucketCountsList());
        return OtlpError.NONE;
    }

    /** Each bucket includes the smaller ones, as in Prometheus. */
    private OtlpError fields(HistogramDataPoint point) {
        byte[][] bounds = names.of(point.getExplicitBoundsList());
        if (bounds == null) {
            return OtlpError.BAD_BUCKETS;
        }
        long total = 0;
        for (int i = 0; i < point.getBucketCountsCount(); i++) {
            long count = point.getBucketCounts(i);
            total += count;
            if (count < 0 || total < 0) {
                return OtlpError.OUT_OF_RANGE;
            }
            byte[] name = i < bounds.length ? bounds[i] : ALL;
            line.fieldKey(name, 0, name.length);
            line.value(total);
        }
        return OtlpError.NONE;
    }

    OtlpError write(ExponentialHistogramDataPoint point) {
        if (!count(FieldKey.COUNT, point.getCount()) || !count(FieldKey.ZERO_COUNT, point.getZeroCount())) {
            return OtlpError.OUT_OF_RANGE;
        }
        boolean isFinite = (!point.hasSum() || number(FieldKey.SUM, point.getSum()))
                && (!point.hasMin() || number(FieldKey.MIN, point.getMin()))
                && (!point.hasMax() || number(FieldKey.MAX, point.getMax()))
                && number(FieldKey.ZERO_THRESHOLD, point.getZeroThreshold());
        if (!isFinite) {
            return OtlpError.NOT_FINITE;
        }
        integer(FieldKey.SCALE, point.getScale());
        buckets(FieldKey.POSITIVE_OFFSET, FieldKey.POSITIVE, point.getPositive());
        buckets(FieldKey.NEGATIVE_OFFSET, FieldKey.NEGATIVE, point.getNegative());
        return OtlpError.NONE;
    }

    private void buckets(FieldKey offset, FieldKey counts, Buckets buckets) {
        if (buckets.getBucketCountsCount() > 0) {
            integer(offset, buckets.getOffset());
            counts(counts, buckets.getBucketCountsList());
        }
    }

    OtlpError write(SummaryDataPoint point) {
        if (!count(FieldKey.COUNT, point.getCount())) {
            return OtlpError.OUT_OF_RANGE;
        }
        if (!number(FieldKey.SUM, point.getSum())) {
            return OtlpError.NOT_FINITE;
        }
        Set<String> names = new HashSet<>();
        for (ValueAtQuantile each : point.getQuantileValuesList()) {
            double quantile = each.getQuantile();
            boolean isQuantile = quantile >= 0 && quantile <= 1;
            String name = isQuantile ? percentile(quantile) : "";
            if (!isQuantile || !names.add(name)) {
                return OtlpError.BAD_QUANTILE;
            }
            // A quantile of no observations, in libraries of Prometheus.
            if (Double.isNaN(each.getValue())) {
                continue;
            }
            if (!number(name.getBytes(US_ASCII), each.getValue())) {
                return OtlpError.NOT_FINITE;
            }
        }
        return OtlpError.NONE;
    }

    /** {@code p50} of 0.5, {@code p99_9} of 0.999. */
    private static String percentile(double quantile) {
        String percent = BigDecimal.valueOf(quantile)
                .movePointRight(2)
                .stripTrailingZeros()
                .toPlainString();
        return "p" + percent.replace('.', '_');
    }

    private boolean count(FieldKey key, long unsigned) {
        if (unsigned < 0) {
            return false;
        }
        integer(key, unsigned);
        return true;
    }

    private void integer(FieldKey key, long value) {
        byte[] name = key.name(isDelta);
        line.fieldKey(name, 0, name.length);
        line.value(value);
    }

    private boolean number(FieldKey key, double value) {
        return number(key.name(isDelta), value);
    }

    private boolean number(byte[] name, double value) {
        line.fieldKey(name, 0, name.length);
        return line.value(value);
    }

    private boolean numbers(FieldKey key, List<Double> values) {
        beginArray();
        for (double each : values) {
            if (!Double.isFinite(each)) {
                array.clear();
                return false;
            }
            comma();
            array.number(each);
        }
        endArray(key);
        return true;
    }

    private void counts(FieldKey key, List<Long> values) {
        beginArray();
        for (long each : values) {
            comma();
            array.unsigned(each);
        }
        endArray(key);
    }

    private void beginArray() {
        array.put('[');
    }

    private void comma() {
        if (array.length() > 1) {
            array.put(',');
        }
    }

    private void endArray(FieldKey key) {
        array.put(']');
        byte[] name = key.name(isDelta);
        line.fieldKey(name, 0, name.length);
        line.text(array.bytes(), 0, array.length());
        array.clear();
    }
}
