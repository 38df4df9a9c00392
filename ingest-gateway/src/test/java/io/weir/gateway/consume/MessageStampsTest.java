package io.weir.gateway.consume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.stamp.Stamps;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessageStampsTest {
    private static final long SEED = Long.getLong("weir.test.seed", new Random().nextLong());
    private static final long SECOND = 1_790_000_000L;
    private static final long NANOS = 1_000_000_000L;

    private final MessageStamps stamps = new MessageStamps(received -> received);

    /** Golden values: another version must give a message that is delivered again the same timestamps. */
    @Test
    void areTheSameInEveryVersion() {
        assertThat(first(message(SECOND, "id-1", "cpu v=1"))).isEqualTo(1_790_000_000_012_724_478L);
        assertThat(first(message(SECOND, "", ""))).isEqualTo(1_790_000_000_000_000_000L);
    }

    @Test
    void lieInTheSecondOfTheMessageAndDifferByIdAndBody() {
        Random random = new Random(SEED);
        Set<Long> all = new HashSet<>();
        int count = 1_000;
        for (int i = 0; i < count; i++) {
            boolean hasSameBody = random.nextBoolean();
            String id = hasSameBody ? "id-" + i : "constant";
            long stamp = first(message(SECOND, id, hasSameBody ? "cpu v=1" : "cpu v=" + i));
            assertThat(stamp).isBetween(SECOND * NANOS, SECOND * NANOS + NANOS - 1);
            all.add(stamp);
        }
        assertThat(all).as("-Dweir.test.seed=%d", SEED).hasSize(count);
    }

    @Test
    void doNotDependOnOtherMessagesOrTheTimeOfReceipt() {
        Message message = message(SECOND, "a", "cpu v=1\ncpu v=2");
        stamps.begin(message);
        long first = stamps.next(1);
        long second = stamps.next(2);
        assertThat(second).isEqualTo(first + 1);
        stamps.begin(message(SECOND + 1, "b", "cpu v=1"));
        stamps.next(3);
        stamps.begin(message);
        assertThat(stamps.next(Long.MAX_VALUE)).isEqualTo(first);
        assertThat(stamps.next(Long.MIN_VALUE)).isEqualTo(second);
    }

    @Test
    void areWithinTheMillisecondOfATimeInMilliseconds() {
        long millis = SECOND * 1_000 + 123;
        assertThat(first(message(millis, "a", "cpu v=1")))
                .isBetween(millis * 1_000_000, millis * 1_000_000 + 999_999)
                .isNotEqualTo(first(message(millis, "b", "cpu v=1")));
        assertThat(first(message(SECOND * NANOS + 7, "a", "cpu v=1"))).isEqualTo(SECOND * NANOS + 7);
    }

    @Test
    void withoutATimeAreThoseOfTheReceipt() {
        stamps.begin(message(Message.NO_TIME, "a", "cpu v=1"));
        assertThat(stamps.next(17)).isEqualTo(17);
    }

    @Test
    void areMissingIfTheTimeIsOutOfRange() {
        long tooLarge = 50_000_000_000L;
        assertThat(first(message(tooLarge, "a", "cpu v=1"))).isEqualTo(Stamps.NONE);
        long lastSecond = Long.MAX_VALUE / NANOS;
        for (int i = 0; i < 100; i++) {
            assertThat(first(message(lastSecond, "a" + i, "cpu v=1"))).isEqualTo(Stamps.NONE);
        }
    }

    private long first(Message message) {
        stamps.begin(message);
        return stamps.next(0);
    }

    private static Message message(long time, String id, String body) {
        return new Message(1, body.getBytes(UTF_8), time, id, "");
    }
}
