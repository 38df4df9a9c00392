package io.weir.notify.post;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import java.util.function.LongSupplier;

/** Every meter of notifications. Thread-safe. */
public final class NotifierMeters {
    private final MeterSet meters;
    private final Counter unreadable;

    /** Registers the meters that belong to no receiver. */
    public NotifierMeters(MeterRegistry registry) {
        meters = new MeterSet(registry);
        unreadable =
                meters.counter("weir.notifier.unreadable", "Unreadable records of the alarm topics, which are skipped");
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
        return new OfReceiver(meters.with("receiver", kind).with("to", to));
    }

    /** The meters of one receiver. */
    public static final class OfReceiver {
        private final MeterSet meters;
        private final Counter sent;
        private final Counter refused;

        private OfReceiver(MeterSet meters) {
            this.meters = meters;
            sent = meters.counter(
                    "weir.notifier.sent", "Alerts or transitions that the receiver accepted, including repetitions");
            refused = meters.counter(
                    "weir.notifier.refused",
                    "Alerts or transitions that the receiver refused permanently; they are not sent again");
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
            meters.with("reason", reason)
                    .counter("weir.notifier.failed", "Requests that the receiver did not accept, by reason")
                    .increment();
        }

        /**
         * Registers the lag.
         *
         * @param count supplies the number of unsent changes; called from any thread
         */
        public void lag(LongSupplier count) {
            meters.gauge(
                    "weir.notifier.lag",
                    "Alarm changes or transitions that are not sent to the receiver yet",
                    count,
                    LongSupplier::getAsLong);
        }
    }
}
