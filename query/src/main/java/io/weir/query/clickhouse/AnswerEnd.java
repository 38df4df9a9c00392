package io.weir.query.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Remembers the last bytes of an answer. Used by one thread. */
final class AnswerEnd extends FilterInputStream {
    private static final int KEPT = 4_096;

    /** The parser has read at most so much of an error before it fails, and the error may be longer. */
    private static final int MOST_REST = 65_536;

    private final byte[] last = new byte[KEPT];
    private long length;

    AnswerEnd(InputStream answer) {
        super(answer);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        int count = super.read(bytes, from, most);
        for (int i = Math.max(0, count - KEPT); i < count; i++) {
            last[(int) ((length + i) % KEPT)] = bytes[from + i];
        }
        length += Math.max(0, count);
        return count;
    }

    /** The request closes the answer; the parser that failed must not. */
    @Override
    public void close() {}

    /** Reads on, and returns the last bytes of the answer. */
    String rest() {
        byte[] buffer = new byte[KEPT];
        try {
            for (long end = length + MOST_REST; length < end && read(buffer, 0, KEPT) >= 0; ) {
                // The bytes are remembered.
            }
        } catch (IOException e) {
            // The end is what arrived.
        }
        int kept = (int) Math.min(length, KEPT);
        byte[] end = new byte[kept];
        for (int i = 0; i < kept; i++) {
            end[i] = last[(int) ((length - kept + i) % KEPT)];
        }
        return new String(end, UTF_8);
    }
}
