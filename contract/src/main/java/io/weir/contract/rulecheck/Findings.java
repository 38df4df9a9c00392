package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleLines;
import io.weir.contract.rule.RulePlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the warnings and errors of one file. */
final class Findings {
    private final String file;
    private final RuleLines lines;
    private final boolean areErrors;
    private final List<Finding> found;

    Findings(String file, RuleLines lines) {
        this(file, lines, false, new ArrayList<>());
    }

    private Findings(String file, RuleLines lines, boolean areErrors, List<Finding> found) {
        this.file = file;
        this.lines = lines;
        this.areErrors = areErrors;
        this.found = found;
    }

    /** Returns a view that adds errors. */
    Findings errors() {
        return new Findings(file, lines, true, found);
    }

    /**
     * Call it before comparing a rule with others: if the comparison takes long, messages can name
     * the rule.
     */
    void inspect(Object rule) {
        lines.inspect(rule);
    }

    /**
     * Adds a warning, or an error in the view for errors.
     *
     * @param key of the rule, such as {@code match.tags.host}; empty for the whole rule
     */
    void add(Object rule, String key, String what, String remedy) {
        RulePlace place = lines.of(rule);
        String path = place.path() + (key.isEmpty() ? "" : "." + key);
        found.add(new Finding(file, place.line(), path, areErrors, what, remedy));
    }

    /** The name of another rule in a finding. */
    String named(Object rule) {
        RulePlace place = lines.of(rule);
        return place.path() + " in line " + place.line();
    }

    /** In the order of the file. */
    List<Finding> inOrder() {
        return found.stream().sorted(Comparator.comparingInt(Finding::line)).toList();
    }
}
