package io.weir.writer.store.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.resource.v1.Resource;
import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.Bytes;
import io.weir.writer.store.PlaceIndex;
import io.weir.writer.store.Unescaped;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The tags of a request's series, encoded once as attributes of data points. If one of the tags
 * names the host, its value belongs to the resource instead. Used by one thread.
 */
final class TagAttributes {
    /** Not a series. */
    static final int NONE = -1;

    private static final int OF_POINT = tag(NumberDataPoint.ATTRIBUTES_FIELD_NUMBER);
    private static final int OF_RESOURCE = tag(Resource.ATTRIBUTES_FIELD_NUMBER);
    private static final int KEY = tag(KeyValue.KEY_FIELD_NUMBER);
    private static final int VALUE = tag(KeyValue.VALUE_FIELD_NUMBER);
    private static final int TEXT = tag(AnyValue.STRING_VALUE_FIELD_NUMBER);
    private static final byte[] HOST_NAME = "host.name".getBytes(US_ASCII);

    private final byte[] hostTag;
    private final SeriesReader reader = new SeriesReader();
    private final PlaceIndex series = new PlaceIndex();
    private final PlaceIndex hosts = new PlaceIndex();
    private final Bytes attributes = new Bytes();
    private byte[] text = new byte[1 << 10];
    private byte[] lines = {};
    private int[] ends = new int[1 << 8];
    private int[] measurementEnds = new int[1 << 8];
    private int[] resources = new int[1 << 8];

    /** @param hostTag the tag that names the host */
    TagAttributes(Optional<String> hostTag) {
        this.hostTag = hostTag.orElse("").getBytes(UTF_8);
    }

    /** Forgets all series; the next ones are in this array. */
    void clear(byte[] bytes) {
        lines = bytes;
        series.clear(bytes);
        hosts.clear(bytes);
        attributes.reset();
    }

    /** The number of the series at this place, or {@link #NONE}. */
    int number(int start, int end) throws IOException {
        int known = series.count();
        int number = series.number(0, start, end, 0, 0);
        if (number == known) {
            if (number == ends.length) {
                ends = Arrays.copyOf(ends, 2 * number);
                measurementEnds = Arrays.copyOf(measurementEnds, 2 * number);
                resources = Arrays.copyOf(resources, 2 * number);
            }
            resources[number] = encode(start, end);
            measurementEnds[number] = reader.measurementEnd();
            ends[number] = attributes.size();
        }
        return resources[number] == NONE ? NONE : number;
    }

    /** The index after the measurement of a series, in the place where it occurred first. */
    int measurementEnd(int number) {
        return measurementEnds[number];
    }

    /** The index of the measurement of a series. */
    int measurementStart(int number) {
        return series.firstStart(number);
    }

    /** The number of the resource of a series. */
    int resource(int number) {
        return resources[number];
    }

    /** The number of resources. */
    int resourceCount() {
        return hosts.count();
    }

    /** The length of the attributes of a series. */
    int length(int number) {
        return ends[number] - start(number);
    }

    /** Writes the attributes of a series, as those of a data point. */
    void write(int number, CodedOutputStream out) throws IOException {
        out.writeRawBytes(attributes.bytes(), start(number), length(number));
    }

    /** The attributes of a resource: the host's name, or none. */
    Bytes resourceAttributes(int resource) throws IOException {
        Bytes encoded = new Bytes();
        if (hosts.firstEnd(resource) > hosts.firstStart(resource)) {
            CodedOutputStream out = CodedOutputStream.newInstance(encoded);
            attribute(
                    out,
                    OF_RESOURCE,
                    HOST_NAME,
                    0,
                    HOST_NAME.length,
                    hosts.firstStart(resource),
                    hosts.firstEnd(resource));
            out.flush();
        }
        return encoded;
    }

    private int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    /** Encodes the tags; returns the number of the resource, or {@link #NONE}. */
    private int encode(int start, int end) throws IOException {
        if (reader.read(lines, start, end) != LineError.NONE) {
            return NONE;
        }
        CodedOutputStream out = CodedOutputStream.newInstance(attributes, 1 << 9);
        int hostStart = 0;
        int hostEnd = 0;
        for (int i = 0; i < reader.tagCount(); i++) {
            int keyStart = reader.tagKeyStart(i);
            int keyEnd = reader.tagKeyEnd(i);
            if (Arrays.equals(lines, keyStart, keyEnd, hostTag, 0, hostTag.length)) {
                hostStart = reader.tagValueStart(i);
                hostEnd = reader.tagValueEnd(i);
            } else {
                attribute(out, OF_POINT, lines, keyStart, keyEnd, reader.tagValueStart(i), reader.tagValueEnd(i));
            }
        }
        out.flush();
        return hosts.number(0, hostStart, hostEnd, 0, 0);
    }

    /** Writes an attribute whose value is in the lines. */
    private void attribute(
            CodedOutputStream out, int tag, byte[] keyBytes, int keyStart, int keyEnd, int valueStart, int valueEnd)
            throws IOException {
        int most = keyEnd - keyStart + valueEnd - valueStart;
        if (text.length < most) {
            text = new byte[2 * most];
        }
        int key = Unescaped.copy(keyBytes, keyStart, keyEnd, text, 0);
        int value = Unescaped.copy(lines, valueStart, valueEnd, text, key) - key;
        int any = 1 + CodedOutputStream.computeUInt32SizeNoTag(value) + value;
        out.writeUInt32NoTag(tag);
        out.writeUInt32NoTag(1
                + CodedOutputStream.computeUInt32SizeNoTag(key)
                + key
                + 1
                + CodedOutputStream.computeUInt32SizeNoTag(any)
                + any);
        out.writeUInt32NoTag(KEY);
        out.writeUInt32NoTag(key);
        out.write(text, 0, key);
        out.writeUInt32NoTag(VALUE);
        out.writeUInt32NoTag(any);
        out.writeUInt32NoTag(TEXT);
        out.writeUInt32NoTag(value);
        out.write(text, key, value);
    }

    private static int tag(int field) {
        return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }
}
