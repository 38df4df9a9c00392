package io.weir.standalone.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of the sent lines, from meters before and after.
 *
 * @param awaited what was still under way when the wait timed out
 */
record Account(Sent sent, Meters before, Meters after, Optional<String> awaited) {

    /** The increase of a counter since the start of sending. */
    long since(String meter) {
        return after.count(meter) - before.count(meter);
    }

    /** Whether a counter decreased. Then a service was restarted, and the account is void. */
    boolean isRestarted() {
        return before.counts().keySet().stream().anyMatch(meter -> since(meter) < 0);
    }

    /** Datagrams of other senders; negative if some of ours did not arrive. */
    long datagramsOfOthers() {
        return since("gateway_datagrams") + since("gateway_kernel_drops") - sent.datagrams();
    }

    /** Datagrams that neither the gateway nor its host's kernel received. */
    long datagramsMissing() {
        return Math.max(0, -datagramsOfOthers());
    }

    /** Lines lost in missing datagrams; lines of other senders may hide some. */
    long linesNotReceived() {
        return Math.max(0, sent.lines() - since("gateway_lines"));
    }

    /** Lines of other senders, if none of these was lost. */
    long linesOfOthers() {
        return Math.max(0, since("gateway_lines") - sent.lines());
    }

    /**
     * Whether the gateway's counts can be divided between these lines and those of other senders. This
     * requires that they show no loss, because the sender of a lost line is unknown. The division
     * presumes that none of these lines was lost: each line of others can hide a lost one.
     */
    boolean isDivisible() {
        return awaited.isEmpty()
                && !isRestarted()
                && datagramsOfOthers() > 0
                && since("gateway_kernel_drops") == 0
                && since("gateway_dropped") == 0
                && since("gateway_lost") == 0
                && linesNotReceived() == 0
                && since("gateway_rejected") >= rejected()
                && since("gateway_acknowledged") >= acknowledged();
    }

    /** How many of these lines were refused, if the counts are divisible, and none was lost. */
    long rejected() {
        return sent.bad() + goodRefused();
    }

    /** How many of these lines Kafka acknowledged, if the counts are divisible, and none was lost. */
    long acknowledged() {
        return sent.lines() - rejected();
    }

    /**
     * Lines in the gateway without an outcome yet. After waiting for ours, these belong to other
     * senders that continue to send.
     */
    long underWay() {
        return since("gateway_lines")
                - since("gateway_acknowledged")
                - since("gateway_rejected")
                - since("gateway_dropped")
                - since("gateway_lost");
    }

    /**
     * Refused lines that were valid when sent. Other senders' lines are presumed to be the invalid
     * ones.
     */
    long goodRefused() {
        return Math.max(0, since("gateway_rejected") - sent.bad() - linesOfOthers());
    }

    /** Describes all faults; empty if every line is accounted for without loss. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (isRestarted()) {
            return List.of("a service restarted during the run and reset its meters: send again");
        }
        if (sent.tooLong() > 0) {
            faults.add(Sent.grouped(sent.tooLong()) + " lines are longer than a datagram and were not sent");
        }
        if (since("gateway_kernel_drops") > 0) {
            faults.add("the kernel dropped " + Sent.grouped(since("gateway_kernel_drops"))
                    + " datagrams: the gateway's receive buffer was full; send more slowly, begin with --warm-up 5s, or raise"
                    + " udp.receive-buffer (and net.core.rmem_max)");
        }
        if (datagramsMissing() > 0) {
            faults.add(Sent.grouped(datagramsMissing())
                    + " datagrams never arrived: lost on the network, or the meters belong to another"
                    + " gateway");
        }
        if (since("gateway_kernel_drops") == 0 && datagramsMissing() == 0 && linesNotReceived() > 0) {
            faults.add(Sent.grouped(linesNotReceived()) + " lines are missing in the received datagrams");
        }
        lost(faults, "gateway_dropped", "lines were dropped by the gateway, because Kafka was slow");
        lost(faults, "gateway_lost", "lines were sent to Kafka, which never acknowledged them");
        if (goodRefused() > 0) {
            faults.add(Sent.grouped(goodRefused()) + " valid lines were refused: see weir tap rejected --until-now");
        }
        lost(faults, "processing_rejected", "lines were refused by processing: see weir tap rejected --until-now");
        lost(faults, "writer_lines_rejected", "lines were refused by the store: see weir tap rejected --until-now");
        lost(faults, "writer_values_refused", "values were refused by the store: see weir tap rejected --until-now");
        awaited.ifPresent(what -> faults.add(what + " after the wait: see the log, or wait longer with --wait"));
        return faults;
    }

    private void lost(List<String> faults, String meter, String what) {
        if (since(meter) > 0) {
            faults.add(Sent.grouped(since(meter)) + " " + what);
        }
    }
}
