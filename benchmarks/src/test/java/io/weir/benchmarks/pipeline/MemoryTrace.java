package io.weir.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Memory samples of a run, and their growth. */
final class MemoryTrace {

    /** A sample at one moment, in bytes. */
    record Sample(long seconds, Memory weir, long live, long buffers, long series, Memory send) {}

    private final List<Sample> samples = new ArrayList<>();

    void add(Sample sample) {
        samples.add(sample);
    }

    /**
     * Returns by how much the mean of the last third exceeds that of the second, as a ratio; 0 is
     * flat. The first third does not count, because code is compiled and series are new then.
     */
    double growth(ToLongFunction<Sample> of) {
        int third = samples.size() / 3;
        double middle = mean(samples.subList(third, 2 * third), of);
        double last = mean(samples.subList(2 * third, samples.size()), of);
        return middle == 0 ? 0 : last / middle - 1;
    }

    private static double mean(List<Sample> some, ToLongFunction<Sample> of) {
        return some.stream().mapToLong(of).average().orElse(0);
    }

    void print() {
        System.out.println(
                "| s | weir, own MiB | its live heap | its buffers | mapped files | series | send, own MiB |");
        System.out.println("|--:|--:|--:|--:|--:|--:|--:|");
        for (Sample each : samples) {
            System.out.printf(
                    "| %d | %d | %d | %d | %d | %d | %d |%n",
                    each.seconds,
                    each.weir.own() >> 20,
                    each.live >> 20,
                    each.buffers >> 20,
                    each.weir.mapped() >> 20,
                    each.series,
                    each.send.own() >> 20);
        }
        System.out.printf(
                "| growth | %+.1f %% | %+.1f %% | %+.1f %% | %+.1f %% | %+.1f %% | %+.1f %% |%n",
                100 * growth(sample -> sample.weir.own()),
                100 * growth(Sample::live),
                100 * growth(Sample::buffers),
                100 * growth(sample -> sample.weir.mapped()),
                100 * growth(Sample::series),
                100 * growth(sample -> sample.send.own()));
    }
}
