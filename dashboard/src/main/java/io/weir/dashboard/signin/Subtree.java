package io.weir.dashboard.signin;

import io.weir.contract.config.Refusal;
import java.util.List;

/**
 * A part of the tree of alarm ids, such as {@code cpu-high/TPC}: all alarms at or below it. The
 * segment {@code *} is any one segment, so {@code *}{@code /TPC} is that of all rules.
 */
record Subtree(List<String> segments) {
    private static final String ANY = "*";

    /** Copies the list. */
    Subtree {
        segments = List.copyOf(segments);
    }

    /** @throws Refusal if a segment is empty */
    static Subtree parse(String text) {
        List<String> segments = List.of(text.split("/", -1));
        if (segments.stream().anyMatch(String::isBlank)) {
            throw new Refusal(
                    Refusal.quote(text) + " has an empty segment",
                    "write the beginning of alarm ids, such as cpu-high/TPC or */TPC; * is the whole tree");
        }
        return new Subtree(segments);
    }

    /** Whether it contains the alarm with this id. */
    boolean contains(String alarm) {
        String[] path = alarm.split("/", -1);
        if (path.length < segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!segments.get(i).equals(ANY) && !segments.get(i).equals(path[i])) {
                return false;
            }
        }
        return true;
    }
}
