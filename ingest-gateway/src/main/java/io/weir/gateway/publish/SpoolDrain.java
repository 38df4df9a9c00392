package io.weir.gateway.publish;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.ReceiveClock;
import io.weir.gateway.spool.Owners;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends what a gateway that does not run any more has left in its spool: under its id, its epochs and its numbers, as it would itself.
 * Whoever has had some of it takes the rest.
 */
public final class SpoolDrain implements AutoCloseable {
    private static final long TELL_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_EVERY_MILLIS = 20;
    /** More than the spool has: nothing is added to it but what is on its way when the drain ends. */
    private static final long ROOM_BYTES = 1L << 40;

    private static final long HAND_OFF_BYTES = 1 << 20;
    private static final String COMPRESSION = "lz4";

    private final Map<String, InputCounts> counts = new ConcurrentHashMap<>();
    private final String gatewayId;
    private final Publisher publisher;

    /**
     * Opens the spool in a directory.
     *
     * @param partitions that the topic of the lines has: lines of others would be dropped
     * @throws StartException if there is none, if a gateway uses it, or if it cannot be read
     */
    public SpoolDrain(Path directory, KafkaSettings kafka, int partitions) {
        this.gatewayId = ownerOf(directory);
        KafkaTarget target = new KafkaTarget(
                kafka.topics(), gatewayId, partitions, ProducerSettings.of(kafka, gatewayId, COMPRESSION));
        this.publisher = new Publisher(
                new HandOff(HAND_OFF_BYTES),
                target,
                new SpoolSettings(directory, ROOM_BYTES, 0),
                new ReceiveClock(Clock.systemUTC(), System::nanoTime),
                input -> counts.computeIfAbsent(input, InputCounts::new));
        publisher.start();
    }

    private static String ownerOf(Path directory) {
        try {
            return Owners.in(directory)
                    .last()
                    .orElseThrow(() -> new StartException(directory
                            + " has no spool of a gateway: name the directory that spool.directory named there"));
        } catch (IOException e) {
            throw new StartException(directory + " cannot be read (" + e + ")", e);
        }
    }

    /** The id of the gateway that used the spool last. */
    public String gatewayId() {
        return gatewayId;
    }

    /**
     * Sends all of it; returns once Kafka has acknowledged it.
     *
     * @param progress is told from time to time what is left, and why nothing moves
     * @return how many lines Kafka has acknowledged
     * @throws StartException if the publisher ends by a mistake of its own
     */
    public long run(Consumer<String> progress) throws InterruptedException {
        publisher.connect();
        long toldNanos = System.nanoTime();
        while (!publisher.isIdle()) {
            if (publisher.isDead()) {
                throw new StartException("the spool was not sent to its end, by a mistake of Weir's own: see the log");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            if (System.nanoTime() - toldNanos >= TELL_EVERY_NANOS) {
                toldNanos = System.nanoTime();
                progress.accept(publisher.figures().state().text());
            }
        }
        return counts.values().stream()
                .mapToLong(each -> each.acknowledged.sum())
                .sum();
    }

    /** How many batches were damaged and left out. */
    public long damaged() {
        return publisher.figures().cut().frames.sum();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
