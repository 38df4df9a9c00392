package io.weir.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InputNumberTest {
    private static final long MOST = (1L << 44) - 1;

    @Test
    void keepsTheOffset() {
        for (long offset : new long[] {0, 7, MOST}) {
            for (int epoch : new int[] {LeaderEpoch.UNKNOWN, 0, 8_190, 8_191, Integer.MAX_VALUE}) {
                assertThat(InputNumber.offset(InputNumber.of(3, epoch, offset))).isEqualTo(offset);
            }
        }
        assertThat(InputNumber.of(0, LeaderEpoch.UNKNOWN, 7)).isEqualTo(7);
        assertThat(InputNumber.offset(-1)).isEqualTo(-1);
        assertThat(InputNumber.of(0, -2, 7)).isEqualTo(7);
    }

    @Test
    void higherEpochsAreLater() {
        for (int epoch : new int[] {0, 1, 4_000, 8_189, 8_190, 8_191, 16_382}) {
            long before = InputNumber.of(1, epoch, 100);
            for (int more : new int[] {1, 2, 4_095}) {
                long after = InputNumber.of(1, epoch + more, 3);
                assertThat(InputNumber.isOfLaterEpoch(after, before)).isTrue();
                assertThat(InputNumber.isOfLaterEpoch(before, after)).isFalse();
            }
            assertThat(InputNumber.isOfLaterEpoch(InputNumber.of(1, epoch, 101), before))
                    .isFalse();
            assertThat(InputNumber.isOfLaterEpoch(InputNumber.of(1, LeaderEpoch.UNKNOWN, 101), before))
                    .isFalse();
            assertThat(InputNumber.isOfLaterEpoch(before, InputNumber.of(1, LeaderEpoch.UNKNOWN, 101)))
                    .isFalse();
        }
    }

    @Test
    void successiveLogsDiffer() {
        for (int log = 0; log < 9; log++) {
            long number = InputNumber.of(log, 8_190, MOST);
            assertThat(InputNumber.areOfSameLog(number, InputNumber.of(log, 0, 0)))
                    .isTrue();
            assertThat(InputNumber.areOfSameLog(number, InputNumber.of(log + 1, 8_190, MOST)))
                    .isFalse();
        }
    }

    /** A header has at most 18 digits. */
    @Test
    void theHighestNumberFitsIntoAHeader() {
        assertThat(InputNumber.of(3, 8_190, MOST)).isBetween(1L << 58, 999_999_999_999_999_999L);
    }
}
