package io.weir.benchmarks.dashboard;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.Beside;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the speed of the page. */
@Command(
        name = "dashboard.sh",
        description =
                "Measures the page in the Chromium of this machine: how old a value is when it is on the screen, what the page"
                        + " weighs, how smoothly it draws, and what many browsers cost the server.")
public final class DashboardBenchmark implements Callable<Integer> {

    /** Measurements that can be run alone. */
    enum Part {
        /** Latency from the datagram to the screen, with everything running. */
        LATENCY,
        /** Size and load time of the first view. */
        PAGE,
        /** Frames per second with many series. */
        FRAMES,
        /**
         * Processor time and memory of the server, and the age of the values that browsers read.
         */
        BROWSERS
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            description = "Of ${COMPLETION-CANDIDATES}; all of them if none is named.")
    private List<Part> parts = List.of(Part.values());

    @Option(
            names = "--rates",
            paramLabel = "N",
            split = ",",
            defaultValue = "100000,20000",
            description = "Metrics/s beside the latency, one after the other.")
    private List<Integer> rates = List.of();

    @Option(names = "--samples", paramLabel = "N", defaultValue = "1000", description = "Of the latency at each rate.")
    private int samples;

    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "150", description = "Before the latency.")
    private int warmUp;

    @Option(
            names = "--stops",
            description = "Looks also when a value was where on its way, which costs processor time.")
    private boolean stops;

    @Option(names = "--series", paramLabel = "N", defaultValue = "1000", description = "That are visible, in frames.")
    private int series;

    @Option(names = "--clients", paramLabel = "N", defaultValue = "200", description = "Browsers of one dashboard.")
    private int clients;

    @Option(names = "--slow", paramLabel = "N", defaultValue = "20", description = "Of them that read slowly.")
    private int slow;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "20", description = "For frames and browsers, each.")
    private int seconds;

    /** Exits with status 0 after all measurements. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new DashboardBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (Part part : parts) {
            switch (part) {
                case LATENCY -> DrawnLatency.measure(new Beside(rates, warmUp, DrawnLatency.seconds(samples)), stops);
                case PAGE -> PageWeight.measure();
                case FRAMES -> Frames.measure(series, seconds);
                case BROWSERS -> Browsers.measure(clients, slow, seconds);
            }
        }
        return 0;
    }
}
