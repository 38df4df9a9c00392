package io.weir.standalone.rules;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.aggregate.Late;
import io.weir.contract.rule.aggregate.Repeats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Notes the memory that rules with {@code late: revise} need in each series. */
final class RevisionMemory {

    private RevisionMemory() {}

    /**
     * One note for each such rule.
     *
     * @param file as the user named it
     */
    static List<String> notes(String file, LocatedRules located) {
        List<String> lines = new ArrayList<>();
        for (AggregateRule rule : located.rules().aggregate()) {
            Duration open = rule.window().length().plus(rule.grace());
            add(lines, file, located.lines().of(rule), open, rule.late(), ofValues(rule.repeats()));
        }
        for (GroupRule rule : located.rules().groups()) {
            Duration open = rule.window().plus(rule.grace());
            String memory = rule.result().histogram().flatMap(Histogram::ofLine).isPresent()
                    ? "32 bytes for each of at most 1024 histograms, and about 3 for each bucket with observations"
                    : ofValues(rule.repeats());
            add(lines, file, located.lines().of(rule), open, rule.result().late(), memory);
        }
        return lines;
    }

    private static String ofValues(Repeats repeats) {
        return repeats == Repeats.REPLACE
                ? "16 bytes for each value, up to 16 KiB for each field"
                : "the sums of each window, for each field";
    }

    private static void add(List<String> lines, String file, RulePlace place, Duration open, Late late, String memory) {
        late.revision()
                .ifPresent(revision -> lines.add(String.format(
                        Locale.ROOT,
                        "%s:%d: note: %s.for: each series keeps the last %s a second time: %s",
                        file,
                        place.line(),
                        place.path(),
                        Durations.format(open.plus(revision.after())),
                        memory)));
    }
}
