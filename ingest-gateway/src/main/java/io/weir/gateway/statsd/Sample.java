package io.weir.gateway.statsd;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import io.weir.contract.line.LineError;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.SecondsText;

/**
 * The parts of one message, {@code name:value|type}, and perhaps {@code |@rate}, {@code |#tags} and
 * {@code |Tseconds}. A view that is read again and again. Allocates nothing. Belongs to one thread.
 */
final class Sample {
    /** No timestamp. */
    static final long NO_STAMP = Long.MIN_VALUE;

    private static final byte[] EVENT = {'_', 'e', '{'};
    private static final byte[] SERVICE_CHECK = {'_', 's', 'c', '|'};

    byte[] bytes = {};
    int nameFrom;
    int nameTo;
    int valueFrom;
    int valueTo;
    int tagsFrom;
    int tagsTo;
    SampleType type = SampleType.COUNTER;
    /** The share of events that the sender sends. */
    double rate;

    long stampNanos;
    /** Index of the first wrong byte. */
    int errorAt;

    /** Reads a message without blanks around it. After an error, only {@link #errorAt} is valid. */
    StatsdError read(byte[] message, int from, int to) {
        bytes = message;
        tagsFrom = to;
        tagsTo = to;
        rate = 1;
        stampNanos = NO_STAMP;
        errorAt = from;
        if (startsWith(EVENT, from, to)) {
            return StatsdError.EVENT;
        }
        if (startsWith(SERVICE_CHECK, from, to)) {
            return StatsdError.SERVICE_CHECK;
        }
        nameFrom = from;
        nameTo = next(':', from, to);
        valueFrom = Math.min(nameTo + 1, to);
        valueTo = next('|', valueFrom, to);
        if (nameTo == to || valueTo == to || next('|', from, nameTo) < nameTo) {
            return StatsdError.NOT_A_SAMPLE;
        }
        int typeTo = next('|', valueTo + 1, to);
        SampleType known = SampleType.of(bytes, valueTo + 1, typeTo);
        if (known == null) {
            errorAt = valueTo + 1;
            return StatsdError.UNKNOWN_TYPE;
        }
        type = known;
        return sections(typeTo, to);
    }

    /** Reads what follows the type. Unknown sections are ignored, because Datadog adds new ones. */
    private StatsdError sections(int from, int to) {
        for (int at = from; at < to; ) {
            int start = at + 1;
            int end = next('|', start, to);
            byte kind = start < end ? bytes[start] : 0;
            StatsdError error = StatsdError.NONE;
            if (kind == '@') {
                error = rate(start + 1, end);
            } else if (kind == '#') {
                tagsFrom = start + 1;
                tagsTo = end;
            } else if (kind == 'T') {
                error = stamp(start + 1, end);
            }
            if (error != StatsdError.NONE) {
                errorAt = start;
                return error;
            }
            at = end;
        }
        return StatsdError.NONE;
    }

    private StatsdError rate(int from, int to) {
        if (FloatText.error(bytes, from, to) != LineError.NONE) {
            return StatsdError.BAD_RATE;
        }
        rate = number(from, to);
        return rate > 0 && rate <= 1 ? StatsdError.NONE : StatsdError.BAD_RATE;
    }

    private StatsdError stamp(int from, int to) {
        stampNanos = SecondsText.nanos(bytes, from, to);
        if (stampNanos == SecondsText.BAD) {
            return StatsdError.BAD_TIMESTAMP;
        }
        return stampNanos == SecondsText.FAR ? StatsdError.FAR_TIMESTAMP : StatsdError.NONE;
    }

    /** Whether the name has tags of InfluxDB or Graphite, whose values may have colons. */
    boolean hasTaggedName() {
        return next(',', nameFrom, nameTo) < nameTo || next(';', nameFrom, nameTo) < nameTo;
    }

    /** The number that is written there, which has no {@link FloatText#error}. */
    double number(int from, int to) {
        return JavaDoubleParser.parseDouble(bytes, from, to - from);
    }

    /** The index of this byte, or {@code to}. */
    int next(char b, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != b) {
            at++;
        }
        return at;
    }

    /** The end of a message without the blanks at its end. */
    static int trimmed(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && Words.isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    private boolean startsWith(byte[] start, int from, int to) {
        for (int i = 0; i < start.length; i++) {
            if (from + i >= to || bytes[from + i] != start[i]) {
                return false;
            }
        }
        return true;
    }
}
