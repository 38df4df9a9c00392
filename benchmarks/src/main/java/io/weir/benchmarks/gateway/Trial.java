package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import java.time.Duration;

/**
 * What became of one load.
 *
 * @param arrived lines that got where the receiver takes them: to Kafka's acknowledgement, into its database
 * @param unaccounted lines that neither arrived nor were counted as lost; 0 for receivers that do not count their losses
 * @param cpu processor time of the receiver alone
 */
public record Trial(Sent sent, long arrived, long unaccounted, Duration cpu) {

    public boolean isWithoutLoss() {
        return arrived == sent.lines();
    }

    /** As it was, not as it was wanted. */
    public double linesPerSecond() {
        return sent.rate();
    }

    /** The sender could not send faster: what it was asked for is no measure of the receiver any more. */
    public boolean isBoundBySender(long wantedLinesPerSecond) {
        return linesPerSecond() < 0.97 * wantedLinesPerSecond;
    }

    public double cpuMicrosPerLine() {
        return cpu.toNanos() / 1e3 / arrived;
    }
}
