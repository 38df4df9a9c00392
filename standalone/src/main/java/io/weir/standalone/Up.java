package io.weir.standalone;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.rule.RuleText;
import io.weir.contract.service.ClockWatch;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MetersServer;
import io.weir.contract.service.Running;
import io.weir.contract.service.Service;
import io.weir.contract.service.ServiceRunner;
import io.weir.contract.service.StartException;
import io.weir.contract.service.WantedPort;
import io.weir.dashboard.DashboardService;
import io.weir.gateway.GatewayService;
import io.weir.standalone.embedded.DataDirectory;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.standalone.embedded.EmbeddedParts;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.rules.DefaultRules;
import io.weir.standalone.rules.RuleChoice;
import io.weir.standalone.rules.RuleWatch;
import io.weir.standalone.status.Status;
import io.weir.standalone.status.StatusOptions;
import io.weir.standalone.store.EmbeddedStore;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.CommonClientConfigs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code weir up}: every service in one process, with an embedded Kafka and store unless others are
 * named.
 */
@Command(
        name = "up",
        description = "Runs all of Weir in one process: Kafka, a store and every service. Ends on Ctrl-C.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
final class Up implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(Up.class);

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings in YAML: kafka, meters, and one section per service.",
            showDefaultValue = Visibility.NEVER)
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = "The rule file (default: rules.yaml in the data directory, created if it is missing).",
            showDefaultValue = Visibility.NEVER)
    private Optional<Path> rules = Optional.empty();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory of all data that survives a restart.",
            defaultValue = "data")
    private Path data = Path.of("data");

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "The store of the metrics: one of Weir's, or of writer.plugins.",
            defaultValue = Stores.EMBEDDED)
    private String store = Stores.EMBEDDED;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "An existing Kafka instead of the embedded one.",
            showDefaultValue = Visibility.NEVER)
    private Optional<String> bootstrap = Optional.empty();

    @Option(
            names = "--kafka-port",
            paramLabel = "PORT",
            description = "Of the embedded Kafka.",
            defaultValue = "9092",
            converter = PortNumber.class)
    private int kafkaPort;

    @Option(
            names = "--kafka-controller-port",
            paramLabel = "PORT",
            description = "Of the embedded Kafka.",
            defaultValue = "9093",
            converter = PortNumber.class)
    private int kafkaControllerPort;

    @Option(
            names = "--store-port",
            paramLabel = "PORT",
            description = "Port of the embedded store for queries, read-only: /exec?query=...",
            defaultValue = "9000",
            converter = PortNumber.class)
    private int storePort;

    @Option(names = "--no-probe", description = "Does not send metrics of this host.")
    private boolean isWithoutProbe;

    @Mixin
    private StatusOptions statusOptions = new StatusOptions();

    @Override
    public Integer call() {
        return ServiceRunner.run(this::start);
    }

    private void start(Running running) {
        long startNanos = System.nanoTime();
        EmbeddedParts.require(bootstrap.isEmpty(), store.equals(Stores.EMBEDDED));
        Settings settings = Settings.ofAll(ServiceKinds.ALL, config, environment());
        Optional<RuleText> named = rules.map(RuleText::read);
        KafkaSettings kafka = settings.kafka().withBootstrap(bootstrap.orElse(EmbeddedBroker.HOST + ":" + kafkaPort));
        if (bootstrap.isEmpty() && kafka.properties().containsKey(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)) {
            throw new StartException(
                    "the embedded Kafka supports neither users nor TLS: leave out kafka.user, kafka.tls"
                            + " and security.protocol (WEIR_KAFKA_USER, …), or name a Kafka with --bootstrap");
        }
        StoreUrl storeUrl = storeUrl(settings.stores());
        DataDirectory directory = running.add(DataDirectory.open(data));
        WantedPort.requireFree(ports(settings));
        LOG.info("data       {}", directory.path());
        Path ruleFile = rules.orElseGet(() -> DefaultRules.in(directory));
        RuleText ruleText = named.orElseGet(() -> RuleText.read(ruleFile));
        LOG.info("rules      {} (edits take effect without a restart)", ruleFile);
        PrometheusMeterRegistry meters = JvmMeters.registry();
        running.add(ClockWatch.start(meters));
        running.add(AuthorityWatch.start(settings.authorities(), meters));
        Status status = running.add(Status.start(statusOptions, meters, System.getenv()));
        status.starting("the store");
        // The store starts before the services, because its port and password are known only after
        // its start.
        Optional<EmbeddedStore> embedded = startStore(running, directory);
        List<Service> services = new ArrayList<>();
        ServiceContext context = new ServiceContext(
                kafka,
                meters,
                new RuleChoice(true, rules.isPresent()),
                Optional.of(embedded.map(StorePlace::of).orElse(new StorePlace(storeUrl, Optional.empty()))),
                Optional.of(directory),
                () -> services,
                () -> input(services));
        settings.services().values().forEach(make -> services.add(make.apply(context)));
        // A foreign Kafka may have other active rules: replace them only if the command line asks
        // for it.
        boolean yields = bootstrap.isPresent() && rules.isEmpty();
        services.add(new RuleWatch(ruleFile, ruleText, yields, kafka));
        MetersServer metersServer = running.add(MetersServer.start(settings.meters(), meters, services));
        status.starting("Kafka");
        startBroker(running, directory);
        // Consumers start before producers. The shutdown runs in reverse order and so follows the
        // data flow.
        List<Service> sinksFirst = new ArrayList<>(services);
        Collections.reverse(sinksFirst);
        sinksFirst.forEach(running::start);
        status.watch(services);
        String metersUrl = "http://" + settings.meters().host() + ":" + metersServer.port() + "/metrics";
        NextSteps next = new NextSteps(page(services), input(services), embedded.map(EmbeddedStore::url), metersUrl);
        running.add(ReadyWatch.start(services, next.lines(), startNanos));
        // Added again to close first: the last messages of the other parts then appear below the
        // status.
        running.add(status);
    }

    /** The option is short for the variable. */
    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (isWithoutProbe) {
            environment.put(ServiceKinds.PROBE.variables() + "_ENABLED", "false");
        }
        return environment;
    }

    /** The address of the gateway among the services; it has started when the probe asks. */
    private static HostAndPort input(List<Service> services) {
        return services.stream()
                .filter(GatewayService.class::isInstance)
                .map(GatewayService.class::cast)
                .flatMap(gateway ->
                        gateway.udpHost().stream().map(host -> HostAndPort.listening(host, gateway.udpPort())))
                .findFirst()
                .orElse(HostAndPort.GATEWAY);
    }

    /** The address of the dashboard among the services. */
    private static String page(List<Service> services) {
        return services.stream()
                .filter(DashboardService.class::isInstance)
                .map(DashboardService.class::cast)
                .findFirst()
                .map(DashboardService::url)
                .orElseThrow();
    }

    private void startBroker(Running running, DataDirectory directory) {
        if (bootstrap.isPresent()) {
            LOG.info("kafka      {}", bootstrap.get());
            return;
        }
        EmbeddedBroker broker = running.add(EmbeddedBroker.start(directory.kafka(), kafkaPort, kafkaControllerPort));
        LOG.info("kafka      {} (embedded)", broker.bootstrap());
    }

    private Optional<EmbeddedStore> startStore(Running running, DataDirectory directory) {
        if (!store.equals(Stores.EMBEDDED)) {
            LOG.info("store      {}", store);
            return Optional.empty();
        }
        EmbeddedStore embedded = running.add(EmbeddedStore.start(directory.store(), storePort));
        LOG.info("store      {} (embedded QuestDB, for reading)", embedded.url());
        return Optional.of(embedded);
    }

    private StoreUrl storeUrl(StoreCatalog stores) {
        try {
            return stores.parse(store);
        } catch (IllegalArgumentException e) {
            throw new StartException("--store: " + e.getMessage(), e);
        }
    }

    private List<WantedPort> ports(Settings settings) {
        List<WantedPort> ports = new ArrayList<>();
        ports.add(MetersServer.port(settings.meters()));
        if (bootstrap.isEmpty()) {
            ports.addAll(EmbeddedBroker.ports(kafkaPort, kafkaControllerPort));
        }
        if (store.equals(Stores.EMBEDDED)) {
            ports.add(EmbeddedStore.port(storePort));
        }
        return ports;
    }
}
