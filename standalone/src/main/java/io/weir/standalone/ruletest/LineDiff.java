package io.weir.standalone.ruletest;

import java.util.ArrayList;
import java.util.List;

/** How two lists of lines differ, as {@code diff} shows it. */
final class LineDiff {
    /** Beyond this many lines on both sides the table below gets large, and nobody reads it. */
    private static final int LONGEST = 2_000;

    private static final int SHOWN = 40;

    private LineDiff() {}

    /** Lines that are only expected begin with {@code -}, those that only came with {@code +}, those of both with a blank. */
    static List<String> of(List<String> expected, List<String> came) {
        List<String> wanted = expected.subList(0, Math.min(LONGEST, expected.size()));
        List<String> got = came.subList(0, Math.min(LONGEST, came.size()));
        List<String> all = diff(wanted, got, common(wanted, got));
        int first = 0;
        while (first < all.size() && all.get(first).startsWith(" ")) {
            first++;
        }
        List<String> shown = new ArrayList<>();
        shown.add("expected (-) and came (+):");
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

    /** How many lines the rests from i and j on have in common, in their order. */
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
