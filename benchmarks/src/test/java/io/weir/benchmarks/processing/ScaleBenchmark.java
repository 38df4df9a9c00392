package io.weir.benchmarks.processing;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.Grid;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the cost of sharing the work of processing among several instances. */
@Command(
        name = "scale.sh",
        description =
                "Measures what a load costs that several instances of processing share, at three brokers: a mean over 1 s of"
                        + " each of 104 000 series, every topic with three replicas. Exit code 1 if not every window was told, once, of"
                        + " all its values.")
public final class ScaleBenchmark implements Callable<Integer> {

    @Parameters(
            arity = "0..*",
            paramLabel = "INSTANCES",
            description = "How many at a time; 1, 2 and 4 if none is named.")
    private List<Integer> counts = List.of(1, 2, 4);

    @Option(names = "--rate", paramLabel = "N", defaultValue = "300000", description = "Metrics/s, of all together.")
    private int rate;

    @Option(
            names = "--each",
            paramLabel = "N",
            description =
                    "Metrics/s for each instance, so that four get four times of what one gets, instead of --rate.")
    private Optional<Integer> each = Optional.empty();

    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "60", description = "Before it is measured.")
    private int warmUp;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "60", description = "How long it is measured.")
    private int seconds;

    /** Exits with status 0 if all results are right. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new ScaleBenchmark(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Growth.Measured> all = new ArrayList<>();
        for (int count : counts) {
            int ofAll = each.isPresent() ? each.get() * count : rate;
            Growth growth =
                    new Growth(ofAll, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), List.of("-Xmx1g"));
            Growth.Measured one = growth.measure(count);
            System.err.println(one);
            all.add(one);
        }
        print(all);
        return all.stream().allMatch(Growth.Measured::isExact) ? 0 : 1;
    }

    private static void print(List<Growth.Measured> all) {
        Grid costs = new Grid(
                "instances", "metrics/s", "µs per metric", ": the first", "Kafka, µs per metric", "most of one, %");
        Grid parts = new Grid(partNames());
        Grid accounts = new Grid("instances", "windows", "missing", "wrong, or there twice", "lines late or lost");
        for (Growth.Measured one : all) {
            costs.row(
                    one.instances(),
                    String.format(Locale.ROOT, "%.0f", one.perSecond()),
                    two(one.micros()),
                    two(one.micros() / all.get(0).micros()),
                    two(one.kafkaMicros()),
                    String.format(Locale.ROOT, "%.0f", 100 * one.mostShare()));
            List<Object> row = new ArrayList<>(List.of(one.instances()));
            one.parts().values().forEach(micros -> row.add(String.format(Locale.ROOT, "%.3f", micros)));
            parts.row(row.toArray());
            accounts.row(one.instances(), one.windows(), one.missing(), one.wrong(), one.lost());
        }
        costs.print();
        System.out.println();
        parts.print();
        System.out.println();
        accounts.print();
    }

    private static String[] partNames() {
        List<String> names = new ArrayList<>(List.of("instances, µs per metric"));
        Growth.PARTS.forEach(part -> names.add(part.name()));
        return names.toArray(String[]::new);
    }

    private static String two(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }
}
