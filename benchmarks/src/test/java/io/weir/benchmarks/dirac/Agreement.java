package io.weir.benchmarks.dirac;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Checks the answers of an API before their times count. */
final class Agreement {
    private Agreement() {}

    /**
     * Compares each plot over a random range of each length with the history.
     *
     * @throws IOException if an answer differs
     */
    static void check(String name, PlotApi api, WmsHistory history, List<Integer> ranges, Random random)
            throws IOException, InterruptedException {
        int values = 0;
        for (int days : ranges) {
            for (Plot plot : Plot.values()) {
                Span span = Span.random(history, days, random);
                String path = api.path(plot, span);
                Lines expected = history.lines(plot, span);
                Lines answered = api.lines(api.http().get(path), plot, span);
                Optional<String> difference = expected.difference(answered);
                if (difference.isPresent()) {
                    throw new IOException(
                            name + " answers wrongly, expected and answered: " + difference.get() + ", to " + path);
                }
                values += expected.count();
            }
        }
        System.err.printf("%s: %d values of answers equal the history%n", name, values);
    }
}
