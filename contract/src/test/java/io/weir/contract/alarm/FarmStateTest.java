package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FarmStateTest {

    private static final FarmState RUN = state(41, Map.of("run", "1234", "beam.type", "p p = ü"));

    @Test
    void isReadableWhereItStandsInAMarker() {
        assertThat(RUN.toBytes()).isEqualTo("41\nbeam.type=p p = ü\nrun=1234".getBytes(UTF_8));
        assertThat(FarmState.of(RUN.toBytes())).contains(RUN);
        assertThat(FarmState.of("0".getBytes(UTF_8))).contains(state(0, Map.of()));
    }

    @Test
    void hasTheTimesOfChanges() {
        FarmState state = new FarmState(
                7, new TreeMap<>(Map.of("run", "a@b=c")), new TreeMap<>(Map.of("beam", 1_000L, "run", 2_000L)));

        assertThat(state.toBytes()).isEqualTo("7\nrun=a@b=c\nbeam@1000\nrun@2000".getBytes(UTF_8));
        assertThat(FarmState.of(state.toBytes())).contains(state);
        assertThat(state.at("run")).isEqualTo(new FarmValue("a@b=c", 2_000));
        assertThat(state.at("beam")).isEqualTo(new FarmValue("", 1_000));
        assertThat(state.at("other")).isEqualTo(new FarmValue("", 0));
    }

    @Test
    void changesWithoutATimeHaveThatOfTheMarker() {
        FarmState before =
                state(1, Map.of("run", "1", "beam", "pp", "fill", "a")).following(FarmState.NONE, 500);
        FarmState after = new FarmState(
                2, new TreeMap<>(Map.of("run", "2", "beam", "pp")), new TreeMap<>(Map.of("run", 900L, "beam", 800L)));

        assertThat(after.following(before, 1_000).changed())
                .as("changed, the same as before, and unset")
                .isEqualTo(Map.of("run", 900L, "beam", 500L, "fill", 1_000L));
    }

    @Test
    void aWrongTimeIsThatOfTheMarker() {
        FarmState before = state(1, Map.of("run", "1")).following(FarmState.NONE, 500_000);

        assertThat(since(before, 560_000)).as("a little ahead").isEqualTo(560_000);
        assertThat(since(before, 570_001)).as("far ahead").isEqualTo(510_000);
        assertThat(since(before, 999_999_999_999_999_999L)).isEqualTo(510_000);
        assertThat(since(before, 499_999)).as("before the previous run").isEqualTo(510_000);
    }

    private static long since(FarmState before, long changed) {
        FarmState next = new FarmState(2, new TreeMap<>(Map.of("run", "2")), new TreeMap<>(Map.of("run", changed)));
        return next.following(before, 510_000).at("run").sinceMillis();
    }

    @Test
    void isSavedInACheckpointAlsoIfNothingWasEverSet() throws IOException {
        for (FarmState state : new FarmState[] {RUN, FarmState.NONE}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            state.write(new DataOutputStream(bytes));

            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            assertThat(FarmState.read(in)).isEqualTo(state);
            assertThat(in.available()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "x",
                "1234567890123456789",
                "1\n",
                "1\nrun",
                "1\nrun=",
                "1\n=1",
                "1\nr n=1",
                "1\nrun=1\r",
                "1\nrun@",
                "1\nrun@1x",
                "1\n@1"
            })
    void refusesMalformedStates(String spoiled) {
        assertThat(FarmState.of(spoiled.getBytes(UTF_8))).isEmpty();
    }

    @Test
    void noBytesMakeItThrow() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 10_000; round++) {
            byte[] bytes = RUN.toBytes();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            FarmState.of(bytes).ifPresent(read -> assertThat(FarmState.of(read.toBytes()))
                    .as("seed %d", seed)
                    .contains(read));
        }
    }

    private static FarmState state(long offset, Map<String, String> values) {
        return new FarmState(offset, new TreeMap<>(values));
    }
}
