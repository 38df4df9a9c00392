package io.weir.gateway.intake.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PublishQueueTest {
    private static final int CAPACITY = 10 * Parcel.OVERHEAD;

    private final Pressure pressure = new Pressure(Shedding.NONE);
    private final PublishQueue queue = new PublishQueue(CAPACITY, pressure);

    @Test
    void takesParcelsUntilItIsFull() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            assertThat(queue.offer(tick(0))).isTrue();
        }
        assertThat(queue.offer(tick(0))).isFalse();
        assertThat(queue.fullness()).isEqualTo(1);
        queue.poll();
        assertThat(queue.offer(tick(0))).isTrue();
    }

    @Test
    void whatIsSentAgainUsesThreeQuarters() {
        for (int i = 0; i < 7; i++) {
            assertThat(queue.offerRetryable(tick(0))).isTrue();
        }
        assertThat(queue.offerRetryable(tick(0))).isFalse();
        assertThat(queue.offer(tick(0))).isTrue();
    }

    @Test
    void hasNoRoomForWaitingInputsWhenHalfFull() {
        for (int i = 0; i < 5; i++) {
            assertThat(queue.hasRoom()).isTrue();
            queue.offer(tick(0));
        }
        assertThat(queue.hasRoom()).isFalse();
    }

    @Test
    void asksThemAlsoWhenTheSpoolIsFilling() {
        pressure.update(0.75);
        assertThat(queue.hasRoom()).isFalse();
    }

    @Test
    void hasNoRoomWhenLinesWouldWaitOnlyInMemory() {
        queue.setForMemoryOnly(true);
        assertThat(queue.hasRoom()).isFalse();
        assertThat(queue.offer(tick(0))).as("of those who cannot wait").isTrue();
    }

    @Test
    void takesNothingForALaneThatIsClosed() {
        BitSet closed = new BitSet();
        closed.set(tick(1).lane());
        queue.closedLanes(closed);
        assertThat(queue.offer(tick(1))).isFalse();
        assertThat(queue.offer(tick(0))).isTrue();
        queue.closedLanes(null);
        assertThat(queue.offer(tick(1))).isTrue();
    }

    @Test
    void whatIsTakenWeighsUntilItIsReleased() throws InterruptedException {
        Parcel parcel = tick(0);
        queue.offer(parcel);
        assertThat(queue.peek(0)).isSameAs(parcel);
        assertThat(queue.take()).isSameAs(parcel);
        assertThat(queue.peek(0)).isNull();
        assertThat(queue.waitingBytes()).isEqualTo(Parcel.OVERHEAD);
        assertThat(queue.hasOnlyTicks()).isTrue();
        queue.release(parcel);
        assertThat(queue.waitingBytes()).isZero();
    }

    private static Parcel tick(int partition) {
        return new Parcel.Tick(partition, new BatchName(1, 2), 3, 0);
    }
}
