package io.weir.standalone.send;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The final table, and its summary. */
final class Report {
    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    /** Prints what was sent. */
    void sent(Sent sent) {
        row(
                "sent",
                sent.lines(),
                "lines, " + Sent.grouped(sent.datagrams()) + " datagrams, " + Sent.grouped(sent.bytes())
                        + " bytes in " + String.format(Locale.ROOT, "%.1f", sent.nanos() / 1e9) + " s: "
                        + Sent.grouped(Math.round(sent.rate())) + " lines/s");
        row("  of these invalid", sent.bad(), "");
        if (sent.tooLong() > 0) {
            row("not sent", sent.tooLong(), "lines longer than a datagram");
        }
    }

    /** Prints that the outcome is unknown. */
    void unknown(String why) {
        out.println("The outcome is unknown: " + why + ".");
    }

    /** Prints the outcome; returns whether there are no faults. */
    boolean account(Account account) {
        row("dropped by the kernel", account.since("gateway_kernel_drops"), "datagrams");
        if (account.isDivisible()) {
            gatewayDivided(account);
        } else {
            gateway(account);
        }
        String lines = account.datagramsOfOthers() > 0 ? "lines, with those of others" : "lines";
        rowIfMetered("processed", account, "processing_metrics", lines);
        rowIfMetered("written for storage", account, "processing_storage_lines", lines + ", by the rules");
        rowIfMetered("stored", account, "writer_lines_stored", lines);
        rowIfMetered("refused by the store", account, "writer_lines_rejected", lines);
        equations(account);
        List<String> faults = account.faults();
        if (faults.isEmpty()) {
            out.println("All sent lines are accounted for, "
                    + (account.datagramsOfOthers() > 0
                            ? "unless lines of other senders hide lost ones."
                            : "and none was lost."));
        } else {
            out.println("Lines were lost, or are not accounted for:");
            faults.forEach(fault -> out.println("- " + fault));
        }
        if (account.datagramsOfOthers() > 0) {
            out.println("Other senders were active, and "
                    + (account.isDivisible() ? "the figures after the gateway" : "all figures except the first two")
                    + " include their metrics. Each line of theirs can hide a lost one. For an exact"
                    + " account, stop them (./weir up --no-probe).");
        }
        return faults.isEmpty();
    }

    /** The gateway's counts of all senders. */
    private void gateway(Account account) {
        row("received", account.since("gateway_lines"), "lines, " + fromOthers(account));
        rowByReason("  rejected", account, "gateway_rejected");
        rowByReason("  dropped", account, "gateway_dropped");
        rowByReason("  lost", account, "gateway_lost");
        row("  acknowledged by Kafka", account.since("gateway_acknowledged"), "lines");
    }

    /**
     * The gateway's counts of these lines, if none of them was lost, and those of other senders. The
     * counts do not show whether lines of others replaced as many lost ones.
     */
    private void gatewayDivided(Account account) {
        row(
                "received",
                account.sent().lines(),
                "lines, " + Sent.grouped(account.sent().datagrams()) + " datagrams");
        row("  rejected", account.rejected(), "");
        row("  dropped", 0, "");
        row("  lost", 0, "");
        row("  acknowledged by Kafka", account.acknowledged(), "lines");
        row(
                "of others",
                account.linesOfOthers(),
                "lines received, " + Sent.grouped(account.datagramsOfOthers())
                        + " datagrams, if no sent line was lost");
    }

    private void equations(Account account) {
        long others = account.datagramsOfOthers();
        out.println("datagrams: " + Sent.grouped(account.sent().datagrams()) + " sent"
                + (others > 0 ? " + " + Sent.grouped(others) + " of others" : "") + " = "
                + Sent.grouped(account.since("gateway_datagrams")) + " received + "
                + Sent.grouped(account.since("gateway_kernel_drops")) + " dropped by the kernel"
                + (others < 0 ? " + " + Sent.grouped(-others) + " missing" : ""));
        String ofOthers = account.isDivisible()
                ? Sent.grouped(account.sent().lines()) + " sent + " + Sent.grouped(account.linesOfOthers())
                        + " of others = "
                : "";
        out.println("lines: " + ofOthers + Sent.grouped(account.since("gateway_lines")) + " received = "
                + Sent.grouped(account.since("gateway_acknowledged")) + " acknowledged + "
                + Sent.grouped(account.since("gateway_rejected")) + " rejected + "
                + Sent.grouped(account.since("gateway_dropped")) + " dropped + "
                + Sent.grouped(account.since("gateway_lost")) + " lost"
                + (account.underWay() == 0 ? "" : " + " + Sent.grouped(account.underWay()) + " under way"));
    }

    private static String fromOthers(Account account) {
        long others = account.datagramsOfOthers();
        return others > 0
                ? Sent.grouped(account.since("gateway_datagrams")) + " datagrams, " + Sent.grouped(others)
                        + " of these from others"
                : Sent.grouped(account.since("gateway_datagrams")) + " datagrams";
    }

    private void rowByReason(String name, Account account, String meter) {
        Map<String, Long> reasons = account.after().reasonsSince(account.before(), meter);
        row(
                name,
                account.since(meter),
                reasons.entrySet().stream()
                        .map(reason -> reason.getKey() + " " + Sent.grouped(reason.getValue()))
                        .collect(Collectors.joining(", ")));
    }

    private void rowIfMetered(String name, Account account, String meter, String remark) {
        if (account.after().has(meter)) {
            row(name, account.since(meter), remark);
        }
    }

    private void row(String name, long number, String remark) {
        out.println(String.format(Locale.ROOT, "%-24s %16s  %s", name, Sent.grouped(number), remark)
                .stripTrailing());
    }
}
