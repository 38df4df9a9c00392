package io.weir.gateway.limit;

import java.util.Comparator;

/**
 * What one source did in the running minute and the one before.
 *
 * @param source its address
 * @param lines that it sent, the others included
 * @param dropped lines dropped because it sent more than it may
 * @param rejected lines refused
 * @param missing numbers missing in its sequence
 */
public record SourceFigures(String source, long lines, long dropped, long rejected, long missing) {
    /** Most trouble first, and of equal ones who sends most. */
    public static final Comparator<SourceFigures> WORST_FIRST = Comparator.comparingLong(SourceFigures::trouble)
            .thenComparingLong(SourceFigures::lines)
            .reversed();

    /** Lines of it that did not get through. */
    public long trouble() {
        return dropped + rejected + missing;
    }

    /** For the log. */
    @Override
    public String toString() {
        return source + " lines=" + lines + " dropped=" + dropped + " rejected=" + rejected + " missing=" + missing;
    }
}
