package io.weir.benchmarks.late;

import java.util.List;

/**
 * Different rules over {@link StoredHistory}, each for the 100 hosts of one detector, every minute. Every second one has
 * a function of 6 h and more. Few series exceed the limits.
 */
final class ManyLateRules {
    private static final List<String> SHORT = List.of(
            "%s > 0.9998",
            "avg by (detector) (%s) > 0.6",
            "%1$s - %1$s offset 1h > 0.95",
            "max_over_time(%s[5m]) > 0.9998",
            "topk(3, %s) > 0.9999");
    private static final List<String> LONG = List.of(
            "predict_linear(%s[6h], 86400) > 20",
            "avg_over_time(%s[6h]) > 0.57",
            "quantile_over_time(0.9, %s[7h]) > 0.99",
            "max by (detector) (deriv(%s[6h])) > 0.00002",
            "stddev_over_time(%s[6h]) > 0.37");

    private ManyLateRules() {}

    /** The text of a rule file. */
    static String of(int rules, int measurements) {
        StringBuilder text = new StringBuilder("version: 1\nlate:\n");
        for (int i = 0; i < rules; i++) {
            int pair = i / 2;
            List<String> kinds = i % 2 == 0 ? SHORT : LONG;
            String selector =
                    "m" + pair % measurements + "{detector=\"d" + pair / measurements % StoredHistory.DETECTORS + "\"}";
            text.append("  - {name: rule-").append(i).append(", every: 1m, query: '");
            text.append(kinds.get((pair + pair / measurements) % kinds.size()).formatted(selector));
            text.append("'}\n");
        }
        return text.toString();
    }
}
