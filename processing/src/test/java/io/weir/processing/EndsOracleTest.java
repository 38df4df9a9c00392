package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Series that say that they have ended are held no longer; they count again from their next value
 * on. The oracle keeps all values and all ends.
 */
class EndsOracleTest {

    private static final int ROUNDS = 100;
    private static final int HOSTS = 3;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long WINDOW_MILLIS = 2_000;
    private static final long START_MILLIS = 1_000_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private record Sample(long nanos, int value) {}

    /** The sent samples and ends of a host. */
    private static final class Host {
        private final List<Sample> samples = new ArrayList<>();
        private final List<Long> ends = new ArrayList<>();

        long latest() {
            return samples.stream().mapToLong(Sample::nanos).max().orElse(Long.MIN_VALUE);
        }

        /** Whether a value is still held in the window that ends then. */
        boolean holds(Sample last, long end) {
            return ends.stream().noneMatch(each -> last.nanos <= each && each < end);
        }
    }

    /** One run: what was sent, and what the oracle expects. */
    private final class Run {
        private final long holdMillis = random.nextInt(5) == 0 ? 0 : random.nextInt(12_000);
        /** While windows wait for long, a series ends many times. */
        private final int graceMillis = random.nextInt(4) == 0 ? 20_000 : 500;

        private final boolean areRepeatsCounted = random.nextBoolean();
        private final long everyMillis = random.nextInt(3) == 0 ? WINDOW_MILLIS / 4 : WINDOW_MILLIS;
        private final List<Host> hosts = Stream.generate(Host::new).limit(HOSTS).toList();
        private final List<String> expected = new ArrayList<>();
        private long nextStart = Math.floorDiv(START_MILLIS, WINDOW_MILLIS) * WINDOW_MILLIS - WINDOW_MILLIS;
        private boolean isOpen;
        private int ends;

        List<String> got() {
            try (TopologyRig rig = new TopologyRig(rules())) {
                long millis = START_MILLIS;
                tick(rig, millis);
                for (int i = 0; i < 150; i++) {
                    millis += random.nextInt(random.nextInt(10) == 0 ? 8_000 : 500);
                    if (random.nextInt(3) == 0) {
                        tick(rig, millis);
                    } else {
                        rig.batch(millis, lines(millis));
                    }
                }
                for (int i = 0; i < 40; i++) {
                    millis += 1_000;
                    tick(rig, millis);
                }
                assertThat(rig.count("weir.processing.series.ended")).isEqualTo(ends);
                return rig.lines(rig.topics.storage());
            }
        }

        List<String> expected() {
            return expected;
        }

        private RuleFile rules() {
            return RuleLoader.parse("rules.yaml", """
                    version: 1
                    aggregate:
                      - {name: all, match: {measurement: m}, by: [], fields: [value], functions: [sum, count], of: last, hold: %dms, window: %dms, every: %dms, grace: %dms, repeats: %s, as: all}
                    """.formatted(
                    holdMillis, WINDOW_MILLIS, everyMillis, graceMillis, areRepeatsCounted ? "count" : "replace"));
        }

        private String lines(long millis) {
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(3); line >= 0; line--) {
                int number = random.nextInt(HOSTS);
                Host host = hosts.get(number);
                lines.append(random.nextInt(6) == 0 ? end(number, host, millis) : value(number, host, millis));
            }
            return lines.isEmpty() ? "other value=1\n" : lines.toString();
        }

        /** Mostly, a sender ends a series after its last value. */
        private String end(int number, Host host, long millis) {
            boolean isOutOfOrder = !host.samples.isEmpty() && random.nextInt(4) == 0;
            long nanos = isOutOfOrder
                    ? host.latest() - 1
                    : Math.max(host.latest(), (millis - random.nextInt(300)) * NANOS_PER_MILLI);
            host.ends.add(nanos);
            ends++;
            return "m,host=h%d weir:end=true %d\n".formatted(number, nanos);
        }

        private String value(int number, Host host, long millis) {
            long nanos = (millis - random.nextInt(300)) * NANOS_PER_MILLI;
            Sample sample = new Sample(nanos, random.nextInt(100));
            if (host.samples.stream().anyMatch(other -> other.nanos == nanos)) {
                return "";
            }
            host.samples.add(sample);
            return "m,host=h%d value=%di %d\n".formatted(number, sample.value, nanos);
        }

        private void tick(TopologyRig rig, long millis) {
            rig.tick("g", millis);
            while (nextStart + WINDOW_MILLIS + graceMillis <= millis) {
                close(nextStart * NANOS_PER_MILLI);
                nextStart += everyMillis;
            }
        }

        private void close(long start) {
            long end = start + WINDOW_MILLIS * NANOS_PER_MILLI;
            long sum = 0;
            int sources = 0;
            int held = 0;
            int values = 0;
            for (Host host : hosts) {
                List<Sample> until = host.samples.stream()
                        .filter(each -> each.nanos < end)
                        .sorted(Comparator.comparingLong(Sample::nanos))
                        .toList();
                if (until.isEmpty()) {
                    continue;
                }
                Sample last = until.get(until.size() - 1);
                boolean isHere = last.nanos >= start;
                boolean isHeld =
                        holdMillis > 0 && start - last.nanos <= holdMillis * NANOS_PER_MILLI && host.holds(last, end);
                if (isHere || isHeld) {
                    sum += last.value;
                    sources++;
                    held += isHere ? 0 : 1;
                    values += (int)
                            until.stream().filter(each -> each.nanos >= start).count();
                }
            }
            if (sources > 0) {
                expected.add("all value_sum=%di,value_count=%di,sources=%di,held=%di,samples=%di %d"
                        .formatted(sum, sources, sources, held, values, start));
            } else if (isOpen) {
                expected.add("all value_count=0i,sources=0i,held=0i,samples=0i " + start);
            }
            isOpen = sources > 0;
        }
    }

    @Test
    void endedSeriesAreNotHeld() {
        for (int round = 0; round < ROUNDS; round++) {
            Run run = new Run();

            List<String> got =
                    run.got().stream().filter(line -> line.startsWith("all ")).toList();
            assertThat(got)
                    .as("seed %d round %d hold %d every %d", seed, round, run.holdMillis, run.everyMillis)
                    .containsExactlyInAnyOrderElementsOf(run.expected());
        }
    }
}
