package io.weir.gateway.publish;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.spool.Owners;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Sends the spool of a gateway that no longer runs, with that gateway's id, epochs and numbers.
 * Consumers that already have some of the batches therefore accept only the rest.
 */
public final class SpoolDrain implements AutoCloseable {
    private static final long REPORT_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_MILLIS = 20;
    /** Larger than any spool. Nothing is added except what is in flight when the drain ends. */
    private static final long ROOM_BYTES = 1L << 40;

    private static final long HAND_OFF_BYTES = 1 << 20;
    private static final String COMPRESSION = "lz4";

    private final Map<String, InputCounts> counts = new ConcurrentHashMap<>();
    private final Publisher publisher;

    /**
     * Opens the spool in a directory.
     *
     * @param gatewayId the result of {@link #ownerOf}
     * @param partitions number of partitions of {@code metrics.raw}; lines of other partitions
     *     would be dropped
     * @throws StartException if a gateway uses the spool, or it cannot be read
     */
    public SpoolDrain(Path directory, String gatewayId, KafkaSettings kafka, int partitions) {
        KafkaTarget target = new KafkaTarget(
                kafka.topics(), gatewayId, partitions, ProducerSettings.of(kafka, gatewayId, COMPRESSION));
        this.publisher = new Publisher(
                new PublishQueue(HAND_OFF_BYTES),
                target,
                new SpoolSettings(directory, ROOM_BYTES, 0),
                UnaryOperator.identity(),
                new ReceiveClock(Clock.systemUTC(), System::nanoTime),
                input -> counts.computeIfAbsent(input, InputCounts::new));
        publisher.start();
    }

    /**
     * The id of the last gateway that used the spool in a directory.
     *
     * @throws StartException if there is no spool, or it cannot be read
     */
    public static String ownerOf(Path directory) {
        try {
            return Owners.in(directory)
                    .last()
                    .orElseThrow(() -> new StartException(directory
                            + " contains no spool of a gateway; name the directory that is its spool.directory"));
        } catch (IOException e) {
            throw new StartException(directory + " cannot be read (" + e + ")", e);
        }
    }

    /**
     * Sends all parcels of the spool. Returns once Kafka has acknowledged them.
     *
     * @param progress receives every 2 s how much is left and, if nothing moves, the reason
     * @return the number of lines that Kafka has acknowledged
     * @throws StartException if the publisher ends because of an internal error
     */
    public long run(Consumer<String> progress) throws InterruptedException {
        publisher.connect();
        long reportedNanos = System.nanoTime();
        while (!publisher.isIdle()) {
            if (publisher.isDead()) {
                throw new StartException("the spool was not sent completely because of an internal error; see the log");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            if (System.nanoTime() - reportedNanos >= REPORT_EVERY_NANOS) {
                reportedNanos = System.nanoTime();
                progress.accept(publisher.figures().state().text());
            }
        }
        return counts.values().stream()
                .mapToLong(each -> each.acknowledged.sum())
                .sum();
    }

    /** Number of damaged batches that were skipped. */
    public long damaged() {
        return publisher.figures().damage().frames.sum();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
