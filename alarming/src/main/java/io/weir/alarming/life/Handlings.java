package io.weir.alarming.life;

import io.weir.contract.rule.Handling;
import io.weir.contract.rule.RaisesAlarms;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is made of the alarms of a rule, by the version of the rules that decided of them; the last few versions are
 * remembered. Not thread-safe.
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

    /** What that version says; of one that is not there, what the active rules say; of a rule that is not there, the default. */
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
