package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import java.util.Locale;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Counts what became of one parcel that was sent. Called once, by the producer's thread or the sending one. */
record Delivery(Parcel parcel) implements Callback {
    /** Why lines were lost: the gateway ended before the broker took them. */
    static final String SHUTDOWN = "shutdown";

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure != null) {
            countLost(reason(failure));
        } else if (parcel instanceof Parcel.Batch batch) {
            batch.counts().acknowledged.add(batch.lineCount());
        }
    }

    void countSent() {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().sent.add(batch.lineCount());
        }
    }

    void countLost(String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().lost.add(reason, batch.lineCount());
        } else if (parcel instanceof Parcel.Refused refused) {
            refused.counts().unpublishedRejects.increment();
        }
    }

    /** Counts what was never given to the producer; says how many lines that were. */
    int countDropped(String reason) {
        if (parcel instanceof Parcel.Batch batch) {
            batch.counts().dropped.add(reason, batch.lineCount());
            return batch.lineCount();
        }
        if (parcel instanceof Parcel.Refused refused) {
            refused.counts().unpublishedRejects.increment();
        }
        return 0;
    }

    /** {@code RecordTooLargeException} is {@code record-too-large}: Kafka's errors are few, and their names stable. */
    static String reason(Exception failure) {
        if (failure.getClass() == KafkaException.class) {
            return SHUTDOWN; // What a producer says that was closed before the broker took everything.
        }
        String name = failure.getClass().getSimpleName();
        String error = name.endsWith("Exception") ? name.substring(0, name.length() - "Exception".length()) : name;
        return error.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
