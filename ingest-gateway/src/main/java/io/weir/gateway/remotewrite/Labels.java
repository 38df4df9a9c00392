package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.CodedInputStream;
import io.weir.contract.line.LineBounds;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;

/** The labels of one series, as places in the body. Reused for all series. Belongs to one thread. */
final class Labels {
    private static final byte[] NAME = "__name__".getBytes(US_ASCII);
    /** Tags of a label's message. */
    private static final int LABEL_NAME = Wire.message(1);

    private static final int LABEL_VALUE = Wire.message(2);
    /** Names and values; far more than a line may have. */
    private static final int MOST = 2 << 10;

    private static final int DESCRIBED_BYTES = 1 << 10;

    private final Symbols symbols;
    private byte[] bytes = {};
    private long[] places = new long[64];
    private int length;
    private long textBytes;
    private boolean isBroken;

    Labels(Symbols symbols) {
        this.symbols = symbols;
    }

    void begin(byte[] body) {
        bytes = body;
        length = 0;
        textBytes = 0;
        isBroken = false;
    }

    /** Reads a label of version 1: a message of name and value. */
    void read(CodedInputStream in, int start) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        long name = Place.NOWHERE;
        long value = Place.NOWHERE;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == LABEL_NAME) {
                name = Place.skip(in, start);
            } else if (tag == LABEL_VALUE) {
                value = Place.skip(in, start);
            } else {
                Wire.skip(in, tag);
            }
        }
        in.popLimit(limit);
        add(name);
        add(value);
    }

    /** Adds a reference of version 2. Names and values alternate. */
    void refer(int symbol) {
        if (symbols.has(symbol)) {
            add(symbols.place(symbol));
        } else {
            isBroken = true;
        }
    }

    private void add(long place) {
        if (length == MOST) {
            isBroken = true;
            return;
        }
        if (length == places.length) {
            places = Arrays.copyOf(places, 2 * length);
        }
        textBytes += Place.length(place);
        places[length++] = place;
    }

    /** Bytes of all names and values, of which many may be the same text of the request. */
    long textBytes() {
        return textBytes;
    }

    /** Begins a line by the name and the labels; a field is next. */
    RemoteWriteError spell(LineSpeller line) {
        line.clear();
        if (isBroken || length % 2 != 0) {
            return RemoteWriteError.BAD_LABEL;
        }
        if (textBytes > LineBounds.MOST_SERIES_BYTES) {
            return RemoteWriteError.LONG_SERIES;
        }
        int name = 0;
        while (name < length && !isName(places[name])) {
            name += 2;
        }
        if (name == length || Place.isEmpty(places[name + 1])) {
            return RemoteWriteError.NO_NAME;
        }
        boolean isRight = line.measurement(bytes, Place.from(places[name + 1]), Place.to(places[name + 1]));
        for (int at = 0; at < length && isRight; at += 2) {
            // A label with an empty value is the same as none.
            if (at != name && !Place.isEmpty(places[at + 1])) {
                isRight = !isName(places[at])
                        && line.tagKey(bytes, Place.from(places[at]), Place.to(places[at]))
                        && line.tagValue(bytes, Place.from(places[at + 1]), Place.to(places[at + 1]));
            }
        }
        return isRight ? RemoteWriteError.NONE : RemoteWriteError.BAD_LABEL;
    }

    private boolean isName(long place) {
        return Arrays.equals(bytes, Place.from(place), Place.to(place), NAME, 0, NAME.length);
    }

    /** Writes the first labels as {@code {name="value",…}}, for people. */
    void describe(ByteText text) {
        text.append('{');
        for (int at = 0; at + 1 < length && text.length() < DESCRIBED_BYTES; at += 2) {
            text.append(at == 0 ? "" : ",");
            describe(places[at], text);
            text.append("=\"");
            describe(places[at + 1], text);
            text.append('"');
        }
        text.append('}');
    }

    private void describe(long place, ByteText text) {
        int from = Place.from(place);
        text.append(bytes, from, Math.min(Place.to(place), from + DESCRIBED_BYTES));
    }
}
