package io.weir.standalone.replay;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.standalone.send.LineFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The accepted lines of a stream of any length, in their order, with a look at those that follow.
 * Reports the refused ones. For one thread.
 */
final class Recording {
    /** Maximum number of lines that are read ahead. */
    private static final int MOST_AHEAD = 1_000;

    private final LineFile file;
    private final Acceptance acceptance;
    private final RefusalListener refusals;
    private final Deque<Line> ahead = new ArrayDeque<>(MOST_AHEAD);
    private long lines;

    /** Receives the refused lines. */
    interface RefusalListener {
        /**
         * A line was refused.
         *
         * @param at position of the error in the line, in bytes from 1
         */
        void refused(long lineNumber, int at, LineError why);
    }

    /**
     * An accepted line.
     *
     * @param series in canonical form; must not be modified
     * @param stamp in nanoseconds since 1970, if the line has one
     */
    record Line(byte[] series, byte[] fields, OptionalLong stamp) {}

    /** @param unit of the timestamps */
    Recording(InputStream in, StampUnit unit, RefusalListener refusals) {
        this.file = new LineFile(in, () -> {});
        this.acceptance = new Acceptance(unit);
        this.refusals = refusals;
    }

    /** The next line; empty at the end. */
    Optional<Line> next() throws IOException {
        return Optional.ofNullable(ahead.isEmpty() ? read() : ahead.remove());
    }

    /** The timestamp of the first of the next thousand lines that is earlier than {@code nanos}. */
    OptionalLong nextBefore(long nanos) throws IOException {
        while (ahead.size() < MOST_AHEAD) {
            Line line = read();
            if (line == null) {
                break;
            }
            ahead.add(line);
        }
        return ahead.stream()
                .map(Line::stamp)
                .flatMapToLong(OptionalLong::stream)
                .filter(stamp -> stamp < nanos)
                .findFirst();
    }

    /** The number of lines read, including refused ones. */
    long lines() {
        return lines;
    }

    private @Nullable Line read() throws IOException {
        while (file.next()) {
            lines++;
            LineReader line = file.line();
            LineError error = acceptance.take(line);
            if (error == LineError.NONE) {
                return new Line(
                        acceptance.series(),
                        Arrays.copyOfRange(line.bytes(), line.fieldsStart(), line.fieldsEnd()),
                        line.hasTimestamp() ? OptionalLong.of(acceptance.stampNanos(line)) : OptionalLong.empty());
            }
            refusals.refused(file.lineNumber(), acceptance.errorAt() - line.lineStart() + 1, error);
        }
        return null;
    }
}
