package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StateLogTest {

    private final StateLog log = new StateLog();
    private long next = 7;

    @Test
    void keepsTheNewestValueOfEachName() {
        assertThat(log.state()).isEqualTo(FarmState.NONE);

        take("run", "1");
        take("beam", "pp");
        take("run", "2");

        assertThat(log.state().offset()).isEqualTo(9);
        assertThat(log.state().values()).isEqualTo(Map.of("run", "2", "beam", "pp"));
    }

    @Test
    void tombstonesAndEmptyValuesUnset() {
        take("run", "1");
        take("beam", "pp");

        assertThat(log.take(100, bytes("run"), null)).isEmpty();
        assertThat(log.take(101, bytes("beam"), bytes(""))).isEmpty();
        assertThat(log.state().values()).isEmpty();
        assertThat(log.state().offset()).isEqualTo(101);
    }

    @Test
    void treatsInvalidTagValuesAsUnset() {
        for (String bad : new String[] {"1\n2", "1\r", "a\u0000b", "back\\", "x".repeat(257)}) {
            take("run", "1");
            assertThat(take("run", bad)).hasValueSatisfying(wrong -> assertThat(wrong)
                    .startsWith("run counts as not set: its value must "));
            assertThat(log.state().values()).isEmpty();
        }
        take("run", "1");
        assertThat(log.take(next++, bytes("run"), new byte[] {(byte) 0xff}))
                .contains("run counts as not set: its value is not UTF-8");
        assertThat(take("run", "x".repeat(256))).isEmpty();
    }

    @Test
    void keepsTheTimeOfEachChange() {
        log.take(1, 1_000, bytes("run"), bytes("1"));
        log.take(2, 2_000, bytes("run"), bytes("1"));
        log.take(3, 3_000, bytes("beam"), bytes("pp"));
        log.take(4, 4_000, bytes("beam"), null);
        log.take(5, 5_000, bytes("fill"), null);

        assertThat(log.state().changed()).isEqualTo(Map.of("run", 1_000L, "beam", 4_000L));
    }

    @Test
    void keepsTheTimesOfTheNewestChangesOnly() {
        for (int i = 0; i < 1_000; i++) {
            log.take(i, i, bytes("n" + i), bytes("v"));
            log.take(i, i, bytes("n" + i), null);
        }

        assertThat(log.state().changed())
                .hasSize(FarmState.MAX_TIMES)
                .containsKey("n999")
                .doesNotContainKey("n800");
        assertThat(FarmState.of(log.state().toBytes())).contains(log.state());
    }

    @Test
    void ignoresInvalidNames() {
        for (String bad : new String[] {"", "a b", "-a", "ü", "a=b", "x".repeat(65)}) {
            assertThat(take(bad, "1")).as(bad).hasValueSatisfying(wrong -> assertThat(wrong)
                    .startsWith("the key of a record in control.state must be 1 to 64 of"));
        }
        assertThat(log.take(next, null, bytes("1"))).isPresent();
        assertThat(log.state().values()).isEmpty();
        assertThat(log.state().offset()).isEqualTo(next);
    }

    @Test
    void keepsTheAlphabeticallyFirstOfTooManyNames() {
        for (int name = 199; name >= 100; name--) {
            Optional<String> wrong = take("n" + name, "v");
            assertThat(wrong.isPresent()).isEqualTo(name < 136);
        }

        assertThat(log.state().values())
                .hasSize(64)
                .containsKeys("n100", "n163")
                .doesNotContainKey("n164");

        log.take(next, bytes("n100"), null);
        assertThat(log.state().values()).hasSize(64).containsKey("n164");
    }

    private Optional<String> take(String name, String value) {
        return log.take(next++, bytes(name), bytes(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
