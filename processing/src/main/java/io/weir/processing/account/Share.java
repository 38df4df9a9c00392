package io.weir.processing.account;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What one measurement, one gateway or the whole task takes of a budget, and since which line it may not take more. */
final class Share {

    private static final int OPEN = Integer.MAX_VALUE;
    private static final int NO_LINE = -1;
    private static final int USES = Use.COUNT;

    final long id;

    /** The holdings that count here; a share without is forgotten. */
    int holdings;

    private final long most;
    private final Map<Long, Integer> names = new HashMap<>();
    private long bytes;
    private long offset = -1;

    /** Of the current record: the first line that was refused, and the last that was not. */
    private final int[] closedFrom = new int[USES];

    private final int[] openAt = new int[USES];

    Share(long id, long most) {
        this.id = id;
        this.most = most;
    }

    long bytes() {
        return bytes;
    }

    /** Returns by how much the number of nearly full shares changes. */
    int add(long more) {
        int before = isFull(Use.NAMES) ? 1 : 0;
        bytes += more;
        return (isFull(Use.NAMES) ? 1 : 0) - before;
    }

    boolean isFull(Use use) {
        return bytes >= (use == Use.WINDOWS ? most : most - most / 4);
    }

    /** Counts a series that has a field of this name; returns whether it is the first. */
    boolean addName(long hash) {
        return names.merge(hash, 1, Integer::sum) == 1;
    }

    /** Returns whether no series has the field any more. */
    boolean removeName(long hash) {
        return names.computeIfPresent(hash, (name, count) -> count == 1 ? null : count - 1) == null;
    }

    /** May a line of the record at {@code recordOffset} take more? Lines are told in their order. */
    boolean isOpen(Use use, int line, long recordOffset, Refusals refusals) {
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

    /** The line brought the first series here: the rest of it is let in, too. */
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
