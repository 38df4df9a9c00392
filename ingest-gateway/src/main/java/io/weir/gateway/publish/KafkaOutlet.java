package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import java.time.Duration;
import java.util.Locale;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends parcels with a Kafka producer. */
final class KafkaOutlet implements Outlet {
    private final Producer<byte[], byte[]> producer;
    private final RecordWriter writer;

    KafkaOutlet(Producer<byte[], byte[]> producer, RecordWriter writer) {
        this.producer = producer;
        this.writer = writer;
    }

    /** Its producer waits for metadata or memory no longer than its {@code max.block.ms}. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The answer is what hears of success and failure.
    public boolean send(Parcel parcel, Delivery delivery) {
        Answer answer = new Answer(delivery, Thread.currentThread());
        try {
            producer.send(writer.record(parcel), answer);
        } catch (KafkaException e) {
            // Thrown instead of told by a producer that can do nothing more.
            delivery.failed(reason(e));
        }
        return !answer.isRefused;
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    /**
     * {@code RecordTooLargeException} is {@code record-too-large}: Kafka's errors are few, and their names stable. A plain
     * {@code KafkaException} is what a producer says that was closed before the broker took everything.
     */
    static String reason(Exception failure) {
        if (failure.getClass() == KafkaException.class) {
            return failure.getCause() instanceof KafkaException cause ? reason(cause) : Delivery.SHUTDOWN;
        }
        String name = failure.getClass().getSimpleName();
        String error = name.endsWith("Exception") ? name.substring(0, name.length() - "Exception".length()) : name;
        return error.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** Hears once what became of a record: within {@code send}, in the sender's thread, or later in the producer's. */
    private static final class Answer implements Callback {
        private final Delivery delivery;
        private final Thread sender;
        private boolean isRefused;

        Answer(Delivery delivery, Thread sender) {
            this.delivery = delivery;
            this.sender = sender;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            if (failure == null) {
                delivery.acknowledged();
            } else if (failure instanceof TimeoutException && Thread.currentThread() == sender) {
                isRefused = true; // No metadata or no memory yet: the record was not taken.
            } else {
                delivery.failed(reason(failure));
            }
        }
    }
}
