package io.weir.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineReader;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;

/**
 * Tells a store that breaks over certain lines (HTTP 500) from one that breaks over any: the last line that it took is written
 * once more, which changes nothing, or a point of our own where it took none yet. Lines fall under suspicion if that succeeds right after they have failed; several are
 * to be parted then, which harms none of them, and a single one is given up after some more failures. Used by one thread.
 */
final class Suspicion {
    /** In a row, each with the known line stored behind it. */
    private static final int FAILURES_OF_SEVERAL = 2;

    /** With the waits between, more than 3 s: less trouble than that may well pass. */
    private static final int FAILURES_OF_ONE = 6;

    private static final byte NEWLINE = '\n';
    /** For want of a known line. One point in all, which each writer overwrites. */
    private static final byte[] PROBE = "weir_writer_probe alive=true 1500000000000000000\n".getBytes(US_ASCII);

    private final Store store;
    private final LineReader lines = new LineReader();
    private byte[] known = new byte[256];
    private int knownLength;
    private int failures;

    Suspicion(Store store) {
        this.store = store;
    }

    /** Other lines are under way now, or the store is away altogether. */
    void begin() {
        failures = 0;
    }

    /** The lines at {@code [from, to)} were stored; remembers the last one, which none behind it can have overwritten. */
    void stored(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && bytes[end - 1] == NEWLINE) {
            end--;
        }
        int start = end;
        boolean hasText = false;
        while (start > from && bytes[start - 1] != NEWLINE) {
            start--;
            hasText |= bytes[start] == '"';
        }
        if (hasText) {
            // A text may hold newlines: what looks like the last line may be the end of one.
            lines.wrap(bytes, from, to);
            while (lines.next()) {
                start = lines.lineStart();
                end = lines.lineEnd();
            }
        }
        if (start == end) {
            return;
        }
        knownLength = end - start;
        if (known.length < knownLength) {
            known = new byte[knownLength];
        }
        System.arraycopy(bytes, start, known, 0, knownLength);
    }

    /** Whether the store, which has just broken over the lines at {@code [from, to)}, still takes others. */
    boolean fallsOn(byte[] bytes, int from, int to) {
        // Where no line is known, parting will find one.
        boolean isWell = (knownLength == 0 && isSeveral(bytes, from, to)) || takesAnother();
        if (isWell) {
            failures++;
        }
        return isWell;
    }

    /** What it refuses it has read: it is well. */
    private boolean takesAnother() {
        byte[] other = knownLength == 0 ? PROBE : known;
        return !(store.write(other, 0, knownLength == 0 ? PROBE.length : knownLength) instanceof Reply.Away);
    }

    /** Whether that was so often enough. */
    boolean isProven(byte[] bytes, int from, int to) {
        return failures >= (isSeveral(bytes, from, to) ? FAILURES_OF_SEVERAL : FAILURES_OF_ONE);
    }

    private static boolean isSeveral(byte[] bytes, int from, int to) {
        boolean hasEnded = false;
        for (int i = from; i < to; i++) {
            if (bytes[i] == NEWLINE) {
                hasEnded = true;
            } else if (hasEnded) {
                return true;
            }
        }
        return false;
    }
}
