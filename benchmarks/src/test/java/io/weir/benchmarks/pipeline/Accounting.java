package io.weir.benchmarks.pipeline;

import io.weir.standalone.send.Meters;
import io.weir.standalone.send.Sent;

/**
 * The state of all sent lines at one moment. All counts are lines, except {@code rows}.
 *
 * @param kernelDrops lines in the datagrams that the kernel dropped
 * @param rejected rejected by any service, with a reason
 * @param dropped dropped by the gateway, or never acknowledged by Kafka
 * @param acknowledged acknowledged by Kafka to the gateway
 * @param processed read by processing
 * @param forStorage written by processing for the writer
 * @param written acknowledged by the store to the writer
 * @param late excluded from windows as late
 * @param rows rows that a query finds in the store
 * @param stored lines that a query finds in the store, alone or as part of a window
 */
public record Accounting(
        long sent,
        long kernelDrops,
        long received,
        long rejected,
        long dropped,
        long acknowledged,
        long processed,
        long forStorage,
        long written,
        long late,
        long rows,
        long stored) {

    /** Returns the counts of the meters, without those of the store. */
    public static Accounting of(Meters meters, Sent sent, int perDatagram) {
        return new Accounting(
                sent.lines(),
                meters.count("gateway_kernel_drops") * perDatagram,
                meters.count("gateway_lines"),
                meters.count("gateway_rejected")
                        + meters.count("processing_rejected")
                        + meters.count("writer_lines_rejected"),
                meters.count("gateway_dropped") + meters.count("gateway_lost"),
                meters.count("gateway_acknowledged"),
                meters.count("processing_metrics"),
                meters.count("processing_storage_lines"),
                meters.count("writer_lines_stored"),
                meters.count("processing_late"),
                0,
                0);
    }

    /** Returns a copy with the counts of the store. */
    public Accounting withStore(long itsRows, long itsLines) {
        return new Accounting(
                sent,
                kernelDrops,
                received,
                rejected,
                dropped,
                acknowledged,
                processed,
                forStorage,
                written,
                late,
                itsRows,
                itsLines);
    }

    /** Returns whether no line is in progress, according to the meters. */
    public boolean isQuiet() {
        return received + kernelDrops >= sent && processed >= acknowledged && written >= forStorage;
    }

    /** Returns the lines without a known place; negative if some are stored twice. */
    public long unaccounted() {
        return sent - kernelDrops - rejected - dropped - late - stored;
    }

    /** Returns the lines that are not in the store. */
    public long loss() {
        return sent - stored;
    }
}
