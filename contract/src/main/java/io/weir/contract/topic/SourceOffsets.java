package io.weir.contract.topic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * From which records of its source the lines of a batch come, in order: a list of <em>places</em>, each with a number of lines. A place is
 * the offset of a record in the source, and a chunk of that record, as a long one comes in several. All lines of a place that belong to
 * a partition are in one batch. So a reader that remembers, for each {@link BatchHeaders#origin origin}, the last place that it has had
 * knows which leading lines of a batch it has had: those of places up to that one.
 *
 * <p>As text, places are separated by commas: {@code offset[.chunk][*lines]}, with the first offset in full and each other one as the
 * difference from the one before; chunk 0 and one line are left out. A plus sign at the end says that the last place has more lines in
 * the next record: the batch was sent in parts, and this place has not been had yet. Immutable.
 */
public final class SourceOffsets {
    /** What is longer was not written by Weir. */
    private static final int MOST_BYTES = 128 * 1024;

    /** A record takes no further place when its header has so many bytes. */
    private static final int ENOUGH_BYTES = 32 * 1024;

    private final long[] offsets;
    private final int[] chunks;
    /** Lines of the places up to and with each. */
    private final int[] linesUpTo;

    private final boolean isContinued;

    private SourceOffsets(long[] offsets, int[] chunks, int[] linesUpTo, boolean isContinued) {
        this.offsets = offsets;
        this.chunks = chunks;
        this.linesUpTo = linesUpTo;
        this.isContinued = isContinued;
    }

    /** Reads the headers of a record; null if there is none, or it is not what Weir writes of so many lines as the record has. */
    public static @Nullable SourceOffsets read(Headers headers) {
        Header header = headers.lastHeader(BatchHeaders.OFFSETS);
        byte[] text = header == null ? null : header.value();
        return text == null || text.length > MOST_BYTES ? null : new Parser(text).parse(BatchHeaders.lines(headers));
    }

    /** How many lines there are. */
    public int lines() {
        return linesUpTo[linesUpTo.length - 1];
    }

    /** How many of the first lines come from places up to this one, and with it. */
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

    /** The offset of the last place of which all lines have come with this record; -1 if there is none. */
    public long lastOffset() {
        int last = last();
        return last < 0 ? -1 : offsets[last];
    }

    /** The chunk of that place; -1 if there is none. */
    public int lastChunk() {
        int last = last();
        return last < 0 ? -1 : chunks[last];
    }

    private int last() {
        return offsets.length - (isContinued ? 2 : 1);
    }

    /** Those of the lines from {@code firstLine} on, so many of them, for a record with a part of the batch. */
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

    /** The header with this text. */
    public static Header header(String text) {
        return new RecordHeader(BatchHeaders.OFFSETS, text.getBytes(ISO_8859_1));
    }

    /** The text of the header. */
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

    /** Reads the text of the header; null if it is none, or not of so many lines. */
    public static @Nullable SourceOffsets parse(String text, int lines) {
        return text.length() > MOST_BYTES ? null : new Parser(text.getBytes(ISO_8859_1)).parse(lines);
    }

    /** Writes the text of the header while a batch grows; used again and again. Not thread-safe. */
    public static final class Builder {
        private final StringBuilder text = new StringBuilder();
        private long before;
        private long offset = -1;
        private int chunk;
        private int lines;

        /** Whether nothing was added. */
        public boolean isEmpty() {
            return lines == 0;
        }

        /** Whether the next line begins another place. */
        public boolean isNext(long nextOffset, int nextChunk) {
            return lines == 0 || nextOffset != offset || nextChunk != chunk;
        }

        /** Whether the batch should take no further place. */
        public boolean isFull() {
            return text.length() >= ENOUGH_BYTES;
        }

        /** Adds a line of this place, which is the last one or lies behind it. */
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

        /** Returns the text, and begins anew. */
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

    /** Reads the text from front to back; what is wrong makes it null. */
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
                    return null; // Too large.
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
