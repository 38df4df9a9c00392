package io.weir.standalone.query;

import io.weir.contract.service.StartException;
import io.weir.standalone.option.DurationOption;
import io.weir.standalone.option.TimeOption;
import io.weir.standalone.status.Terminal;
import java.io.Writer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir query}: the answer to a query in PromQL. */
@Command(
        name = "query",
        description = {
            "Answers a query in PromQL (docs/query.md): at one time, or with --since or --from at each step of a"
                    + " range. Prints a table: the values, or a summary of each series. With --raw, prints each"
                    + " stored value, without evaluation.",
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:success, with or without series",
            "1:no answer, or the server refused the query",
            "2:invalid command line"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "# The current values",
            "  weir query 'cpu{hostname=~\"flp.*\"}'",
            "# The traffic of each detector during the last day, plotted",
            "  weir query 'sum by (detector) (rate(net_bytes[1m]))' --since 1d --plot",
            "# Every sample of an hour, for a spreadsheet",
            "  weir query cpu --from 2026-11-27T14:00:00Z --until 2026-11-27T15:00:00Z --csv",
            "# The states of the disks of a host, which are texts",
            "  weir query --raw 'disk_state{host=\"flp1\"}' --since 10m",
            "# The values of all disks, for DuckDB and other programs",
            "  weir query --raw '{__measurement__=\"disk\"}' --since 1d --parquet > disk.parquet"
        })
public final class QueryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "QUERY", description = "Such as 'sum by (detector) (rate(net_bytes[1m]))'.")
    private String query = "";

    @Mixin
    private TimeOptions times = new TimeOptions();

    @Option(
            names = "--step",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "The time between two points of a range, such as 1m (default: such that the range has at"
                    + " most 250 steps).")
    private @Nullable Duration step;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "The time of a query without a range, such as 2026-11-27T15:00:00Z (default: now).")
    private @Nullable Instant at;

    @Option(
            names = "--resolution",
            paramLabel = "TIME",
            description =
                    "The longest windows of a tier that may be read instead of samples, such as 5m; auto is a fifth"
                            + " of the step (default: tiers only where raw is gone).")
    private @Nullable String resolution;

    @Option(
            names = "--raw",
            description = "Prints each stored value in the range: numbers, texts, flags and arrays, with times in"
                    + " nanoseconds. QUERY is a selector.")
    private boolean isRaw;

    @ArgGroup(exclusive = true)
    private Format format = new Format();

    /** The options that select another output than the table. */
    static final class Format {
        @Option(
                names = "--json",
                description = "Prints a line of JSON for each sample: {\"labels\":{\"host\":\"a\"},"
                        + "\"time\":\"2026-11-27T15:00:00.000Z\",\"value\":1.5}. NaN, +Inf and -Inf are strings."
                        + " With --raw, the lines are those of /api/v1/values.")
        private boolean isJson;

        @Option(
                names = "--csv",
                description = "Prints a row for each sample, with the columns time, value and series. With --raw, the"
                        + " columns are time, measurement, tags, field, type and value.")
        private boolean isCsv;

        @Option(
                names = "--parquet",
                description = "With --raw, writes a file of Parquet to the standard output, with a row for each value"
                        + " (docs/query.md#parquet).")
        private boolean isParquet;

        @Option(names = "--plot", description = "Plots each series with its own scale. Needs a range.")
        private boolean isPlot;
    }

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    private final CommandOutput output;
    private final Clock clock;

    /** Writes to the standard output. */
    public QueryCommand() {
        this(CommandOutput.standard(), Clock.systemUTC());
    }

    QueryCommand(CommandOutput output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    /** A range and the time between its points. */
    private record Steps(TimeRange range, Duration step) {}

    @Override
    public Integer call() {
        if (format.isParquet) {
            return writeParquet();
        }
        if (isRaw) {
            return printRaw(rawRange());
        }
        Optional<Steps> steps = times.range(clock.instant()).map(this::steps);
        if (steps.isEmpty()) {
            requireNoOptionOfRanges();
        }
        PrometheusClient client = server.client();
        return output.run(
                client.toString(),
                command.commandLine().getErr(),
                (out, warnings) -> ask(client, steps, out, warnings));
    }

    private void ask(PrometheusClient client, Optional<Steps> steps, Writer out, Consumer<String> warnings)
            throws OutputException {
        QueryData data = new QueryData(writer(steps, out));
        client.ask(
                steps.isPresent() ? PrometheusClient.RANGE : "query",
                query,
                parameters(client, steps),
                body -> ApiAnswer.read(body, data, warnings));
        if (data.histograms() > 0) {
            warnings.accept(
                    data.histograms() + " native histograms are not shown: a function such as histogram_quantile"
                            + " makes numbers of them");
        }
    }

    private TimeRange rawRange() {
        if (step != null || at != null || resolution != null || format.isPlot) {
            throw refused("--raw prints each value of a range: leave out --step, --at, --resolution and --plot");
        }
        return times.range(clock.instant())
                .orElseThrow(() -> refused("--raw needs a range: add --since, such as --since 10m"));
    }

    private int printRaw(TimeRange range) {
        RawFormat raw = format.isJson ? RawFormat.JSON : format.isCsv ? RawFormat.CSV : RawFormat.TEXT;
        PrometheusClient client = server.client();
        RawValues.Cut cut = (type, message) -> {
            throw new StartException(client.refusal(PrometheusClient.VALUES, query, type, message));
        };
        return output.run(
                client.toString(),
                command.commandLine().getErr(),
                (out, warnings) -> client.ask(
                        PrometheusClient.VALUES,
                        query,
                        rawParameters(range, "ndjson"),
                        body -> RawValues.print(body, raw, out, cut)));
    }

    private int writeParquet() {
        if (!isRaw) {
            throw refused("--parquet writes stored values: add --raw, or write samples with --csv or --json");
        }
        TimeRange range = rawRange();
        if (output.isTerminal().getAsBoolean()) {
            throw refused("--parquet is no text for a terminal: write it to a file, such as > values.parquet");
        }
        PrometheusClient client = server.client();
        return output.copy(
                client.toString(),
                out -> client.ask(
                        PrometheusClient.VALUES,
                        query,
                        rawParameters(range, "parquet"),
                        body -> RawParquet.copy(client.toString(), body, out)));
    }

    private List<Map.Entry<String, String>> rawParameters(TimeRange range, String as) {
        return List.of(
                Map.entry("series", query),
                Map.entry("from", Times.parameter(range.start().toEpochMilli())),
                Map.entry("to", Times.parameter(range.end().toEpochMilli())),
                Map.entry("format", as));
    }

    private List<Map.Entry<String, String>> parameters(PrometheusClient client, Optional<Steps> steps) {
        List<Map.Entry<String, String>> parameters = new ArrayList<>();
        parameters.add(Map.entry("query", query));
        parameters.add(client.timeoutParameter());
        if (resolution != null) {
            parameters.add(Map.entry("max_source_resolution", resolution));
        }
        if (steps.isPresent()) {
            TimeRange range = steps.get().range();
            parameters.addAll(range.parameters());
            parameters.add(Map.entry("step", Times.parameter(steps.get().step().toMillis())));
        } else if (at != null) {
            parameters.add(Map.entry("time", Times.parameter(at.toEpochMilli())));
        }
        return parameters;
    }

    private ResultWriter writer(Optional<Steps> steps, Writer out) {
        if (format.isJson) {
            return new JsonLines(out);
        }
        if (format.isCsv) {
            return new CsvWriter(out);
        }
        if (format.isPlot && steps.isPresent()) {
            return new PlotWriter(
                    out,
                    Terminal.width(output.environment()),
                    steps.get().range(),
                    steps.get().step().toMillis());
        }
        return new SummaryTable(out, steps.map(each -> each.range().text(each.step())));
    }

    private Steps steps(TimeRange range) {
        if (at != null) {
            throw refused("--at is the time of a query without a range: leave out --at, or --since and --from");
        }
        if (step != null && step.isZero()) {
            throw refused("--step must be at least 1ms, such as 1m");
        }
        return new Steps(range, step != null ? step : range.usualStep());
    }

    private void requireNoOptionOfRanges() {
        if (format.isPlot) {
            throw refused("--plot needs a range: add --since, such as --since 1h");
        }
        if (step != null) {
            throw refused("--step needs a range: add --since, such as --since 1h");
        }
        if (at != null) {
            TimeOptions.requireUsual("--at", at, command);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
