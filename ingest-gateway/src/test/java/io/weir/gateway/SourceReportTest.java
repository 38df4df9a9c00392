package io.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SourceAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceReportTest {
    private final Limits limits =
            Limits.of(new LimitSettings(List.of(), 1000, LineBudget.UNLIMITED, 5, 1000, LineLimits.UNLIMITED), () -> 1);
    private final SourceReport report = new SourceReport(limits, Map.of());

    @Test
    void isEmptyWithoutLosses() {
        limits.sources().count(source(1), 1, 100, 0);
        assertThat(report.next(false)).isEmpty();
        assertThat(report.next(true)).isEmpty();
    }

    @Test
    void namesTheWorstThreeWhenLinesWereLost() {
        for (int i = 1; i < 10; i++) {
            limits.sources().count(source(i), 1, 100, i);
        }
        assertThat(report.next(false)).isEmpty();
        assertThat(report.next(true))
                .hasValue("worst sources of the last two minutes:"
                        + " 10.0.0.9 lines=100 dropped=0 rejected=9 missing=0,"
                        + " 10.0.0.8 lines=100 dropped=0 rejected=8 missing=0,"
                        + " 10.0.0.7 lines=100 dropped=0 rejected=7 missing=0");
    }

    @Test
    void reportsANearlyUsedUpBudgetOnce() {
        for (int i = 0; i < 5; i++) {
            limits.series().take(source(1), "cpu".getBytes(UTF_8), 0, 3, 3, 1);
        }
        assertThat(report.next(false).orElse("")).endsWith("source 10.0.0.1 (4 of 5)");
        assertThat(report.next(false)).isEmpty();
    }

    @Test
    void listsSourcesOnAPage() {
        assertThat(report.page()).isEqualTo("[]\n");
        limits.sources().count(source(1), 1, 100, 2);
        limits.sources().countDropped(source(2), 1, 7);
        assertThat(report.page()).isEqualTo("""
                [{"source":"10.0.0.2","lines":7,"dropped":7,"rejected":0,"missing":0},
                {"source":"10.0.0.1","lines":100,"dropped":0,"rejected":2,"missing":0}]
                """);
    }

    @Test
    void namesTheInputThatCountsASourceSeparately() {
        Limits relays = Limits.of(
                new LimitSettings(List.of(), 1000, LineBudget.UNLIMITED, 2, 1000, LineLimits.UNLIMITED), () -> 1);
        SourceReport both = new SourceReport(limits, Map.of("relays", relays));
        limits.sources().count(source(1), 1, 100, 2);
        relays.sources().count(source(1), 1, 500, 3);
        relays.series().take(source(1), "cpu".getBytes(UTF_8), 0, 3, 3, 1);
        relays.series().take(source(1), "mem".getBytes(UTF_8), 0, 3, 3, 1);
        assertThat(both.page()).isEqualTo("""
                [{"source":"10.0.0.1","lines":500,"dropped":0,"rejected":3,"missing":0,"input":"relays"},
                {"source":"10.0.0.1","lines":100,"dropped":0,"rejected":2,"missing":0}]
                """);
        assertThat(both.next(true).orElse(""))
                .contains("10.0.0.1 lines=500 dropped=0 rejected=3 missing=0 input=relays, 10.0.0.1 lines=100")
                .contains("input relays: 80 % of the hourly budget of new series is used by source 10.0.0.1 (2 of 2)");
    }

    private static SourceAddress source(int host) {
        SourceAddress source = new SourceAddress();
        source.set(new InetSocketAddress("10.0.0." + host, 9));
        return source;
    }
}
