package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random series beside an oracle that goes through time second by second and counts. */
class ConditionOracleTest {

    private static final int MINOR = 60;
    private static final int MINOR_CLEAR = 50;
    private static final int MAJOR = 80;
    private static final int MAJOR_CLEAR = 65;
    private static final int SECONDS = 200;

    /** Whether and when ticks come between the values makes no difference, nor does a series' clock that is off. */
    @Test
    void changesAreThoseOfTheOracle() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++) {
            int delay = random.nextInt(3) == 0 ? 0 : random.nextInt(15);
            int[] values = values(random);
            int skew = random.nextInt(200) - 100;

            assertThat(changes(values, delay, skew, random))
                    .as("seed %d round %d delay %d values %s", seed, round, delay, Arrays.toString(values))
                    .isEqualTo(oracle(values, delay));
        }
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

    private static List<String> changes(int[] values, int delay, int skew, Random random) {
        Changes changes = new Changes();
        Condition condition = new Condition(Changes.above(MINOR, MINOR_CLEAR, MAJOR, MAJOR_CLEAR, delay));
        int everyTick = random.nextInt(4);
        for (int second = 0; second < SECONDS; second++) {
            if (everyTick > 0 && random.nextInt(everyTick) == 0) {
                condition.tick(second * 1000L, changes);
            }
            long timestamp = (second + skew) * SECOND;
            if (values[second] >= 0 && !condition.isOld(timestamp)) {
                condition.value(timestamp, values[second], second * 1000L, changes);
            }
        }
        condition.tick((SECONDS - 1) * 1000L + 1, changes);
        return changes.take().stream().map(change -> unskewed(change, skew)).toList();
    }

    private static String unskewed(String change, int skew) {
        int at = change.lastIndexOf(' ') + 1;
        return change.substring(0, at) + (Integer.parseInt(change.substring(at)) - skew);
    }

    private static List<String> oracle(int[] values, int delay) {
        List<String> changes = new ArrayList<>();
        int level = 0;
        int minorHeld = 0;
        int majorHeld = 0;
        int value = 0;
        for (int second = 0; second < SECONDS; second++) {
            value = values[second] >= 0 ? values[second] : value;
            minorHeld = value > MINOR ? minorHeld + 1 : 0;
            majorHeld = value > MAJOR ? majorHeld + 1 : 0;
            int next = level == 2 && value <= MAJOR_CLEAR ? 1 : level;
            next = next == 1 && value <= MINOR_CLEAR ? 0 : next;
            next = next == 0 && minorHeld > delay ? 1 : next;
            next = majorHeld > delay ? 2 : next;
            if (next != level) {
                String[] names = {"OK " + value + ".0/50.0", "MINOR " + value + ".0/60.0", "MAJOR " + value + ".0/80.0"
                };
                changes.add(names[next] + " at " + second);
                level = next;
            }
        }
        return changes;
    }
}
