package io.weir.standalone;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code weir health}: asks services whether they are ready, as {@link HealthCheck} does for a
 * container.
 */
@Command(
        name = "health",
        description = {
            "Asks the services of this machine whether they are ready, and prints their answers.",
            "Exit code 0 if all are ready, 1 if one is not or none answers."
        },
        mixinStandardHelpOptions = true)
final class HealthCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin
    private final ServicePorts services = new ServicePorts();

    @Option(
            names = "--json",
            description = "Prints each answer as one line of JSON: port, state (READY, NOT_READY, FOREIGN, SILENT),"
                    + " and the service's health, or the answer of another program.")
    private boolean isJson;

    @Spec
    private @Nullable CommandSpec spec;

    private final Map<String, String> environment;

    HealthCommand() {
        this(System.getenv());
    }

    /** @param environment variables of the services that it asks */
    HealthCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ServicePorts.Named asked = services.in(environment);
        CommandLine line = requireNonNull(spec).commandLine();
        int[] ports = asked.ports().stream().mapToInt(port -> port).toArray();
        PrintWriter out = line.getOut();
        HealthCheck.Listener listener =
                isJson ? (port, state, answer) -> out.println(json(port, state, answer)) : new HealthCheck.Lines(out);
        try {
            return new HealthCheck(HealthCheck.reachable(asked.host()), listener, line.getErr())
                    .ask(ports, asked.areNamed());
        } catch (UnknownHostException e) {
            throw new ParameterException(line, "no address is known for the machine " + asked.host(), e);
        }
    }

    private static String json(int port, HealthCheck.State state, String answer) {
        ObjectNode line = JSON.createObjectNode();
        line.put("port", port).put("state", state.name());
        if (state == HealthCheck.State.SILENT) {
            return line.toString();
        }
        if (state == HealthCheck.State.FOREIGN) {
            return line.put("answer", answer).toString();
        }
        try {
            return line.<ObjectNode>set("health", JSON.readTree(answer)).toString();
        } catch (JsonProcessingException e) {
            return line.put("answer", answer).toString(); // Another program answers like a service.
        }
    }
}
