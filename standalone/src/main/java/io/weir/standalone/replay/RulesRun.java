package io.weir.standalone.replay;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.standalone.send.NamedStream;
import io.weir.standalone.send.Progress;
import io.weir.standalone.status.Terminal;
import io.weir.standalone.topic.StateSetting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir rules run}: applies rules to recorded metrics. */
@Command(
        name = "run",
        description = "Runs recorded metrics through a rule file, as fast as possible and by their own"
                + " timestamps, and writes the output. Needs no running service. The same lines give"
                + " the same bytes. Exit code 1 if a line is refused.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "# The metrics that would be stored",
            "  weir rules run --rules rules.yaml --in recording.txt",
            "# The alarms that would have been raised",
            "  weir rules run --rules rules.yaml --in recording.txt --feed alarms",
            "# The effect of another version of the rules",
            "  weir rules run --rules old.yaml --in recording.txt --out old.txt",
            "  weir rules run --rules new.yaml --in recording.txt | diff old.txt -"
        })
public final class RulesRun implements Callable<Integer> {
    /** The range of nanoseconds since 1970 ends soon after. */
    private static final Instant LAST = Instant.parse("2262-01-01T00:00:00Z");

    @Option(names = "--rules", required = true, paramLabel = "FILE", description = "The rules.")
    private Path rules = Path.of("");

    @Option(
            names = "--in",
            paramLabel = "FILE",
            description = "Line protocol; - for standard input (default: ${DEFAULT-VALUE}).",
            defaultValue = "-")
    private String in = NamedStream.STANDARD;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The output, as line protocol or JSON lines; - for standard output (default:"
                    + " ${DEFAULT-VALUE}).",
            defaultValue = "-")
    private String out = NamedStream.STANDARD;

    @Option(
            names = "--feed",
            paramLabel = "FEED",
            description = "The feed to write: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "storage")
    private Output feed = Output.STORAGE;

    @Option(
            names = "--precision",
            paramLabel = "UNIT",
            description = "Unit of the input timestamps: ns, us, ms, s, m, h, auto (default: ${DEFAULT-VALUE}).",
            defaultValue = "ns",
            converter = UnitName.class)
    private StampUnit precision = StampUnit.NS;

    @Option(
            names = "--start",
            paramLabel = "TIME",
            description = "Start of time, such as 2026-11-20T10:00:00Z, for lines without a timestamp: each is"
                    + " stamped one nanosecond after the previous line (default: the first timestamp of"
                    + " the input).")
    private Optional<Instant> start = Optional.empty();

    @Option(
            names = "--state",
            paramLabel = "NAME=VALUE",
            description = "A value of the state of the farm, for the whole run. Repeat it for each name.",
            converter = StateSetting.Reader.class)
    private List<StateSetting> states = List.of();

    @Override
    public Integer call() {
        RuleFile file = RuleLoader.load(rules);
        Optional<Progress> progress =
                Optional.of(new Progress(System.err, true)).filter(shown -> isWatched());
        if (out.equals(NamedStream.STANDARD)) {
            // Log output must not mix with the lines.
            System.setOut(System.err);
        }
        RunReport report = new RunReport(NamedStream.inputName(in), System.err, progress, System::nanoTime);
        try (InputStream from = NamedStream.input(in);
                OutputStream to = NamedStream.output(out, in)) {
            FeedWriter writer = new FeedWriter(to);
            long lines = run(file, from, writer, report);
            to.flush();
            report.end(lines, writer.lines());
        } catch (IOException e) {
            throw new StartException("cannot read or write: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new StartException("cannot write: " + e.getMessage(), e);
        }
        return report.hasRefused() ? 1 : 0;
    }

    private long run(RuleFile file, InputStream from, FeedWriter writer, RunReport report) throws IOException {
        try (LateRun run = LateRun.of(file, feed, writer)) {
            SortedMap<String, String> set = new TreeMap<>();
            states.forEach(each -> set.put(each.name(), each.value()));
            if (!set.isEmpty()) {
                run.weir().state(0, set);
            }
            long lines = new Replay(from, precision, run.weir(), run, report)
                    .run(startNanos(), run.settling(Settling.of(file)));
            run.failures()
                    .forEach(
                            (rule, why) -> System.err.println("late rule " + rule + " was not evaluated since " + why));
            return lines;
        }
    }

    private OptionalLong startNanos() {
        if (start.isEmpty()) {
            return OptionalLong.empty();
        }
        if (start.get().isBefore(Instant.EPOCH) || start.get().isAfter(LAST)) {
            throw new StartException("--start must be a time from 1970 to 2262, was " + start.get());
        }
        return OptionalLong.of(ChronoUnit.NANOS.between(Instant.EPOCH, start.get()));
    }

    /**
     * Whether a person sees the progress: standard error is a terminal, and the output goes
     * elsewhere.
     */
    private boolean isWatched() {
        return !out.equals(NamedStream.STANDARD) && Terminal.isThere(System.getenv());
    }
}
