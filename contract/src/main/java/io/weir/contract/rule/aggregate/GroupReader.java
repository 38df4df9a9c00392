package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.Setting;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the group rules of {@code aggregate}, and the common keys of all rules over groups. */
public final class GroupReader {

    private static final int MOST_GROUPS = 1_000_000;

    private GroupReader() {}

    /**
     * The common keys of all rules over groups. All are read before any is checked, so that none
     * counts as unknown.
     */
    public record Frame(
            List<String> by, Duration window, Duration every, Duration grace, int maxGroups, Repeats repeats) {

        public static Frame read(YamlSection section) {
            return frame(section, window(section).required());
        }

        public static Frame read(YamlSection section, Duration defaultWindow) {
            return frame(section, window(section).or(defaultWindow));
        }

        private static Setting<Duration> window(YamlSection section) {
            return section.duration("window", Duration.ofMillis(1), "length of a window");
        }

        private static Frame frame(YamlSection section, Duration window) {
            return new Frame(
                    section.texts("by", "tags whose values make a group").required(),
                    window,
                    window,
                    section.duration("grace", Duration.ZERO, "time that a window waits for late lines")
                            .or(AggregateRule.DEFAULT_GRACE),
                    GroupReader.maxGroups(section),
                    GroupReader.repeats(section));
        }

        public GroupRule rule(String name, List<GroupInput> inputs, String as, GroupResult result) {
            return new GroupRule(name, inputs, by, window, every, grace, as, maxGroups, repeats, result);
        }
    }

    static Repeats repeats(YamlSection section) {
        return section.choice(
                        "repeats",
                        Repeats.class,
                        "what becomes of a value with the timestamp of another one of its series")
                .or(Repeats.REPLACE);
    }

    static int maxGroups(YamlSection section) {
        return section.integer("max-groups", 1, MOST_GROUPS, "limit of open groups in a partition")
                .or(GroupRule.DEFAULT_MAX_GROUPS);
    }

    /**
     * A rule of {@code aggregate}.
     *
     * @param distinctTags the tags whose different values are counted
     * @param histogram the buckets that the functions are over, if they are
     */
    static GroupRule functions(
            Frame frame,
            Contribution contribution,
            List<String> distinctTags,
            Optional<Histogram> histogram,
            AggregateRule of) {
        for (String tag : distinctTags) {
            if (frame.by().contains(tag)) {
                throw new Refusal(
                        "distinct",
                        "counts " + tag + ", which has one value in each group, because by has it, too",
                        "remove it from one of them");
            }
        }
        List<String> fields = of.fields()
                .names()
                .orElseThrow(
                        () -> new Refusal("fields", "must be names in a rule over groups", "write them one by one"));
        histogram.ifPresent(buckets -> {
            buckets.requireFor(frame.by(), fields);
            buckets.requireFunctions(of.functions(), contribution);
            if (buckets.ofLine().isPresent()) {
                of.where().ifPresent(Where::ranges);
            }
        });
        List<GroupInput> inputs = fields.stream()
                .map(field -> new GroupInput(of.match(), field, of.functions(), contribution, of.where()))
                .toList();
        List<String> resultsOf =
                histogram.flatMap(Histogram::resultsOf).map(List::of).orElse(fields);
        List<String> results = resultsOf.stream()
                .flatMap(field -> of.functions().stream().map(function -> function.resultField(field)))
                .toList();
        GroupFunctions functions = new GroupFunctions(results, distinctTags, histogram, of.keepRaw(), of.late());
        return frame.rule(of.name(), inputs, of.as(), functions);
    }
}
