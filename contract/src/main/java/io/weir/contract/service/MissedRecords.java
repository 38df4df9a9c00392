package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.topic.Rejection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports records that Kafka deleted before a reader read them: by retention, by an administrator,
 * or because the topic was recreated. Each gap is logged, counted, and stored in
 * {@code metrics.rejected}. A crash right after a report may repeat it. Thread-safe.
 */
public final class MissedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(MissedRecords.class);

    /** The reason in {@code metrics.rejected}; a colon and details may follow. */
    public static final String REASON = "retention-overtook";

    private final String service;
    private final MeterSet meters;
    private final RejectedRecords rejected;

    /** The end of the last reported gap, by topic and partition. */
    private final Map<String, Long> reported = new ConcurrentHashMap<>();

    /** Whether a record of {@code metrics.rejected} reports records that a service missed. */
    public static boolean isReport(Rejection rejection) {
        return rejection.reason().equals(REASON) || rejection.reason().startsWith(REASON + ":");
    }

    /** Reports the gaps of this service. */
    public MissedRecords(String service, MeterRegistry meters, RejectedRecords rejected) {
        this.service = service;
        this.meters = new MeterSet(meters).with("service", service);
        this.rejected = rejected;
    }

    /**
     * Reports that the records from offset {@code from} up to, not including, {@code to} are gone.
     * A gap that another reader has reported is not reported again. Does not wait for Kafka.
     */
    public void report(String topic, int partition, long from, long to) {
        Long before = reported.put(topic + "/" + partition, to);
        if (before != null && before == to) {
            return;
        }
        String place = topic + "/" + partition + "/" + from + "-" + (to - 1);
        LOG.error(
                "{} missed {} records: Kafka deleted {} before {} read them; make the topic's retention longer than any"
                        + " outage of the service",
                service,
                to - from,
                place,
                service);
        count(topic, to - from);
        String text = (to - from) + " records of " + place + " were deleted before " + service + " read them";
        rejected.send(new Rejection(service, REASON, place, -1), text.getBytes(UTF_8));
    }

    /**
     * Reports that the records read up to an offset are not the present ones. The number of missed
     * records is then unknown and counts as one. Does not wait for Kafka.
     *
     * @param why such as {@code the topic was made anew}
     */
    public void reportUncounted(String topic, int partition, long offset, String why) {
        String place = topic + "/" + partition + "/" + offset;
        LOG.error("{} may have missed records at {}: {}", service, place, why);
        count(topic, 1);
        String text = service + " may have missed records at " + place + ": " + why;
        rejected.send(new Rejection(service, REASON, place, -1), text.getBytes(UTF_8));
    }

    private void count(String topic, long records) {
        meters.with("topic", topic)
                .counter("weir_records_missed", "Records that Kafka deleted before the service read them")
                .increment((double) records);
    }
}
