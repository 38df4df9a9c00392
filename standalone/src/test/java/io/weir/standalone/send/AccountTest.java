package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccountTest {
    private static final Sent SENT = new Sent(1_000, 10_000, 100, 0, 890_000, 2_000_000_000);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Page before = Page.ofAll().received(7, 70).with("processing_metrics", 70);

    @Test
    void addsUpWithEveryBadLineRejected() {
        Page after = good();

        assertThat(print(after)).isTrue();
        assertThat(printed.toString(UTF_8)).isEqualTo("""
                sent                               10 000  lines, 1 000 datagrams, 890 000 bytes in 2.0 s: 5 000 lines/s
                  of these invalid                    100
                dropped by the kernel                   0  datagrams
                received                           10 000  lines, 1 000 datagrams
                  rejected                            100  invalid-number 40, not-finite 60
                  dropped                               0
                  lost                                  0
                  acknowledged by Kafka             9 900  lines
                processed                           9 900  lines
                written for storage                 5 000  lines, by the rules
                stored                              5 000  lines
                refused by the store                    0  lines
                datagrams: 1 000 sent = 1 000 received + 0 dropped by the kernel
                lines: 10 000 received = 9 900 acknowledged + 100 rejected + 0 dropped + 0 lost
                All sent lines are accounted for, and none was lost.
                """);
    }

    @Test
    void separatesOtherSendersAndStillAddsUp() {
        Page after = good().with("gateway_datagrams", 7 + 1_000 + 3)
                .with("gateway_lines", 70 + 10_000 + 30)
                .with("gateway_acknowledged", 70 + 9_900 + 30);

        assertThat(print(after)).isTrue();
        assertThat(printed.toString(UTF_8).lines().skip(2)).containsExactly("""
                dropped by the kernel                   0  datagrams
                received                           10 000  lines, 1 000 datagrams
                  rejected                            100
                  dropped                               0
                  lost                                  0
                  acknowledged by Kafka             9 900  lines
                of others                              30  lines received, 3 datagrams, if no sent line was lost
                processed                           9 900  lines, with those of others
                written for storage                 5 000  lines, with those of others, by the rules
                stored                              5 000  lines, with those of others
                refused by the store                    0  lines, with those of others
                datagrams: 1 000 sent + 3 of others = 1 003 received + 0 dropped by the kernel
                lines: 10 000 sent + 30 of others = 10 030 received = 9 930 acknowledged + 100 rejected + 0 dropped + 0 lost
                All sent lines are accounted for, unless lines of other senders hide lost ones.
                Other senders were active, and the figures after the gateway include their metrics. \
                Each line of theirs can hide a lost one. For an exact account, stop them (./weir up --no-probe).
                """.split("\n"));
    }

    @Test
    void invalidLinesOfOthersAreNotOurs() {
        Page after = good().with("gateway_datagrams", 7 + 1_000 + 3)
                .with("gateway_lines", 70 + 10_000 + 30)
                .with("gateway_rejected{reason=\"not-finite\"}", 60 + 30);

        assertThat(print(after)).isTrue();
        assertThat(printed.toString(UTF_8)).contains("  rejected                            100\n");
    }

    @Test
    void aLossIsNotDividedBetweenTheSenders() {
        Page after = good().with("gateway_datagrams", 7 + 1_000 + 3)
                .with("gateway_lines", 70 + 10_000 + 30)
                .with("gateway_acknowledged", 70 + 9_900 + 29)
                .with("gateway_lost{reason=\"timeout\"}", 1);

        assertThat(print(after)).isFalse();
        assertThat(printed.toString(UTF_8))
                .contains("received                           10 030  lines, 1 003 datagrams, 3 of these from others")
                .contains("- 1 lines were sent to Kafka")
                .contains("all figures except the first two include their metrics");
    }

    @Test
    void whatTheKernelDroppedIsLoss() {
        Page after = good().with("gateway_datagrams", 7 + 990)
                .with("gateway_kernel_drops", 10)
                .with("gateway_lines", 70 + 9_900)
                .with("gateway_acknowledged", 70 + 9_800);

        assertThat(print(after)).isFalse();
        assertThat(printed.toString(UTF_8))
                .contains("datagrams: 1 000 sent = 990 received + 10 dropped by the kernel")
                .contains("- the kernel dropped 10 datagrams: the gateway's receive buffer was full;");
    }

    @Test
    void whatNeverCameIsMissing() {
        Page after = good().with("gateway_datagrams", 7 + 998).with("gateway_lines", 70 + 9_980);

        assertThat(print(after)).isFalse();
        assertThat(printed.toString(UTF_8))
                .contains("= 998 received + 0 dropped by the kernel + 2 missing")
                .contains("- 2 datagrams never arrived");
    }

    @Test
    void everyOtherLossIsAFaultOfItsOwn() {
        assertFault(good().with("gateway_lines", 70 + 9_999), "1 lines are missing in the received datagrams");
        assertFault(good().with("gateway_dropped{reason=\"broker-slow\"}", 5), "5 lines were dropped by the gateway");
        assertFault(good().with("gateway_lost{reason=\"timeout\"}", 6), "6 lines were sent to Kafka");
        assertFault(good().with("gateway_rejected{reason=\"timestamp-ahead\"}", 7), "7 valid lines were refused");
        assertFault(good().with("processing_rejected{reason=\"x\"}", 8), "8 lines were refused by processing");
        assertFault(
                good().with("writer_lines_rejected{reason=\"store-refused\"}", 9), "9 lines were refused by the store");
        assertFault(good().with("writer_values_refused", 9), "9 values were refused by the store");
    }

    @Test
    void aRestartedServiceMakesAnAccountImpossible() {
        assertFault(good().with("processing_metrics", 69), "a service restarted during the run");
    }

    @Test
    void whatIsStillUnderWayIsAFault() {
        Account account =
                new Account(SENT, before.meters(), good().meters(), Optional.of("5 lines on their way to Kafka"));

        assertThat(account.faults()).singleElement().asString().startsWith("5 lines on their way to Kafka after the");
    }

    private void assertFault(Page after, String fault) {
        assertThat(print(after)).isFalse();
        assertThat(printed.toString(UTF_8)).contains("Lines were lost, or are not accounted for:\n- " + fault);
        printed.reset();
    }

    private boolean print(Page after) {
        Report report = new Report(new PrintWriter(printed, true, UTF_8));
        report.sent(SENT);
        return report.account(new Account(SENT, before.meters(), after.meters(), Optional.empty()));
    }

    private static Page good() {
        return Page.ofAll()
                .received(7 + 1_000, 70 + 10_000)
                .with("gateway_acknowledged", 70 + 9_900)
                .with("gateway_rejected{reason=\"not-finite\"}", 60)
                .with("gateway_rejected{reason=\"invalid-number\"}", 40)
                .with("processing_metrics", 70 + 9_900)
                .with("processing_storage_lines", 5_000)
                .with("writer_lines_stored", 5_000);
    }
}
