package io.weir.standalone;

import io.weir.standalone.option.DurationOption;
import io.weir.standalone.option.ServerAddress;
import io.weir.standalone.status.Terminal;
import io.weir.standalone.top.Targets;
import io.weir.standalone.top.Top;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir top}: a live view of rates, lag, health, losses, hosts and alarms. */
@Command(
        name = "top",
        description = {
            "Shows the farm live in the terminal: rates, lag and health of the services, refused and lost lines, the"
                    + " busiest hosts, and the alarms. ? lists the keys, q ends.",
            "Rates, losses and health come from the services of this machine, all else from the dashboard."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:ended by q, or printed",
            "1:nothing answers (only with --once), or the terminal cannot be used",
            "2:invalid command line",
            "129:ended with its terminal",
            "130:ended by Ctrl-C",
            "143:ended by SIGTERM"
        })
final class TopCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofHours(1);

    @Mixin
    private final ServicePorts services = new ServicePorts();

    @Option(
            names = "--dashboard",
            paramLabel = "URL",
            description = "The dashboard (default: that at WEIR_DASHBOARD_HOST and WEIR_DASHBOARD_PORT, else"
                    + " http://127.0.0.1:8080).")
    private Optional<String> dashboard = Optional.empty();

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = DurationOption.class,
            defaultValue = "2s",
            description = "Time between two updates, over which rates are measured (default: ${DEFAULT-VALUE}).")
    private Duration every = Duration.ofSeconds(2);

    @Option(
            names = "--once",
            description =
                    "Prints one screen as plain text, with the rates over --every. It is not cut unless the output"
                            + " is a terminal. Without a terminal, this is the default.")
    private boolean isOnce;

    @Option(
            names = "--json",
            description = "Prints a line of JSON for each update instead, with --once a single one. It has the 20 most"
                    + " urgent alarms and the 20 busiest hosts.")
    private boolean isJson;

    @Spec
    private CommandSpec command = CommandSpec.create();

    private final Map<String, String> environment;

    TopCommand() {
        this(System.getenv());
    }

    /** @param environment variables of the services, of the dashboard, and of the terminal */
    TopCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
            throw new ParameterException(command.commandLine(), "--every must be from 200ms to 1h, such as 2s");
        }
        ServicePorts.Named asked = services.in(environment);
        Top top = new Top(
                new Targets(
                        asked.host(),
                        asked.ports(),
                        asked.areNamed(),
                        asked.token(),
                        dashboard
                                .map(text -> ServerAddress.parse("--dashboard", text))
                                .orElseGet(() -> ServerAddress.dashboard(environment))),
                every,
                environment);
        PrintWriter out = command.commandLine().getOut();
        PrintWriter errors = command.commandLine().getErr();
        if (isOnce) {
            return top.once(isJson, out, errors);
        }
        if (isJson) {
            return top.stream(out);
        }
        if (!Terminal.isInteractive(environment)) {
            errors.println("input or output is no terminal that can be rewritten: one screen follows, as of --once");
            return top.once(false, out, errors);
        }
        return top.live();
    }
}
