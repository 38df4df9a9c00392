package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Crashes of partial or merge at any moment, while the rules change: the output equals that of an
 * uninterrupted run, each line once.
 */
class GroupCrashModelTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: racks, match: {measurement: cpu}, by: [rack], distinct: [hall], fields: [value], functions: [sum, count, last, stddev], window: 1s, grace: 500ms, max-groups: 90, repeats: count}
              - {name: halls, match: {measurement: cpu}, by: [hall], fields: [value], functions: [p50, mean], window: 2s, grace: 0s}
              - {name: different, match: {measurement: cpu}, by: [hall], fields: [value], functions: [distinct], window: 1s, as: different}
              - {name: buckets, match: {measurement: cpu}, by: [rack], buckets: hall, distinct: [host], fields: [value], functions: [p50], of: last, window: 1s, as: buckets}
              - {name: waits, match: {measurement: wait}, by: [hall], exponential: seconds, functions: [p50, p99], merged: true, window: 1s, grace: 500ms}
              - {name: states, match: {measurement: wait}, by: [hall], exponential: seconds, functions: [share], where: value > 1, of: last, hold: 2s, window: 1s, every: 500ms, as: states}
              - {name: hops, match: {measurement: cpu}, by: [hall], fields: [value], functions: [sum, p50], of: last, window: 2s, every: 500ms, grace: 0s, as: hops}
              - {name: steps, match: {measurement: cpu}, by: [hall], fields: [value], functions: [max], of: increase, window: 3s, every: 1s, repeats: count, as: steps}
            peers:
              - {name: odd, match: {measurement: cpu}, field: value, by: [rack], window: 1s, grace: 500ms}
            suppress:
              - {name: counts, match: {measurement: "*"}, field: value_count, mode: change}
              - {name: sums, match: {measurement: cpu_1s}, field: value_sum, mode: at-most, every: 2s}
              - {name: scores, match: {measurement: cpu_peers}, mode: at-most, every: 3s}
            """);

    /** One rule stays, one is changed, one is removed, one is added. */
    private static final RuleFile OTHER_RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: racks, match: {measurement: cpu}, by: [rack], distinct: [hall], fields: [value], functions: [sum, count, last, stddev], window: 1s, grace: 500ms, max-groups: 90, repeats: count}
              - {name: halls, match: {measurement: cpu}, by: [hall], fields: [value], functions: [p50, max], window: 2s, grace: 0s}
              - {name: different, match: {measurement: cpu}, by: [hall], fields: [value], functions: [distinct], window: 1s, as: different}
              - {name: buckets, match: {measurement: cpu}, by: [rack], buckets: hall, distinct: [host], fields: [value], functions: [p50], of: last, window: 1s, as: buckets}
              - {name: waits, match: {measurement: wait}, by: [hall], exponential: seconds, functions: [p50, p99], merged: true, window: 1s, grace: 500ms}
              - {name: states, match: {measurement: wait}, by: [hall], exponential: seconds, functions: [share], where: value > 1, of: last, hold: 2s, window: 1s, every: 500ms, as: states}
              - {name: hops, match: {measurement: cpu}, by: [hall], fields: [value], functions: [sum, p50], of: max, window: 2s, every: 500ms, grace: 0s, as: hops}
              - {name: steps, match: {measurement: cpu}, by: [hall], fields: [value], functions: [max], of: increase, window: 3s, every: 1s, repeats: count, as: steps}
            correlate:
              - {name: ratio, let: {a: {measurement: cpu, field: value, function: sum}, b: {measurement: cpu, field: value, function: count}}, fields: {r: a / b}, by: [], window: 1s}
            suppress:
              - {name: sums, match: {measurement: cpu_1s}, field: value_sum, mode: at-most, every: 2s}
              - {name: ratios, match: {measurement: ratio_1s}, mode: at-most, every: 3s}
            """);

    private static final List<RuleFile> VERSIONS = List.of(RULES, OTHER_RULES);
    private static final boolean IS_LONG = Boolean.getBoolean("weir.test.long");
    private static final int RECORDS = 60;
    private static final int SERIES = 400;

    /** Also bounds of buckets. */
    private static final List<String> HALLS = List.of("0", "1.5", "+Inf");

    /** One input of partial: lines, a tick if there are no lines, a marker if there are rules. */
    private record Input(
            long millis, String lines, @Nullable RuleFile rules) {}

    /** The effect of one input: its output, and the changelog after it. */
    private record Effect(List<TestRecord<byte[], byte[]>> written, List<TestRecord<byte[], byte[]>> changelog) {}

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void partialAfterACrashEqualsAnUninterruptedRun() {
        for (int round = 0; round < (IS_LONG ? 15 : 5); round++) {
            List<Input> inputs = inputs();
            List<Effect> reference = new ArrayList<>();
            try (TopologyRig rig = rig()) {
                inputs.forEach(input -> reference.add(partial(rig, input)));
            }
            List<String> expected = merged(written(reference));
            for (int crash = 0; crash < 8; crash++) {
                assertThat(merged(partialAfterCrash(inputs, reference)))
                        .as("seed %d round %d crash %d", seed, round, crash)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    @Test
    void mergeAfterACrashEqualsAnUninterruptedRun() {
        for (int round = 0; round < (IS_LONG ? 10 : 4); round++) {
            List<TestRecord<byte[], byte[]>> partials;
            try (TopologyRig rig = rig()) {
                inputs().forEach(input -> pipe(rig, input));
                partials = rig.output(rig.topics.partials());
            }
            List<Effect> reference = new ArrayList<>();
            try (TopologyRig rig = rig()) {
                partials.forEach(partial -> reference.add(merge(rig, partial)));
            }
            for (int crash = 0; crash < 8; crash++) {
                assertThat(mergeAfterCrash(partials, reference))
                        .as("seed %d round %d crash %d", seed, round, crash)
                        .containsExactlyInAnyOrderElementsOf(lines(written(reference)));
            }
        }
    }

    private List<TestRecord<byte[], byte[]>> partialAfterCrash(List<Input> inputs, List<Effect> reference) {
        int committed = random.nextInt(inputs.size());
        int checkpointed = committed + random.nextInt(inputs.size() - committed);
        List<TestRecord<byte[], byte[]>> written = new ArrayList<>(written(reference.subList(0, checkpointed)));
        try (TopologyRig rig = rig()) {
            for (int offset = 0; offset < committed; offset++) {
                rig.batch(0, "# only moves the offset");
            }
            cut(reference, committed, checkpointed).restore(rig.store(), random);
            inputs.subList(committed, inputs.size()).forEach(input -> written.addAll(partial(rig, input).written));
        }
        return written;
    }

    /** Lines written again must equal the earlier ones; the result contains them once. */
    private List<String> mergeAfterCrash(List<TestRecord<byte[], byte[]>> partials, List<Effect> reference) {
        int committed = random.nextInt(partials.size());
        int checkpointed = committed + random.nextInt(partials.size() - committed);
        List<String> written = new ArrayList<>(lines(written(reference.subList(0, checkpointed))));
        try (TopologyRig rig = rig()) {
            TestRecord<byte[], byte[]> nothing = new TestRecord<>(null, new byte[0]);
            for (int offset = 0; offset < committed; offset++) {
                rig.partial(0, nothing);
            }
            cut(reference, committed, checkpointed).restore(rig.merged(), random);
            for (int offset = committed; offset < partials.size(); offset++) {
                List<String> again = lines(merge(rig, partials.get(offset)).written);
                if (offset < checkpointed) {
                    assertThat(written).as("seed %d, again at %d", seed, offset).containsAll(again);
                } else {
                    written.addAll(again);
                }
            }
        }
        return written;
    }

    private static CutCheckpoint cut(List<Effect> reference, int committed, int checkpointed) {
        return new CutCheckpoint(
                changelog(reference.subList(0, committed)), changelog(reference.subList(0, checkpointed)));
    }

    private TopologyRig rig() {
        return new TopologyRig(new KnownRules(VERSIONS.get(0), VERSIONS));
    }

    private static Effect partial(TopologyRig rig, Input input) {
        pipe(rig, input);
        return new Effect(rig.output(rig.topics.partials()), rig.output(TopologyRig.CHANGELOG));
    }

    private static Effect merge(TopologyRig rig, TestRecord<byte[], byte[]> partial) {
        rig.partial(0, partial);
        return new Effect(rig.output(rig.topics.storage()), rig.output(TopologyRig.MERGED_CHANGELOG));
    }

    private List<String> merged(List<TestRecord<byte[], byte[]>> partials) {
        try (TopologyRig rig = rig()) {
            partials.forEach(partial -> rig.partial(0, partial));
            return rig.lines(rig.topics.storage());
        }
    }

    private static List<TestRecord<byte[], byte[]>> written(List<Effect> effects) {
        return effects.stream().flatMap(effect -> effect.written.stream()).toList();
    }

    private static List<TestRecord<byte[], byte[]>> changelog(List<Effect> effects) {
        return effects.stream().flatMap(effect -> effect.changelog.stream()).toList();
    }

    private static List<String> lines(List<TestRecord<byte[], byte[]>> records) {
        return records.stream().flatMap(TopologyRig::lines).toList();
    }

    private static void pipe(TopologyRig rig, Input input) {
        if (input.rules != null) {
            rig.marker(input.millis, input.rules);
        } else if (input.lines.isEmpty()) {
            rig.tick("g", input.millis);
        } else {
            rig.batch(input.millis, input.lines);
        }
    }

    /** More groups than one rule may open, in several blocks; some values are late. */
    private List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        long millis = 1_000_000;
        inputs.add(new Input(millis, "", RULES));
        for (int i = 1; i < RECORDS; i++) {
            millis += random.nextInt(300);
            if (random.nextInt(20) == 0) {
                inputs.add(new Input(millis, "", VERSIONS.get(random.nextInt(VERSIONS.size()))));
            } else if (random.nextInt(3) == 0) {
                inputs.add(new Input(millis, "", null));
            } else {
                inputs.add(new Input(millis, lines(millis), null));
            }
        }
        inputs.add(new Input(millis + 10_000, "", null));
        return inputs;
    }

    private String lines(long millis) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(40); line >= 0; line--) {
            int series = random.nextInt(SERIES);
            long stamp = (millis - random.nextInt(2_000)) * 1_000_000 + line;
            boolean isWait = random.nextInt(4) == 0;
            String value = isWait ? histogram() : "value=" + random.nextInt(100) + ".5";
            String field = random.nextInt(8) == 0 ? "weir:end=true" : value;
            lines.append("%s,hall=%s,host=h%d,rack=%d %s %d\n"
                    .formatted(
                            isWait ? "wait" : "cpu",
                            HALLS.get(series % 3),
                            isWait ? series % 20 : series,
                            isWait ? series % 20 : series % 100,
                            field,
                            stamp));
        }
        return lines.toString();
    }

    private String histogram() {
        String counts = random.nextBoolean() ? "" : "_delta";
        return "scale=%di,zero_count%s=%di,positive_offset=%di,positive%s=\"[%d,0,%d]\""
                .formatted(
                        random.nextInt(3) - 1,
                        counts,
                        random.nextInt(5),
                        random.nextInt(4) - 2,
                        counts,
                        random.nextInt(9),
                        random.nextInt(9));
    }
}
