package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.util.Optional;

/**
 * Searches, round by round, for the highest rate at which a receiver loses nothing. It increases
 * the rate while nothing is lost and decreases it otherwise, in steps that become finer with each
 * change of direction.
 */
public final class Search extends Contestant {
    private static final double SCOUTING_STEP = 1.5;
    private static final int SCOUTING_TRIALS = 8;
    private static final double FIRST_STEP = 1.12;
    private static final double FINEST_STEP = 1.03;
    private static final int TRIALS = 3;

    private final Blast blast;
    private double rate;

    /** @param blast the load with which the search begins */
    public Search(Receiver receiver, Blast blast) {
        super(receiver);
        this.blast = blast;
        this.rate = blast.linesPerSecond();
    }

    /**
     * Warms the receiver up. Then increases the rate in large steps until something is lost, or
     * decreases it until nothing is. The rounds start there; these trials do not count.
     */
    @Override
    public void scout(int warmUpSeconds) throws IOException, InterruptedException {
        warmUp(blast, warmUpSeconds);
        Trial trial = trial();
        boolean up = trial.isWithoutLoss();
        for (int trials = 0; trials < SCOUTING_TRIALS && trial.isWithoutLoss() == up; trials++) {
            if (up && trial.isBoundBySender(Math.round(rate))) {
                rate = trial.linesPerSecond();
                return;
            }
            rate = up ? rate * SCOUTING_STEP : Math.min(rate, trial.linesPerSecond()) / SCOUTING_STEP;
            trial = trial();
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
            Trial trial = trial();
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
        if (best.isPresent()) {
            rate = best.get().linesPerSecond();
            add(best.get(), rate);
        } else {
            addLoss();
        }
    }

    private Trial trial() throws IOException, InterruptedException {
        Trial trial = take(blast.at(Math.round(rate)));
        report(trial, trial.linesPerSecond());
        return trial;
    }
}
