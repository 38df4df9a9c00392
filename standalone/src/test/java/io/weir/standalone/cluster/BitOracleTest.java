package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.BitOracle.Bits;
import io.weir.standalone.cluster.BitOracle.Result;
import io.weir.standalone.cluster.GroupOracle.Window;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The oracle finds each kind of mistake, made on purpose. */
class BitOracleTest {
    private static final Window WINDOW = new Window("h0", 1_000);
    /** The values 1 and 8 were certainly received, 4 perhaps. */
    private static final List<Bits> SENT =
            List.of(new Bits(WINDOW, 1 + 8, OptionalLong.of(1_100)), new Bits(WINDOW, 4, OptionalLong.empty()));

    @Test
    void permitsBothOutcomesOfADoubtfulValue() {
        assertThat(mistakes(Map.of(WINDOW, new Result(2, 9, 1, 8)))).isEmpty();
        assertThat(mistakes(Map.of(WINDOW, new Result(3, 13, 1, 8)))).isEmpty();
    }

    @Test
    void findsAMissingValueAndWindow() {
        assertThat(mistakes(Map.of(WINDOW, new Result(2, 12, 4, 8)))).hasSize(1);
        assertThat(mistakes(Map.of())).hasSize(1);
    }

    @Test
    void findsAValueThatCountsTwice() {
        assertThat(mistakes(Map.of(WINDOW, new Result(3, 17, 1, 8)))).hasSize(1);
        // The values 1, 4 and 4, whose sum is that of 1 and 8.
        assertThat(mistakes(Map.of(WINDOW, new Result(3, 9, 1, 4)))).hasSize(1);
    }

    @Test
    void findsValuesThatWereNotSent() {
        assertThat(mistakes(Map.of(WINDOW, new Result(3, 11, 1, 8)))).hasSize(1);
        assertThat(mistakes(Map.of(WINDOW, new Result(2, 9, 1, 8), new Window("h1", 1_000), new Result(1, 1, 1, 1))))
                .hasSize(1);
    }

    @Test
    void findsAWrongCountMinimumOrMaximum() {
        assertThat(mistakes(Map.of(WINDOW, new Result(3, 9, 1, 8)))).hasSize(1);
        assertThat(mistakes(Map.of(WINDOW, new Result(2, 9, 0, 8)))).hasSize(1);
        assertThat(mistakes(Map.of(WINDOW, new Result(2, 9, 1, 1)))).hasSize(1);
    }

    private static List<String> mistakes(Map<Window, Result> seen) {
        return BitOracle.mistakes(SENT, bits -> bits.receivedMillis().isPresent(), seen);
    }
}
