package io.weir.benchmarks.rules;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;

/**
 * Rule files of any size for the standard workload. All kinds have the same number of rules; most
 * rules name ten hosts, one in a hundred has patterns that must be tried.
 */
final class ManyRules {
    private static final int HOSTS = 10;

    private ManyRules() {}

    /** @param offset of the hosts; another offset gives the same number of rules for other hosts */
    static RuleFile of(int rules, int offset) {
        int each = rules / 5;
        StringBuilder text = new StringBuilder("version: 1\n");
        text.append("enrich:\n");
        for (int i = 0; i < each; i++) {
            text.append("  - {name: e").append(i).append(match(i, offset)).append(", set: {rack: r");
            text.append(i % 100).append("}}\n");
        }
        text.append("aggregate:\n");
        for (int i = 0; i < each; i++) {
            text.append("  - {name: a").append(i).append(match(i, offset));
            text.append(", fields: [value], functions: [mean], window: 1s, as: \"<measurement>_")
                    .append(i)
                    .append("\"}\n");
        }
        text.append("route:\n");
        for (int i = 0; i < each; i++) {
            text.append("  - {").append(match(i, offset).substring(2)).append(", to: [storage]}\n");
        }
        text.append("suppress:\n");
        for (int i = 0; i < each; i++) {
            text.append("  - {name: s").append(i).append(match(i, offset)).append(", field: value, mode: change}\n");
        }
        text.append("alarms:\n");
        for (int i = 0; i < each; i++) {
            text.append("  - {name: c").append(i).append(match(i, offset));
            text.append(", field: value, major: {above: 95}}\n");
        }
        return RuleLoader.parse("rules.yaml", text.toString());
    }

    private static String match(int rule, int offset) {
        if (rule % 100 == 99) {
            return ", match: {measurement: \"cpu_*\", tags: {hostname: '/flp0*" + rule + "[0-9]/'}}";
        }
        StringBuilder hosts = new StringBuilder();
        for (int i = 0; i < HOSTS; i++) {
            hosts.append(i == 0 ? "" : ", ")
                    .append(String.format("flp%05d", (rule * HOSTS + i + offset) % StandardSeries.COUNT));
        }
        return ", match: {measurement: cpu_usage, tags: {hostname: [" + hosts + "]}}";
    }
}
