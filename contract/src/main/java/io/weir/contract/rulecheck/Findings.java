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

    /**
     * Call it before comparing a rule with others: if the comparison takes long, messages can name
     * the rule.
     */
    void inspect(Object rule) {
        lines.inspect(rule);
    }

    /** @param key of the rule, such as {@code match.tags.host}; empty for the whole rule */
    void add(Object rule, String key, String what, String remedy) {
        RulePlace place = lines.of(rule);
        found.add(new Warning(file, place.line(), place.path() + (key.isEmpty() ? "" : "." + key), what, remedy));
    }

    /** The name of another rule in a warning. */
    String named(Object rule) {
        RulePlace place = lines.of(rule);
        return place.path() + " in line " + place.line();
    }

    /** In the order of the file. */
    List<Warning> inOrder() {
        return found.stream().sorted(Comparator.comparingInt(Warning::line)).toList();
    }
}
