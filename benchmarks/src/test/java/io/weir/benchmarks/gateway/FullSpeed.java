package io.weir.benchmarks.gateway;

import java.io.IOException;

/**
 * Measures the rate that a receiver sets itself, because its sender waits for it. The time ends when
 * the destination has every line, so the receiver's queues count.
 */
final class FullSpeed extends Contestant {
    private final Blast blast;

    /** @param blast a load of the highest possible rate */
    FullSpeed(Receiver receiver, Blast blast) {
        super(receiver);
        this.blast = blast;
    }

    @Override
    public void scout(int warmUpSeconds) throws IOException, InterruptedException {
        warmUp(blast, warmUpSeconds);
    }

    @Override
    public void round() throws IOException, InterruptedException {
        long beginNanos = System.nanoTime();
        Trial trial = take(blast);
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        double rate = trial.arrived() / seconds;
        report(trial, rate);
        if (trial.isWithoutLoss()) {
            add(trial, rate);
        } else {
            addLoss();
        }
    }
}
