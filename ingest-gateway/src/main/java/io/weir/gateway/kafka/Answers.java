package io.weir.gateway.kafka;

import java.util.Arrays;

/** The last answer of each partition, and their median. Not thread-safe. */
final class Answers {
    /** At least three answers are needed to detect a wrong one. */
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

    /** Stores an answer. Returns the median of all; the lower one of two. */
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
