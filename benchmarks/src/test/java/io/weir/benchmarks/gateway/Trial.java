package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import java.time.Duration;

/**
 * The result of one load.
 *
 * @param arrived lines that reached their destination: Kafka's acknowledgement, the receiver's
 *     database, or the server that a peer passes them on to
 * @param unaccounted lines that neither arrived nor were counted as lost; 0 for receivers that do
 *     not count losses
 * @param cpu processor time of the receiver alone
 */
public record Trial(Sent sent, long arrived, long unaccounted, Duration cpu) {

    public boolean isWithoutLoss() {
        return arrived == sent.lines();
    }

    /** Returns the measured rate of sending, which may be below the requested one. */
    public double linesPerSecond() {
        return sent.rate();
    }

    /**
     * Returns whether the sender was too slow, so that the requested rate does not measure the
     * receiver.
     */
    public boolean isBoundBySender(long wantedLinesPerSecond) {
        return linesPerSecond() < 0.97 * wantedLinesPerSecond;
    }

    public double cpuMicrosPerLine() {
        return cpu.toNanos() / 1e3 / arrived;
    }
}
