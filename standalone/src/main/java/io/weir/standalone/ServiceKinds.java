package io.weir.standalone;

import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.Service;
import io.weir.contract.service.StartException;
import io.weir.dashboard.DashboardConfig;
import io.weir.dashboard.DashboardService;
import io.weir.dashboard.history.QueryStores;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.late.LateConfig;
import io.weir.late.LateService;
import io.weir.notify.NotifierConfig;
import io.weir.notify.NotifierService;
import io.weir.phoebus.PhoebusConfig;
import io.weir.phoebus.PhoebusService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.SeriesSource;
import io.weir.relay.RelayConfig;
import io.weir.relay.RelayService;
import io.weir.standalone.alarms.CommandSender;
import io.weir.standalone.probe.ProbeConfig;
import io.weir.standalone.probe.ProbeService;
import io.weir.writer.WriterConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** All services, in the order of the data flow. */
final class ServiceKinds {
    private ServiceKinds() {}

    /** Measures its own host. */
    static final ServiceKind PROBE =
            new ServiceKind("probe", 9405, "Sends metrics of this host to a gateway.", ServiceKinds::probe);

    /** Receives metrics. */
    static final ServiceKind GATEWAY = new ServiceKind(
            "gateway", 9400, "Receives metrics on all its inputs and writes them to Kafka.", ServiceKinds::gateway);

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
                    "alarming",
                    9402,
                    "Evaluates alarm rules on metrics, and raises and clears alarms.",
                    ServiceKinds::alarming),
            new ServiceKind(
                    "late",
                    9409,
                    "Evaluates late rules: queries on stored history that raise alarms.",
                    ServiceKinds::late),
            new ServiceKind("writer", 9403, "Writes metrics in bulk from Kafka to the store.", ServiceKinds::writer),
            new ServiceKind(
                    "notifier",
                    9406,
                    "Sends alarms to Alertmanager, and their transitions to a webhook.",
                    ServiceKinds::notifier),
            new ServiceKind(
                    "phoebus",
                    9407,
                    "Shows alarms in Phoebus, and executes its operators' commands.",
                    ServiceKinds::phoebus),
            new ServiceKind(
                    "relay",
                    9408,
                    "Passes lines and alarms on to RabbitMQ and to other Kafka clusters.",
                    ServiceKinds::relay),
            new ServiceKind(
                    "dashboard", 9404, "Shows the farm and its alarms live in a browser.", ServiceKinds::dashboard));

    /** The kind with this name. */
    static Optional<ServiceKind> named(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    private static Function<ServiceContext, Service> probe(YamlSection section) {
        ProbeConfig config = ProbeConfig.read(section);
        return context -> {
            if (config.output().isStandardOutput()) {
                throw new StartException("probe.to (WEIR_PROBE_TO) must not be standard output, which has the log"
                        + " of all services: run weir probe beside them");
            }
            return new ProbeService(config, context.input(), context.meters());
        };
    }

    private static Function<ServiceContext, Service> gateway(YamlSection section) {
        GatewayConfig config = GatewayConfig.read(section);
        return context -> new GatewayService(
                context.data().map(data -> config.withSpoolIn(data.spool())).orElse(config),
                context.kafka(),
                context.meters());
    }

    private static Function<ServiceContext, Service> processing(YamlSection section) {
        ProcessingConfig config = ProcessingConfig.read(section);
        Optional<Path> rules = rules(section);
        return context -> new ProcessingService(
                context.data()
                        .map(data -> config.withStateDirectory(data.state("processing")))
                        .orElse(config),
                context.rules("processing", rules),
                context.kafka(),
                context.meters());
    }

    private static Function<ServiceContext, Service> alarming(YamlSection section) {
        AlarmingConfig config = AlarmingConfig.read(section);
        Optional<Path> rules = rules(section);
        return context -> new AlarmingService(
                context.data()
                        .map(data -> config.withStateDirectory(data.state("alarming")))
                        .orElse(config),
                context.rules("alarming", rules),
                context.kafka(),
                context.meters());
    }

    private static Function<ServiceContext, Service> late(YamlSection section) {
        LateConfig config = LateConfig.read(section);
        StorePlace past = StorePlace.read(section);
        Optional<Path> rules = rules(section);
        return context -> {
            StorePlace place = past.or(context.store());
            return new LateService(
                    config,
                    storage -> place.address()
                            .flatMap(address -> QueryStores.series(address, storage))
                            .<SeriesSource>map(store -> store)
                            .orElseGet(() -> unreadable(place)),
                    context.rules("late", rules),
                    context.kafka(),
                    context.meters());
        };
    }

    private static SeriesSource unreadable(StorePlace place) {
        return (matchers, from, to, allowance) -> {
            throw new EvaluationException(
                    "queries cannot read the store " + place + "; they read " + QueryStores.NAMES + " (docs/query.md)");
        };
    }

    private static Function<ServiceContext, Service> writer(YamlSection section) {
        return new WriterFactory(WriterConfig.read(section), rules(section));
    }

    private static Function<ServiceContext, Service> notifier(YamlSection section) {
        NotifierConfig config = NotifierConfig.read(section);
        return context -> {
            // In {@code up} the notifier is then off; alone it would do nothing.
            if (!config.isOn() && context.data().isEmpty()) {
                throw new StartException("the notifier has no receiver: set alertmanager.urls"
                        + " (WEIR_NOTIFIER_ALERTMANAGER_URLS), such as http://127.0.0.1:9093, or webhook.url"
                        + " (WEIR_NOTIFIER_WEBHOOK_URL)");
            }
            return new NotifierService(config, context.kafka(), context.meters());
        };
    }

    private static Function<ServiceContext, Service> phoebus(YamlSection section) {
        PhoebusConfig config = PhoebusConfig.read(section);
        return context -> {
            boolean isAlone = context.data().isEmpty();
            return new PhoebusService(config, config.enabled().orElse(isAlone), context.kafka(), context.meters());
        };
    }

    private static Function<ServiceContext, Service> relay(YamlSection section) {
        RelayConfig config = RelayConfig.read(section);
        return context -> {
            // In {@code up} the relay is then off; alone it would do nothing.
            if (!config.isOn() && context.data().isEmpty()) {
                throw new StartException("the relay has no sink: set sinks in its settings, such as"
                        + " sinks: {grid: {kafka: {bootstrap: \"kafka.example.org:9092\", topic: weir}}}");
            }
            return new RelayService(config, context.kafka(), context.meters());
        };
    }

    private static Function<ServiceContext, Service> dashboard(YamlSection section) {
        DashboardConfig config = DashboardConfig.read(section);
        StorePlace past = StorePlace.read(section);
        return context -> new DashboardService(
                config,
                past.or(context.store()).address(),
                new LocalProcess(context),
                commands -> CommandSender.ask(context.kafka(), commands),
                context.kafka(),
                context.meters());
    }

    private static Optional<Path> rules(YamlSection section) {
        return section.text(
                        "rules",
                        "a fixed rule file for this service only; without one, the service follows the"
                                + " published rules")
                .optional()
                .map(Path::of);
    }
}
