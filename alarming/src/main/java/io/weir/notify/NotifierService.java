package io.weir.notify;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.consumer.AlarmFollower;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.notify.alertmanager.Alertmanagers;
import io.weir.notify.post.NotifierMeters;
import io.weir.notify.webhook.Webhook;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs notifications as a service: waits for Kafka, then notifies the configured receivers. Without
 * receivers it is off.
 */
public final class NotifierService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(NotifierService.class);
    private static final String NAME = "notifier";

    private final NotifierConfig config;
    private final TopicsWait topics;
    private final Alertmanagers alertmanagers;
    private final AlarmFollower alarms;
    private final RejectedRecords rejected;
    private final Optional<Webhook> webhook;

    /** Creates the service without connecting; {@link #start} connects. */
    public NotifierService(NotifierConfig config, KafkaSettings kafka, MeterRegistry registry) {
        this.config = config;
        NotifierMeters meters = new NotifierMeters(registry);
        alertmanagers = new Alertmanagers(config.alertmanager(), meters, Clock.systemUTC());
        alarms = new AlarmFollower("weir-" + NAME, kafka, alertmanagers);
        rejected = new RejectedRecords(NAME, kafka);
        MissedRecords missed = new MissedRecords(NAME, registry, rejected);
        webhook = config.webhook().url().map(url -> new Webhook(url, config.webhook(), kafka, meters, missed));
        topics = new TopicsWait(NAME, kafka, this::startReceivers);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        if (config.isOn()) {
            LOG.info(
                    "notifier   alertmanager={} webhook={}",
                    config.alertmanager().shown(),
                    config.webhook().shown());
            topics.start();
        }
    }

    private void startReceivers() {
        if (config.alertmanager().isOn()) {
            alertmanagers.start();
            alarms.start();
        }
        webhook.ifPresent(Webhook::start);
    }

    /** Ready while all receivers can be notified; waits for unavailable ones. */
    @Override
    public Health health() {
        if (!config.isOn()) {
            return Health.off();
        }
        Health start = topics.health();
        if (!start.ready()) {
            return start;
        }
        return Health.all(Stream.concat(alertmanagersHealth(), webhook.map(Webhook::health).stream()));
    }

    private Stream<Health> alertmanagersHealth() {
        if (!config.alertmanager().isOn()) {
            return Stream.empty();
        }
        return Stream.concat(Stream.of(alarms.health()), alertmanagers.troubles());
    }

    @Override
    public void close() {
        topics.close();
        webhook.ifPresent(Webhook::close);
        alarms.close();
        alertmanagers.close();
        rejected.close();
    }
}
