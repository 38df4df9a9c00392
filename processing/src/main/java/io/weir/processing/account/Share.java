package io.weir.processing.account;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory that one measurement, one gateway or the whole task takes of its budget, and the line
 * from which on it is full.
 */
final class Share {

    private static final int OPEN = Integer.MAX_VALUE;
    private static final int NO_LINE = -1;
    private static final int USES = Use.COUNT;

    final long id;

    /** Number of holdings that count here; a share without holdings is removed. */
    int holdings;

    private final long most;
    private final Map<Long, Integer> names = new HashMap<>();
    private long bytes;
    private long offset = -1;

    /** Lines of the current record: the first that was refused, and the last that was admitted. */
    private final int[] closedFrom = new int[USES];

    private final int[] openAt = new int[USES];

    Share(long id, long most) {
        this.id = id;
        this.most = most;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the change in the number of nearly full shares. */
    int add(long more) {
        int before = isFull(Use.NAMES) ? 1 : 0;
        bytes += more;
        return (isFull(Use.NAMES) ? 1 : 0) - before;
    }

    boolean isFull(Use use) {
        return bytes >= (use == Use.WINDOWS ? most : most - most / 4);
    }

    /** Counts a series with a field of this name; returns whether it is the first. */
    boolean addName(long hash) {
        return names.merge(hash, 1, Integer::sum) == 1;
    }

    /** Returns whether no series has a field of this name any more. */
    boolean removeName(long hash) {
        return names.computeIfPresent(hash, (name, count) -> count == 1 ? null : count - 1) == null;
    }

    /**
     * Whether a line of the record at {@code recordOffset} may take more memory. Callers must ask
     * in the order of lines.
     */
    boolean isOpen(Use use, int line, long recordOffset, MemoryRefusals refusals) {
        int at = use.code;
        begin(recordOffset);
        if (refusals.isReplaying()) {
            return line < refusals.from(recordOffset, id, use);
        }
        if (line == openAt[at]) {
            return true;
        }
        if (line >= closedFrom[at]) {
            return false;
        }
        if (isFull(use)) {
            closedFrom[at] = line;
            refusals.add(recordOffset, id, use, line);
            return false;
        }
        openAt[at] = line;
        return true;
    }

    /** Admits the rest of a line that has added a series to this share. */
    void open(Use use, int line, long recordOffset) {
        begin(recordOffset);
        openAt[use.code] = line;
    }

    private void begin(long recordOffset) {
        if (offset != recordOffset) {
            offset = recordOffset;
            Arrays.fill(closedFrom, OPEN);
            Arrays.fill(openAt, NO_LINE);
        }
    }
}
