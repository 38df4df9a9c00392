package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.Pressure;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.batch.Shedding;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a {@link PublishRouter} in a test: a queue, a spool on disk, and a scripted Kafka.
 */
abstract class RouterRig {
    static final int QUEUE_PARCELS = 10;
    static final int PARTITIONS = 4;
    static final BatchName NAME = new BatchName(-5, 3);
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    final Path directory;
    final Pressure pressure = new Pressure(Shedding.NONE);
    final PublishQueue queue = new PublishQueue(QUEUE_PARCELS * 1_000, pressure);
    final InputCounts counts = new InputCounts("udp");
    final LongAdder failures = new LongAdder();
    final Tape tape = new Tape(new TreeMap<>());
    int number;
    long nowMillis;
    /** The monotonic clock, which only a slow disk moves. */
    long storedNanos;

    private final StoreTime storeTime = new StoreTime(() -> storedNanos);

    RouterRig(Path directory) {
        this.directory = directory.resolve("spool");
    }

    void offer() {
        byte[] line = String.format("%05d", number++).getBytes(UTF_8);
        byte[] padded = new byte[1_000 - Parcel.OVERHEAD];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(line, 0, padded, 0, line.length);
        queue.offer(new Parcel.Batch(0, NAME, padded, 1, 1, counts));
    }

    static byte[] bytes() {
        return "cpu value=1 1\n".getBytes(UTF_8);
    }

    void tick(long millis) {
        queue.offer(new Parcel.Tick(0, NAME, millis, 0));
    }

    Spool spool(long bytes) {
        return Spool.open(new SpoolSettings(directory, bytes, 0), PARTITIONS + 1);
    }

    PublishRouter router(@Nullable Spool spool) {
        return router(spool, PARTITIONS + 1);
    }

    PublishRouter router(@Nullable Spool spool, int count) {
        InFlightBatches inFlight = new InFlightBatches(100_000);
        List<Lane> lanes = IntStream.range(0, count)
                .mapToObj(lane -> new Lane(lane, "topic", inFlight, 0))
                .toList();
        return new PublishRouter(
                queue, new Backlog(spool, name -> counts, count, failures), lanes, () -> nowMillis, storeTime);
    }

    List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".spool")).toList();
        }
    }
}
