package io.weir.contract.rule;

import io.weir.contract.line.Series;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupResult;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.Cycles;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.MatchIndex;
import io.weir.contract.rule.match.OneOf;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.DeriveRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Which rules read the results of which. A rule reads the results of another if its match names
 * their measurement. A pattern such as {@code *} names none: it would match its own rule's results,
 * too. Results with the measurement of their input are not read, because they look like it.
 * Immutable.
 *
 * <p>Rules whose results have the same measurement are not distinguished, so that the time is
 * proportional to the number of rules.
 */
public final class ResultGraph {

    /** The most rules of a chain, of which each reads the results of the one before it. */
    public static final int MOST_LEVELS = 8;

    private final List<Maker> makers;
    private final List<Made> all;
    private final MatchIndex<Made> byMeasurement;

    /** The results that a rule reads, by the rule's name. */
    private final Map<String, List<Made>> read = new LinkedHashMap<>();

    private final Map<String, Integer> levels = new HashMap<>();

    private ResultGraph(RuleFile rules) {
        this.makers = Stream.concat(
                        rules.aggregate().stream().map(Maker::of),
                        rules.groupings().stream().map(Maker::of))
                .toList();
        Map<TextPattern, Made> made = new LinkedHashMap<>();
        makers.stream().filter(maker -> !maker.isInPlace).forEach(maker -> made.computeIfAbsent(maker.output, Made::new)
                .add(maker));
        this.all = List.copyOf(made.values());
        this.byMeasurement = new MatchIndex<>(all, each -> new Match(each.measurement, Collections.emptySortedMap()));
        rules.enrich().forEach(rule -> measuredBy(rule.match()).forEach(each -> each.hasAnyTag = true));
        rules.derive().forEach(rule -> measuredBy(rule.match()).forEach(each -> each.derived.add(rule)));
        for (Maker reader : makers) {
            List<Made> inputs =
                    reader.inputs.stream().flatMap(this::madeFor).distinct().toList();
            if (!inputs.isEmpty()) {
                read.put(reader.name, inputs);
            }
        }
        rank();
        addAges();
    }

    /** The graph of a file's rules, the comparisons of alarms included. */
    public static ResultGraph of(RuleFile rules) {
        return new ResultGraph(rules);
    }

    /** A pattern of the measurements that results have, given the one of the inputs. */
    public static TextPattern output(UnaryOperator<String> outputOf, TextPattern measurement) {
        if (measurement instanceof OneOf any) {
            return OneOf.of(any.patterns().stream()
                    .map(each -> output(outputOf, each))
                    .distinct()
                    .toList());
        }
        String output = outputOf.apply(measurement instanceof Glob glob ? glob.pattern() : "*");
        return output.length() <= Glob.MAX_LENGTH ? new Glob(output) : Glob.ANY;
    }

    /** Whether the match names the measurement of results. */
    public boolean isNamedBy(Match match) {
        return namedBy(match).findAny().isPresent();
    }

    /** The name of a rule that revises the results of which the match names the measurement. */
    Optional<String> revisingNamedBy(Match match) {
        return namedBy(match)
                .flatMap(made -> made.makers.stream())
                .filter(maker -> maker.isRevised)
                .map(Maker::name)
                .findFirst();
    }

    /** Whether late values may revise results with this measurement. */
    public boolean isRevised(String measurement) {
        return byMeasurement.matching(new Series(measurement, Collections.emptySortedMap())).stream()
                .flatMap(made -> made.makers.stream())
                .anyMatch(Maker::isRevised);
    }

    private Stream<Made> madeFor(Input input) {
        return namedBy(input.match).filter(made -> made.mayHaveField(input));
    }

    private Stream<Made> namedBy(Match match) {
        return measuredBy(match).filter(made -> made.mayBe(match));
    }

    private Stream<Made> measuredBy(Match match) {
        return match.measurement().texts().stream()
                .flatMap(List::stream)
                .flatMap(text -> byMeasurement.matching(new Series(text, Collections.emptySortedMap())).stream());
    }

    /**
     * The place of a rule in its chain: 1 if it reads no results, otherwise one more than that of
     * the highest rule that it reads.
     */
    public int level(String rule) {
        return levels.getOrDefault(rule, 1);
    }

    /** The highest level of a rule. */
    public int highestLevel() {
        return highest(makers.stream());
    }

    /**
     * The highest level for which merge needs the time of the results below: that of the highest
     * rule over groups, or of the results that the highest rule reads.
     */
    public int highestTimedLevel() {
        return Math.max(highest(makers.stream().filter(maker -> maker.isGroup)), highestLevel() - 1);
    }

    private int highest(Stream<Maker> of) {
        return of.mapToInt(maker -> level(maker.name)).max().orElse(1);
    }

    /**
     * How much longer than for received metrics a window of a rule over groups must stay open: the
     * time from the end of a window until the last result with a timestamp in it is made.
     */
    public Duration delay(GroupRule rule) {
        return Duration.ofMillis(delay(rule.name(), rule.every().toMillis()));
    }

    /** How long after its timestamp a result of a rule over groups with this measurement is made. */
    public Duration age(String measurement) {
        return Duration.ofMillis(byMeasurement.matching(new Series(measurement, Collections.emptySortedMap())).stream()
                .mapToLong(made -> made.ageOfGroups)
                .max()
                .orElse(0));
    }

    private long delay(String rule, long everyMillis) {
        return read.getOrDefault(rule, List.of()).stream()
                .flatMap(made -> made.ages.stream())
                .mapToLong(age -> age.afterWindow(everyMillis))
                .max()
                .orElse(0);
    }

    /** The rules that read themselves by way of others: each path, by the rule where it begins. */
    Map<String, List<String>> circles() {
        Map<String, List<String>> next = new LinkedHashMap<>();
        read.forEach((reader, inputs) ->
                next.put(reader, inputs.stream().map(Made::key).toList()));
        all.forEach(made ->
                next.put(made.key(), made.makers.stream().map(Maker::name).toList()));
        Cycles cycles = new Cycles(next);
        Map<String, List<String>> circles = new LinkedHashMap<>();
        read.keySet().forEach(rule -> cycles.through(rule).ifPresent(way -> circles.put(rule, rulesOf(way))));
        return circles;
    }

    private static List<String> rulesOf(List<String> way) {
        return way.stream().filter(name -> !name.startsWith(Made.KEY)).toList();
    }

    /** The rules that write their results under the measurement of results that they read. */
    List<String> mixing() {
        return makers.stream()
                .filter(maker -> maker.isInPlace && read.containsKey(maker.name))
                .map(Maker::name)
                .toList();
    }

    /** The rules beyond {@link #MOST_LEVELS}. */
    List<String> tooHigh() {
        return read.keySet().stream().filter(rule -> level(rule) > MOST_LEVELS).toList();
    }

    /** Raises levels until none changes. A circle ends at the first level that is too high. */
    private void rank() {
        boolean hasChanged = true;
        for (int round = 0; hasChanged && round <= MOST_LEVELS; round++) {
            hasChanged = false;
            for (Map.Entry<String, List<Made>> reader : read.entrySet()) {
                int highest = reader.getValue().stream()
                        .mapToInt(made -> made.level)
                        .max()
                        .orElse(0);
                int level = Math.min(1 + highest, MOST_LEVELS + 1);
                hasChanged |= !Integer.valueOf(level).equals(levels.put(reader.getKey(), level));
            }
            makersByLevel().forEach((made, level) -> made.level = level);
        }
    }

    private Map<Made, Integer> makersByLevel() {
        Map<Made, Integer> highest = new HashMap<>();
        all.forEach(made -> highest.put(
                made,
                made.makers.stream().mapToInt(maker -> level(maker.name)).max().orElse(1)));
        return highest;
    }

    /** Adds the ages of results, those of the lowest level first. */
    private void addAges() {
        for (int level = 1; level <= MOST_LEVELS; level++) {
            for (Made made : all) {
                for (Maker maker : made.makers) {
                    if (level(maker.name) == level) {
                        long age = age(maker);
                        made.ages.add(new Age(maker.every.toMillis(), age));
                        made.ageOfGroups = Math.max(made.ageOfGroups, maker.isGroup ? age : 0);
                    }
                }
            }
        }
    }

    /** The milliseconds from a result's timestamp, the start of its window, until it is made. */
    private long age(Maker maker) {
        long open = maker.window.plus(maker.grace).toMillis();
        if (maker.isGroup) {
            return open + delay(maker.name, maker.every.toMillis());
        }
        // The window of a series closes at the first input after its end and grace.
        return open
                + read.getOrDefault(maker.name, List.of()).stream()
                        .flatMap(made -> made.ages.stream())
                        .mapToLong(age -> age.everyMillis + age.millis)
                        .max()
                        .orElse(0);
    }

    /** How old results are when they are made. */
    private record Age(long everyMillis, long millis) {

        /** How long after the end of a reader's window the last result in it is made. */
        long afterWindow(long readerMillis) {
            // Results of aligned windows end with the window that they are in.
            return readerMillis % everyMillis == 0 ? millis - everyMillis : millis;
        }
    }

    /** All results with the same measurement. */
    private static final class Made {

        /** Begins {@link #key}, and no name of a rule. */
        static final String KEY = ":";

        final TextPattern measurement;
        final List<Maker> makers = new ArrayList<>();
        final List<DeriveRule> derived = new ArrayList<>();
        final Set<Age> ages = new HashSet<>();
        private final Set<List<String>> tagLists = new HashSet<>();
        private final Set<String> tags = new HashSet<>();
        private final Set<String> fields = new HashSet<>();
        boolean hasAnyTag;
        private boolean hasAnyField;
        int level = 1;
        long ageOfGroups;

        Made(TextPattern measurement) {
            this.measurement = measurement;
        }

        void add(Maker maker) {
            makers.add(maker);
            hasAnyTag |= maker.tags.isEmpty();
            hasAnyField |= maker.fields.isEmpty();
            maker.tags.ifPresent(tags::addAll);
            maker.tags.ifPresent(tagLists::add);
            maker.fields.ifPresent(fields::addAll);
        }

        String key() {
            return KEY + measurement;
        }

        /** Whether a match for this measurement may match a result. False is certain. */
        boolean mayBe(Match match) {
            boolean hasTags = hasAnyTag || tags.containsAll(match.tags().keySet());
            boolean mayLack =
                    hasAnyTag || tagLists.stream().anyMatch(keys -> Collections.disjoint(keys, match.without()));
            return hasTags && mayLack;
        }

        boolean mayHaveField(Input input) {
            return hasAnyField
                    || input.fields.isEmpty()
                    || input.fields.get().stream()
                            .anyMatch(field ->
                                    fields.contains(field) || derived.stream().anyMatch(rule -> rule.derives(field)));
        }
    }

    /**
     * Values that a rule reads.
     *
     * @param fields their names; empty if a pattern selects them
     */
    private record Input(Match match, Optional<List<String>> fields) {}

    /**
     * A rule that makes series.
     *
     * @param output the measurements of its results
     * @param tags the only tags of its results; empty if they keep the tags of its inputs
     * @param fields of its results; empty if they depend on the fields of its inputs
     * @param every the interval of its results
     * @param isGroup whether its windows follow the time of the farm
     * @param isInPlace whether its results have the measurement of an input
     * @param isRevised whether late values revise its results
     */
    private record Maker(
            String name,
            List<Input> inputs,
            TextPattern output,
            Optional<List<String>> tags,
            Optional<List<String>> fields,
            Duration window,
            Duration every,
            Duration grace,
            boolean isGroup,
            boolean isInPlace,
            boolean isRevised) {

        /** A result of a state has the time of its end, as if its window were this short. */
        private static final Duration AT_ITS_END = Duration.ofMillis(1);

        static Maker of(AggregateRule rule) {
            Stream<String> length = rule.window().isOfState() ? Stream.of(AggregateRule.SECONDS) : Stream.empty();
            return new Maker(
                    rule.name(),
                    List.of(new Input(rule.match(), rule.fields().names())),
                    ResultGraph.output(rule::output, rule.match().measurement()),
                    Optional.empty(),
                    rule.fields().names().map(names -> Stream.concat(
                                    names.stream().flatMap(field -> rule.functions().stream()
                                            .map(function -> function.resultField(field))),
                                    length)
                            .toList()),
                    rule.window().isOfState() ? AT_ITS_END : rule.window().length(),
                    rule.window().isOfState() ? AT_ITS_END : rule.every(),
                    rule.grace(),
                    false,
                    isInPlace(rule.match(), rule::output),
                    rule.late().revision().isPresent());
        }

        static Maker of(GroupRule rule) {
            List<Input> inputs = rule.inputs().stream()
                    .map(input -> new Input(input.match(), Optional.of(List.of(input.field()))))
                    .toList();
            List<String> fields = Stream.concat(rule.result().fields().stream(), GroupResult.COUNTS.stream())
                    .toList();
            return new Maker(
                    rule.name(),
                    inputs,
                    ResultGraph.output(rule::output, inputs.get(0).match.measurement()),
                    rule.result().isPerSeries() ? Optional.empty() : Optional.of(rule.by()),
                    Optional.of(fields),
                    rule.window(),
                    rule.every(),
                    rule.grace(),
                    true,
                    rule.inputs().stream().anyMatch(input -> isInPlace(input.match(), rule::output)),
                    rule.result().late().revision().isPresent());
        }

        private static boolean isInPlace(Match match, UnaryOperator<String> output) {
            List<String> measurements = match.measurement().texts().orElse(List.of("any"));
            return measurements.stream().anyMatch(each -> output.apply(each).equals(each));
        }
    }
}
