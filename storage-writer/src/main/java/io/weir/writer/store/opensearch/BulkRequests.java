package io.weir.writer.store.opensearch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.JsonBuffer;
import okhttp3.Headers;

/** The body of a bulk request: for each line an action and a document. Used by one thread. */
final class BulkRequests {
    /** The type of single objects. */
    static final Headers JSON = Headers.of("Content-Type", "application/json");

    /** In the order of their values, so that documents of one time have neighbouring ids. */
    private static final byte[] DIGITS =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".getBytes(US_ASCII);

    private static final int BITS_PER_DIGIT = 6;

    private static final byte[] INDEX = ascii("{\"index\":{\"_index\":\"");
    private static final byte[] ID = ascii("\",\"_id\":\"");
    private static final byte[] DOCUMENT = ascii("\"}}\n{\"@timestamp\":\"");
    private static final byte[] MEASUREMENT = ascii("\",\"measurement\":");
    private static final byte[] TAGS = ascii(",\"tags\":{");
    private static final byte[] FIELDS = ascii("},\"fields\":{");
    private static final byte[] END = ascii("}}\n");

    private final JsonBuffer json = new JsonBuffer();
    private final IndexNames names;
    private final boolean holdsDocuments;

    BulkRequests(OpenSearchUrl url) {
        names = new IndexNames(url);
        holdsDocuments = url.holdsDocuments();
    }

    void clear() {
        json.clear();
    }

    /** The array with the body, valid until the next change. */
    byte[] bytes() {
        return json.bytes();
    }

    int length() {
        return json.length();
    }

    /** Adds the document of a line whose series was read. */
    void add(LineReader line, SeriesReader series) {
        byte[] bytes = line.bytes();
        json.put(INDEX);
        names.putName(bytes, line.seriesStart(), series.measurementEnd(), line.timestamp(), json);
        json.put(ID);
        // Unlike other longs, flipped ones have the order of their bits.
        putId(line.timestamp() ^ Long.MIN_VALUE);
        putId(line.seriesHash());
        if (holdsDocuments) {
            // Two messages of one series may have the same time.
            putId(SeriesHash.of(bytes, line.fieldsStart(), line.fieldsEnd()));
        }
        json.put(DOCUMENT);
        names.putTime(line.timestamp(), json);
        json.put(MEASUREMENT);
        json.putMeasurement(bytes, line.seriesStart(), series.measurementEnd());
        json.put(TAGS);
        for (int i = 0; i < series.tagCount(); i++) {
            putName(i, bytes, series.tagKeyStart(i), series.tagKeyEnd(i));
            json.putKey(bytes, series.tagValueStart(i), series.tagValueEnd(i));
        }
        json.put(FIELDS);
        for (int i = 0; i < line.fieldCount(); i++) {
            putName(i, bytes, line.fieldKeyStart(i), line.fieldKeyEnd(i));
            json.putValue(line, i);
        }
        json.put(END);
    }

    private void putName(int place, byte[] bytes, int from, int to) {
        if (place > 0) {
            json.put(',');
        }
        json.putKey(bytes, from, to);
        json.put(':');
    }

    private void putId(long bits) {
        for (int shift = 60; shift >= 0; shift -= BITS_PER_DIGIT) {
            json.put((char) DIGITS[(int) (bits >>> shift) & 0x3f]);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
