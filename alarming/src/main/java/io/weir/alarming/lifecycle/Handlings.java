package io.weir.alarming.lifecycle;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.Handling;
import io.weir.contract.rule.alarm.RaisesAlarms;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Handling settings of alarms, by the rule version that decided them. Caches the last few versions.
 * Not thread-safe.
 */
public final class Handlings {

    private static final int MOST_VERSIONS = 16;

    private final Rules rules;
    private final Map<String, Map<String, Handling>> byVersion = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, Handling>> eldest) {
            return size() > MOST_VERSIONS;
        }
    };

    public Handlings(Rules rules) {
        this.rules = rules;
    }

    /**
     * Returns the handling of a rule in this version. An unknown version falls back to the active
     * rules, an unknown rule to {@link Handling#DEFAULT}.
     */
    public Handling of(String version, String rule) {
        Map<String, Handling> byRule = byVersion.get(version);
        if (byRule == null) {
            byRule = read(rules.find(version).orElseGet(rules::active));
            byVersion.put(version, byRule);
        }
        return byRule.getOrDefault(rule, Handling.DEFAULT);
    }

    private static Map<String, Handling> read(RuleFile file) {
        Map<String, Handling> byRule = new HashMap<>();
        for (RaisesAlarms rule : file.raising()) {
            byRule.put(rule.name(), rule.handling());
        }
        return byRule;
    }
}
