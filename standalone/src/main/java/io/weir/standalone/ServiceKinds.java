package io.weir.standalone;

import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.service.Service;
import io.weir.contract.service.StartException;
import io.weir.contract.yaml.YamlSection;
import io.weir.dashboard.DashboardConfig;
import io.weir.dashboard.DashboardService;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.notify.NotifierConfig;
import io.weir.notify.NotifierService;
import io.weir.phoebus.PhoebusConfig;
import io.weir.phoebus.PhoebusService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.alarms.CommandSender;
import io.weir.standalone.probe.ProbeConfig;
import io.weir.standalone.probe.ProbeService;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** All services, in the order of the data flow. */
final class ServiceKinds {
    private ServiceKinds() {}

    /** Measures its own host. */
    static final ServiceKind PROBE =
            new ServiceKind("probe", 9405, "Tells a gateway of this host.", ServiceKinds::probe);

    /** Receives metrics. */
    static final ServiceKind GATEWAY =
            new ServiceKind("gateway", 9400, "Takes in metrics by all its inputs, to Kafka.", ServiceKinds::gateway);

    /** All services that {@code up} starts; each also has its own subcommand. */
    static final List<ServiceKind> ALL = List.of(
            PROBE,
            GATEWAY,
            new ServiceKind(
                    "processing",
                    9401,
                    "Enriches, aggregates, routes and suppresses metrics, from Kafka to Kafka.",
                    ServiceKinds::processing),
            new ServiceKind(
                    "alarming", 9402, "Turns metrics over their thresholds into alarms.", ServiceKinds::alarming),
            new ServiceKind("writer", 9403, "Loads metrics in bulk, from Kafka into the store.", ServiceKinds::writer),
            new ServiceKind(
                    "notifier",
                    9406,
                    "Tells Alertmanager of alarms, and a webhook of their transitions.",
                    ServiceKinds::notifier),
            new ServiceKind(
                    "phoebus", 9407, "Shows alarms to Phoebus, and obeys its operators.", ServiceKinds::phoebus),
            new ServiceKind(
                    "dashboard", 9404, "Shows the farm live in a browser, and its alarms.", ServiceKinds::dashboard));

    private static Function<ServiceContext, Service> probe(YamlSection section) {
        ProbeConfig config = ProbeConfig.read(section);
        return around -> new ProbeService(config, around.door(), around.meters());
    }

    private static Function<ServiceContext, Service> gateway(YamlSection section) {
        GatewayConfig config = GatewayConfig.read(section);
        return around -> new GatewayService(
                around.data().map(data -> config.withSpoolIn(data.spool())).orElse(config),
                around.kafka(),
                around.meters());
    }

    private static Function<ServiceContext, Service> processing(YamlSection section) {
        ProcessingConfig config = ProcessingConfig.read(section);
        Optional<Path> rules = rules(section);
        return around -> new ProcessingService(
                around.data()
                        .map(data -> config.withStateDirectory(data.state("processing")))
                        .orElse(config),
                around.rules("processing", rules),
                around.kafka(),
                around.meters());
    }

    private static Function<ServiceContext, Service> alarming(YamlSection section) {
        AlarmingConfig config = AlarmingConfig.read(section);
        Optional<Path> rules = rules(section);
        return around -> new AlarmingService(
                around.data()
                        .map(data -> config.withStateDirectory(data.state("alarming")))
                        .orElse(config),
                around.rules("alarming", rules),
                around.kafka(),
                around.meters());
    }

    private static Function<ServiceContext, Service> writer(YamlSection section) {
        WriterConfig config = WriterConfig.read(section);
        StorePlace own = new StorePlace(config.store(), config.token());
        Optional<Path> rules = rules(section);
        return around -> new WriterService(
                config.withStore(
                        own.or(around.store()).url(), own.or(around.store()).token()),
                around.rules("writer", rules),
                around.kafka(),
                around.meters());
    }

    private static Function<ServiceContext, Service> notifier(YamlSection section) {
        NotifierConfig config = NotifierConfig.read(section);
        return around -> {
            // In {@code up} the notifier is then off; alone it would do nothing.
            if (!config.isOn() && around.data().isEmpty()) {
                throw new StartException("nobody is to be told of alarms: set alertmanager.urls"
                        + " (WEIR_NOTIFIER_ALERTMANAGER_URLS), such as http://127.0.0.1:9093, or webhook.url"
                        + " (WEIR_NOTIFIER_WEBHOOK_URL)");
            }
            return new NotifierService(config, around.kafka(), around.meters());
        };
    }

    private static Function<ServiceContext, Service> phoebus(YamlSection section) {
        PhoebusConfig config = PhoebusConfig.read(section);
        return around -> {
            boolean isAlone = around.data().isEmpty();
            return new PhoebusService(config, config.enabled().orElse(isAlone), around.kafka(), around.meters());
        };
    }

    private static Function<ServiceContext, Service> dashboard(YamlSection section) {
        DashboardConfig config = DashboardConfig.read(section);
        StorePlace past = StorePlace.read(section);
        return around -> new DashboardService(
                config,
                Optional.of(past.or(around.store()).address()),
                new Inside(around),
                commands -> CommandSender.ask(around.kafka(), commands),
                around.kafka(),
                around.meters());
    }

    private static Optional<Path> rules(YamlSection section) {
        return section.text(
                        "rules",
                        "a rule file for this service alone, fixed; without one, what is published holds, live")
                .optional()
                .map(Path::of);
    }
}
