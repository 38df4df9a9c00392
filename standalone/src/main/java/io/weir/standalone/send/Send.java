package io.weir.standalone.send;

import io.weir.contract.service.StartException;
import io.weir.standalone.status.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir send}: sends generated load or the lines of a file, and accounts for every line. */
@Command(
        name = "send",
        description = "Sends metrics to a gateway over UDP and accounts for every line. The lines are"
                + " generated, or come from a FILE at the rate of their timestamps. Exit code 1 if a"
                + " line is lost or unaccounted for.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "# 10 s of the standard workload, at 10 000 lines/s",
            "  weir send",
            "# A farm of 100 000 processes, for 10 minutes",
            "  weir send --rate 200000 --sources 100000 --warm-up 5s --duration 10m",
            "# Values that raise and clear an alarm of the default rules",
            "  weir send --measurement demo --values sine --series 20 --rate 50 --duration 2m",
            "# The handling of invalid lines",
            "  weir send --bad 5 --count 10000",
            "# The highest possible rate (expect losses)",
            "  weir send --rate 0",
            "# A recording, ten times as fast, with current timestamps",
            "  weir send --speed 10 --now recording.txt",
            "# The output of another program, at its own rate",
            "  some-program | weir send -"
        })
public final class Send implements Callable<Integer> {
    private static final long STANDARD_RATE = 10_000;
    private static final long MOST_PER_SECOND = 1_000_000_000;
    /** After Ctrl-C, a user does not want to wait for a minute. */
    private static final Duration WAIT_IF_STOPPED = Duration.ofSeconds(3);

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Line protocol to send, compressed if its name ends with .zst; - for standard input.")
    private Optional<String> file = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "HOST:PORT",
            description = "The gateway (default: ${DEFAULT-VALUE}).",
            defaultValue = "127.0.0.1:8089")
    private String to = "";

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Lines per second (default: " + STANDARD_RATE
                    + "); 0: as fast as possible. For a FILE, only of lines without a timestamp.")
    private Optional<Long> rate = Optional.empty();

    @Option(
            names = "--lines",
            paramLabel = "N",
            description = "Lines per datagram (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int lines;

    @Option(
            names = "--sources",
            paramLabel = "N",
            description = "Number of source addresses in 127/8 to use in turn, up to 100000, only to a gateway"
                    + " on this machine; 1: the own address.",
            defaultValue = "1")
    private int sources;

    @Option(
            names = "--meters",
            paramLabel = "URL",
            split = ",",
            description = "URLs of the meters of the gateway, and of other services that run in processes of"
                    + " their own (default: port 9400 of the gateway's host). none: no account.")
    private List<String> meters = List.of();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "Longest wait at the end for lines under way (default: ${DEFAULT-VALUE}).",
            defaultValue = "60s")
    private String waitAtMost = "60s";

    @Mixin
    private GeneratorOptions generated = new GeneratorOptions();

    @Mixin
    private ReplayOptions replayed = new ReplayOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        Progress progress = new Progress(System.err, Terminal.isThere(System.getenv()));
        try (Stop stop = Stop.onCtrlC()) {
            Feed feed = feed();
            Target target = Target.parse(to);
            try (Wire wire = wire(target)) {
                return send(feed, wire, target, progress, stop);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (StartException | IOException e) {
            return fail(progress, String.valueOf(e.getMessage()));
        }
    }

    private int send(Feed feed, Wire wire, Target target, Progress progress, Stop stop)
            throws IOException, InterruptedException {
        long waitNanos = GeneratorOptions.time("--wait", waitAtMost).toNanos();
        Time time = Time.system();
        Accounting accounting = Accounting.open(meters, target, time);
        Sent sent = feed.run(new Outlet(wire, time, progress, stop::isAsked));
        long waitAtMostNanos = stop.isAsked() ? Math.min(waitNanos, WAIT_IF_STOPPED.toNanos()) : waitNanos;
        Report report = new Report(spec.commandLine().getOut());
        return accounting.close(sent, waitAtMostNanos, time, progress, report) ? 0 : 1;
    }

    private Feed feed() {
        if (lines < 1) {
            throw new IllegalArgumentException("--lines must be at least 1, was " + lines);
        }
        if (rate.isPresent() && (rate.get() < 0 || rate.get() > MOST_PER_SECOND)) {
            throw new IllegalArgumentException("--rate must be 0 to " + MOST_PER_SECOND + ", was " + rate.get());
        }
        if (file.isPresent()) {
            refuse(GeneratorOptions.NAMES, "is for generated lines; a FILE brings its own");
            return Feed.file(file.get(), replayed.settings(rate, STANDARD_RATE, lines));
        }
        refuse(ReplayOptions.NAMES, "is for a FILE; generated lines are stamped as they are sent");
        return Feed.generated(generated.shape(), generated.load(rate.orElse(STANDARD_RATE), lines));
    }

    private void refuse(List<String> options, String why) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException(option + " " + why);
            }
        }
    }

    private Wire wire(Target target) throws IOException {
        if (sources == 1) {
            return new PortsWire(target.address());
        }
        if (sources < 1 || sources > SourcesWire.MOST_SOURCES) {
            throw new IllegalArgumentException(
                    "--sources must be 1 to " + SourcesWire.MOST_SOURCES + ", was " + sources);
        }
        if (!target.isIpv4Loopback()) {
            throw new IllegalArgumentException(
                    "--sources: only a gateway at 127.0.0.1 receives from other addresses in 127/8, not"
                            + " one at " + to
                            + "; leave it out, or send from several machines");
        }
        try {
            return new SourcesWire(target.address(), sources);
        } catch (UnsupportedOperationException e) {
            throw new StartException("--sources: " + e.getMessage() + "; leave it out", e);
        }
    }

    private int fail(Progress progress, String why) {
        progress.end();
        spec.commandLine().getErr().println("send: " + why);
        return 1;
    }
}
