package io.weir.contract.config;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file is invalid. The message is for the author of the file: one line per mistake, sorted by
 * line.
 */
public final class MistakesException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 100;

    private final transient List<Mistake> mistakes;

    public MistakesException(List<Mistake> mistakes) {
        super(message(inOrder(mistakes)));
        this.mistakes = inOrder(mistakes);
    }

    /**
     * All mistakes, sorted by file and line, or the first {@value Mistakes#MOST} that were found;
     * never empty.
     */
    public List<Mistake> mistakes() {
        return mistakes;
    }

    private static List<Mistake> inOrder(List<Mistake> mistakes) {
        return mistakes.stream()
                .sorted(Comparator.comparing(Mistake::file).thenComparingInt(Mistake::line))
                .toList();
    }

    private static String message(List<Mistake> mistakes) {
        String shown = mistakes.stream().limit(SHOWN).map(Mistake::toString).collect(Collectors.joining("\n"));
        int left = mistakes.size() - SHOWN;
        String count = mistakes.size() < Mistakes.MOST ? "" : "at least ";
        return left > 0 ? shown + "\n… and " + count + left + " more mistakes" : shown;
    }
}
