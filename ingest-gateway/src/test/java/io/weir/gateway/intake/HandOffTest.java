package io.weir.gateway.intake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandOffTest {
    private static final int CAPACITY = 10 * Parcel.OVERHEAD;

    private final Pressure pressure = new Pressure(Shedding.NONE);
    private final HandOff handOff = new HandOff(CAPACITY, pressure);

    @Test
    void takesParcelsUntilItIsFull() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            assertThat(handOff.offer(mark())).isTrue();
        }
        assertThat(handOff.offer(mark())).isFalse();
        assertThat(handOff.fullness()).isEqualTo(1);
        handOff.poll(0);
        assertThat(handOff.offer(mark())).isTrue();
    }

    @Test
    void asksThoseWhoCanWaitToDoSoWhenItIsHalfFull() {
        for (int i = 0; i < 5; i++) {
            assertThat(handOff.hasRoom()).isTrue();
            handOff.offer(mark());
        }
        assertThat(handOff.hasRoom()).isFalse();
    }

    @Test
    void asksThemAlsoWhenTheSpoolIsFilling() {
        pressure.update(0.75);
        assertThat(handOff.hasRoom()).isFalse();
    }

    @Test
    void keepsWhatWasShownUntilItIsRemoved() throws InterruptedException {
        Parcel parcel = mark();
        handOff.offer(parcel);
        assertThat(handOff.peek(0)).isSameAs(parcel);
        assertThat(handOff.peek(0)).isSameAs(parcel);
        assertThat(handOff.waitingBytes()).isEqualTo(Parcel.OVERHEAD);
        handOff.remove();
        assertThat(handOff.waitingBytes()).isZero();
        assertThat(handOff.peek(0)).isNull();
    }

    @Test
    void alwaysTakesAMarkAndKeepsItsPlace() throws InterruptedException {
        while (handOff.offer(new Parcel.Mark(() -> {}))) {}
        boolean[] isSafe = {false};
        handOff.mark(() -> isSafe[0] = true);
        for (int i = 0; i < 10; i++) {
            handOff.poll(0);
        }
        ((Parcel.Mark) requireNonNull(handOff.poll(0))).whenSafe().run();
        assertThat(isSafe[0]).isTrue();
    }

    private static Parcel mark() {
        return new Parcel.Mark(() -> {});
    }
}
