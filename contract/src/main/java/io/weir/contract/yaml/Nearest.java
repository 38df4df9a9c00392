package io.weir.contract.yaml;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggests the known name that a misspelt one was meant to be. */
public final class Nearest {
    private static final int LONGEST_NAME = 80;

    private Nearest() {}

    /** {@code did you mean "fields"?} if a known name is near; else the list of known names, if that is short. */
    public static String suggestion(String name, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= Math.max(1, candidate.length() / 3))
                .min(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .map(candidate -> "did you mean \"" + candidate + "\"?")
                .orElseGet(() -> known.isEmpty() || known.size() > 20 ? "" : "known: " + String.join(", ", known));
    }

    /** Edits (insert, delete, replace, swap of neighbours) from one name to another; without regard to case. */
    static int distance(String from, String to) {
        if (from.length() > LONGEST_NAME || to.length() > LONGEST_NAME) {
            return Integer.MAX_VALUE;
        }
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        Arrays.setAll(edits[0], j -> j);
        for (int i = 1; i <= a.length(); i++) {
            edits[i][0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int best =
                        Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                edits[i][j] = swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
            }
        }
        return edits[a.length()][b.length()];
    }
}
