package io.weir.writer.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeenSeriesTest {
    @Test
    void isASetUntilItIsClearedWhenFull() {
        long seed = new Random().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        SeenSeries seen = new SeenSeries(1000);
        Set<Long> expected = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            // Few low bits differ, so that neighbours collide.
            long hash = random.nextInt(3) == 0 ? random.nextLong(50) << 40 : random.nextLong(5_000);
            assertThat(seen.contains(hash)).as("seed %s step %s", seed, i).isEqualTo(isIn(expected, hash));
            if (!isIn(expected, hash)) {
                if (expected.size() == 1000) {
                    expected.clear();
                }
                expected.add(hash == 0 ? 1 : hash);
            }
            seen.add(hash);
        }
    }

    /** 0 and 1 are treated as the same hash. */
    private static boolean isIn(Set<Long> expected, long hash) {
        return expected.contains(hash == 0 ? 1 : hash);
    }
}
