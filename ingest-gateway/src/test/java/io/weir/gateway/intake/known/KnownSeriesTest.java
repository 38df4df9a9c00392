package io.weir.gateway.intake.known;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KnownSeriesTest {
    private static final int MINUTE_MILLIS = 60_000;

    private final KnownSeries known = new KnownSeries(100_000, 64 << 20);

    @Test
    void findsEverySeriesThatItLearnt() {
        for (int i = 0; i < 50_000; i++) {
            learn(known, spelled(i), canonical(i), i % 8);
        }
        assertThat(known.size()).isEqualTo(50_000);
        for (int i = 0; i < 50_000; i++) {
            assertThat(finds(known, spelled(i))).isTrue();
            assertThat(found(known)).isEqualTo(canonical(i));
            assertThat(known.found().partition()).isEqualTo(i % 8);
            assertThat(known.found().rank()).isEqualTo(i % 8 * 3);
        }
        assertThat(finds(known, spelled(50_000))).isFalse();
    }

    @Test
    void comparesBytesWhenHashesAreEqual() {
        known.learn(7, bytes("a"), bytes("a"), 1, 0, 0);
        assertThat(known.find(7, bytes("b"), 0, 1)).isFalse();
        known.learn(7, bytes("b"), bytes("b"), 2, 0, 0);
        assertThat(known.find(7, bytes("xax"), 1, 2)).isTrue();
        assertThat(known.found().partition()).isEqualTo(1);
        assertThat(known.find(7, bytes("b"), 0, 1)).isTrue();
        assertThat(known.found().partition()).isEqualTo(2);
    }

    @Test
    void reportsASeriesWithoutRoom() {
        KnownSeries small = new KnownSeries(2, 1 << 20);
        for (int i = 0; i < 4; i++) {
            // The first full table is cleared immediately, the next one only after a minute.
            small.learn(hash(spelled(i)), spelled(i), canonical(i), i, -i, i);
            assertThat(found(small)).isEqualTo(canonical(i));
            assertThat(small.found().partition()).isEqualTo(i);
            assertThat(small.found().rank()).isEqualTo(-i);
        }
        small.learn(hash(spelled(4)), spelled(4), canonical(4), 4, -4, 4);
        assertThat(found(small)).isEqualTo(canonical(4));
        assertThat(finds(small, spelled(4))).isFalse();
        assertThat(finds(small, spelled(3))).isTrue();
    }

    @Test
    void startsOverOnceAMinuteSoThatDeadSeriesMakeRoom() {
        KnownSeries small = new KnownSeries(1, 1 << 20);
        for (int minute = 0; minute < 5; minute++) {
            small.learn(hash(spelled(minute)), spelled(minute), canonical(minute), 0, 0, (long) minute * MINUTE_MILLIS);
            assertThat(finds(small, spelled(minute))).as("minute %d", minute).isTrue();
            assertThat(small.size()).isEqualTo(1);
        }
    }

    @Test
    void isBoundedInBytesToo() {
        KnownSeries small = new KnownSeries(1_000_000, 2 << 20);
        for (int i = 0; i < 1_000; i++) {
            byte[] longSeries = bytes(i + "x".repeat(60_000));
            small.learn(hash(longSeries), longSeries, longSeries, 0, 0, 0);
        }
        assertThat(small.size()).isBetween(17, 36);
    }

    @Test
    void recognisesTheSeriesLearntNextWithoutLookingItUp() {
        // Enough for several chunks, at whose ends the order is lost once.
        int learnt = 100_000;
        for (int i = 0; i < learnt; i++) {
            learn(known, spelled(i), canonical(i), i % 8);
        }
        assertThat(finds(known, spelled(0))).isTrue();
        int inOrder = 0;
        for (int i = 1; i < learnt; i++) {
            boolean isNext = findsNext(spelled(i));
            assertThat(isNext || finds(known, spelled(i))).isTrue();
            assertThat(found(known)).isEqualTo(canonical(i));
            assertThat(known.found().partition()).isEqualTo(i % 8);
            inOrder += isNext ? 1 : 0;
        }
        assertThat(inOrder).isBetween(learnt - 10, learnt - 2);
        assertThat(findsNext(spelled(0))).as("behind the last").isFalse();
    }

    @Test
    void aSeriesOutOfOrderIsNotTheNext() {
        for (int i = 0; i < 3; i++) {
            learn(known, spelled(i), canonical(i), i);
        }
        assertThat(findsNext(spelled(0))).as("nothing was found yet").isFalse();
        assertThat(finds(known, spelled(0))).isTrue();
        assertThat(findsNext(spelled(2))).isFalse();
        assertThat(findsNext(spelled(1))).isTrue();
        assertThat(findsNext(spelled(2))).isTrue();
    }

    @Test
    void nothingIsNextAfterStartingOver() {
        KnownSeries small = new KnownSeries(2, 1 << 20);
        learn(small, spelled(0), canonical(0), 0);
        learn(small, spelled(1), canonical(1), 0);
        assertThat(finds(small, spelled(0))).isTrue();
        learn(small, spelled(2), canonical(2), 0);
        assertThat(small.size()).isEqualTo(1);
        assertThat(small.findNext(spelled(1), 0, spelled(1).length)).isFalse();
    }

    @Test
    void anEmptySeriesIsNeverKnown() {
        learn(known, spelled(0), canonical(0), 0);
        assertThat(finds(known, spelled(0))).isTrue();
        assertThat(findsNext(new byte[0])).isFalse();
    }

    private boolean findsNext(byte[] spelled) {
        return known.findNext(spelled, 0, spelled.length);
    }

    private static void learn(KnownSeries known, byte[] spelled, byte[] canonical, int partition) {
        known.learn(hash(spelled), spelled, canonical, partition, partition * 3, 0);
    }

    private static boolean finds(KnownSeries known, byte[] spelled) {
        return known.find(hash(spelled), spelled, 0, spelled.length);
    }

    private static byte[] found(KnownSeries known) {
        return Arrays.copyOfRange(
                known.found().bytes(), known.found().from(), known.found().to());
    }

    /** Odd series have their tags in another order than the canonical one. */
    private static byte[] spelled(int i) {
        return bytes(i % 2 == 0 ? "cpu,a=" + i + ",b=1" : "cpu,b=1,a=" + i);
    }

    private static byte[] canonical(int i) {
        return bytes("cpu,a=" + i + ",b=1");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static long hash(byte[] bytes) {
        return Arrays.hashCode(bytes) * 0x9E3779B97F4A7C15L;
    }
}
