package io.weir.standalone.replay;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.Contribution;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines from a recording which {@code hold} keeps all series in their groups: plays it with
 * ever longer ones, until no series leaves its group and returns.
 */
public final class HoldTrial {
    private static final String RETURNED = "weir.processing.series.returned";

    private final String recording;
    private long refused;

    /**
     * A rule whose series left and returned.
     *
     * @param count how many times
     * @param enough the hold that would have kept them; empty: none does
     */
    public record Returned(GroupRule rule, long count, Optional<Duration> enough) {}

    /** @param recording line protocol with timestamps in nanoseconds; read several times */
    public HoldTrial(String recording) {
        this.recording = recording;
    }

    /** The rules of the file whose series returned, in the order of the file. */
    public List<Returned> of(RuleFile rules) throws IOException {
        Map<String, Long> first = returned(rules);
        Map<String, Duration> holds = new HashMap<>();
        Map<String, Long> now = first;
        RuleFile tried = rules;
        while (true) {
            List<GroupRule> groups = new ArrayList<>();
            boolean isLonger = false;
            for (GroupRule rule : tried.groups()) {
                Duration hold = hold(rule).multipliedBy(2);
                boolean tries = now.containsKey(rule.name())
                        && !hold.isZero()
                        && hold.compareTo(rule.window().multipliedBy(Contribution.MOST_HELD)) <= 0;
                groups.add(tries ? holding(rule, hold) : rule);
                if (tries) {
                    holds.put(rule.name(), hold);
                }
                isLonger |= tries;
            }
            if (!isLonger) {
                break;
            }
            tried = tried.withGroups(groups);
            now = returned(tried);
        }
        Map<String, Long> left = now;
        return rules.groups().stream()
                .filter(rule -> first.containsKey(rule.name()) && !hold(rule).isZero())
                .map(rule -> new Returned(
                        rule,
                        first.getOrDefault(rule.name(), 0L),
                        Optional.ofNullable(holds.get(rule.name())).filter(hold -> !left.containsKey(rule.name()))))
                .toList();
    }

    /** The number of refused lines of the recording. */
    public long refused() {
        return refused;
    }

    /** How often series of a rule returned, by rule. */
    private Map<String, Long> returned(RuleFile rules) throws IOException {
        try (VirtualWeir weir = VirtualWeir.of(rules, Set.of(), (from, value, lines) -> {})) {
            refused = Playback.play(recording, rules, weir);
            return weir.countsByRule(RETURNED);
        }
    }

    /** The longest time that the rule holds a value; zero if it holds none. */
    private static Duration hold(GroupRule rule) {
        return rule.inputs().stream()
                .filter(HoldTrial::holdsAny)
                .map(input -> input.contribution().hold())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static boolean holdsAny(GroupInput input) {
        return input.functions().stream()
                .anyMatch(function -> input.contribution().of(function).isHeld());
    }

    private static GroupRule holding(GroupRule rule, Duration hold) {
        List<GroupInput> inputs = rule.inputs().stream()
                .map(input -> holdsAny(input) && !input.contribution().hold().isZero() ? input.holding(hold) : input)
                .toList();
        return rule.withInputs(inputs);
    }
}
