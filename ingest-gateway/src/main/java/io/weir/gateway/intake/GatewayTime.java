package io.weir.gateway.intake;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * How far a gateway's time has come: as far as every one of its intakes has handed on what it received. Once a second each intake is
 * asked, while no other thread uses it, to hand on what it has; the last to do so puts a tick behind it into every partition. An intake
 * that stands still holds the time back. Thread-safe.
 */
public final class GatewayTime {
    private final List<Teller> tellers = new CopyOnWriteArrayList<>();
    private final HandOff handOff;
    private final int partitions;
    private long askedMillis = Long.MIN_VALUE;
    private long tickedMillis = Long.MIN_VALUE;
    private volatile long lost;

    /**
     * What the intakes are asked once a second.
     *
     * @param millis everything received before is to be handed on
     * @param next the numbers that the partitions gave next when the intakes were asked: all below are handed on once they answer
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Round(long millis, long[] next) {}

    private static final class Teller {
        final LineIntake intake;
        final Executor loop;
        volatile Round told = new Round(Long.MIN_VALUE, new long[0]);

        Teller(LineIntake intake, Executor loop) {
            this.intake = intake;
            this.loop = loop;
        }
    }

    /** Ticks go into the hand-off, one for each partition. */
    public GatewayTime(HandOff handOff, int partitions) {
        this.handOff = handOff;
        this.partitions = partitions;
    }

    /** From now on time passes only as fast as this intake's; {@code loop} as of {@link Intakes#next}. */
    public void join(LineIntake intake, Executor loop) {
        tellers.add(new Teller(intake, loop));
    }

    /**
     * Asks all intakes to hand on what they received before now; does not wait for it.
     *
     * @param nowMillis a time of the {@link ReceiveClock}; if it is earlier than the one before, time went back
     * @param lostSoFar how much of what was sent to the gateway it has lost since it began
     */
    public void tick(long nowMillis, long lostSoFar) {
        lost = lostSoFar;
        goBack(nowMillis);
        Round round = new Round(nowMillis, handOff.numbers().next(partitions));
        for (Teller teller : tellers) {
            teller.loop.execute(() -> {
                teller.intake.flush();
                teller.told = round;
                tickIfAllHaveTold();
            });
        }
    }

    private synchronized void goBack(long nowMillis) {
        if (nowMillis < askedMillis) {
            tickedMillis = Long.MIN_VALUE;
        }
        askedMillis = nowMillis;
    }

    private synchronized void tickIfAllHaveTold() {
        Round slowest = tellers.get(0).told;
        for (Teller teller : tellers) {
            Round told = teller.told;
            slowest = told.millis < slowest.millis ? told : slowest;
        }
        if (slowest.millis > tickedMillis) {
            tickedMillis = slowest.millis;
            long epoch = handOff.numbers().epoch();
            for (int partition = 0; partition < partitions; partition++) {
                // A tick that finds no room costs nobody anything: the next one says more.
                BatchName next = new BatchName(epoch, slowest.next[partition]);
                handOff.offer(new Parcel.Tick(partition, next, slowest.millis, lost));
            }
        }
    }
}
