package io.weir.gateway.intake.count;

import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.LineBudget;
import java.util.concurrent.atomic.LongAdder;

/**
 * Accounts for every line of one input:
 * {@code lines + aggregates + recovered = aggregated + rejected + dropped + sent + waiting}, and
 * {@code sent = acknowledged + oversized + lost + in flight}. All threads of a gateway share it.
 * Event loops add once per datagram, not once per line.
 */
public final class InputCounts {
    private final String input;
    private volatile String lastRefusal = "";
    /** Datagrams received. */
    public final LongAdder datagrams = new LongAdder();
    /** Datagrams of zero bytes. */
    public final LongAdder emptyDatagrams = new LongAdder();
    /** Bytes received. */
    public final LongAdder bytes = new LongAdder();
    /** Connections and requests rejected as a whole, by reason. Their senders were notified. */
    public final ReasonCounts rejectedConnections = new ReasonCounts();
    /** Lines received, readable or not, without blank lines and comments. */
    public final LongAdder lines = new LongAdder();
    /** Lines rejected. */
    public final ReasonCounts rejected = new ReasonCounts();
    /**
     * Rejected lines that were not written to {@code metrics.rejected} because there were too many.
     */
    public final LongAdder unpublishedRejects = new LongAdder();
    /** Anomalies that cost no line, such as a value that its sender could not measure. */
    public final ReasonCounts warnings = new ReasonCounts();
    /**
     * Lines dropped by a limit of their sender, or accepted and then lost before they were sent.
     */
    public final ReasonCounts dropped = new ReasonCounts();
    /** Lines of which the gateway aggregated every field. */
    public final LongAdder aggregated = new LongAdder();
    /** Lines that the gateway made of aggregated fields. */
    public final LongAdder aggregates = new LongAdder();
    /** The {@link #aggregates} that were sent early because their memory was used up. */
    public final LongAdder early = new LongAdder();
    /** Numbers missing in the sequences of senders. Decreases when late numbers arrive. */
    public final LongAdder missing = new LongAdder();
    /** Lines given to the Kafka producer. */
    public final LongAdder sent = new LongAdder();
    /** Lines that the broker has acknowledged. */
    public final LongAdder acknowledged = new LongAdder();
    /**
     * Lines that were sent and that Kafka rejects permanently as too large. They are in
     * {@code metrics.rejected}.
     */
    public final LongAdder tooLarge = new LongAdder();
    /** Lines that were sent and not acknowledged when the gateway stopped. */
    public final ReasonCounts lost = new ReasonCounts();

    /** Lines written to the spool. */
    public final LongAdder spooled = new LongAdder();
    /**
     * Lines that an earlier process left in the spool, counted when they leave it. Lines that are
     * then sent also count in {@code sent}.
     */
    public final LongAdder recovered = new LongAdder();

    /** Counts of the input of this name. */
    public InputCounts(String input) {
        this.input = input;
    }

    /**
     * Lines lost by this gateway: all lost and dropped lines except those that a limit of their
     * sender dropped.
     */
    public long lostHere() {
        long keptOut = dropped.of(AllowList.NOT_ALLOWED) + dropped.of(LineBudget.USED_UP);
        return lost.total() + dropped.total() - keptOut;
    }

    /**
     * Description of the newest rejection that was handed over, for the log; empty if there was
     * none.
     */
    public String lastRefusal() {
        return lastRefusal;
    }

    public void lastRefusal(String description) {
        lastRefusal = description;
    }

    /** The input's name. */
    public String input() {
        return input;
    }
}
