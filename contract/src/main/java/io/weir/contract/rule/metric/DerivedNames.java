package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.OneOf;
import io.weir.contract.rule.match.PatternTable;
import io.weir.contract.rule.match.ShareIndex;
import io.weir.contract.rule.match.TextPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The names that rules of {@code derive} write and read: a rule reads only the results of rules
 * before it.
 */
public final class DerivedNames {

    /**
     * A rule with its place.
     *
     * @param group the same for rules that name the same measurement, and for all rules without a
     *     measurement
     */
    private record Derived(int group, int order, DeriveRule rule, YamlSection section) {
        private static final Comparator<Derived> IN_ORDER =
                Comparator.comparingInt(Derived::group).thenComparingInt(Derived::order);

        Match match() {
            return rule.match();
        }
    }

    private final List<Derived> all = new ArrayList<>();
    private final Map<Optional<String>, Integer> groups = new HashMap<>();

    /** @param section of the rule */
    void add(DeriveRule rule, YamlSection section) {
        TextPattern measurement = rule.match().measurement();
        Optional<String> named = Optional.of(measurement.toString()).filter(name -> measurement.isLiteral());
        Integer known = groups.putIfAbsent(named, groups.size());
        all.add(new Derived(known == null ? groups.size() - 1 : known, all.size(), rule, section));
    }

    /**
     * Reports conflicts of each rule with the rules before it. Compares only rules with common
     * names that may match the same series.
     */
    public void check() {
        // The results of these rules depend on field names, so that only their pattern can be
        // compared.
        List<Derived> open =
                all.stream().filter(each -> each.rule.results().isEmpty()).toList();
        List<Derived> named =
                all.stream().filter(each -> !names(each.rule).isEmpty()).toList();
        var byName = new PatternTable<>(named, each -> anyOf(names(each.rule)), DerivedNames::byMatch);
        var byPattern = new PatternTable<>(open, each -> results(each.rule), DerivedNames::byMatch);
        for (Derived later : all) {
            TextPattern results = results(later.rule);
            Set<Derived> earlier = new TreeSet<>(Derived.IN_ORDER);
            byName.sharing(results, index -> earlier.addAll(before(later, index)));
            if (later.rule.results().isPresent()) {
                byPattern.sharing(results, index -> earlier.addAll(before(later, index)));
            }
            earlier.forEach(each -> check(each, later));
        }
    }

    private static ShareIndex<Derived> byMatch(List<Derived> rules) {
        return new ShareIndex<>(rules, Derived::match);
    }

    private static List<Derived> before(Derived later, ShareIndex<Derived> index) {
        return index.all(
                later.match(), each -> each.order < later.order && each.match().mayShareSeries(later.match()));
    }

    /** The names that the rule reads and derives, as far as they are fixed. */
    private static Set<String> names(DeriveRule rule) {
        Set<String> names = new LinkedHashSet<>(rule.reads());
        names.addAll(rule.results().orElse(List.of()));
        return names;
    }

    /** A pattern that all of the rule's results match, and perhaps other names. */
    private static TextPattern results(DeriveRule rule) {
        return rule.results()
                .map(names -> anyOf(new LinkedHashSet<>(names)))
                .orElseGet(() -> pattern(rule.result("*")));
    }

    private static TextPattern anyOf(Set<String> names) {
        return OneOf.of(names.stream().map(DerivedNames::pattern).distinct().toList());
    }

    private static TextPattern pattern(String name) {
        return name.length() > Glob.MAX_LENGTH ? Glob.ANY : new Glob(name);
    }

    private static void check(Derived known, Derived later) {
        DeriveRule rule = later.rule;
        first(known.rule.reads(), rule::derives)
                .ifPresent(name -> later.section.refuse(
                        "as",
                        "derives " + Refusal.quote(name) + ", but the rule in line " + known.section.line()
                                + " reads it earlier",
                        "move this rule above that one"));
        first(known.rule.results().orElse(List.of()), rule::derives)
                .or(() -> first(rule.results().orElse(List.of()), known.rule::derives))
                .ifPresent(name -> later.section.refuse(
                        "as",
                        "derives " + Refusal.quote(name) + ", as does the rule in line " + known.section.line(),
                        "choose another name: a line has one field of each name"));
    }

    private static Optional<String> first(List<String> names, Predicate<String> isMeant) {
        return names.stream().filter(isMeant).findFirst();
    }
}
