package io.weir.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SequenceGapsTest {
    private static final int BLOCK = 20;

    private final SequenceGaps gaps = new SequenceGaps(1000);

    @Test
    void nothingIsMissingInARow() {
        assertThat(missing(1, 5, 6, 7, 8)).isZero();
    }

    @Test
    void countsWhatWasLeftOut() {
        assertThat(missing(1, 1, 2, 5, 10)).isEqualTo(6);
    }

    @Test
    void takesBackWhatCameLateAndOnlyOnce() {
        assertThat(missing(1, 1, 2, 5, 4, 4, 3, 6)).isZero();
        assertThat(missing(2, 1, 2, 200, 150, 150, 201)).isEqualTo(196);
    }

    @Test
    void aCopyIsNeitherMissingNorLate() {
        assertThat(missing(1, 7, 7, 8, 8, 7, 9)).isZero();
    }

    @Test
    void whatCameBeforeTheFirstIsNotTakenBack() {
        assertThat(missing(1, 100, 99, 98, 101)).isZero();
    }

    @Test
    void anewFromTheBeginningIsNoLoss() {
        assertThat(missing(1, 1000, 1001, 0, 1, 2, 5)).isEqualTo(2);
        assertThat(missing(2, 5_000_000_000L, 3, 4, 6)).isEqualTo(1);
    }

    @Test
    void oneNumberFromFarAwayChangesNothing() {
        assertThat(missing(1, 10, 11, Long.MAX_VALUE, 12, 0, 14)).isEqualTo(1);
    }

    @Test
    void eachPortIsASenderOfItsOwn() {
        assertThat(missing(1, 1, 2)).isZero();
        assertThat(missing(2, 100, 101)).isZero();
        assertThat(missing(1, 3, 5)).isEqualTo(1);
    }

    @Test
    void aLongOutageIsCountedWhole() {
        assertThat(missing(1, 1, SequenceGaps.MOST_MISSING + 1)).isEqualTo(SequenceGaps.MOST_MISSING - 1);
    }

    /**
     * Some numbers are lost, neighbours are swapped, some are duplicated: exactly the lost ones are
     * missing.
     */
    @Test
    void findsExactlyTheLostAmongTheReorderedAndDoubled() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("SequenceGapsTest seed=" + seed);
        Random random = new Random(seed);
        for (int sender = 0; sender < 20; sender++) {
            List<Long> numbers = new ArrayList<>();
            long lost = 0;
            for (long number = 0; number < 10_000; number++) {
                if (number > 0 && number < 9_999 && random.nextInt(10) == 0) {
                    lost++;
                } else {
                    numbers.add(number);
                }
            }
            for (int i = 1; i + BLOCK < numbers.size(); i += BLOCK) {
                numbers.add(i, numbers.get(i + BLOCK / 2));
                Collections.shuffle(numbers.subList(i, i + BLOCK), random);
            }
            assertThat(missing(sender, numbers.stream().mapToLong(n -> n).toArray()))
                    .isEqualTo(lost);
        }
    }

    private long missing(int port, long... numbers) {
        SourceAddress sender = new SourceAddress();
        sender.set(new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 1));
        long missing = 0;
        for (long number : numbers) {
            missing += gaps.next(sender, sender.port(), number, 1);
        }
        return missing;
    }
}
