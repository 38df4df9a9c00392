package io.weir.standalone;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.service.ClockWatch;
import io.weir.contract.service.MetersServer;
import io.weir.contract.service.Running;
import io.weir.contract.service.Service;
import io.weir.contract.service.ServiceRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir gateway}, {@code weir processing} and so on: one service in its own process. */
@Command(mixinStandardHelpOptions = true)
final class ServiceCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings in YAML. Keys that it leaves out have their defaults.")
    private Optional<Path> config = Optional.empty();

    private final ServiceKind kind;

    ServiceCommand(ServiceKind kind) {
        this.kind = kind;
    }

    @Override
    public Integer call() {
        return ServiceRunner.run(this::start);
    }

    private void start(Running running) {
        Settings settings = Settings.ofOne(kind, config, System.getenv());
        PrometheusMeterRegistry meters = JvmMeters.registry();
        running.add(ClockWatch.start(meters));
        running.add(AuthorityWatch.start(settings.authorities(), meters));
        List<Service> services = new ArrayList<>();
        ServiceContext context = ServiceContext.alone(settings.kafka(), meters, () -> services);
        Service service = settings.services().values().iterator().next().apply(context);
        services.add(service);
        running.add(MetersServer.start(settings.meters(), meters, services));
        running.start(service);
    }
}
