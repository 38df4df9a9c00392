package io.weir.gateway.limit;

import java.util.List;
import java.util.PriorityQueue;

/**
 * Selects the sources with most trouble, then most lines, from a large number without creating an
 * object for each.
 */
final class WorstSources {
    private final int count;
    private final PriorityQueue<SourceFigures> worst = new PriorityQueue<>(SourceFigures.WORST_FIRST.reversed());

    WorstSources(int count) {
        this.count = count;
    }

    /** Whether a source with these figures would currently be kept. */
    boolean isAmongThem(long trouble, long lines) {
        SourceFigures best = worst.peek();
        return worst.size() < count
                || (best != null && (trouble > best.trouble() || (trouble == best.trouble() && lines > best.lines())));
    }

    void add(SourceFigures source) {
        worst.add(source);
        if (worst.size() > count) {
            worst.poll();
        }
    }

    /** Worst first. */
    List<SourceFigures> list() {
        return worst.stream().sorted(SourceFigures.WORST_FIRST).toList();
    }
}
