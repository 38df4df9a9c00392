package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A receiver of a {@link Contest}, and how its highest rate without loss is measured. */
public abstract class Contestant {
    private final Receiver receiver;
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> cpuMicros = new ArrayList<>();

    Contestant(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Prepares the receiver and the measurement; nothing of it counts. */
    public abstract void scout(int warmUpSeconds) throws IOException, InterruptedException;

    /** Runs one round, and adds its result. */
    public abstract void round() throws IOException, InterruptedException;

    /** Sends a load that does not count, so that code is compiled and series are known. */
    final void warmUp(Blast blast, int seconds) throws IOException, InterruptedException {
        if (seconds > 0) {
            receiver.take(blast.lasting(seconds));
        }
    }

    final Trial take(Blast blast) throws IOException, InterruptedException {
        return receiver.take(blast);
    }

    final void report(Trial trial, double rate) {
        System.err.printf(
                "%s: %.0f/s, %d of %d arrived%n",
                name(), rate, trial.arrived(), trial.sent().lines());
    }

    /** Adds the result of a round: the rate of a trial without loss. */
    final void add(Trial trial, double rate) {
        rates.add(rate);
        cpuMicros.add(trial.cpuMicrosPerLine());
    }

    /** Adds a round with losses. */
    final void addLoss() {
        rates.add(0.0);
    }

    /** Returns the receiver's name for the tables. */
    final String name() {
        return receiver.name();
    }

    /** Returns the result of each round in lines per second; 0 for a round with losses. */
    final List<Double> rounds() {
        return List.copyOf(rates);
    }

    /** Returns the lines per second: the median of the rounds. */
    public final double linesPerSecond() {
        return Median.of(rates);
    }

    /** Returns the receiver's processor time per line at that rate: the median of the rounds. */
    final double cpuMicrosPerLine() {
        return Median.of(cpuMicros);
    }
}
