package io.weir.standalone.query;

import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir series}: the series that a server has. */
@Command(
        name = "series",
        description = "Lists the series with samples in the last hour, or in another range. Each line is a selector for"
                + " weir query.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:success, with or without series",
            "1:no answer, or the server refused the selector",
            "2:invalid command line"
        })
public final class SeriesCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "SELECTOR",
            arity = "0..1",
            defaultValue = SeriesRequest.ALL,
            description = "Only series that it selects, such as 'cpu{hostname=~\"flp.*\"}' (default: all).")
    private String selector = SeriesRequest.ALL;

    @Mixin
    private TimeOptions times = new TimeOptions();

    @Option(
            names = "--json",
            description = "Prints the labels of each series as one line of JSON; the name is the label __name__.")
    private boolean isJson;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    private final CommandOutput output;
    private final Clock clock;

    /** Writes to the standard output. */
    public SeriesCommand() {
        this(CommandOutput.standard(), Clock.systemUTC());
    }

    SeriesCommand(CommandOutput output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        SeriesRequest request = new SeriesRequest(selector, times.rangeOrLastHour(clock.instant()));
        PrometheusClient client = server.client();
        return output.run(
                client.toString(),
                command.commandLine().getErr(),
                (out, warnings) -> request.ask(
                        client,
                        labels -> {
                            out.write(isJson ? JsonLines.json(labels.values()) : labels.selector());
                            out.write('\n');
                        },
                        warnings));
    }
}
