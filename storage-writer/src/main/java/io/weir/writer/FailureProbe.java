package io.weir.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineReader;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;

/**
 * Distinguishes a store that fails because of certain lines (HTTP 500) from one that fails on any.
 * Writes the last accepted line again, or a probe point if there is none yet. A store that overwrites
 * repeats does not change. If that write succeeds right after other lines failed, those lines are suspect. The caller
 * divides several suspect lines, which loses none of them, and gives up a single one after some
 * more failures. Used by one thread.
 */
final class FailureProbe {
    /** Consecutive failures, each followed by a successful write of the known line. */
    private static final int FAILURES_OF_SEVERAL = 2;

    /** More than 3 s including the waits: shorter problems may pass by themselves. */
    private static final int FAILURES_OF_ONE = 6;

    private static final byte NEWLINE = '\n';
    /** The probe, written while no line is known. Every writer overwrites the same point. */
    private static final byte[] PROBE = "weir_writer_probe alive=true 1500000000000000000\n".getBytes(US_ASCII);

    private final Store store;
    private final LineReader lines = new LineReader();
    private byte[] known = new byte[256];
    private int knownLength;
    private int failures;

    FailureProbe(Store store) {
        this.store = store;
    }

    /** Starts over with other lines, or because the store is unavailable. */
    void begin() {
        failures = 0;
    }

    /**
     * Remembers the last line of those at {@code [from, to)}, which were stored. No other one of them
     * can have overwritten it.
     */
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
            // A text may contain newlines, so the apparent last line may be the end of a text.
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

    /**
     * Whether the store, which has just failed on the lines at {@code [from, to)}, still accepts
     * others.
     */
    boolean fallsOn(byte[] bytes, int from, int to) {
        // Without a known line, dividing these lines will find one.
        boolean isWorking = (knownLength == 0 && isSeveral(bytes, from, to)) || acceptsAnother();
        if (isWorking) {
            failures++;
        }
        return isWorking;
    }

    /** A rejection also counts, because it shows that the store works. Of several addresses, one suffices. */
    private boolean acceptsAnother() {
        byte[] other = knownLength == 0 ? PROBE : known;
        int length = knownLength == 0 ? PROBE.length : knownLength;
        Reply reply = store.write(other, 0, length);
        while (reply instanceof Reply.Away away && away.cause() == Reply.Cause.ADDRESS) {
            reply = store.prepare(other, length, (from, to, reason) -> {}) instanceof Reply.Away gone
                    ? gone
                    : store.write(other, 0, length);
        }
        return !(reply instanceof Reply.Away);
    }

    /**
     * Whether the store failed on these lines, and accepted others, often enough to treat them as
     * rejected.
     */
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
