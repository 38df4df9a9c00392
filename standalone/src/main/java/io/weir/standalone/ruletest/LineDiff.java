package io.weir.standalone.ruletest;

import java.util.ArrayList;
import java.util.List;

/** The differences between two lists of lines, in the format of {@code diff}. */
final class LineDiff {
    /**
     * Limits the table below to this many lines on both sides; longer differences are not readable
     * anyway.
     */
    private static final int LONGEST = 2_000;

    private static final int SHOWN = 40;

    private LineDiff() {}

    /**
     * Prefixes: {@code -} for lines that are only expected, {@code +} for lines that only were
     * written, a blank for common lines.
     */
    static List<String> of(List<String> expected, List<String> actual) {
        List<String> wanted = expected.subList(0, Math.min(LONGEST, expected.size()));
        List<String> got = actual.subList(0, Math.min(LONGEST, actual.size()));
        List<String> all = diff(wanted, got, common(wanted, got));
        int first = 0;
        while (first < all.size() && all.get(first).startsWith(" ")) {
            first++;
        }
        List<String> shown = new ArrayList<>();
        shown.add("expected (-) and actual (+):");
        int from = Math.max(0, first - 2);
        shown.addAll(all.subList(from, Math.min(all.size(), from + SHOWN)));
        if (from + SHOWN < all.size()) {
            shown.add("… and " + (all.size() - from - SHOWN) + " more");
        }
        return shown;
    }

    private static List<String> diff(List<String> wanted, List<String> got, int[][] common) {
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < wanted.size() || j < got.size()) {
            boolean isSame =
                    i < wanted.size() && j < got.size() && wanted.get(i).equals(got.get(j));
            if (isSame) {
                lines.add("  " + wanted.get(i++));
                j++;
            } else if (j == got.size() || (i < wanted.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("- " + wanted.get(i++));
            } else {
                lines.add("+ " + got.get(j++));
            }
        }
        return lines;
    }

    /** Length of the longest common subsequence of the remainders from i and j on. */
    private static int[][] common(List<String> wanted, List<String> got) {
        int[][] common = new int[wanted.size() + 1][got.size() + 1];
        for (int i = wanted.size() - 1; i >= 0; i--) {
            for (int j = got.size() - 1; j >= 0; j--) {
                common[i][j] = wanted.get(i).equals(got.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
