package io.weir.contract.topic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The source records of a batch's lines, in order: a list of <em>places</em>, each with a number of
 * lines. A place is the offset of a record in the source and a chunk of that record, because a long
 * record arrives in several chunks. All lines of a place that belong to a partition are in one
 * batch. A reader that remembers the last place for each {@link BatchHeaders#origin origin}
 * therefore knows which leading lines of a batch it has read already: those of the places up to
 * that one.
 *
 * <p>As text, places are separated by commas: {@code offset[.chunk][*lines]}. The first offset is
 * absolute, each further one the difference from the previous. Chunk 0 and a count of one line are
 * omitted. A plus sign at the end means that the last place continues in the next record: the batch
 * was split into parts, and this place is still incomplete. Immutable.
 */
public final class SourceOffsets {
    /** Weir never writes a longer header. */
    private static final int MOST_BYTES = 128 * 1024;

    /** A batch accepts no further place once its header has this many bytes. */
    private static final int ENOUGH_BYTES = 32 * 1024;

    private final long[] offsets;
    private final int[] chunks;
    /** The lines of all places up to and including each. */
    private final int[] linesUpTo;

    private final boolean isContinued;

    private SourceOffsets(long[] offsets, int[] chunks, int[] linesUpTo, boolean isContinued) {
        this.offsets = offsets;
        this.chunks = chunks;
        this.linesUpTo = linesUpTo;
        this.isContinued = isContinued;
    }

    /**
     * Reads the headers of a record; null if the header is absent, invalid, or does not match the
     * record's line count.
     */
    public static @Nullable SourceOffsets read(Headers headers) {
        Header header = headers.lastHeader(BatchHeaders.OFFSETS);
        byte[] text = header == null ? null : header.value();
        return text == null || text.length > MOST_BYTES ? null : new Parser(text).parse(BatchHeaders.lines(headers));
    }

    /** The number of lines. */
    public int lines() {
        return linesUpTo[linesUpTo.length - 1];
    }

    /** How many of the first lines come from places up to and including this one. */
    public int leading(long offset, int chunk) {
        int lines = 0;
        for (int i = 0; i < offsets.length && isUpTo(i, offset, chunk); i++) {
            lines = linesUpTo[i];
        }
        return lines;
    }

    private boolean isUpTo(int place, long offset, int chunk) {
        return offsets[place] < offset || (offsets[place] == offset && chunks[place] <= chunk);
    }

    /** The offset of the last place that is complete with this record, or -1. */
    public long lastOffset() {
        int last = last();
        return last < 0 ? -1 : offsets[last];
    }

    /** The chunk of the last complete place, or -1. */
    public int lastChunk() {
        int last = last();
        return last < 0 ? -1 : chunks[last];
    }

    private int last() {
        return offsets.length - (isContinued ? 2 : 1);
    }

    /**
     * The places of {@code lines} lines from {@code firstLine} on, for a record with a part of the
     * batch.
     */
    public SourceOffsets part(int firstLine, int lines) {
        int from = 0;
        while (linesUpTo[from] <= firstLine) {
            from++;
        }
        int to = from;
        while (linesUpTo[to] < firstLine + lines) {
            to++;
        }
        int[] upTo = Arrays.copyOfRange(linesUpTo, from, to + 1);
        boolean continues = linesUpTo[to] > firstLine + lines || (isContinued && to == offsets.length - 1);
        for (int i = 0; i < upTo.length; i++) {
            upTo[i] = Math.min(upTo[i], firstLine + lines) - firstLine;
        }
        return new SourceOffsets(
                Arrays.copyOfRange(offsets, from, to + 1), Arrays.copyOfRange(chunks, from, to + 1), upTo, continues);
    }

    public static Header header(String text) {
        return new RecordHeader(BatchHeaders.OFFSETS, text.getBytes(ISO_8859_1));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < offsets.length; i++) {
            Builder.append(
                    text,
                    i == 0 ? offsets[0] : offsets[i] - offsets[i - 1],
                    chunks[i],
                    i == 0 ? linesUpTo[0] : linesUpTo[i] - linesUpTo[i - 1]);
        }
        return isContinued ? text.append('+').toString() : text.toString();
    }

    /** Reads the text of the header; null if it is invalid or has not {@code lines} lines. */
    public static @Nullable SourceOffsets parse(String text, int lines) {
        return text.length() > MOST_BYTES ? null : new Parser(text.getBytes(ISO_8859_1)).parse(lines);
    }

    /** Writes the text of the header while a batch grows; reusable. Not thread-safe. */
    public static final class Builder {
        private final StringBuilder text = new StringBuilder();
        private long before;
        private long offset = -1;
        private int chunk;
        private int lines;

        /** Whether no line was added. */
        public boolean isEmpty() {
            return lines == 0;
        }

        /** Whether a line of this place begins a new place. */
        public boolean isNext(long nextOffset, int nextChunk) {
            return lines == 0 || nextOffset != offset || nextChunk != chunk;
        }

        /** Whether the batch should accept no further place. */
        public boolean isFull() {
            return text.length() >= ENOUGH_BYTES;
        }

        /** Adds a line of the last place or of a later one. */
        public void add(long lineOffset, int lineChunk) {
            if (isNext(lineOffset, lineChunk)) {
                finishPlace();
                offset = lineOffset;
                chunk = lineChunk;
            }
            lines++;
        }

        private void finishPlace() {
            if (lines > 0) {
                append(text, offset - before, chunk, lines);
                before = offset;
                lines = 0;
            }
        }

        /** Returns the text and clears the builder. */
        public String take() {
            finishPlace();
            String taken = text.toString();
            text.setLength(0);
            before = 0;
            offset = -1;
            return taken;
        }

        private static void append(StringBuilder text, long difference, int chunk, int lines) {
            if (text.length() > 0) {
                text.append(',');
            }
            text.append(difference);
            if (chunk != 0) {
                text.append('.').append(chunk);
            }
            if (lines != 1) {
                text.append('*').append(lines);
            }
        }
    }

    /** Parses the text from front to back; returns null for invalid text. */
    private static final class Parser {
        private final byte[] text;
        private int at;

        Parser(byte[] text) {
            this.text = text;
        }

        @Nullable
        SourceOffsets parse(int lines) {
            boolean isContinued = text.length > 0 && text[text.length - 1] == '+';
            int end = text.length - (isContinued ? 1 : 0);
            int places = 1;
            for (int i = 0; i < end; i++) {
                places += text[i] == ',' ? 1 : 0;
            }
            long[] offsets = new long[places];
            int[] chunks = new int[places];
            int[] linesUpTo = new int[places];
            long sum = 0;
            for (int i = 0; i < places; i++) {
                long difference = number(end);
                long chunk = next('.', end) ? number(end) : 0;
                long count = next('*', end) ? number(end) : 1;
                boolean isWhole = difference >= 0 && chunk >= 0 && count > 0 && (i == places - 1 || next(',', end));
                boolean isAhead = i == 0 || difference > 0 || chunk > chunks[i - 1];
                sum += count;
                if (!isWhole || !isAhead || sum > lines || chunk > Integer.MAX_VALUE) {
                    return null;
                }
                offsets[i] = i == 0 ? difference : offsets[i - 1] + difference;
                chunks[i] = (int) chunk;
                linesUpTo[i] = (int) sum;
                if (offsets[i] < 0) {
                    return null; // Overflow.
                }
            }
            return at == end && sum == lines ? new SourceOffsets(offsets, chunks, linesUpTo, isContinued) : null;
        }

        private boolean next(char expected, int end) {
            boolean isThere = at < end && text[at] == expected;
            at += isThere ? 1 : 0;
            return isThere;
        }

        /** A number of 1 to 18 digits, or -1. */
        private long number(int end) {
            int from = at;
            long number = 0;
            while (at < end && at - from < 18 && text[at] >= '0' && text[at] <= '9') {
                number = number * 10 + text[at++] - '0';
            }
            return at == from ? -1 : number;
        }
    }
}
