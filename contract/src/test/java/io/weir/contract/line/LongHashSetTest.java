package io.weir.contract.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LongHashSetTest {
    private static final int MOST = 1000;

    @Test
    void isASetUntilItIsFull() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        LongHashSet hashes = new LongHashSet(MOST);
        Set<Long> expected = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            // Few low bits differ, so that neighbours collide.
            long hash = random.nextInt(3) == 0 ? random.nextLong(50) << 40 : random.nextLong(5_000);
            assertThat(hashes.contains(hash)).as("seed %s step %s", seed, i).isEqualTo(isIn(expected, hash));
            if (!isIn(expected, hash)) {
                assertThat(hashes.isFull()).isEqualTo(expected.size() == MOST);
                if (hashes.isFull()) {
                    hashes.clear();
                    expected.clear();
                }
                expected.add(hash == 0 ? 1 : hash);
            }
            hashes.add(hash);
            assertThat(hashes.size()).as("seed %s step %s", seed, i).isEqualTo(expected.size());
        }
    }

    /** Without the spreading of bits, this takes minutes. */
    @Test
    @Timeout(60)
    void manyHashesMayShareBits() {
        for (int shift = 0; shift < 48; shift += 8) {
            LongHashSet hashes = new LongHashSet(200_000);
            for (long i = 1; i <= 200_000; i++) {
                hashes.add(i << shift);
            }
            assertThat(hashes.size()).isEqualTo(200_000);
            assertThat(hashes.contains(77L << shift)).isTrue();
            assertThat(hashes.contains((77L << shift) | (1L << 60))).isFalse();
        }
    }

    @Test
    void refusesAHashWhenFull() {
        LongHashSet hashes = new LongHashSet(2);
        hashes.add(3);
        hashes.add(4);
        hashes.add(3);
        assertThatThrownBy(() -> hashes.add(5)).isInstanceOf(IllegalStateException.class);
        assertThat(hashes.contains(5)).isFalse();
    }

    /** 0 and 1 are treated as the same hash. */
    private static boolean isIn(Set<Long> expected, long hash) {
        return expected.contains(hash == 0 ? 1 : hash);
    }
}
