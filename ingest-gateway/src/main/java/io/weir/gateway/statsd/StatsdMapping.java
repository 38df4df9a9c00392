package io.weir.gateway.statsd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.ChangeMarker;
import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineError;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.path.KnownPaths;
import io.weir.gateway.path.PathError;
import io.weir.gateway.path.Templates;
import java.net.SocketAddress;

/**
 * Reads StatsD's samples, one message on each line. Each value becomes a line, whose field says what
 * it is: {@code count} for a counter, {@code value} for a gauge, {@code ms} for a timer, {@code
 * member} for a set. Allocates nothing for a known name.
 */
public final class StatsdMapping implements Mapping {
    private static final int HAND_OVER_BYTES = 64 << 10;

    /** Lines of one message. Each packed value repeats the name and the tags. */
    private static final int MOST_BYTES = 1 << 20;

    private static final byte[] EVENTS = "events".getBytes(US_ASCII);
    private static final byte[] CHANGE_MARKER = ChangeMarker.FIELD.getBytes(US_ASCII);
    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);

    private final LineIntake lines;
    private final SignedGauges signedGauges;
    private final KnownPaths names;
    private final LineSpeller spelled = new LineSpeller(2 * HAND_OVER_BYTES);
    private final Sample sample = new Sample();
    private byte[] name = new byte[256];

    /** Writes lines to {@code lines}. */
    public StatsdMapping(LineIntake lines, Templates templates, SignedGauges signedGauges) {
        this.lines = lines;
        this.signedGauges = signedGauges;
        this.names = new KnownPaths(templates, SampleName::read);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    @Override
    public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        spelled.clear();
        for (int at = from; at < to; ) {
            int end = Words.lineEnd(bytes, at, to);
            message(bytes, Words.start(bytes, at, end), end, source, receivedNanos);
            at = end + 1;
            if (spelled.length() >= HAND_OVER_BYTES) {
                handOver(source, receivedNanos);
            }
        }
        handOver(source, receivedNanos);
    }

    private void handOver(SocketAddress source, long receivedNanos) {
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        spelled.clear();
    }

    private void message(byte[] bytes, int from, int lineEnd, SocketAddress source, long receivedNanos) {
        int to = Sample.trimmed(bytes, from, lineEnd);
        if (from == to) {
            return;
        }
        int before = spelled.length();
        StatsdError error = sample.read(bytes, from, to);
        error = error == StatsdError.NONE ? values() : error;
        if (error != StatsdError.NONE) {
            spelled.truncate(before);
            lines.refuse(error.code(), bytes, from, to, sample.errorAt, source, receivedNanos);
        }
    }

    /** Writes a line for each value. Several are separated by colons, but a set has only one. */
    private StatsdError values() {
        int to = sample.valueTo;
        if (nameLength() > LineBounds.MOST_SERIES_BYTES) {
            return StatsdError.TOO_LARGE;
        }
        int end = valueEnd(sample.valueFrom);
        if (end < to && (sample.stampNanos != Sample.NO_STAMP || sample.hasTaggedName())) {
            // Of values with the same timestamp only the last would count; a tag may have the colon.
            return StatsdError.NOT_A_SAMPLE;
        }
        int start = spelled.length();
        PathError path = begin();
        if (path != PathError.NONE) {
            return StatsdError.of(path);
        }
        int begun = spelled.length();
        StatsdError error = value(sample.valueFrom, end);
        for (int at = end + 1; at <= to && error == StatsdError.NONE; at = end + 1) {
            end = valueEnd(at);
            spelled.begun(spelled.array(), start, begun);
            error = value(at, end);
            if (spelled.length() - start > MOST_BYTES) {
                return StatsdError.TOO_LARGE;
            }
        }
        return error;
    }

    private int valueEnd(int from) {
        return sample.type == SampleType.SET ? sample.valueTo : sample.next(':', from, sample.valueTo);
    }

    private StatsdError value(int from, int to) {
        sample.errorAt = from;
        StatsdError error = sample.type == SampleType.SET ? StatsdError.NONE : number(from, to);
        error = error == StatsdError.NONE ? write(from, to) : error;
        if (error == StatsdError.NONE) {
            end();
        }
        return error;
    }

    private StatsdError number(int from, int to) {
        LineError error = FloatText.error(sample.bytes, from, to);
        if (error != LineError.NONE) {
            return StatsdError.of(error);
        }
        return signedGauges == SignedGauges.REFUSE && sample.type == SampleType.GAUGE && isSigned(from)
                ? StatsdError.SIGNED_GAUGE
                : StatsdError.NONE;
    }

    private boolean isSigned(int from) {
        return sample.bytes[from] == '+' || sample.bytes[from] == '-';
    }

    /** Begins a line by the type, name and tags of the sample. */
    private PathError begin() {
        int nameLength = sample.nameTo - sample.nameFrom;
        int length = 2 + nameLength();
        if (name.length < length) {
            name = new byte[2 * length];
        }
        name[0] = (byte) sample.type.letter();
        System.arraycopy(sample.bytes, sample.nameFrom, name, 1, nameLength);
        name[1 + nameLength] = SampleName.TAGS;
        System.arraycopy(sample.bytes, sample.tagsFrom, name, 2 + nameLength, length - 2 - nameLength);
        return names.begin(name, 0, length, spelled);
    }

    private int nameLength() {
        return sample.nameTo - sample.nameFrom + sample.tagsTo - sample.tagsFrom;
    }

    private StatsdError write(int from, int to) {
        byte[] bytes = sample.bytes;
        if (sample.type == SampleType.SET) {
            return from < to && spelled.text(bytes, from, to) ? StatsdError.NONE : StatsdError.BAD_MEMBER;
        }
        if (sample.type == SampleType.COUNTER && sample.rate < 1) {
            return spelled.value(sample.number(from, to) / sample.rate) ? StatsdError.NONE : StatsdError.OUT_OF_RANGE;
        }
        FloatText.write(bytes, from, to, spelled);
        if (sample.type == SampleType.GAUGE && signedGauges == SignedGauges.CHANGE) {
            mark(isSigned(from));
        }
        return sample.type.isSampled() ? events() : StatsdError.NONE;
    }

    /** Marks a gauge, so that processing keeps its value, and adds changes to it. */
    private void mark(boolean isChange) {
        byte[] value = isChange ? TRUE : FALSE;
        spelled.fieldKey(CHANGE_MARKER, 0, CHANGE_MARKER.length);
        spelled.verbatim(value, 0, value.length);
    }

    /** Writes how many events the value stands for. */
    private StatsdError events() {
        spelled.fieldKey(EVENTS, 0, EVENTS.length);
        return spelled.value(1 / sample.rate) ? StatsdError.NONE : StatsdError.OUT_OF_RANGE;
    }

    private void end() {
        if (sample.stampNanos == Sample.NO_STAMP) {
            spelled.endLine();
        } else {
            spelled.endLine(sample.stampNanos);
        }
    }
}
