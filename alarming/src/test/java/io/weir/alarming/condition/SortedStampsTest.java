package io.weir.alarming.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares with a {@link TreeSet}. */
class SortedStampsTest {

    @Test
    void matchesATreeSet() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("SortedStampsTest seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            int most = random.nextInt(1, 12);
            SortedStamps stamps = new SortedStamps(most);
            TreeSet<Long> expected = new TreeSet<>();
            for (int step = 0; step < 200; step++) {
                long stamp = random.nextInt(40);
                if (random.nextInt(3) == 0) {
                    assertThat(stamps.remove(stamp)).isEqualTo(expected.remove(stamp));
                } else {
                    boolean isTooOld = expected.size() == most && stamp < expected.first();
                    assertThat(stamps.add(stamp)).isEqualTo(!isTooOld && expected.add(stamp));
                    if (expected.size() > most) {
                        expected.pollFirst();
                    }
                }
                if (random.nextInt(50) == 0) {
                    stamps.removeAfter(stamp);
                    expected.tailSet(stamp, false).clear();
                }
                assertThat(all(stamps)).as("seed %d", seed).containsExactlyElementsOf(expected);
                assertThat(stamps.newest()).isEqualTo(expected.isEmpty() ? Long.MIN_VALUE : expected.last());
                if (!expected.isEmpty()) {
                    long of = List.copyOf(expected).get(random.nextInt(expected.size()));
                    int size = random.nextInt(1, 5);
                    long nanos = random.nextInt(15);
                    long after = random.nextInt(-1, 40);
                    assertThat(stamps.hasGroup(of, size, nanos, after))
                            .as("seed %d %s of %d size %d nanos %d after %d", seed, expected, of, size, nanos, after)
                            .isEqualTo(hasGroup(List.copyOf(expected), of, size, nanos, after));
                }
            }
        }
    }

    private static List<Long> all(SortedStamps stamps) {
        long[] all = new long[stamps.size()];
        stamps.copyTo(all, 0);
        return Arrays.stream(all).boxed().toList();
    }

    private static boolean hasGroup(List<Long> stamps, long of, int size, long nanos, long after) {
        for (int first = 0; first + size <= stamps.size(); first++) {
            List<Long> group = stamps.subList(first, first + size);
            long last = group.get(size - 1);
            if (group.contains(of) && last - group.get(0) <= nanos && last > after) {
                return true;
            }
        }
        return false;
    }
}
