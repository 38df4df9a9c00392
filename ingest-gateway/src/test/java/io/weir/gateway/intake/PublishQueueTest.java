package io.weir.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PublishQueueTest {
    private static final int CAPACITY = 10 * Parcel.OVERHEAD;

    private final Pressure pressure = new Pressure(Shedding.NONE);
    private final PublishQueue handOff = new PublishQueue(CAPACITY, pressure);

    @Test
    void takesParcelsUntilItIsFull() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            assertThat(handOff.offer(tick(0))).isTrue();
        }
        assertThat(handOff.offer(tick(0))).isFalse();
        assertThat(handOff.fullness()).isEqualTo(1);
        handOff.poll();
        assertThat(handOff.offer(tick(0))).isTrue();
    }

    @Test
    void asksThoseWhoCanWaitToDoSoWhenItIsHalfFull() {
        for (int i = 0; i < 5; i++) {
            assertThat(handOff.hasRoom()).isTrue();
            handOff.offer(tick(0));
        }
        assertThat(handOff.hasRoom()).isFalse();
    }

    @Test
    void asksThemAlsoWhenTheSpoolIsFilling() {
        pressure.update(0.75);
        assertThat(handOff.hasRoom()).isFalse();
    }

    @Test
    void asksThemAlsoWhenWhatTheyHandOnWouldWaitInMemory() {
        handOff.isForMemoryOnly(true);
        assertThat(handOff.hasRoom()).isFalse();
        assertThat(handOff.offer(tick(0))).as("of those who cannot wait").isTrue();
    }

    @Test
    void takesNothingForALaneThatIsClosed() {
        BitSet closed = new BitSet();
        closed.set(tick(1).lane());
        handOff.closedLanes(closed);
        assertThat(handOff.offer(tick(1))).isFalse();
        assertThat(handOff.offer(tick(0))).isTrue();
        handOff.closedLanes(null);
        assertThat(handOff.offer(tick(1))).isTrue();
    }

    @Test
    void whatIsTakenWeighsUntilItIsReleased() throws InterruptedException {
        Parcel parcel = tick(0);
        handOff.offer(parcel);
        assertThat(handOff.peek(0)).isSameAs(parcel);
        assertThat(handOff.take()).isSameAs(parcel);
        assertThat(handOff.peek(0)).isNull();
        assertThat(handOff.waitingBytes()).isEqualTo(Parcel.OVERHEAD);
        assertThat(handOff.hasOnlyTicks()).isTrue();
        handOff.release(parcel);
        assertThat(handOff.waitingBytes()).isZero();
    }

    private static Parcel tick(int partition) {
        return new Parcel.Tick(partition, new BatchName(1, 2), 3, 0);
    }
}
