package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Series that enrichment moves to other groups count there from their next value on, and are held in
 * the former group no longer. The oracle keeps all values with the group in which they arrived.
 */
class MovesOracleTest {

    private static final int ROUNDS = 100;
    private static final int HOSTS = 4;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long WINDOW_MILLIS = 2_000;
    private static final int GRACE_MILLIS = 500;
    private static final long START_MILLIS = 1_000_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private record Sample(int host, String group, long nanos, int value) {

        long start() {
            long window = WINDOW_MILLIS * NANOS_PER_MILLI;
            return Math.floorDiv(nanos, window) * window;
        }
    }

    /** One run: what was sent, and what the oracle expects. */
    private final class Run {
        private final long holdMillis = random.nextInt(3) == 0 ? 0 : random.nextInt(8_000);
        private final String[] groups = new String[HOSTS];
        private final List<Sample> samples = new ArrayList<>();
        private final Set<String> open = new TreeSet<>();
        private final List<String> expected = new ArrayList<>();
        private long nextStart = Math.floorDiv(START_MILLIS, WINDOW_MILLIS) * WINDOW_MILLIS - WINDOW_MILLIS;
        private int moves;
        private long offset;

        List<String> got() {
            try (TopologyRig rig = new TopologyRig(rules())) {
                for (int host = 0; host < HOSTS; host++) {
                    groups[host] = "g" + host % 2;
                }
                rig.state(START_MILLIS, state());
                long millis = START_MILLIS;
                tick(rig, millis);
                for (int i = 0; i < 100; i++) {
                    millis += random.nextInt(random.nextInt(10) == 0 ? 5_000 : 500);
                    int kind = random.nextInt(10);
                    if (kind < 3) {
                        tick(rig, millis);
                    } else if (kind == 3) {
                        groups[random.nextInt(HOSTS)] = "n" + moves++;
                        rig.state(millis, state());
                    } else {
                        rig.batch(millis, lines(millis));
                    }
                }
                for (int i = 0; i < 20; i++) {
                    millis += 1_000;
                    tick(rig, millis);
                }
                return rig.lines(rig.topics.storage()).stream().sorted().toList();
            }
        }

        List<String> expected() {
            return expected.stream().sorted().toList();
        }

        private RuleFile rules() {
            StringBuilder enrich = new StringBuilder();
            for (int host = 0; host < HOSTS; host++) {
                enrich.append("  - {name: e%d, match: {measurement: m, tags: {host: h%d}}, state: {group: where%d}}\n"
                        .formatted(host, host, host));
            }
            return RuleLoader.parse("rules.yaml", """
                    version: 1
                    enrich:
                    %saggregate:
                      - {name: all, match: {measurement: m}, by: [group], fields: [value], functions: [sum, count], of: last, hold: %dms, window: %dms, grace: %dms, as: all}
                    """.formatted(enrich, holdMillis, WINDOW_MILLIS, GRACE_MILLIS));
        }

        private FarmState state() {
            TreeMap<String, String> values = new TreeMap<>();
            for (int host = 0; host < HOSTS; host++) {
                values.put("where" + host, groups[host]);
            }
            return new FarmState(++offset, values);
        }

        private String lines(long millis) {
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(3); line >= 0; line--) {
                int host = random.nextInt(HOSTS);
                long nanos = (millis - random.nextInt(300)) * NANOS_PER_MILLI;
                Sample sample = new Sample(host, groups[host], nanos, random.nextInt(100));
                samples.removeIf(
                        other -> other.host == host && other.nanos == nanos && other.group.equals(groups[host]));
                samples.add(sample);
                lines.append("m,host=h%d value=%di %d\n".formatted(host, sample.value, nanos));
            }
            return lines.toString();
        }

        private void tick(TopologyRig rig, long millis) {
            rig.tick("g", millis);
            while (nextStart + WINDOW_MILLIS + GRACE_MILLIS <= millis) {
                close(nextStart * NANOS_PER_MILLI);
                nextStart += WINDOW_MILLIS;
            }
        }

        private void close(long start) {
            Set<String> all = new TreeSet<>(open);
            samples.forEach(sample -> all.add(sample.group));
            for (String group : all) {
                String fields = fields(group, start);
                if (!fields.isEmpty()) {
                    open.add(group);
                    expected.add("all,group=" + group + " " + fields + " " + start);
                } else if (open.remove(group)) {
                    expected.add("all,group=" + group + " value_count=0i,sources=0i,held=0i,samples=0i " + start);
                }
            }
        }

        /** Empty if no series contributes. */
        private String fields(String group, long start) {
            long sum = 0;
            int sources = 0;
            int held = 0;
            int values = 0;
            for (int host = 0; host < HOSTS; host++) {
                int member = host;
                List<Sample> until = samples.stream()
                        .filter(each -> each.host == member && each.group.equals(group) && each.start() <= start)
                        .sorted(Comparator.comparingLong(Sample::nanos))
                        .toList();
                if (until.isEmpty()) {
                    continue;
                }
                Sample last = until.get(until.size() - 1);
                boolean isHere = last.start() == start;
                boolean isHeld = groups[host].equals(group) && start - last.nanos <= holdMillis * NANOS_PER_MILLI;
                if (isHere || (isHeld && holdMillis > 0)) {
                    sum += last.value;
                    sources++;
                    held += isHere ? 0 : 1;
                    values += (int)
                            until.stream().filter(each -> each.start() == start).count();
                }
            }
            return sources == 0
                    ? ""
                    : "value_sum=%di,value_count=%di,sources=%di,held=%di,samples=%di"
                            .formatted(sum, sources, sources, held, values);
        }
    }

    @Test
    void groupsHaveTheSeriesThatAreInThem() {
        for (int round = 0; round < ROUNDS; round++) {
            Run run = new Run();

            assertThat(run.got())
                    .as("seed %d round %d hold %d", seed, round, run.holdMillis)
                    .isEqualTo(run.expected());
        }
    }
}
