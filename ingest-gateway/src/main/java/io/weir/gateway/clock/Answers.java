package io.weir.gateway.clock;

import java.util.Arrays;

/** The last answer of each partition, of which the middle one counts. Not thread-safe. */
final class Answers {
    /** So many are needed to see which is wrong. */
    static final int MOST = 3;

    private final long[] answers;
    private int known;
    private final boolean[] isKnown;

    Answers(int size) {
        answers = new long[size];
        isKnown = new boolean[size];
    }

    int size() {
        return answers.length;
    }

    /** Takes an answer, and returns the one in the middle of all; the lower of two. */
    long middle(int partition, long answer) {
        answers[partition] = answer;
        known += isKnown[partition] ? 0 : 1;
        isKnown[partition] = true;
        long[] sorted = new long[known];
        int at = 0;
        for (int each = 0; each < answers.length; each++) {
            if (isKnown[each]) {
                sorted[at++] = answers[each];
            }
        }
        Arrays.sort(sorted);
        return sorted[(known - 1) / 2];
    }
}
