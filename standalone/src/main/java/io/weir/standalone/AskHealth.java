package io.weir.standalone;

import static java.util.Objects.requireNonNull;

import io.weir.contract.service.HttpSettings;
import io.weir.contract.yaml.YamlSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir health}: asks services whether they are ready; what a container's health check runs, and a person may. */
@Command(
        name = "health",
        description = {
            "Asks the services of this machine whether they are ready, and prints what they say.",
            "Exit code 0 if they are, 1 if one is not or none answers."
        },
        mixinStandardHelpOptions = true)
final class AskHealth implements Callable<Integer> {

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(8);
    /** No port is named, or one that the system chose. */
    private static final int UNKNOWN = 0;
    /** Addresses to listen at that nobody can be asked at. */
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::");

    private static final int READY = 200;
    private static final int NOT_READY = 503;

    @Parameters(
            paramLabel = "PORT",
            arity = "0..*",
            converter = PortNumber.class,
            description =
                    "Where meters and health are served; without any that of WEIR_METERS_PORT, and without that the"
                            + " standard ports of all services are tried, and whoever answers counts.")
    private List<Integer> ports = List.of();

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The machine; without it the address of WEIR_METERS_HOST, else 127.0.0.1.")
    private Optional<String> host = Optional.empty();

    @Spec
    private @Nullable CommandSpec spec;

    private final Map<String, String> environment;

    AskHealth() {
        this(System.getenv());
    }

    /** One in the environment of the services that it asks. */
    AskHealth(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        return ask(YamlSource.text("settings", "")
                .withEnvironment("WEIR_METERS", environment)
                .read(meters -> HttpSettings.read(meters, UNKNOWN)));
    }

    private int ask(HttpSettings told) throws InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();
        List<Integer> silent = new ArrayList<>();
        boolean allReady = true;
        String machine = host.orElseGet(() -> EVERYWHERE.contains(told.host()) ? "127.0.0.1" : told.host());
        List<Integer> asked = ports.isEmpty() ? portsOf(told) : ports;
        for (int port : asked) {
            Optional<HttpResponse<String>> answer = ask(client, machine, port);
            if (answer.isPresent()) {
                allReady &= answer.get().statusCode() == READY;
                commandLine().getOut().println(port + " " + describe(answer.get()));
            } else {
                silent.add(port);
            }
        }
        if (silent.size() == asked.size() || (!silent.isEmpty() && !ports.isEmpty())) {
            commandLine()
                    .getErr()
                    .println("nobody answers on " + machine + " at "
                            + silent.stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + ": start a service (weir --help), or name the port of its meters: weir health PORT");
            return 1;
        }
        return allReady ? 0 : 1;
    }

    private Optional<HttpResponse<String>> ask(HttpClient client, String machine, int port)
            throws InterruptedException {
        String url = "http://" + machine + ":" + port + "/health/ready";
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(ANSWER_WITHIN)
                    .build();
            return Optional.of(client.send(request, BodyHandlers.ofString()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine(), url + " cannot be asked: " + e.getMessage(), e);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private CommandLine commandLine() {
        return requireNonNull(spec).commandLine();
    }

    private static String describe(HttpResponse<String> answer) {
        return switch (answer.statusCode()) {
            case READY -> "ready " + answer.body().strip();
            case NOT_READY -> "not ready " + answer.body().strip();
            default -> "is no service of Weir: HTTP status " + answer.statusCode();
        };
    }

    private static List<Integer> portsOf(HttpSettings told) {
        return told.port() == UNKNOWN
                ? ServiceKinds.ALL.stream().map(ServiceKind::metersPort).toList()
                : List.of(told.port());
    }
}
