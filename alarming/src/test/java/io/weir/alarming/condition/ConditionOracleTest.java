package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.Flapping;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.Recurrence;
import io.weir.contract.rule.alarm.States;
import io.weir.contract.rule.alarm.Stuck;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random series under random rules, compared with an oracle that counts second by second. */
class ConditionOracleTest {

    private static final int SECONDS = 200;

    /** The saved part of a value that changes nothing else. */
    private record Judged(int levels, long stamp, long logMillis) {
        static Judged by(Condition condition) {
            return new Judged(condition.evaluatedLevels(), condition.evaluatedStamp(), condition.evaluatedLogMillis());
        }
    }

    /**
     * Ticks between the values make no difference, nor does a skewed clock of the series, nor a
     * crash that restores the last saved state.
     */
    @Test
    void changesMatchTheOracle() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        int changes = 0;
        for (int round = 0; round < 6_000; round++) {
            Levels levels = levels(random);
            int[] values = values(random);
            int skew = random.nextInt(111) - 100;

            List<String> expected = oracle(values, levels);
            assertThat(changes(values, levels, skew, random))
                    .as("seed %d round %d %s values %s", seed, round, levels, Arrays.toString(values))
                    .isEqualTo(expected);
            changes += expected.size();
        }
        assertThat(changes).isGreaterThan(6_000);
    }

    private static Levels levels(Random random) {
        boolean areNumbers = random.nextBoolean();
        Optional<Level> minor = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(minor(areNumbers, random));
        Optional<Level> major = random.nextInt(4) == 0 ? Optional.empty() : Optional.of(major(areNumbers, random));
        Optional<Level> invalid = minor.or(() -> major).isPresent() && random.nextBoolean()
                ? Optional.empty()
                : Optional.of(invalid(areNumbers, random));
        boolean isByOne =
                Stream.of(minor, major, invalid).flatMap(Optional::stream).anyMatch(Level::isMetByOne);
        boolean counts = isByOne && random.nextInt(3) == 0;
        int delay = counts || !isByOne || random.nextInt(3) == 0 ? 0 : random.nextInt(15);
        int clearDelay = random.nextBoolean() ? 0 : random.nextInt(15);
        return new Levels(
                minor,
                major,
                invalid,
                Duration.ofSeconds(delay),
                Duration.ofSeconds(clearDelay),
                counts ? Optional.of(recurrence(random)) : Optional.empty());
    }

    private static Level minor(boolean isNumber, Random random) {
        return isNumber ? Limit.above(60, 50) : new States(random.nextBoolean(), words("v", random));
    }

    private static Level major(boolean areNumbers, Random random) {
        if (random.nextInt(3) == 0) {
            return new Stuck(Duration.ofSeconds(random.nextInt(1, 20)));
        }
        if (!areNumbers) {
            return new Flapping(recurrence(random));
        }
        return random.nextBoolean()
                ? Limit.above(80, random.nextInt(40, 80))
                : new Limit(Limit.Kind.OUTSIDE, 15, 85, random.nextInt(15, 40), random.nextInt(50, 85));
    }

    private static Level invalid(boolean areNumbers, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Flapping(recurrence(random));
            case 1 -> new States(false, words(areNumbers ? "" : "v", random));
            default ->
                areNumbers
                        ? new Limit(Limit.Kind.INSIDE, 20, 30, 18, random.nextInt(31, 60))
                        : new Stuck(Duration.ofSeconds(random.nextInt(1, 20)));
        };
    }

    private static Recurrence recurrence(Random random) {
        return new Recurrence(random.nextInt(2, 5), Duration.ofSeconds(random.nextInt(1, 20)));
    }

    private static List<String> words(String before, Random random) {
        return random.ints(30, 0, 100)
                .distinct()
                .mapToObj(word -> before + word)
                .toList();
    }

    /** Rules without a limit get texts. */
    private static Reading reading(int value, Levels levels) {
        boolean isNumber = levels.all().stream().anyMatch(Limit.class::isInstance);
        return isNumber ? Changes.number(value) : Changes.text("v" + value);
    }

    /** Returns a value for each second; -1 for none. */
    private static int[] values(Random random) {
        int[] values = new int[SECONDS];
        int value = 40;
        int sticky = 1 + random.nextInt(3) * random.nextInt(5);
        int silence = 1 + random.nextInt(8);
        for (int second = 0; second < SECONDS; second++) {
            value = random.nextInt(sticky) > 0
                    ? value
                    : Math.max(0, value + random.nextInt(31) - (value > 70 ? 18 : 14));
            values[second] = random.nextInt(silence) == 0 ? value : -1;
        }
        return values;
    }

    private static List<String> changes(int[] values, Levels levels, int skew, Random random) throws IOException {
        Changes changes = new Changes();
        Condition condition = new Condition(LevelPlan.of(levels));
        byte[] saved = saved(condition);
        List<Judged> notes = new ArrayList<>();
        int everyTick = random.nextInt(4);
        for (int second = 0; second < SECONDS; second++) {
            boolean isNew = everyTick > 0 && random.nextInt(everyTick) == 0 && condition.tick(second * 1000L, changes);
            long timestamp = (second + skew) * SECOND;
            if (values[second] >= 0 && !condition.isOld(timestamp)) {
                isNew |= condition.value(timestamp, reading(values[second], levels), second * 1000L, changes);
                notes.add(Judged.by(condition));
            }
            if (isNew) {
                saved = saved(condition);
                notes.clear();
            }
            if (random.nextInt(20) == 0) {
                condition = new Condition(LevelPlan.of(levels));
                condition.read(new DataInputStream(new ByteArrayInputStream(saved)));
                for (Judged note : notes) {
                    condition.evaluated(note.levels, note.stamp, note.logMillis);
                }
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

    private static List<String> oracle(int[] values, Levels rule) {
        List<String> changes = new ArrayList<>();
        List<OracleLevel> levels = new ArrayList<>();
        rule.minor().ifPresent(level -> levels.add(new OracleLevel(Severity.MINOR, level, rule)));
        rule.major().ifPresent(level -> levels.add(new OracleLevel(Severity.MAJOR, level, rule)));
        rule.invalid().ifPresent(level -> levels.add(new OracleLevel(Severity.INVALID, level, rule)));
        Severity before = Severity.OK;
        int value = -1;
        for (int second = 0; second < SECONDS; second++) {
            value = values[second] >= 0 ? values[second] : value;
            double limit = Double.NaN;
            Severity severity = Severity.OK;
            for (int i = levels.size() - 1; i >= 0 && value >= 0; i--) {
                OracleLevel level = levels.get(i);
                boolean turned = level.second(second, value, values[second] >= 0);
                if (level.isRaised && severity == Severity.OK) {
                    severity = level.severity;
                    limit = level.level instanceof Limit ends ? ends.passed(value) : Double.NaN;
                } else if (turned && severity == Severity.OK) {
                    limit = level.level instanceof Limit ends ? ends.reached(value) : Double.NaN;
                }
            }
            if (severity != before) {
                Reading reading = reading(value, rule);
                String shown = reading.isNumber() ? Double.toString(value) : reading.toString();
                changes.add("%s %s/%s at %d".formatted(severity, shown, limit, second));
                before = severity;
            }
        }
        return changes;
    }

    /** One level that remembers all values and counts the seconds. */
    private static final class OracleLevel {
        private final Severity severity;
        private final Level level;
        private final Levels rule;
        private final List<Integer> seconds = new ArrayList<>();
        private final List<Integer> values = new ArrayList<>();
        private final List<Integer> met = new ArrayList<>();
        private boolean isRaised;
        private boolean moves;
        private int held;

        OracleLevel(Severity severity, Level level, Levels rule) {
            this.severity = severity;
            this.level = level;
            this.rule = rule;
        }

        /** Returns whether it is raised or cleared now. */
        boolean second(int second, int value, boolean isNew) {
            if (isNew) {
                seconds.add(second);
                values.add(value);
                moves = isRaised ? clears(second, value) : raises(second, value);
            }
            held = moves ? held + 1 : 0;
            Duration delay = isRaised ? rule.clearFor() : level.isMetByOne() ? rule.forAtLeast() : Duration.ZERO;
            boolean turns = moves && held > delay.toSeconds();
            if (turns) {
                isRaised = !isRaised;
                moves = false;
                held = 0;
                met.clear();
            }
            return turns;
        }

        private boolean raises(int second, int value) {
            boolean isMet = isMet(second, value);
            if (!level.isMetByOne() || rule.times().isEmpty()) {
                return isMet;
            }
            Recurrence times = rule.times().get();
            if (isMet) {
                met.add(second);
            }
            met.removeIf(each -> second - each > times.within().toSeconds());
            return isMet && met.size() >= times.times();
        }

        private boolean clears(int second, int value) {
            return level instanceof Limit ends ? ends.clears(value, value) : !isMet(second, value);
        }

        private boolean isMet(int second, int value) {
            if (level instanceof Limit ends) {
                return ends.raises(value, value);
            }
            if (level instanceof States states) {
                boolean isOne = states.words().contains(reading(value, rule).toString());
                return isOne != states.isNot();
            }
            int sameSince = second;
            int changes = 0;
            int last = value;
            for (int i = seconds.size() - 1; i >= 0; i--) {
                int at = seconds.get(i);
                int was = values.get(i);
                boolean isChange = i > 0 && values.get(i - 1) != was;
                sameSince = was == last ? at : sameSince;
                last = was == last ? last : -1;
                boolean counts = level instanceof Flapping flapping
                        && second - at <= flapping.changes().within().toSeconds();
                changes += isChange && counts ? 1 : 0;
            }
            return level instanceof Stuck stuck
                    ? second - sameSince >= stuck.time().toSeconds()
                    : changes >= ((Flapping) level).changes().times();
        }
    }
}
