package io.weir.gateway.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StateRelayTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PublishQueue queue = new PublishQueue(1 << 20);
    private final AtomicInteger unusable = new AtomicInteger();
    private final StateRelay relay = new StateRelay(queue, 2, unusable::incrementAndGet);

    @Test
    void sendsTheStateToEveryPartitionAgainAfterAMinute() throws InterruptedException {
        take(5, "run", "7");
        relay.turn(6, 0, 77);
        relay.turn(6, SECOND, 78);

        assertThat(told()).containsExactly("0 77 5\nrun=7\nrun@5", "1 77 5\nrun=7\nrun@5");

        relay.turn(6, 59 * SECOND, 79);
        assertThat(told()).isEmpty();
        relay.turn(6, 60 * SECOND, 80);
        assertThat(told()).containsExactly("0 80 5\nrun=7\nrun@5", "1 80 5\nrun=7\nrun@5");
    }

    @Test
    void sendsAChangeImmediatelyButLimitsAFlood() throws InterruptedException {
        take(0, "run", "7");
        relay.turn(1, 0, 1);
        told();

        for (int offset = 1; offset < 100; offset++) {
            take(offset, "run", Integer.toString(offset));
            relay.turn(offset + 1, offset * SECOND / 1000, 2);
        }
        relay.turn(100, SECOND / 10, 3);

        assertThat(told()).containsExactly("0 3 99\nrun=99\nrun@99", "1 3 99\nrun=99\nrun@99");
    }

    @Test
    void sendsNothingBeforeTheFirstValue() throws InterruptedException {
        relay.turn(0, 0, 1);
        relay.turn(0, 3600 * SECOND, 2);

        assertThat(told()).isEmpty();
    }

    @Test
    void sendsAnEmptyStateWithoutItsTombstone() throws InterruptedException {
        relay.turn(9, 0, 1);

        assertThat(told()).containsExactly("0 1 8", "1 1 8");
    }

    @Test
    void goesOnWithTheNextPartitionWhenThereIsRoomAgain() throws InterruptedException {
        PublishQueue narrow = new PublishQueue(3 * Parcel.OVERHEAD / 2);
        StateRelay blocked = new StateRelay(narrow, 3, () -> {});
        take(blocked, 0, "7");

        blocked.turn(1, 0, 1);
        assertThat(told(narrow)).containsExactly("0 1 0\nrun=7\nrun@0");
        blocked.turn(1, SECOND / 10 - 1, 2);
        assertThat(told(narrow)).as("at once").isEmpty();
        blocked.turn(1, SECOND / 10, 3);
        assertThat(told(narrow)).containsExactly("1 3 0\nrun=7\nrun@0");
        blocked.turn(1, 2 * SECOND / 10, 4);
        assertThat(told(narrow)).containsExactly("2 4 0\nrun=7\nrun@0");
        blocked.turn(1, 3 * SECOND / 10, 5);
        assertThat(told(narrow)).as("all know").isEmpty();
    }

    /**
     * No partition waits for long, however little room there is and however often the state
     * changes.
     */
    @Test
    void leavesNoPartitionBehind() throws InterruptedException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("StateRelayTest seed=" + seed);
        Random random = new Random(seed);
        PublishQueue narrow = new PublishQueue(3 * Parcel.OVERHEAD / 2);
        int partitions = 1 + random.nextInt(9);
        StateRelay blocked = new StateRelay(narrow, partitions, () -> {});
        String[] heard = new String[partitions];
        long offset = 0;
        int told = 0;
        String run = "";
        for (int turn = 0; turn < 1000; turn++) {
            boolean isQuiet = turn >= 1000 - 2 * partitions;
            if (turn == 0 || (!isQuiet && random.nextBoolean())) {
                run = Integer.toString(turn);
                take(blocked, offset++, run);
            }
            blocked.turn(offset, turn * SECOND / 10, 0);
            if (isQuiet || random.nextBoolean()) {
                for (String marker : told(narrow)) {
                    assertThat(marker).startsWith(told++ % partitions + " 0 ");
                    heard[Integer.parseInt(marker.substring(0, 1))] =
                            marker.substring(marker.indexOf('='), marker.lastIndexOf('\n'));
                }
            }
        }
        assertThat(heard).containsOnly("=" + run);
    }

    @Test
    void countsWhatCannotBeUsedOnceHoweverOftenItIsRead() throws InterruptedException {
        for (int reading = 0; reading < 3; reading++) {
            relay.begin();
            take(0, "run", "7");
            take(1, "run", "7\n8");
        }
        relay.turn(2, 0, 1);

        assertThat(unusable).hasValue(1);
        assertThat(told()).containsExactly("0 1 1\nrun@1", "1 1 1\nrun@1");
    }

    private static void take(StateRelay relay, long offset, String run) {
        relay.take(offset, offset, "run".getBytes(UTF_8), run.getBytes(UTF_8));
    }

    private void take(long offset, String name, String value) {
        relay.take(offset, offset, name.getBytes(UTF_8), value.getBytes(UTF_8));
    }

    private List<String> told() throws InterruptedException {
        return told(queue);
    }

    private static List<String> told(PublishQueue from) throws InterruptedException {
        List<String> told = new ArrayList<>();
        for (Parcel parcel = from.poll(); parcel != null; parcel = from.poll()) {
            Parcel.State state = (Parcel.State) parcel;
            told.add(state.partition() + " " + state.receivedMillis() + " " + new String(state.state(), UTF_8));
        }
        return told;
    }
}
