package io.weir.gateway.intake;

import io.weir.gateway.limit.AllowList;
import io.weir.gateway.limit.LineBudget;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where every line of one input went: {@code lines + recovered = rejected + dropped + sent + waiting}, and {@code sent = acknowledged +
 * too large + lost + in flight}. Shared by all threads of a gateway; event loops add once per datagram, not once per line.
 */
public final class InputCounts {
    private final String input;
    private volatile String lastRefusal = "";
    /** Datagrams received. */
    public final LongAdder datagrams = new LongAdder();
    /** Datagrams without a byte in them. */
    public final LongAdder emptyDatagrams = new LongAdder();
    /** Bytes received. */
    public final LongAdder bytes = new LongAdder();
    /** Connections and requests turned away as a whole, by reason; their senders were told. */
    public final ReasonCounts turnedAway = new ReasonCounts();
    /** Lines received, readable or not; neither blank lines nor comments. */
    public final LongAdder lines = new LongAdder();
    /** Lines refused. */
    public final ReasonCounts rejected = new ReasonCounts();
    /** Of the refused, those that were not even written to the topic of the rejected, because there were too many. */
    public final LongAdder unpublishedRejects = new LongAdder();
    /** What was odd and cost no line, such as a value that its sender could not measure. */
    public final ReasonCounts oddities = new ReasonCounts();
    /** Lines kept out by a limit, or accepted and then lost before they were sent. */
    public final ReasonCounts dropped = new ReasonCounts();
    /** Numbers missing in the sequences of senders; falls when late ones come. */
    public final LongAdder missing = new LongAdder();
    /** Lines given to the Kafka producer. */
    public final LongAdder sent = new LongAdder();
    /** Lines that the broker has acknowledged. */
    public final LongAdder acknowledged = new LongAdder();
    /** Lines that were sent, and that Kafka refuses for good as too large: they are in the topic of the rejected. */
    public final LongAdder tooLarge = new LongAdder();
    /** Lines that were sent, and not acknowledged when the gateway ended. */
    public final ReasonCounts lost = new ReasonCounts();

    /** Lines written to the spool. */
    public final LongAdder spooled = new LongAdder();
    /** Lines that an earlier process left in the spool, counted when they leave it; those that are sent are part of {@code sent}. */
    public final LongAdder recovered = new LongAdder();

    /** Counts of the input of this name. */
    public InputCounts(String input) {
        this.input = input;
    }

    /** Accepted lines that came to nothing, and those that were given up for want of room: all but what a limit of its sender kept out. */
    public long lostHere() {
        long keptOut = dropped.of(AllowList.NOT_ALLOWED) + dropped.of(LineBudget.USED_UP);
        return lost.total() + dropped.total() - keptOut;
    }

    /** The newest refusal that was handed on, in words for the log; empty if there was none. */
    public String lastRefusal() {
        return lastRefusal;
    }

    void lastRefusal(String said) {
        lastRefusal = said;
    }

    /** The input's name. */
    public String input() {
        return input;
    }
}
