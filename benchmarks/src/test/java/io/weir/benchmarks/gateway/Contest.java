package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Table;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Tests receivers under the same load in turns, so that other activity of the machine affects all
 * of them.
 */
final class Contest {
    private final List<? extends Contestant> contestants;
    private final int warmUpSeconds;

    Contest(int warmUpSeconds, List<? extends Contestant> contestants) {
        this.warmUpSeconds = warmUpSeconds;
        this.contestants = contestants;
    }

    /** @param blast the load at which the search for the highest rates begins */
    static Contest ofSearches(Blast blast, int warmUpSeconds, List<Receiver> receivers) {
        return new Contest(
                warmUpSeconds,
                receivers.stream().map(receiver -> new Search(receiver, blast)).toList());
    }

    void run(int rounds) throws IOException, InterruptedException {
        for (Contestant contestant : contestants) {
            contestant.scout(warmUpSeconds);
        }
        for (int i = 0; i < rounds; i++) {
            for (Contestant contestant : contestants) {
                contestant.round();
            }
        }
    }

    /**
     * Prints the highest rates without loss, the cost per line, and the ratios of the first receiver
     * to the others.
     */
    void print(String heading) {
        Table table = new Table();
        for (Contestant contestant : contestants) {
            String name = contestant.name();
            String rounds = contestant.rounds().stream()
                    .map(rate -> String.format(Locale.ROOT, "%.0f k", rate / 1000))
                    .collect(Collectors.joining(", "));
            table.row(name + ", lines/s", Math.round(contestant.linesPerSecond()), "without loss; by round: " + rounds);
            if (contestant.cpuMicrosPerLine() > 0) {
                table.row(
                        name + ", µs per line",
                        contestant.cpuMicrosPerLine(),
                        "processor time of its process, at that");
            }
        }
        Contestant first = contestants.get(0);
        for (Contestant other : contestants.subList(1, contestants.size())) {
            String ratio = first.name() + " : " + other.name();
            if (other.linesPerSecond() > 0) {
                table.row(ratio, first.linesPerSecond() / other.linesPerSecond(), "lines/s");
            }
            if (other.cpuMicrosPerLine() > 0) {
                table.row(ratio, other.cpuMicrosPerLine() / first.cpuMicrosPerLine(), "lines per processor time");
            }
        }
        table.print(heading);
    }
}
