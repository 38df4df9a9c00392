package io.weir.notify.meter;

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

    /** Registers those that are of no receiver. */
    public NotifierMeters(MeterRegistry registry) {
        this.registry = registry;
        unreadable = Counter.builder("weir.notifier.unreadable")
                .description("Records of the alarm topics that could not be read, and are passed over")
                .register(registry);
    }

    /** A record could not be read. */
    public void unreadable() {
        unreadable.increment();
    }

    /**
     * Those of one receiver.
     *
     * @param kind such as {@code webhook}
     * @param to where it is, without secrets
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
                    .description("Alerts, or transitions, that the receiver has taken; repetitions count")
                    .tags(tags)
                    .register(registry);
            refused = Counter.builder("weir.notifier.refused")
                    .description(
                            "Alerts, or transitions, that the receiver will never take, and that it is not sent again")
                    .tags(tags)
                    .register(registry);
        }

        /** The receiver took so many. */
        public void sent(int count) {
            sent.increment(count);
        }

        /** The receiver refused so many for good. */
        public void refused(int count) {
            refused.increment(count);
        }

        /** A request did not do what it should; {@code reason} is one of a few words. */
        public void failed(String reason) {
            Counter.builder(FAILED)
                    .description("Requests that the receiver did not take, by what was the matter")
                    .tags(tags)
                    .tag("reason", reason)
                    .register(registry)
                    .increment();
        }

        /** How many the receiver has not been told of yet; asked from any thread. */
        public void lag(LongSupplier count) {
            Gauge.builder("weir.notifier.lag", count, LongSupplier::getAsLong)
                    .description("Changes of alarms, or transitions, that the receiver has not been told of yet")
                    .tags(tags)
                    .strongReference(true)
                    .register(registry);
        }
    }
}
