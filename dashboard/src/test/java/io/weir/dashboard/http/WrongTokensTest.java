package io.weir.dashboard.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WrongTokensTest {
    private final WrongTokens tries = new WrongTokens();

    @Test
    void sourceHasFiveTriesAndOneMoreEveryTenSeconds() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        // Used attempts that are not available again: each becomes available ten seconds after the
        // one before it.
        Deque<Long> back = new ArrayDeque<>();
        long now = 1_000_000;
        for (int turn = 0; turn < 10_000; turn++) {
            now += random.nextInt(4) == 0 ? random.nextInt(60_000) : random.nextInt(5_000);
            while (!back.isEmpty() && back.getFirst() <= now) {
                back.removeFirst();
            }
            long shallWait = back.size() < WrongTokens.TRIES ? 0 : back.getFirst() - now;
            assertThat(tries.take("a", now)).as("turn %d", turn).isEqualTo(shallWait);
            if (shallWait == 0) {
                back.addLast((back.isEmpty() ? now : back.getLast()) + WrongTokens.EVERY_MILLIS);
            }
        }
    }

    @Test
    void rightTokenRestoresAllTries() {
        useUp("a", 0);
        assertThat(tries.take("a", WrongTokens.EVERY_MILLIS)).isZero();
        tries.right("a");
        useUp("a", WrongTokens.EVERY_MILLIS);
        assertThat(tries.take("a", WrongTokens.EVERY_MILLIS)).isPositive();
    }

    @Test
    void clockSetBackCausesNoLongLockout() {
        useUp("a", 1_000_000_000);
        assertThat(tries.take("a", 0)).isEqualTo(WrongTokens.EVERY_MILLIS);
        assertThat(tries.take("a", WrongTokens.EVERY_MILLIS)).isZero();
    }

    @Test
    void oldestSourceIsForgottenBeyondTheLimit() {
        useUp("first", 0);
        for (int i = 0; i < 10_000; i++) {
            assertThat(tries.take("s" + i, 1)).isZero();
        }
        assertThat(tries.sources()).isEqualTo(10_000);
        useUp("s9999", 1, WrongTokens.TRIES - 1);
        assertThat(tries.take("s9999", 1)).isPositive();
        assertThat(tries.take("first", 1)).isZero();
    }

    @Test
    void ipv6NetworkIsOneSource() throws Exception {
        String one = WrongTokens.source(InetAddress.getByName("2001:db8:1:2::1"));
        assertThat(WrongTokens.source(InetAddress.getByName("2001:db8:1:2:ffff::9")))
                .isEqualTo(one);
        assertThat(WrongTokens.source(InetAddress.getByName("2001:db8:1:3::1"))).isNotEqualTo(one);
        assertThat(WrongTokens.source(InetAddress.getByName("192.0.2.7"))).isEqualTo("192.0.2.7");
    }

    private void useUp(String source, long nowMillis) {
        useUp(source, nowMillis, WrongTokens.TRIES);
    }

    private void useUp(String source, long nowMillis, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(tries.take(source, nowMillis)).isZero();
        }
    }
}
