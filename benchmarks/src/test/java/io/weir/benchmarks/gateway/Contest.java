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
    private final List<Search> searches;
    private final int warmUpSeconds;

    /** @param blast the load at which the search for the highest rates begins */
    Contest(Blast blast, int warmUpSeconds, List<Receiver> receivers) {
        this.warmUpSeconds = warmUpSeconds;
        this.searches =
                receivers.stream().map(receiver -> new Search(receiver, blast)).toList();
    }

    void run(int rounds) throws IOException, InterruptedException {
        for (Search search : searches) {
            search.scout(warmUpSeconds);
        }
        for (int i = 0; i < rounds; i++) {
            for (Search search : searches) {
                search.round();
            }
        }
    }

    /**
     * Prints the highest rates without loss, their ratios to the first receiver's, and the cost per
     * line.
     */
    void print(String heading) {
        Table table = new Table();
        double first = searches.get(0).linesPerSecond();
        for (Search search : searches) {
            String name = search.receiver().name();
            String rounds = search.rounds().stream()
                    .map(rate -> String.format(Locale.ROOT, "%.0f k", rate / 1000))
                    .collect(Collectors.joining(", "));
            table.row(name + ", lines/s", Math.round(search.linesPerSecond()), "without loss; by round: " + rounds);
            if (search.cpuMicrosPerLine() > 0) {
                table.row(name + ", µs per line", search.cpuMicrosPerLine(), "processor time of its process, at that");
            }
        }
        for (Search search : searches.subList(1, searches.size())) {
            String ratio = searches.get(0).receiver().name() + " : "
                    + search.receiver().name();
            table.row(ratio, first / search.linesPerSecond(), "");
        }
        table.print(heading);
    }
}
