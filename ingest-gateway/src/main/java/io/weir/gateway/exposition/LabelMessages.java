package io.weir.gateway.exposition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.weir.contract.line.LineBounds;
import io.weir.contract.line.Utf8;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;
import java.util.SortedMap;

/** The labels of one metric, as places in the body. Reused; belongs to one thread. */
final class LabelMessages {
    private static final int NAME = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int VALUE = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int ALL = Wire.fields(1, 2);
    private static final int DESCRIBED_BYTES = 1 << 10;

    /**
     * If labels are longer, {@link #length} is right, and the other methods lack some of them. Messages have some bytes
     * more than the labels.
     */
    static final int MOST_BYTES = 2 * LineBounds.MOST_SERIES_BYTES;

    private byte[] bytes = {};
    private long[] places = new long[16];
    private int count;
    private long length;

    /** Of the label that was read last. */
    private long name;

    private long value;

    void clear() {
        count = 0;
        length = 0;
    }

    void begin(byte[] body) {
        clear();
        bytes = body;
    }

    void add(long place) {
        length += Place.length(place) + Integer.BYTES;
        if (length > MOST_BYTES && count > 0) {
            return;
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = place;
    }

    /** Bytes of all messages in a key, where each has four for its length. */
    long length() {
        return length;
    }

    /** Appends what identifies the labels. */
    void appendTo(ByteText key) {
        for (int i = 0; i < count; i++) {
            key.appendBytes(Place.length(places[i]), Integer.BYTES);
            key.append(bytes, Place.from(places[i]), Place.to(places[i]));
        }
    }

    /** Adds the labels. */
    ExpositionError read(SortedMap<String, String> into) {
        for (int i = 0; i < count; i++) {
            if (!read(places[i])) {
                return ExpositionError.UNREADABLE;
            }
            boolean isRight = !Place.isEmpty(name)
                    && isUtf8(bytes, name)
                    && isUtf8(bytes, value)
                    && into.putIfAbsent(text(bytes, name), text(bytes, value)) == null;
            if (!isRight) {
                return ExpositionError.BAD_LABEL;
            }
        }
        return ExpositionError.NONE;
    }

    private boolean read(long place) {
        name = Place.NOWHERE;
        value = Place.NOWHERE;
        try {
            CodedInputStream in = Place.open(bytes, place);
            while (!in.isAtEnd()) {
                int tag = in.readTag();
                switch (tag) {
                    case NAME -> name = Place.skip(in, Place.from(place));
                    case VALUE -> value = Place.skip(in, Place.from(place));
                    default -> Wire.skipUnknown(in, tag, ALL);
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Appends the first labels as {@code {name="value",…}}, for people. */
    void describe(ByteText text) {
        text.append('{');
        for (int i = 0; i < count && text.length() < DESCRIBED_BYTES && read(places[i]); i++) {
            text.append(i == 0 ? "" : ",");
            describe(bytes, name, text);
            text.append("=\"");
            describe(bytes, value, text);
            text.append('"');
        }
        text.append('}');
    }

    /** Appends the beginning of the text at a place, for people. */
    static void describe(byte[] bytes, long place, ByteText text) {
        int from = Place.from(place);
        text.append(bytes, from, Math.min(Place.to(place), from + DESCRIBED_BYTES));
    }

    /** Whether the text at a place is UTF-8. */
    static boolean isUtf8(byte[] bytes, long place) {
        return Utf8.firstInvalid(bytes, Place.from(place), Place.to(place)) < 0;
    }

    /** The text at a place. */
    static String text(byte[] bytes, long place) {
        return new String(bytes, Place.from(place), Place.length(place), UTF_8);
    }
}
