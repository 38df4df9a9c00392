package io.weir.standalone;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MetersServer;
import io.weir.contract.service.Running;
import io.weir.contract.service.ServiceRunner;
import io.weir.contract.service.StartException;
import io.weir.standalone.probe.ProbeConfig;
import io.weir.standalone.probe.ProbeService;
import io.weir.standalone.probe.out.Destination;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.probe.out.ProbeFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code weir probe}: runs the probe of a host alone. */
@Command(
        name = "probe",
        description = "Sends metrics of this host to a gateway or another system: CPU, memory, disks, network,"
                + " selected processes.",
        mixinStandardHelpOptions = true)
final class Probe implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings in YAML. The options below take precedence.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Format.class,
            description = "udp: line protocol to a gateway (default); influx: line protocol by HTTP, or on standard"
                    + " output; otlp: OpenTelemetry by HTTP; prometheus: a page to scrape.")
    private Optional<ProbeFormat> format = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            converter = To.class,
            description = "udp: HOST:PORT of a gateway (default: 127.0.0.1:8089). influx: URL of write requests, such"
                    + " as http://influx1:8086/write?db=metrics, or - for standard output. otlp: URL of a"
                    + " collector (default: http://127.0.0.1:4318).")
    private Optional<Destination> to = Optional.empty();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = Target.class,
            description = "prometheus: address of the page /metrics (default: 127.0.0.1:9408; *:9408 for all"
                    + " addresses).")
    private Optional<HostAndPort> listen = Optional.empty();

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            converter = Interval.class,
            description = "Interval between sends, such as 1s; at least 500ms.")
    private Optional<Duration> interval = Optional.empty();

    @Option(
            names = "--process",
            paramLabel = "PATTERN",
            arity = "1..*",
            converter = Pattern.class,
            description = "Globs of names or command lines of the processes to measure; self is the probe's"
                    + " own process.")
    private List<Glob> processes = List.of();

    private record ProbeSettings(HttpSettings meters, ProbeConfig probe) {}

    @Override
    public Integer call() {
        return ServiceRunner.run(this::start);
    }

    private void start(Running running) {
        ProbeSettings settings = Settings.withVariables(Settings.source(config), ServiceKinds.PROBE, System.getenv())
                .read(Probe::read);
        ProbeConfig probe =
                settings.probe().with(settings.probe().output().with(format, to, listen), interval, processes);
        if (!probe.enabled()) {
            throw new StartException("the probe is switched off: set enabled to true in its settings (or unset "
                    + ServiceKinds.PROBE.variables() + "_ENABLED), or do not start it");
        }
        if (probe.output().isStandardOutput()) {
            // Only metrics go to standard output: logs go to the other one.
            System.setOut(System.err);
        }
        PrometheusMeterRegistry meters = JvmMeters.registry();
        ProbeService service = new ProbeService(probe, () -> HostAndPort.GATEWAY, meters);
        running.add(MetersServer.start(settings.meters(), meters, List.of(service)));
        running.start(service);
    }

    private static ProbeSettings read(YamlSection root) {
        // A probe does not use Kafka, but its environment may be the services' one, so these
        // settings are not an error.
        KafkaSettings.read(root.section("kafka"));
        return new ProbeSettings(
                HttpSettings.read(root.section("meters"), ServiceKinds.PROBE.metersPort()), ProbeConfig.read(root));
    }

    private static final class Format implements ITypeConverter<ProbeFormat> {
        @Override
        public ProbeFormat convert(String text) {
            return Stream.of(ProbeFormat.values())
                    .filter(each -> each.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "must be udp, influx, otlp or prometheus, was " + Refusal.quote(text)));
        }
    }

    private static final class To implements ITypeConverter<Destination> {
        @Override
        public Destination convert(String text) {
            return refusing(() -> Destination.parse(text));
        }
    }

    private static final class Target implements ITypeConverter<HostAndPort> {
        @Override
        public HostAndPort convert(String text) {
            return refusing(() -> HostAndPort.parse(text));
        }
    }

    private static final class Interval implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return refusing(() -> ProbeConfig.requireInterval(Durations.parse(text)));
        }
    }

    private static final class Pattern implements ITypeConverter<Glob> {
        @Override
        public Glob convert(String text) {
            return refusing(() -> new Glob(text));
        }
    }

    private static <T> T refusing(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
