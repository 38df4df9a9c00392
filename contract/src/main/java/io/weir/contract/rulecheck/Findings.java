package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleLines;
import io.weir.contract.rule.RulePlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the warnings of one file. */
final class Findings {
    private final String file;
    private final RuleLines lines;
    private final List<Warning> found = new ArrayList<>();

    Findings(String file, RuleLines lines) {
        this.file = file;
        this.lines = lines;
    }

    /** To be told before a rule is compared with others, so that it can be named if that takes long. */
    void looksAt(Object rule) {
        lines.looksAt(rule);
    }

    /** @param key of the rule, such as {@code match.tags.host}; empty for the rule as a whole */
    void add(Object rule, String key, String what, String remedy) {
        RulePlace place = lines.of(rule);
        found.add(new Warning(file, place.line(), place.path() + (key.isEmpty() ? "" : "." + key), what, remedy));
    }

    /** How a warning names another rule. */
    String named(Object rule) {
        RulePlace place = lines.of(rule);
        return place.path() + " in line " + place.line();
    }

    /** In the order of the file. */
    List<Warning> inOrder() {
        return found.stream().sorted(Comparator.comparingInt(Warning::line)).toList();
    }
}
