package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the rate that a receiver sets itself, because its sender waits for it. The time ends when
 * the destination has every line, so the receiver's queues count.
 */
final class FullSpeed implements Contestant {
    private final Receiver receiver;
    private final Blast blast;
    private final List<Double> found = new ArrayList<>();
    private final List<Double> cpuMicros = new ArrayList<>();

    /** @param blast a load of the highest possible rate */
    FullSpeed(Receiver receiver, Blast blast) {
        this.receiver = receiver;
        this.blast = blast;
    }

    @Override
    public String name() {
        return receiver.name();
    }

    @Override
    public void scout(int warmUpSeconds) throws IOException, InterruptedException {
        if (warmUpSeconds > 0) {
            receiver.take(blast.lasting(warmUpSeconds));
        }
    }

    @Override
    public void round() throws IOException, InterruptedException {
        long beginNanos = System.nanoTime();
        Trial trial = receiver.take(blast);
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        double rate = trial.arrived() / seconds;
        System.err.printf(
                "%s: %.0f/s, %d of %d arrived%n",
                name(), rate, trial.arrived(), trial.sent().lines());
        if (trial.isWithoutLoss()) {
            found.add(rate);
            cpuMicros.add(trial.cpuMicrosPerLine());
        } else {
            found.add(0.0);
        }
    }

    @Override
    public List<Double> rounds() {
        return List.copyOf(found);
    }

    @Override
    public double linesPerSecond() {
        return Median.of(found);
    }

    @Override
    public double cpuMicrosPerLine() {
        return Median.of(cpuMicros);
    }
}
