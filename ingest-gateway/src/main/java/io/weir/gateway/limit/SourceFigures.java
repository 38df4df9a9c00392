package io.weir.gateway.limit;

import java.util.Comparator;

/**
 * Counts of one source in the current minute and the one before.
 *
 * @param source its address
 * @param lines lines that it sent, including the following ones
 * @param dropped lines dropped because it exceeded its budget
 * @param rejected lines rejected
 * @param missing numbers missing in its sequence
 */
public record SourceFigures(String source, long lines, long dropped, long rejected, long missing) {
    /** Sorts by most trouble, then by most lines. */
    public static final Comparator<SourceFigures> WORST_FIRST = Comparator.comparingLong(SourceFigures::trouble)
            .thenComparingLong(SourceFigures::lines)
            .reversed();

    /** Number of its lines that were lost or rejected. */
    public long trouble() {
        return dropped + rejected + missing;
    }

    /** For the log. */
    @Override
    public String toString() {
        return source + " lines=" + lines + " dropped=" + dropped + " rejected=" + rejected + " missing=" + missing;
    }
}
