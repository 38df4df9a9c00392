package io.weir.standalone.query;

import com.fasterxml.jackson.core.JsonToken;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.TerminalText;
import java.io.IOException;
import java.io.Writer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir cardinality}: the number of series of a server, by metric and by the values of labels. */
@Command(
        name = "cardinality",
        description = "Counts the series with samples in the last hour, or in another range: by metric, and by the"
                + " values of each label. NEW counts the series without samples in the range before, which has the"
                + " same length.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:success, with or without series",
            "1:no answer, or the server refused to list some series",
            "2:invalid command line"
        })
public final class CardinalityCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "SELECTOR",
            arity = "0..1",
            description =
                    "Only series that it selects, such as 'cpu{hostname=~\"flp.*\"}' (default: all, listed metric by"
                            + " metric).")
    private Optional<String> selector = Optional.empty();

    @Mixin
    private TimeOptions times = new TimeOptions();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "Metrics and labels to show, the largest first (default: ${DEFAULT-VALUE}).")
    private int top = 20;

    @Option(
            names = "--json",
            description =
                    "Prints all of them: a line of JSON for each metric, {\"metric\":\"cpu\",\"series\":2,\"new\":1}, and then for"
                            + " each label, {\"label\":\"host\",\"values\":2,\"series\":2}.")
    private boolean isJson;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    private final CommandOutput output;
    private final Clock clock;

    /** Writes to the standard output. */
    public CardinalityCommand() {
        this(CommandOutput.standard(), Clock.systemUTC());
    }

    CardinalityCommand(CommandOutput output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        if (top < 1) {
            throw new ParameterException(command.commandLine(), "--top must be at least 1, was " + top);
        }
        TimeRange range = times.rangeOrLastHour(clock.instant());
        PrometheusClient client = server.client();
        boolean[] isRefused = new boolean[1];
        int exit = output.run(client.toString(), command.commandLine().getErr(), (out, warnings) -> {
            SeriesCount count = new SeriesCount();
            if (selector.isPresent()) {
                count(client, selector.get(), range, count, warnings).ifPresent(refusal -> {
                    throw new StartException(refusal);
                });
                write(count, range, out);
                return;
            }
            for (String each : selectors(client, range, warnings)) {
                Optional<String> refusal = count(client, each, range, count, warnings);
                refusal.ifPresent(text -> warnings.accept("not counted: " + each + ": " + text));
                isRefused[0] |= refusal.isPresent();
            }
            write(count, range, out);
        });
        return exit == ExitCode.OK && isRefused[0] ? ExitCode.SOFTWARE : exit;
    }

    /** One for each metric, because a server lists a limited number of series in one answer. */
    private List<String> selectors(PrometheusClient client, TimeRange range, Consumer<String> warnings)
            throws OutputException {
        List<String> selectors = new ArrayList<>();
        client.ask(
                PrometheusClient.NAMES,
                SeriesRequest.ALL,
                range.parameters(),
                body -> ApiAnswer.read(
                        body,
                        data -> {
                            ApiAnswer.require(data, JsonToken.START_ARRAY);
                            while (data.nextToken() == JsonToken.VALUE_STRING) {
                                selectors.add(new Labels(Map.of(Labels.NAME, data.getText())).selector());
                            }
                            ApiAnswer.require(data, JsonToken.END_ARRAY);
                        },
                        warnings));
        return selectors;
    }

    /** Returns what the server says if it refuses to list the series. */
    private static Optional<String> count(
            PrometheusClient client, String selector, TimeRange range, SeriesCount count, Consumer<String> warnings)
            throws OutputException {
        Set<Long> before = new HashSet<>();
        Optional<String> refusal = new SeriesRequest(selector, range.before())
                .tryToAsk(client, labels -> before.add(SeriesCount.hash(labels)), warnings);
        if (refusal.isPresent()) {
            return refusal;
        }
        return new SeriesRequest(selector, range)
                .tryToAsk(client, labels -> count.add(labels, !before.contains(SeriesCount.hash(labels))), warnings);
    }

    private void write(SeriesCount count, TimeRange range, Writer out) throws OutputException {
        try {
            print(count, range, out);
        } catch (OutputException e) {
            throw e;
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    private void print(SeriesCount count, TimeRange range, Writer out) throws IOException {
        if (isJson) {
            printJson(count, out);
            return;
        }
        out.write(range.text() + ": " + count.series() + " series, " + count.added() + " of them new"
                + System.lineSeparator());
        if (count.series() == 0) {
            return;
        }
        Table metrics = new Table(1, List.of("METRIC", "SERIES", "NEW"));
        count.metrics().stream()
                .limit(top)
                .forEach(each -> metrics.add(List.of(
                        TerminalText.of(each.name()), Long.toString(each.series()), Long.toString(each.added()))));
        metrics.print(out);
        Table labels = new Table(1, List.of("LABEL", "VALUES", "SERIES"));
        count.labels().stream()
                .limit(top)
                .forEach(each -> labels.add(List.of(
                        TerminalText.of(each.name()), Long.toString(each.values()), Long.toString(each.series()))));
        labels.print(out);
    }

    private void printJson(SeriesCount count, Writer out) throws IOException {
        for (SeriesCount.Metric each : count.metrics()) {
            out.write("{\"metric\":" + JsonLines.json(each.name()) + ",\"series\":" + each.series() + ",\"new\":"
                    + each.added() + "}\n");
        }
        for (SeriesCount.LabelCount each : count.labels()) {
            out.write("{\"label\":" + JsonLines.json(each.name()) + ",\"values\":" + each.values() + ",\"series\":"
                    + each.series() + "}\n");
        }
    }
}
