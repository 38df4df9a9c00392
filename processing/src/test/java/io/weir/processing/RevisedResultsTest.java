package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.state.BlockStore;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * A result that late values revise ends as if its window had waited for them. The oracle is a rule
 * whose {@code grace} is longer by the time of revision; the first results are those of the same
 * rule without revision.
 */
class RevisedResultsTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 60 : 20;
    /** Chooses partition 0 as long as it has partials. */
    private static final Random ONE_AFTER_THE_OTHER = new Random() {
        @Override
        public int nextInt(int bound) {
            return 0;
        }
    };

    private static final int PARTITIONS = 2;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long START_MILLIS = 1_000_000;
    private static final long END_MILLIS = START_MILLIS + 150_000;
    private static final int GRACE_MILLIS = 700;
    private static final int REVISED_MILLIS = 6_000;

    /** Rules whose results depend on the values in their window only; {@code %L} is what differs. */
    private static final List<String> WITHIN = List.of(
            "{name: one, match: {measurement: m}, fields: [value], functions: [sum, count, last], window: 2s, as: one, %L}",
            "{name: hopping, match: {measurement: m}, fields: [value], functions: [max, stddev], window: 6s, every: 2s, as: hopping, %L}",
            "{name: counted, match: {measurement: m}, fields: [value], functions: [p90, sum], window: 3s, as: counted, repeats: count, %L}",
            "{name: totals, match: {measurement: m}, by: [detector], fields: [value], functions: [sum, max], of: sum, window: 2s, as: totals, %L}",
            "{name: samples, match: {measurement: m}, by: [], fields: [value], functions: [stddev, p50], of: samples, window: 2s, as: samples, %L}",
            "{name: overlaps, match: {measurement: m}, by: [detector], fields: [value], functions: [sum, max], of: sum, window: 6s, every: 2s, as: overlaps, %L}",
            "{name: deltas, match: {measurement: d}, by: [detector], exponential: s, functions: [median, p90], window: 2s, as: deltas, %L}");

    /** Rules whose results also depend on earlier values. */
    private static final List<String> BEFORE = List.of(
            "{name: moving, match: {measurement: m}, by: [detector], fields: [value], functions: [sum, count], hold: 4s, window: 6s, every: 2s, as: moving, %L}",
            "{name: moving-rates, match: {measurement: m}, by: [], fields: [value], functions: [sum], of: increase, window: 4s, every: 1s, as: moving_rates, %L}",
            "{name: waits, match: {measurement: c}, by: [detector], exponential: s, functions: [median, p90], merged: true, window: 2s, as: waits, %L}",
            "{name: last-waits, match: {measurement: c}, by: [], exponential: s, functions: [median, p10], of: last, hold: 3s, window: 4s, every: 2s, as: last_waits, %L}",
            "{name: bounds, match: {measurement: e}, by: [], histogram: b, functions: [median], merged: true, window: 3s, as: bounds, %L}",
            "{name: steps, match: {measurement: m}, fields: [\"*\"], functions: [rate, increase, integral], window: 2s, as: steps, %L}",
            "{name: overlapping, match: {measurement: m}, fields: [value], functions: [max, increase], window: 6s, every: 2s, as: overlapping, %L}",
            "{name: sums, match: {measurement: m}, by: [detector], fields: [value], functions: [sum, count, max], window: 2s, as: sums, %L}",
            "{name: held, match: {measurement: m}, by: [], distinct: [host], fields: [value, other], functions: [mean, min], of: last, hold: 4s, otherwise: 0, window: 2s, as: held, %L}",
            "{name: histograms, match: {measurement: m}, by: [detector], buckets: le, fields: [value], functions: [median, p90], of: last, hold: 2s, window: 2s, as: histograms, %L}",
            "{name: fields, match: {measurement: m}, by: [detector], histogram: h, fields: [1, 2, +Inf], functions: [median, p90], of: increase, window: 2s, as: fields, %L}",
            "{name: rates, match: {measurement: m}, by: [detector], fields: [value], functions: [sum], of: rate, window: 3s, as: rates, %L}");

    private static final List<String> ALL =
            Stream.concat(WITHIN.stream(), BEFORE.stream()).toList();

    /** Its last digits depend on the order in which partials are merged. */
    private static final Pattern DEVIATION = Pattern.compile("(?<=_stddev=)[^, ]+");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** One record of a partition: lines, other rules, or neither, which is a tick. */
    private record Input(long millis, String lines, Optional<RuleFile> rules) {}

    @Test
    void revisedResultsEqualThoseOfALongerGrace() {
        int revised = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<String> chosen = chosen(ALL);
            List<List<Input>> inputs = inputs(0.3);
            long order = random.nextLong();
            String where = "seed %d round %d %s".formatted(seed, round, chosen);

            List<String> got = run(revising(chosen), List.of(), inputs, new Random(order), round % 2 == 0);
            List<String> patient = run(waiting(chosen, REVISED_MILLIS), List.of(), inputs, new Random(order), false);
            List<String> first = run(waiting(chosen, 0), List.of(), inputs, new Random(order), false);

            assertThat(difference(last(got), last(patient))).as(where).isEmpty();
            assertThat(difference(firstResults(got), firstResults(first)))
                    .as(where)
                    .isEmpty();
            revised += (int) got.stream().filter(RevisedResultsTest::isRevised).count();
        }
        assertThat(revised).as("seed %d", seed).isGreaterThan(ROUNDS);
    }

    @Test
    void withoutLateValuesNothingIsRevised() {
        for (int round = 0; round < ROUNDS / 4; round++) {
            List<String> got = run(revising(ALL), List.of(), inputs(0), new Random(random.nextLong()), false);

            assertThat(got).as("seed %d round %d", seed, round).isNotEmpty().noneMatch(RevisedResultsTest::isRevised);
        }
    }

    /** Rules that begin to revise keep the values of open windows, and revise none that lacks some. */
    @Test
    void aSwitchRevisesNoWindowToAWrongResult() {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> chosen = chosen(WITHIN);
            List<List<Input>> inputs = inputs(0.3);
            long order = random.nextLong();
            String where = "seed %d round %d %s".formatted(seed, round, chosen);
            RuleFile before = waiting(chosen, 0);
            RuleFile after = revising(chosen);
            List<List<Input>> switching = inputs.stream()
                    .map(partition -> with(partition, random.nextInt(100), after))
                    .toList();

            Map<String, String> got = last(run(before, List.of(after), switching, new Random(order), round % 2 == 0));
            Map<String, String> patient =
                    last(run(waiting(chosen, REVISED_MILLIS), List.of(), inputs, new Random(order), false));
            Map<String, String> first = last(run(before, List.of(), inputs, new Random(order), false));

            got.forEach(
                    (key, line) -> assertThat(line).as("%s: %s", where, key).isIn(patient.get(key), first.get(key)));
            assertThat(got.keySet()).as(where).containsAll(results(first.keySet()));
        }
    }

    /**
     * All partials of one partition are there before the other one reports its rules: those of rules
     * that it has only later are dropped.
     */
    @Test
    void aPartitionFarAheadOfASwitchRevisesNoWindowToAWrongResult() {
        List<List<Input>> inputs = inputs(0.3);
        RuleFile before = waiting(WITHIN, 0);
        RuleFile after = revising(WITHIN);
        List<List<Input>> switching = List.of(with(inputs.get(0), 0, after), with(inputs.get(1), 50, after));

        List<String> lines = run(before, List.of(after), switching, ONE_AFTER_THE_OTHER, false);
        Map<String, String> patient =
                last(run(waiting(WITHIN, REVISED_MILLIS), List.of(), inputs, ONE_AFTER_THE_OTHER, false));
        Map<String, String> first = last(run(before, List.of(), inputs, ONE_AFTER_THE_OTHER, false));

        last(lines)
                .forEach((key, line) ->
                        assertThat(line).as("seed %d: %s", seed, key).isIn(patient.get(key), first.get(key)));
        assertThat(last(lines).keySet()).as("seed %d", seed).containsAll(results(first.keySet()));
    }

    private static List<Input> with(List<Input> inputs, int place, RuleFile rules) {
        List<Input> with = new ArrayList<>(inputs);
        with.add(place, new Input(inputs.get(place).millis, "", Optional.of(rules)));
        return with;
    }

    private List<String> chosen(List<String> from) {
        List<String> chosen = new ArrayList<>(from);
        Collections.shuffle(chosen, random);
        return chosen.subList(0, 1 + random.nextInt(4));
    }

    private static RuleFile revising(List<String> rules) {
        return file(rules, "grace: %dms, late: revise, for: %dms".formatted(GRACE_MILLIS, REVISED_MILLIS));
    }

    private static RuleFile waiting(List<String> rules, int moreMillis) {
        return file(rules, "grace: %dms".formatted(GRACE_MILLIS + moreMillis));
    }

    private static RuleFile file(List<String> rules, String late) {
        return RuleLoader.parse(
                "rules.yaml",
                rules.stream()
                        .map(rule -> "  - " + rule.replace("%L", late) + "\n")
                        .collect(Collectors.joining("", "version: 1\naggregate:\n", "")));
    }

    /** Random metrics of each partition. */
    private List<List<Input>> inputs(double lateShare) {
        List<List<Input>> inputs = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            inputs.add(inputs(partition, lateShare));
        }
        return inputs;
    }

    private List<Input> inputs(int partition, double lateShare) {
        List<Input> inputs = new ArrayList<>();
        long millis = START_MILLIS;
        tick(inputs, millis);
        for (int i = 0; i < 120; i++) {
            millis += random.nextInt(random.nextInt(20) == 0 ? 8_000 : 300);
            if (random.nextInt(4) == 0) {
                tick(inputs, millis);
            } else {
                inputs.add(new Input(millis, lines(partition, millis, lateShare), Optional.empty()));
            }
        }
        // All windows close, one after the other.
        while (millis < END_MILLIS) {
            millis = Math.min(END_MILLIS, millis + 1_000);
            tick(inputs, millis);
        }
        return inputs;
    }

    private static void tick(List<Input> inputs, long millis) {
        inputs.add(new Input(millis, "", Optional.empty()));
    }

    private String lines(int partition, long millis, double lateShare) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(4); line >= 0; line--) {
            int host = random.nextInt(3) * PARTITIONS + partition;
            int age = random.nextDouble() < lateShare
                    ? random.nextInt(2 * REVISED_MILLIS)
                    : random.nextInt(Math.min(GRACE_MILLIS, 300));
            // Stamps have steps, so that some repeat others.
            long stamp = Math.floorDiv(millis - age, 50) * 50 * NANOS_PER_MILLI + host;
            String bound = host / 2 == 2 ? "+Inf" : Integer.toString(host / 2);
            lines.append("m,detector=d%d,host=h%d,le=%s value=%di%s,1=%di,2=6i,+Inf=%di %d\n"
                    .formatted(
                            host % 2,
                            host,
                            bound,
                            random.nextInt(100),
                            random.nextBoolean() ? ",other=0.5" : "",
                            random.nextInt(5),
                            6 + random.nextInt(9),
                            stamp));
            if (random.nextBoolean()) {
                lines.append(histograms("detector=d%d,host=h%d".formatted(host % 2, host), stamp));
            }
        }
        return lines.toString();
    }

    /** Histograms in arrays: increments, counts since a start that may fall, and counts of explicit bounds. */
    private String histograms(String tags, long stamp) {
        int count = random.nextInt(9);
        return """
                d,%1$s scale=%3$di,zero_count_delta=%2$di,zero_threshold=0,positive_offset=0i,positive_delta="[%2$d,1]" %4$d
                c,%1$s scale=0i,zero_count=0i,zero_threshold=0,positive_offset=0i,positive="[%5$d,%2$d]" %4$d
                e,%1$s bounds="[1,2]",counts="[%2$d,%5$d,%6$d]" %4$d
                """.formatted(
                        tags, count, random.nextInt(2), stamp, 20 + random.nextInt(40), stamp / 1_000_000_000 % 1000);
    }

    /**
     * The lines in storage.
     *
     * @param others rules that records switch to
     * @param order chooses the partition of the next partial
     * @param restarts whether each partition and the merge restart once
     */
    private List<String> run(
            RuleFile rules, List<RuleFile> others, List<List<Input>> inputs, Random order, boolean restarts) {
        List<String> stored = new ArrayList<>();
        List<List<TestRecord<byte[], byte[]>>> partials = new ArrayList<>();
        for (List<Input> partition : inputs) {
            List<TestRecord<byte[], byte[]>> sent = new ArrayList<>();
            int restart = restarts ? random.nextInt(partition.size()) : 0;
            try (TopologyRig before = new TopologyRig(new KnownRules(rules, others), PARTITIONS);
                    TopologyRig after = new TopologyRig(new KnownRules(rules, others), PARTITIONS)) {
                partition.subList(0, restart).forEach(input -> pipe(before, input));
                for (int i = 0; i < restart; i++) {
                    after.batch(0, "# only moves the offset");
                }
                restore(before, TopologyRig.CHANGELOG, after.store());
                partition.subList(restart, partition.size()).forEach(input -> pipe(after, input));
                for (TopologyRig each : List.of(before, after)) {
                    stored.addAll(each.lines(each.topics.storage()));
                    sent.addAll(each.output(each.topics.partials()));
                }
            }
            partials.add(sent);
        }
        stored.addAll(merged(rules, others, partials, order, restarts));
        return stored;
    }

    private static void pipe(TopologyRig rig, Input input) {
        if (input.rules.isPresent()) {
            rig.marker(input.millis, input.rules.get());
        } else if (input.lines.isEmpty()) {
            rig.tick("g", input.millis);
        } else {
            rig.batch(input.millis, input.lines);
        }
    }

    private void restore(TopologyRig before, String changelog, BlockStore<?> into) {
        List<TestRecord<byte[], byte[]>> saved = before.output(changelog);
        new CutCheckpoint(saved, saved).restore(into, random);
    }

    private List<String> merged(
            RuleFile rules,
            List<RuleFile> others,
            List<List<TestRecord<byte[], byte[]>>> partials,
            Random order,
            boolean restarts) {
        int[] read = new int[PARTITIONS];
        int size = partials.stream().mapToInt(List::size).sum();
        int restart = restarts && size > 0 ? random.nextInt(size) : 0;
        try (TopologyRig before = new TopologyRig(new KnownRules(rules, others), PARTITIONS);
                TopologyRig after = new TopologyRig(new KnownRules(rules, others), PARTITIONS)) {
            for (int i = 0; i < size; i++) {
                if (i == restart) {
                    for (int skipped = 0; skipped < restart; skipped++) {
                        after.skipPartial();
                    }
                    restore(before, TopologyRig.MERGED_CHANGELOG, after.merged());
                }
                int source = order.nextInt(PARTITIONS);
                source = read[source] < partials.get(source).size() ? source : 1 - source;
                TopologyRig rig = i < restart ? before : after;
                rig.partial(source, partials.get(source).get(read[source]++));
            }
            List<String> stored = new ArrayList<>(before.lines(before.topics.storage()));
            stored.addAll(after.lines(after.topics.storage()));
            return stored;
        }
    }

    /** The last line of each series and timestamp, as a store keeps it; raw lines by their fields, too. */
    private static Map<String, String> last(List<String> lines) {
        Map<String, String> last = new TreeMap<>();
        for (String line : lines) {
            String plain = DEVIATION.matcher(line.replace(",revision=1i", "")).replaceAll(RevisedResultsTest::rounded);
            last.put(isRaw(line) ? line : plain.replaceFirst(" .* ", " "), plain);
        }
        return last;
    }

    private static String rounded(MatchResult number) {
        return new BigDecimal(number.group()).round(new MathContext(12)).toString();
    }

    private static Map<String, String> firstResults(List<String> lines) {
        List<String> first =
                lines.stream().filter(line -> !isRaw(line) && !isRevised(line)).toList();
        assertThat(last(first)).as("each window once").hasSameSizeAs(first);
        return last(first);
    }

    /** The lines that differ. */
    private static List<String> difference(Map<String, String> got, Map<String, String> expected) {
        return Stream.concat(got.keySet().stream(), expected.keySet().stream())
                .distinct()
                .filter(key -> !Objects.equals(got.get(key), expected.get(key)))
                .map(key -> "%n%s instead of %s".formatted(got.get(key), expected.get(key)))
                .toList();
    }

    private static boolean isRaw(String line) {
        return line.matches("[mdce],.*");
    }

    private static boolean isRevised(String line) {
        return line.contains(",revision=1i ");
    }

    private static Set<String> results(Set<String> keys) {
        return keys.stream().filter(key -> !isRaw(key)).collect(Collectors.toSet());
    }
}
