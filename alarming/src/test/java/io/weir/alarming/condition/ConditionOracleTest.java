package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.Level;
import io.weir.contract.rule.Levels;
import io.weir.contract.rule.Limit;
import io.weir.contract.rule.Recurrence;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random series under random rules, beside an oracle that goes through time second by second and counts. */
class ConditionOracleTest {

    private static final int SECONDS = 200;

    /**
     * Whether and when ticks come between the values makes no difference, nor does a series' clock that is off, nor a crash
     * after which what was last saved is there again.
     */
    @Test
    void changesAreThoseOfTheOracle() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int changes = 0;
        for (int round = 0; round < 6_000; round++) {
            Levels levels = levels(random);
            int[] values = values(random);
            int skew = random.nextInt(200) - 100;

            List<String> expected = oracle(values, LevelPlan.of(levels));
            assertThat(changes(values, LevelPlan.of(levels), skew, random))
                    .as("seed %d round %d %s values %s", seed, round, levels, Arrays.toString(values))
                    .isEqualTo(expected);
            changes += expected.size();
        }
        assertThat(changes).isGreaterThan(6_000);
    }

    private static Levels levels(Random random) {
        Optional<Level> minor = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(Limit.above(60, 50));
        Optional<Level> major = random.nextInt(4) == 0 ? Optional.empty() : Optional.of(major(random));
        Optional<Level> invalid = minor.or(() -> major).isPresent() && random.nextBoolean()
                ? Optional.empty()
                : Optional.of(new Limit(Limit.Kind.INSIDE, 20, 30, 18, random.nextInt(31, 60)));
        boolean counts = random.nextInt(3) == 0;
        int delay = counts || random.nextInt(3) == 0 ? 0 : random.nextInt(15);
        int clearDelay = random.nextBoolean() ? 0 : random.nextInt(15);
        Recurrence times = new Recurrence(random.nextInt(2, 5), Duration.ofSeconds(random.nextInt(1, 20)));
        return new Levels(
                minor,
                major,
                invalid,
                Duration.ofSeconds(delay),
                Duration.ofSeconds(clearDelay),
                counts ? Optional.of(times) : Optional.empty());
    }

    private static Limit major(Random random) {
        return random.nextBoolean()
                ? Limit.above(80, random.nextInt(40, 80))
                : new Limit(Limit.Kind.OUTSIDE, 15, 85, random.nextInt(15, 40), random.nextInt(50, 85));
    }

    /** For each second the value that comes then, -1 if none does. */
    private static int[] values(Random random) {
        int[] values = new int[SECONDS];
        int value = 40;
        int silence = 1 + random.nextInt(8);
        for (int second = 0; second < SECONDS; second++) {
            value = Math.max(0, value + random.nextInt(31) - (value > 70 ? 18 : 14));
            values[second] = random.nextInt(silence) == 0 ? value : -1;
        }
        return values;
    }

    private static List<String> changes(int[] values, List<LevelPlan> levels, int skew, Random random)
            throws IOException {
        Changes changes = new Changes();
        Condition condition = new Condition(levels);
        byte[] saved = saved(condition);
        int everyTick = random.nextInt(4);
        for (int second = 0; second < SECONDS; second++) {
            boolean isNew = everyTick > 0 && random.nextInt(everyTick) == 0 && condition.tick(second * 1000L, changes);
            long timestamp = (second + skew) * SECOND;
            if (values[second] >= 0 && !condition.isOld(timestamp)) {
                isNew |= condition.value(timestamp, values[second], second * 1000L, changes);
            }
            saved = isNew ? saved(condition) : saved;
            if (random.nextInt(20) == 0) {
                condition = new Condition(levels);
                condition.read(new DataInputStream(new ByteArrayInputStream(saved)));
            }
        }
        condition.tick((SECONDS - 1) * 1000L + 1, changes);
        return changes.take().stream().map(change -> unskewed(change, skew)).toList();
    }

    private static byte[] saved(Condition condition) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        condition.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static String unskewed(String change, int skew) {
        int at = change.lastIndexOf(' ') + 1;
        return change.substring(0, at) + (Integer.parseInt(change.substring(at)) - skew);
    }

    private static List<String> oracle(int[] values, List<LevelPlan> plans) {
        List<String> changes = new ArrayList<>();
        List<OracleLevel> levels = plans.stream().map(OracleLevel::new).toList();
        Severity before = Severity.OK;
        int value = -1;
        for (int second = 0; second < SECONDS; second++) {
            value = values[second] >= 0 ? values[second] : value;
            double limit = 0;
            Severity severity = Severity.OK;
            for (int i = levels.size() - 1; i >= 0 && value >= 0; i--) {
                OracleLevel level = levels.get(i);
                boolean turned = level.second(second, value, values[second] >= 0);
                if (level.isRaised && severity == Severity.OK) {
                    severity = level.plan.severity();
                    limit = level.plan.limit().passed(value);
                } else if (turned && severity == Severity.OK) {
                    limit = level.plan.limit().reached(value);
                }
            }
            if (severity != before) {
                changes.add("%s %s/%s at %d".formatted(severity, (double) value, limit, second));
                before = severity;
            }
        }
        return changes;
    }

    /** One level, which counts the seconds for which it was so. */
    private static final class OracleLevel {
        private final LevelPlan plan;
        private final List<Integer> beyond = new ArrayList<>();
        private boolean isRaised;
        private int held;

        OracleLevel(LevelPlan plan) {
            this.plan = plan;
        }

        /** Whether it is raised or cleared now. */
        boolean second(int second, int value, boolean isNew) {
            boolean moves = isRaised ? plan.limit().clears(value) : plan.limit().raises(value);
            held = moves ? held + 1 : 0;
            boolean turns = moves && held > (isRaised ? plan.clearForNanos() : plan.forNanos()) / SECOND;
            if (!isRaised && plan.times() > 1) {
                if (moves && isNew) {
                    beyond.add(second);
                }
                beyond.removeIf(each -> second - each > plan.withinNanos() / SECOND);
                turns = isNew && moves && beyond.size() >= plan.times();
            }
            if (turns) {
                isRaised = !isRaised;
                held = 0;
                beyond.clear();
            }
            return turns;
        }
    }
}
