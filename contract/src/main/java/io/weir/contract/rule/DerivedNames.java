package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The names that rules of {@code derive} give and read: a rule sees what those before it derived, and no other. */
final class DerivedNames {

    private record Known(DeriveRule rule, int line) {}

    /** Where no measurement is named. */
    private static final String ANY = "";

    /** Rules that name different measurements need not be compared: of ten thousand, few are left. */
    private final Map<String, List<Known>> before = new LinkedHashMap<>();

    /** Reports what a rule has wrong with regard to those before it; {@code section} is the rule's. */
    void add(DeriveRule rule, YamlSection section) {
        String measurement = rule.match().measurement().isLiteral()
                ? rule.match().measurement().toString()
                : ANY;
        before.forEach((other, known) -> {
            if (measurement.equals(ANY) || other.equals(ANY) || other.equals(measurement)) {
                known.stream()
                        .filter(each -> each.rule.match().mayShareSeries(rule.match()))
                        .forEach(each -> check(each, rule, section));
            }
        });
        before.computeIfAbsent(measurement, first -> new ArrayList<>()).add(new Known(rule, section.line()));
    }

    private static void check(Known known, DeriveRule rule, YamlSection section) {
        first(known.rule.reads(), rule::derives)
                .ifPresent(name -> section.refuse(
                        "as",
                        "derives " + Refusal.quote(name) + ", which the rule in line " + known.line
                                + " reads before it is there",
                        "put this rule above that one"));
        first(known.rule.results().orElse(List.of()), rule::derives)
                .or(() -> first(rule.results().orElse(List.of()), known.rule::derives))
                .ifPresent(name -> section.refuse(
                        "as",
                        "derives " + Refusal.quote(name) + " like the rule in line " + known.line,
                        "a line has one field of a name; choose another"));
    }

    private static Optional<String> first(List<String> names, Predicate<String> isMeant) {
        return names.stream().filter(isMeant).findFirst();
    }
}
