package io.weir.contract.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggests known names for a misspelt or an old one. */
public final class Nearest {
    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_LIST = 20;
    private static final int NEAREST = 3;
    /** The most names whose edit distance is computed. */
    private static final int COUNTED = 100;
    /** Characters are counted by their remainder modulo this number. */
    private static final int KINDS = 64;

    private Nearest() {}

    private record Candidate(String name, int distance) {
        private boolean isNear() {
            return distance <= Math.max(1, name.length() / 3);
        }
    }

    /**
     * {@code did you mean "fields"?} if a known name is near; else the list of known names or, if
     * that is long, the nearest of them. Empty if there are no known names. For an old name of
     * {@link RenamedNames}, {@code it is now "fields"}.
     */
    public static String suggestion(String name, Collection<String> known) {
        Optional<String> renamed = RenamedNames.of(name, known);
        if (renamed.isPresent()) {
            return "it is now " + renamed.get();
        }
        List<Candidate> nearestFirst = alike(name, known).stream()
                .map(each -> new Candidate(each, distance(name, each)))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .toList();
        return nearestFirst.stream()
                .filter(Candidate::isNear)
                .findFirst()
                .map(near -> "did you mean \"" + near.name + "\"?")
                .orElseGet(() -> known.isEmpty() ? "" : listed(known, nearestFirst));
    }

    /** Keeps the names with similar characters, because computing edit distances takes longer. */
    private static Collection<String> alike(String name, Collection<String> known) {
        if (known.size() <= COUNTED) {
            return known;
        }
        int[] characters = new int[KINDS];
        count(name, 1, characters);
        List<String> names = List.copyOf(known);
        int[] others = names.stream()
                .mapToInt(each -> otherCharacters(characters, each))
                .toArray();
        int most = Arrays.stream(others).sorted().limit(COUNTED).max().orElse(0);
        List<String> alike = new ArrayList<>();
        for (int i = 0; i < others.length && alike.size() < COUNTED; i++) {
            if (others[i] <= most) {
                alike.add(names.get(i));
            }
        }
        return alike;
    }

    /** A lower bound of the edit distance: the number of characters that only one name has. */
    private static int otherCharacters(int[] characters, String other) {
        int[] left = characters.clone();
        count(other, -1, left);
        int missing = 0;
        int more = 0;
        for (int each : left) {
            missing += Math.max(0, each);
            more += Math.max(0, -each);
        }
        return Math.max(missing, more);
    }

    private static void count(String name, int step, int[] to) {
        for (int i = 0; i < Math.min(name.length(), LONGEST_NAME); i++) {
            to[Character.toLowerCase(name.charAt(i)) % KINDS] += step;
        }
    }

    private static String listed(Collection<String> known, List<Candidate> nearestFirst) {
        if (known.size() <= LONGEST_LIST) {
            return "known: " + String.join(", ", known);
        }
        return nearestFirst.stream()
                .limit(NEAREST)
                .map(Candidate::name)
                .collect(Collectors.joining(", ", "the nearest of " + known.size() + ": ", ""));
    }

    /** The edit distance (insert, delete, replace, swap of neighbours), ignoring case. */
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
