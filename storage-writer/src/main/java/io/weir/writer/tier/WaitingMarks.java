package io.weir.writer.tier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Marks that were read and are not processed yet. The owner bounds their number. Used by one thread. */
final class WaitingMarks {
    private final Deque<Noted> records = new ArrayDeque<>();
    private int marks;

    /** A record of marks. Those of a topic that was created again may have the offset of another one. */
    record Noted(long offset, long atMillis, List<Mark> marks) {}

    void add(Noted record) {
        records.add(record);
        marks += record.marks().size();
    }

    /** The number of marks in all records. */
    int marks() {
        return marks;
    }

    int records() {
        return records.size();
    }

    /** The records up to the first one that was received after this time. */
    Stream<Noted> receivedUntil(long millis) {
        return records.stream().takeWhile(each -> each.atMillis() <= millis);
    }

    void remove(Set<Noted> processed) {
        records.removeIf(processed::contains);
        marks = records.stream().mapToInt(each -> each.marks().size()).sum();
    }

    void clear() {
        records.clear();
        marks = 0;
    }

    /**
     * The first offset that the next owner must read. If the topic was created again or lost its end, the records from
     * before come first, and may have higher offsets than those after.
     *
     * @param next the offset after the last record read
     */
    long firstOffset(long next) {
        return records.stream().mapToLong(Noted::offset).reduce(next, Math::min);
    }
}
