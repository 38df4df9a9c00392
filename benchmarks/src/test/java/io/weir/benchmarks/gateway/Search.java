package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Searches, round by round, for the highest rate at which a receiver loses nothing. It increases
 * the rate while nothing is lost and decreases it otherwise, in steps that become finer with each
 * change of direction.
 */
public final class Search implements Contestant {
    private static final double SCOUTING_STEP = 1.5;
    private static final int SCOUTING_TRIALS = 8;
    private static final double FIRST_STEP = 1.12;
    private static final double FINEST_STEP = 1.03;
    private static final int TRIALS = 3;

    private final Receiver receiver;
    private final Blast blast;
    private final List<Double> found = new ArrayList<>();
    private final List<Double> cpuMicros = new ArrayList<>();
    private double rate;

    /** @param blast the load with which the search begins */
    public Search(Receiver receiver, Blast blast) {
        this.receiver = receiver;
        this.blast = blast;
        this.rate = blast.linesPerSecond();
    }

    @Override
    public String name() {
        return receiver.name();
    }

    /**
     * Warms the receiver up, so that its code is compiled and the series are known. Then increases
     * the rate in large steps until something is lost, or decreases it until nothing is. The rounds
     * start there; these trials do not count.
     */
    @Override
    public void scout(int warmUpSeconds) throws IOException, InterruptedException {
        if (warmUpSeconds > 0) {
            receiver.take(blast.lasting(warmUpSeconds));
        }
        Trial trial = take();
        boolean up = trial.isWithoutLoss();
        for (int trials = 0; trials < SCOUTING_TRIALS && trial.isWithoutLoss() == up; trials++) {
            if (up && trial.isBoundBySender(Math.round(rate))) {
                rate = trial.linesPerSecond();
                return;
            }
            rate = up ? rate * SCOUTING_STEP : Math.min(rate, trial.linesPerSecond()) / SCOUTING_STEP;
            trial = take();
        }
        rate = trial.isWithoutLoss() ? trial.linesPerSecond() : rate / Math.sqrt(SCOUTING_STEP);
    }

    /** Runs one round, starting where the last one ended. */
    @Override
    public void round() throws IOException, InterruptedException {
        double step = FIRST_STEP;
        Optional<Trial> best = Optional.empty();
        boolean wentUp = false;
        for (int trials = 0; trials < TRIALS && step > FINEST_STEP; trials++) {
            Trial trial = take();
            boolean isGood = trial.isWithoutLoss();
            if (isGood && best.map(Trial::linesPerSecond).orElse(0.0) < trial.linesPerSecond()) {
                best = Optional.of(trial);
            }
            if (isGood && trial.isBoundBySender(Math.round(rate))) {
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

    private Trial take() throws IOException, InterruptedException {
        Trial trial = receiver.take(blast.at(Math.round(rate)));
        System.err.printf(
                "%s: %.0f/s, %d of %d arrived%n",
                name(), trial.linesPerSecond(), trial.arrived(), trial.sent().lines());
        return trial;
    }

    @Override
    public double linesPerSecond() {
        return Median.of(found);
    }

    @Override
    public double cpuMicrosPerLine() {
        return Median.of(cpuMicros);
    }

    @Override
    public List<Double> rounds() {
        return List.copyOf(found);
    }
}
