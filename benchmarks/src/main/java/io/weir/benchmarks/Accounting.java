package io.weir.benchmarks;

import io.weir.standalone.send.Meters;
import io.weir.standalone.send.Sent;

/**
 * Where everything is that was sent, at one moment. Lines, all of it, but for {@code rows}.
 *
 * @param kernelDrops lines in the datagrams that the kernel dropped
 * @param rejected by any service, with a reason
 * @param dropped by the gateway, or never acknowledged by Kafka
 * @param acknowledged by Kafka, to the gateway
 * @param processed read by processing
 * @param forStorage written by processing for the writer
 * @param written acknowledged by the store, to the writer
 * @param late left out of windows
 * @param rows that a query finds in the store
 * @param stored lines that a query finds in the store, be it as part of a window
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

    /** What the meters say; the store was not asked yet. */
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

    /** The same with what the store answered. */
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

    /** Whether nothing is under way any more, as far as meters can tell. */
    public boolean isQuiet() {
        return received + kernelDrops >= sent && processed >= acknowledged && written >= forStorage;
    }

    /** Lines of which nobody can say where they are; negative if some are there twice. */
    public long unaccounted() {
        return sent - kernelDrops - rejected - dropped - late - stored;
    }

    /** Lines that are not in the store. */
    public long loss() {
        return sent - stored;
    }
}
