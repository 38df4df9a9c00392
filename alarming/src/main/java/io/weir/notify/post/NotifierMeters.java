package io.weir.notify.post;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.LongSupplier;

/** Every meter of notifications. Thread-safe. */
public final class NotifierMeters {
    private static final String FAILED = "weir.notifier.failed";

    private final MeterRegistry registry;
    private final Counter unreadable;

    /** Registers the meters that belong to no receiver. */
    public NotifierMeters(MeterRegistry registry) {
        this.registry = registry;
        unreadable = Counter.builder("weir.notifier.unreadable")
                .description("Unreadable records of the alarm topics, which are skipped")
                .register(registry);
    }

    /** Counts an unreadable record. */
    public void unreadable() {
        unreadable.increment();
    }

    /**
     * Returns the meters of one receiver.
     *
     * @param kind such as {@code webhook}
     * @param to its address, without secrets
     */
    public OfReceiver of(String kind, String to) {
        return new OfReceiver(registry, Tags.of("receiver", kind, "to", to));
    }

    /** The meters of one receiver. */
    public static final class OfReceiver {
        private final MeterRegistry registry;
        private final Tags tags;
        private final Counter sent;
        private final Counter refused;

        private OfReceiver(MeterRegistry registry, Tags tags) {
            this.registry = registry;
            this.tags = tags;
            sent = Counter.builder("weir.notifier.sent")
                    .description("Alerts or transitions that the receiver accepted, including repetitions")
                    .tags(tags)
                    .register(registry);
            refused = Counter.builder("weir.notifier.refused")
                    .description("Alerts or transitions that the receiver refused permanently; they are not sent again")
                    .tags(tags)
                    .register(registry);
        }

        /** Counts accepted alerts or transitions. */
        public void sent(int count) {
            sent.increment(count);
        }

        /** Counts permanently refused alerts or transitions. */
        public void refused(int count) {
            refused.increment(count);
        }

        /**
         * Counts a failed request.
         *
         * @param reason one of a small set of words
         */
        public void failed(String reason) {
            Counter.builder(FAILED)
                    .description("Requests that the receiver did not accept, by reason")
                    .tags(tags)
                    .tag("reason", reason)
                    .register(registry)
                    .increment();
        }

        /**
         * Registers the lag.
         *
         * @param count supplies the number of unsent changes; called from any thread
         */
        public void lag(LongSupplier count) {
            Gauge.builder("weir.notifier.lag", count, LongSupplier::getAsLong)
                    .description("Alarm changes or transitions that are not sent to the receiver yet")
                    .tags(tags)
                    .strongReference(true)
                    .register(registry);
        }
    }
}
