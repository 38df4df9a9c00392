package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends parcels with a Kafka producer.
 *
 * <p>After a failed record, a producer continues with later records of the partition. They must not
 * overtake the failed record, which is sent again. A failure therefore closes the producer if it
 * has more records of the lane. The outlet then creates a new producer, and all unacknowledged
 * parcels are sent again.
 */
final class KafkaOutlet implements Outlet {
    /** Rejection reason of a line in {@code metrics.rejected}. */
    static final String TOO_LARGE = "record-too-large";

    private static final Logger LOG = LoggerFactory.getLogger(KafkaOutlet.class);
    /** Minimum interval between new producers. */
    private static final long RENEW_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final RecordWriter writer;
    private final PublishQueue rejects;
    private volatile Producer<byte[], byte[]> producer;
    private volatile boolean isBroken;
    private long renewedNanos;
    /**
     * Batches are sent in parts of at most this size. Reduced when Kafka rejects a part as too
     * large.
     */
    private volatile int mostBytes = Integer.MAX_VALUE;

    /** {@code rejects} receives lines that are too large for Kafka. */
    KafkaOutlet(Supplier<Producer<byte[], byte[]>> producers, RecordWriter writer, PublishQueue rejects) {
        this.producers = producers;
        this.writer = writer;
        this.rejects = rejects;
        this.producer = producers.get();
        this.renewedNanos = System.nanoTime() - RENEW_EVERY_NANOS;
    }

    /** Blocks for metadata or memory no longer than the producer's {@code max.block.ms}. */
    @Override
    public @Nullable String send(Parcel parcel, ParcelDelivery delivery) {
        if (isBroken && !renew()) {
            return "";
        }
        if (!(parcel instanceof Parcel.Batch batch)) {
            return delivery.begin() ? give(writer.record(parcel), new Answer(delivery, parcel, null)) : "";
        }
        boolean isFirst = true;
        for (BatchPart part : BatchPart.of(batch, mostBytes, delivery.leftOut())) {
            if (!delivery.begin()) {
                return isFirst ? "" : null;
            }
            String whyNot = give(writer.record(batch, part), new Answer(delivery, parcel, part));
            if (whyNot != null && isFirst) {
                return whyNot;
            }
            if (whyNot != null) {
                delivery.interrupted();
                return null;
            }
            isFirst = false;
        }
        return null;
    }

    /**
     * Gives a record to the producer. Returns null, or the reason why the producer did not accept
     * the record.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback receives success and failure.
    private @Nullable String give(ProducerRecord<byte[], byte[]> record, Answer answer) {
        try {
            producer.send(record, answer);
            return answer.whyNot;
        } catch (KafkaException | IllegalStateException e) {
            // Thrown by a producer that can no longer work, which then does not call back.
            isBroken = true;
            answer.delivery.withdraw();
            return words(e);
        }
    }

    /** Creates a new producer. Returns whether there is one. */
    private boolean renew() {
        long nowNanos = System.nanoTime();
        if (nowNanos - renewedNanos < RENEW_EVERY_NANOS) {
            return false;
        }
        renewedNanos = nowNanos;
        try {
            producer.close(Duration.ZERO);
            producer = producers.get();
            isBroken = false;
            return true;
        } catch (KafkaException e) {
            LOG.warn("creating a Kafka producer failed and is retried: {}", words(e));
            return false;
        }
    }

    /** Stops the producer from writing; everything unacknowledged fails. */
    private void breakOff() {
        isBroken = true;
        producer.close(Duration.ZERO);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    /** The most specific message of an exception. */
    static String words(Exception failure) {
        Throwable last = failure;
        while (last.getMessage() == null && last.getCause() != null) {
            last = last.getCause();
        }
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    private static boolean isTooLarge(Exception failure) {
        return failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException;
    }

    /**
     * Receives the outcome of a record once: within {@code send}, in the sender's thread, or later
     * in the producer's thread.
     */
    private final class Answer implements Callback {
        private final ParcelDelivery delivery;
        private final Parcel parcel;
        private final @Nullable BatchPart part;
        private final Thread sender = Thread.currentThread();
        /** Why the record was not accepted; null if it was. */
        private @Nullable String whyNot;

        Answer(ParcelDelivery delivery, Parcel parcel, @Nullable BatchPart part) {
            this.delivery = delivery;
            this.parcel = parcel;
            this.part = part;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            if (failure == null) {
                delivery.acknowledged();
            } else if (failure instanceof TimeoutException && isAtOnce()) {
                // No metadata or no memory yet: the producer did not accept the record.
                whyNot = words(failure);
                delivery.withdraw();
            } else if (isTooLarge(failure)) {
                tooLarge();
            } else {
                // A plain KafkaException: the producer was closed before Kafka had everything.
                failed(failure.getClass() == KafkaException.class ? null : words(failure));
            }
        }

        /** Whether the callback runs before the producer could accept later records. */
        private boolean isAtOnce() {
            return Thread.currentThread() == sender;
        }

        private void failed(@Nullable String why) {
            boolean isInOrder = parcel.lane() > 0 && !isAtOnce();
            delivery.failed(why, isInOrder ? KafkaOutlet.this::breakOff : () -> {});
        }

        private void tooLarge() {
            if (part != null && part.lineCount() > 1) {
                int bytes = Math.max(1, (part.to() - part.from()) / 2);
                if (bytes < mostBytes) {
                    mostBytes = bytes;
                    LOG.warn(
                            "Kafka refuses a batch as too large; batches are sent in parts of {} bytes from now on",
                            bytes);
                }
                failed(null);
                return;
            }
            if (part != null && parcel instanceof Parcel.Batch batch) {
                Parcel.Refused refused = new Parcel.Refused(
                        part.linesOf(batch), TOO_LARGE, "", 1, 0, batch.receivedMillis(), batch.counts());
                if (!rejects.offerRejected(refused)) {
                    batch.counts().unpublishedRejects.increment();
                }
                delivery.leaveOut(part.firstLine());
            } else if (parcel instanceof Parcel.Refused refused) {
                refused.counts().unpublishedRejects.increment();
            } else {
                LOG.error(
                        "Kafka refuses a record as too large; the record is dropped kind={}",
                        parcel.getClass().getSimpleName());
            }
            delivery.givenUp();
        }
    }
}
