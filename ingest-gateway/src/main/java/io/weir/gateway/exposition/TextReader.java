package io.weir.gateway.exposition;

import io.weir.contract.line.LineError;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.NumberText;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.prometheus.SampleSpelling;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.SortedMap;

/** The samples of a text. Finds where the parts of each line are, and checks the value and the timestamp. */
final class TextReader implements SampleReader {
    private static final byte[] END = {'#', ' ', 'E', 'O', 'F'};
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int LONGEST_STAMP = 18;

    private final SeriesText seriesText = new SeriesText();
    private byte[] bytes = {};
    private int end;
    private ExpositionFormat format = ExpositionFormat.PROMETHEUS;
    private boolean isComplete;
    private int next;
    private boolean hasEnded;

    private int lineStart;
    private int lineEnd;
    private int seriesEnd;
    private int valueStart;
    private int valueEnd;
    private boolean isNotANumber;
    private boolean hasExemplar;
    private long millis;
    private ExpositionError error = ExpositionError.NONE;
    private int errorAt;

    @Override
    public void wrap(Body body) {
        bytes = body.bytes();
        end = body.length();
        format = body.format();
        isComplete = body.isComplete();
        next = 0;
        hasEnded = false;
    }

    @Override
    public boolean hasEnd() {
        return format == ExpositionFormat.PROMETHEUS || endsAsOpenMetrics(bytes, end);
    }

    /** Whether the last line is the end of OpenMetrics. */
    static boolean endsAsOpenMetrics(byte[] bytes, int length) {
        int to = length;
        while (to > 0 && (bytes[to - 1] == '\n' || bytes[to - 1] == '\r')) {
            to--;
        }
        int from = to;
        while (from > 0 && bytes[from - 1] != '\n') {
            from--;
        }
        return isEnd(bytes, from, to);
    }

    /** Proceeds to the next line that is a sample or ought to be one. */
    @Override
    public boolean next() {
        while (next < end) {
            lineEnd = Words.lineEnd(bytes, next, end);
            lineStart = Words.start(bytes, next, lineEnd);
            boolean isCut = lineEnd == end && !isComplete;
            next = lineEnd + 1;
            if (lineStart < lineEnd && bytes[lineStart] != '#') {
                read(isCut);
                return true;
            }
            hasEnded |= format == ExpositionFormat.OPEN_METRICS && isEnd(bytes, lineStart, trimmedEnd());
        }
        return false;
    }

    private static boolean isEnd(byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, END, 0, END.length);
    }

    private int trimmedEnd() {
        int to = lineEnd;
        while (to > lineStart && Words.isBlank(bytes[to - 1])) {
            to--;
        }
        return to;
    }

    private void read(boolean isCut) {
        error = ExpositionError.NONE;
        errorAt = lineStart;
        isNotANumber = false;
        hasExemplar = false;
        millis = NO_STAMP;
        if (isCut) {
            fail(ExpositionError.CUT, lineEnd);
        } else if (hasEnded) {
            fail(ExpositionError.AFTER_END, lineStart);
        } else if (findSeries()) {
            readValue();
        }
    }

    /** The series is the name, or all up to the closing brace. Quoted values may contain any byte. */
    private boolean findSeries() {
        int at = lineStart;
        while (at < lineEnd && bytes[at] != '{' && !Words.isBlank(bytes[at])) {
            at++;
        }
        seriesEnd = at;
        int brace = Words.start(bytes, at, lineEnd);
        if (brace == lineEnd || bytes[brace] != '{') {
            return true;
        }
        boolean isQuoted = false;
        for (at = brace + 1; at < lineEnd; at++) {
            byte b = bytes[at];
            if (isQuoted && b == '\\') {
                at++;
            } else if (b == '"') {
                isQuoted = !isQuoted;
            } else if (b == '}' && !isQuoted) {
                seriesEnd = at + 1;
                return true;
            }
        }
        fail(ExpositionError.SYNTAX, lineEnd);
        return false;
    }

    private void readValue() {
        valueStart = Words.start(bytes, seriesEnd, lineEnd);
        valueEnd = Words.end(bytes, valueStart, lineEnd);
        if (valueStart == lineEnd || bytes[valueStart] == '#') {
            fail(ExpositionError.SYNTAX, valueStart);
            return;
        }
        LineError wrong = FloatText.error(bytes, valueStart, valueEnd);
        isNotANumber = wrong == LineError.NOT_FINITE && NumberText.isNaN(bytes, valueStart, valueEnd);
        if (wrong != LineError.NONE && !isNotANumber) {
            fail(of(wrong), valueStart);
            return;
        }
        int at = Words.start(bytes, valueEnd, lineEnd);
        if (at < lineEnd && bytes[at] != '#') {
            int to = Words.end(bytes, at, lineEnd);
            readStamp(at, to);
            at = Words.start(bytes, to, lineEnd);
        }
        hasExemplar = at < lineEnd && bytes[at] == '#';
        if (at < lineEnd && !hasExemplar && error == ExpositionError.NONE) {
            fail(ExpositionError.SYNTAX, at);
        }
    }

    private void readStamp(int from, int to) {
        if (format == ExpositionFormat.OPEN_METRICS) {
            long nanos = SecondsText.nanos(bytes, from, to);
            if (nanos == SecondsText.BAD || nanos == SecondsText.FAR) {
                boolean isFar = nanos == SecondsText.FAR;
                fail(isFar ? ExpositionError.FAR_TIMESTAMP : ExpositionError.BAD_TIMESTAMP, from);
            } else {
                millis = Math.floorDiv(nanos, NANOS_PER_MILLI);
            }
            return;
        }
        if (!NumberText.isInteger(bytes, from, to)) {
            fail(ExpositionError.BAD_TIMESTAMP, from);
        } else if (to - from > LONGEST_STAMP) {
            fail(ExpositionError.FAR_TIMESTAMP, from);
        } else {
            millis = NumberText.integer(bytes, from, to);
        }
    }

    private static ExpositionError of(LineError wrong) {
        return switch (wrong) {
            case NOT_FINITE -> ExpositionError.NOT_FINITE;
            case NUMBER_OUT_OF_RANGE -> ExpositionError.NUMBER_OUT_OF_RANGE;
            default -> ExpositionError.INVALID_NUMBER;
        };
    }

    private void fail(ExpositionError reason, int at) {
        error = reason;
        errorAt = at;
    }

    @Override
    public ExpositionError error() {
        return error;
    }

    /** The key is name and labels as the line has them. */
    @Override
    public byte[] key() {
        return bytes;
    }

    @Override
    public int keyFrom() {
        return lineStart;
    }

    @Override
    public int keyTo() {
        return seriesEnd;
    }

    @Override
    public ExpositionError labels(SortedMap<String, String> into) {
        ExpositionError wrong = seriesText.read(bytes, lineStart, seriesEnd, into);
        errorAt = wrong == ExpositionError.NONE ? lineStart : seriesText.errorAt();
        return wrong;
    }

    @Override
    public void spell(LineSpeller line, byte[] series, int from, int to) {
        SampleSpelling.begin(line, series, from, to);
        FloatText.write(bytes, valueStart, valueEnd, line);
    }

    @Override
    public void refuse(LineIntake lines, ExpositionError reason, SocketAddress source, long receivedNanos) {
        lines.refuse(reason.code(), bytes, lineStart, trimmedEnd(), errorAt, source, receivedNanos);
    }

    @Override
    public boolean isNotANumber() {
        return isNotANumber;
    }

    @Override
    public int exemplars() {
        return hasExemplar ? 1 : 0;
    }

    @Override
    public long millis() {
        return millis;
    }
}
