package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks, round by round, for the highest rate at which a receiver loses nothing: up while nothing is lost and down while something
 * is, in steps that become finer each time the direction changes.
 */
final class Search {
    private static final double FIRST_STEP = 1.4;
    private static final double LATER_STEP = 1.12;
    private static final double FINEST_STEP = 1.03;
    private static final int TRIALS = 6;

    private final Receiver receiver;
    private final Blast blast;
    private final List<Double> found = new ArrayList<>();
    private final List<Double> cpuMicros = new ArrayList<>();
    private double rate;

    /** {@code blast} says where to begin. */
    Search(Receiver receiver, Blast blast) {
        this.receiver = receiver;
        this.blast = blast;
        this.rate = blast.linesPerSecond();
    }

    Receiver receiver() {
        return receiver;
    }

    /** One round, from where the last one ended. */
    void round() throws IOException, InterruptedException {
        double step = found.isEmpty() ? FIRST_STEP : LATER_STEP;
        Optional<Trial> best = Optional.empty();
        boolean wentUp = false;
        for (int trials = 0; trials < TRIALS && step > FINEST_STEP; trials++) {
            Trial trial = receiver.take(blast.at(Math.round(rate)));
            boolean isGood = trial.isWithoutLoss();
            System.err.printf(
                    "%s: %.0f/s, %d of %d arrived%n",
                    receiver.name(),
                    trial.linesPerSecond(),
                    trial.arrived(),
                    trial.sent().lines());
            if (isGood && best.map(Trial::linesPerSecond).orElse(0.0) < trial.linesPerSecond()) {
                best = Optional.of(trial);
            }
            if (isGood && trial.isBoundBySender(Math.round(rate))) {
                rate = trial.linesPerSecond();
                break;
            }
            if (trials > 0 && wentUp != isGood) {
                step = Math.sqrt(step);
            }
            wentUp = isGood;
            rate = Math.min(rate, trial.linesPerSecond());
            rate = isGood ? rate * step : rate / step;
        }
        best.ifPresent(trial -> {
            rate = trial.linesPerSecond();
            cpuMicros.add(trial.cpuMicrosPerLine());
        });
        found.add(best.map(Trial::linesPerSecond).orElse(0.0));
    }

    /** Lines per second, the median over the rounds. */
    double linesPerSecond() {
        return Median.of(found);
    }

    /** The receiver's processor time for a line at that rate, the median over the rounds. */
    double cpuMicrosPerLine() {
        return Median.of(cpuMicros);
    }

    /** What each round found. */
    List<Double> rounds() {
        return List.copyOf(found);
    }
}
