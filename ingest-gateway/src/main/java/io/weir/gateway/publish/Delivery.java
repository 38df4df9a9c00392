package io.weir.gateway.publish;

import io.weir.gateway.intake.GatewayCounts;
import io.weir.gateway.intake.Parcel;
import java.util.Locale;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Counts what became of one parcel that was sent. Called once, by the producer's thread or the sending one. */
record Delivery(Parcel parcel, GatewayCounts counts) implements Callback {
    /** Why lines were lost: the gateway ended before the broker took them. */
    static final String SHUTDOWN = "shutdown";

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (parcel instanceof Parcel.Refused) {
            if (failure != null) {
                counts.unpublishedRejects.increment();
            }
        } else if (failure == null) {
            counts.acknowledged.add(linesOf(parcel));
        } else {
            counts.lost.add(reason(failure), linesOf(parcel));
        }
    }

    static int linesOf(Parcel parcel) {
        return parcel instanceof Parcel.Batch batch ? batch.lineCount() : 0;
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
