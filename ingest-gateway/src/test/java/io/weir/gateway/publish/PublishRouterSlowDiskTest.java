package io.weir.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.spool.MemoryDisk;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spool whose disk takes 20 ms for a write, so that less is stored than comes in. */
class PublishRouterSlowDiskTest extends RouterRig {
    private static final long WRITE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** A parcel is two writes. */
    private static final long PARCEL_NANOS = 2 * WRITE_NANOS;

    private final PublishRouter router;

    PublishRouterSlowDiskTest(@TempDir Path directory) throws IOException {
        super(directory);
        MemoryDisk disk = new MemoryDisk();
        disk.whileWriting = () -> storedNanos += WRITE_NANOS;
        router = router(Spool.on(disk, new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1));
    }

    @Test
    void aTurnEndsAlthoughNotAllIsStored() throws Exception {
        fill();
        router.turn(3 * SECOND);
        assertThat(counts.spooled.sum()).isOne();
        for (int turns = 1; turns < QUEUE_PARCELS; turns++) {
            router.turn(3 * SECOND);
        }
        assertThat(counts.spooled.sum()).isEqualTo(QUEUE_PARCELS);
        assertThat(queue.waitingBytes()).isZero();
    }

    @Test
    void aTurnEndsAlthoughNotAllIsStoredThatWasSent() throws Exception {
        router.connect(tape);
        fill();
        router.turn(SECOND);
        router.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isOne();
        for (int turns = 1; turns < QUEUE_PARCELS; turns++) {
            router.turn(4 * SECOND);
        }
        assertThat(counts.spooled.sum()).isEqualTo(QUEUE_PARCELS);
        offer();
        router.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(QUEUE_PARCELS + 1);
        assertThat(tape.sent(0)).as("nothing behind what lies in the spool").hasSize(QUEUE_PARCELS);
    }

    @Test
    void aFullQueueBypassesTheSpoolOnceKafkaTakesAll() throws Exception {
        fill();
        router.turn(3 * SECOND);
        assertThat(counts.spooled.sum()).isPositive();
        router.connect(tape);
        for (int turns = 0; turns < 20; turns++) {
            turnFull(turns);
        }
        long spooled = counts.spooled.sum();
        for (int turns = 20; turns < 40; turns++) {
            turnFull(turns);
            assertThat(router.state((3 + turns) * SECOND, 0).isDirect()).isTrue();
        }
        assertThat(counts.spooled.sum()).isEqualTo(spooled);
        router.turn(43 * SECOND);
        assertThat(tape.what(0)).hasSize(number).isSorted();
    }

    @Test
    void anEndStoresAll() throws Exception {
        fill();
        router.end(SECOND, SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(QUEUE_PARCELS);
        assertThat(counts.dropped.total()).isZero();
    }

    @Test
    void anEndStoresForABoundedTimeAndCountsTheRest() throws Exception {
        fill();
        router.end(SECOND, 4 * PARCEL_NANOS);
        assertThat(counts.spooled.sum()).isEqualTo(4);
        assertThat(counts.dropped.total()).isEqualTo(QUEUE_PARCELS - 4);
    }

    @Test
    void anEndCountsWhatItSentAndDoesNotStore() throws Exception {
        router.connect(tape);
        fill();
        router.turn(SECOND);
        router.end(SECOND, 4 * PARCEL_NANOS);
        assertThat(counts.spooled.sum()).isEqualTo(4);
        assertThat(counts.lost.total()).isEqualTo(QUEUE_PARCELS - 4);
        assertThat(counts.dropped.total()).isZero();
    }

    private void turnFull(int turns) throws InterruptedException {
        fill();
        router.turn((3 + turns) * SECOND);
        tape.answerAll();
    }

    private void fill() {
        while (queue.waitingBytes() < queue.capacity()) {
            offer();
        }
    }
}
