package io.weir.gateway.exposition;

import com.google.protobuf.CodedInputStream;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.prometheus.SampleSpelling;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.SortedMap;

/**
 * The samples of metric families in protobuf, each after its length. A metric that is not readable costs
 * no other one. Allocates a little per family.
 */
final class FamilyReader implements SampleReader {
    /** Tags of a family. */
    private static final int NAME = Wire.message(1);

    private static final int METRIC = Wire.message(4);
    private static final int ALL = Wire.fields(1, 4);

    /** Ends the name in a key, because no text in UTF-8 contains it. */
    private static final int AFTER_NAME = 0xff;

    private static final CodedInputStream NO_FAMILY = CodedInputStream.newInstance(new byte[0]);

    private final MetricMessage metric = new MetricMessage();
    private final LineRoom room = new LineRoom();
    private final ByteText key = new ByteText(256);
    private final ByteText text = new ByteText(256);
    private byte[] bytes = {};
    private int length;
    private boolean keepsClassic;
    private CodedInputStream families = NO_FAMILY;
    private CodedInputStream family = NO_FAMILY;
    /** The index in the body at which {@link #family} began. */
    private int familyStart;

    private int familyEnd;
    private long name = Place.NOWHERE;
    /** Of the metric. */
    private int sample;

    private ExpositionError error = ExpositionError.NONE;
    /** Of an error of the wire. */
    private String message = "";

    @Override
    public void wrap(Body body) {
        bytes = body.bytes();
        length = body.length();
        keepsClassic = body.keepsClassic();
        families = CodedInputStream.newInstance(bytes, 0, length);
        family = NO_FAMILY;
        name = Place.NOWHERE;
        metric.clear();
        room.begin(length);
    }

    @Override
    public boolean hasEnd() {
        CodedInputStream in = CodedInputStream.newInstance(bytes, 0, length);
        try {
            while (!in.isAtEnd()) {
                Place.skip(in, 0);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public boolean next() {
        error = ExpositionError.NONE;
        message = "";
        sample++;
        while (sample >= metric.samples().count()) {
            sample = 0;
            metric.clear();
            if (!advance()) {
                return false;
            }
            if (error != ExpositionError.NONE) {
                return true;
            }
        }
        check();
        return true;
    }

    /** Reads the next metric, or begins the next family; false after the last one. */
    private boolean advance() {
        try {
            while (!family.isAtEnd()) {
                int tag = family.readTag();
                if (tag == METRIC) {
                    readMetric();
                    return true;
                }
                Wire.skip(family, tag);
            }
            if (families.isAtEnd()) {
                return false;
            }
            begin(Place.skip(families, 0));
        } catch (IOException e) {
            family = NO_FAMILY;
            unreadable(e);
        }
        return true;
    }

    private void unreadable(IOException e) {
        error = ExpositionError.UNREADABLE;
        message = String.valueOf(e.getMessage());
    }

    /** Finds the name, which may be after metrics, and whether all fields end within the family. */
    private void begin(long place) throws IOException {
        familyStart = Place.from(place);
        familyEnd = Place.to(place);
        name = Place.NOWHERE;
        CodedInputStream in = Place.open(bytes, place);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == NAME) {
                name = Place.skip(in, familyStart);
            } else if (tag == METRIC) {
                Wire.skip(in, tag);
            } else {
                Wire.skipUnknown(in, tag, ALL);
            }
        }
        family = Place.open(bytes, place);
    }

    private void readMetric() throws IOException {
        int size = family.readRawVarint32();
        int end = familyStart + family.getTotalBytesRead() + size;
        int limit = family.pushLimit(size);
        try {
            metric.read(family, bytes, familyStart, keepsClassic);
            family.popLimit(limit);
            if (metric.samples().isOverfull()) {
                error = ExpositionError.TOO_LARGE;
            } else if (metric.samples().count() == 0) {
                error = ExpositionError.SYNTAX;
                message = "no value";
            }
        } catch (IOException e) {
            unreadable(e);
            familyStart = end;
            family = Place.open(bytes, Place.of(end, familyEnd));
        }
        if (error != ExpositionError.NONE) {
            metric.samples().clear();
        }
    }

    private void check() {
        long labelBytes = Place.length(name) + metric.labels().length();
        room.take(Math.min(labelBytes, LabelMessages.MOST_BYTES));
        if (Place.isEmpty(name)) {
            error = ExpositionError.SYNTAX;
            message = "no name";
        } else if (labelBytes > LabelMessages.MOST_BYTES) {
            error = ExpositionError.LONG_SERIES;
        } else if (room.isUsedUp()) {
            error = ExpositionError.TOO_LARGE;
        } else if (isNative() && !metric.histogram().isRight()) {
            error = ExpositionError.BAD_HISTOGRAM;
        } else if (Double.isInfinite(value())) {
            error = ExpositionError.NOT_FINITE;
        } else {
            writeKey();
        }
    }

    private void writeKey() {
        key.clear();
        key.append(bytes, Place.from(name), Place.to(name));
        key.appendBytes(AFTER_NAME, 1);
        key.append(kind().code());
        key.appendBytes(Double.doubleToLongBits(bound()), Double.BYTES);
        metric.labels().appendTo(key);
    }

    private SampleKind kind() {
        return metric.samples().kind(sample);
    }

    private boolean isNative() {
        return kind() == SampleKind.NATIVE;
    }

    /** Never -0. */
    private double bound() {
        return metric.samples().bound(sample) + 0.0;
    }

    private double value() {
        return metric.samples().value(sample);
    }

    @Override
    public ExpositionError error() {
        return error;
    }

    @Override
    public byte[] key() {
        return key.bytes();
    }

    @Override
    public int keyFrom() {
        return 0;
    }

    @Override
    public int keyTo() {
        return key.length();
    }

    @Override
    public ExpositionError labels(SortedMap<String, String> into) {
        if (!LabelMessages.isUtf8(bytes, name)) {
            return ExpositionError.BAD_LABEL;
        }
        into.put(SeriesText.NAME, LabelMessages.text(bytes, name) + kind().suffix());
        ExpositionError wrong = metric.labels().read(into);
        if (wrong != ExpositionError.NONE || kind().bound().isEmpty()) {
            return wrong;
        }
        boolean isFree = into.putIfAbsent(kind().bound(), BoundText.of(bound())) == null;
        return isFree ? ExpositionError.NONE : ExpositionError.BAD_LABEL;
    }

    @Override
    public boolean isNotANumber() {
        return Double.isNaN(value());
    }

    @Override
    public int exemplars() {
        return metric.samples().exemplars(sample);
    }

    @Override
    public long millis() {
        return metric.millis();
    }

    @Override
    public void spell(LineSpeller line, byte[] series, int from, int to) {
        if (isNative()) {
            int before = line.length();
            line.begun(series, from, to);
            metric.histogram().spell(line);
            room.take(line.length() - before); // Gaps between buckets become zeros.
        } else {
            SampleSpelling.begin(line, series, from, to);
            line.value(value());
        }
    }

    @Override
    public void refuse(LineIntake lines, ExpositionError reason, SocketAddress source, long receivedNanos) {
        text.clear();
        LabelMessages.describe(bytes, name, text);
        boolean hasSample = sample < metric.samples().count();
        text.append(hasSample ? kind().suffix() : "");
        metric.labels().describe(text);
        if (hasSample && !kind().bound().isEmpty()) {
            text.append(" " + kind().bound() + "=" + BoundText.of(bound()));
        }
        if (hasSample) {
            text.append(" " + (isNative() ? metric.histogram() : Double.toString(value())));
        }
        text.append(message.isEmpty() ? "" : ": " + message);
        lines.refuse(reason.code(), text.bytes(), 0, text.length(), 0, source, receivedNanos);
    }
}
