package io.weir.relay;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a relay for each sink: waits for Kafka, then relays until closed. Without sinks it is off. */
public final class RelayService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(RelayService.class);

    /** Names the service in meters and in {@code metrics.rejected}. */
    static final String NAME = "relay";

    private static final long CLOSE_WITHIN_MILLIS = 4_500;

    private final RelayConfig config;
    private final TopicsWait topics;
    private final RejectedRecords rejected;
    private final List<Relay> relays;

    /** Creates the service without connecting; {@link #start} connects. */
    public RelayService(RelayConfig config, KafkaSettings kafka, MeterRegistry registry) {
        this.config = config;
        rejected = new RejectedRecords(NAME, kafka);
        MissedRecords missed = new MissedRecords(NAME, registry, rejected);
        relays = config.sinks().stream()
                .map(sink -> new Relay(sink, kafka, registry, rejected, missed))
                .toList();
        topics = new TopicsWait(NAME, kafka, () -> relays.forEach(Relay::start));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        if (config.isOn()) {
            config.sinks()
                    .forEach(sink -> LOG.info(
                            "relay      sink={} read={} {}",
                            sink.name(),
                            sink.feeds(),
                            sink.destination().shown()));
            topics.start();
        }
    }

    /** Ready while all sinks accept messages. */
    @Override
    public Health health() {
        if (!config.isOn()) {
            return Health.off();
        }
        Health start = topics.health();
        if (!start.ready()) {
            return start;
        }
        return Health.all(relays.stream().map(Relay::health));
    }

    @Override
    public void close() {
        topics.close();
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_WITHIN_MILLIS);
        relays.forEach(Relay::end);
        relays.forEach(relay -> relay.join(deadlineNanos));
        rejected.close();
    }
}
