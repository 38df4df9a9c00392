package io.weir.standalone.probe.out;

import static io.weir.standalone.probe.out.Points.counter;
import static io.weir.standalone.probe.out.Points.gauge;
import static io.weir.standalone.probe.out.Points.point;
import static io.weir.standalone.probe.out.Points.round;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatestValuesTest {
    private static final Map<String, String> HOST = Map.of("hostname", "h");

    private final Counted counts = new Counted();
    private final LatestValues values = new LatestValues(100, 10, counts);

    @Test
    void showsTheNewestValueOfEach() {
        values.accept(round(point("mem", HOST, 1, gauge("total", 8L), gauge("used_percent", 12.5))));
        values.accept(round(
                point("mem", HOST, 2, gauge("total", 8L), gauge("used_percent", 13.5)),
                point("net", Map.of("interface", "eth1"), 2, counter("bytes_recv", 6)),
                point("net", Map.of("interface", "eth0"), 2, counter("bytes_recv", 5))));

        assertThat(values.page()).isEqualTo("""
                # TYPE mem_total gauge
                mem_total{hostname="h"} 8
                # TYPE mem_used_percent gauge
                mem_used_percent{hostname="h"} 13.5
                # TYPE net_bytes_recv counter
                net_bytes_recv{interface="eth0"} 5
                net_bytes_recv{interface="eth1"} 6
                """);
        assertThat(counts.sentLines()).hasValue(4);
    }

    @Test
    void aSeriesThatIsNotMeasuredAnyMoreDisappears() {
        values.accept(round(point("procstat", Map.of("pid", "1"), 1_000, gauge("num_threads", 1L))));
        values.accept(round(point("procstat", Map.of("pid", "2"), 1_100, gauge("num_threads", 2L))));
        assertThat(values.page()).contains("pid=\"1\"", "pid=\"2\"");

        values.accept(round(point("procstat", Map.of("pid", "2"), 1_101, gauge("num_threads", 2L))));
        assertThat(values.page()).doesNotContain("pid=\"1\"").contains("pid=\"2\"");
    }

    @Test
    void aRoundWithoutPointsChangesNothing() {
        values.accept(round(point("procstat", Map.of("pid", "1"), 1_000, gauge("num_threads", 1L))));
        values.accept(round());
        assertThat(values.page()).contains("pid=\"1\"");
    }

    @Test
    void namesAndLabelsAreValid() {
        values.accept(round(
                point("2nd disk", Map.of("path.of", "a\"b\\c d", "3d", "x", "größe", "y"), 1, gauge("used:%", 1L))));

        assertThat(values.page()).isEqualTo("""
                # TYPE _2nd_disk_used:_ gauge
                _2nd_disk_used:_{_3d="x",gr__e="y",path_of="a\\"b\\\\c d"} 1
                """);
    }

    @Test
    void theNumberOfSeriesIsBounded() {
        IntStream.range(0, 15)
                .forEach(i ->
                        values.accept(round(point("procstat", Map.of("pid", "p" + i), 1, gauge("num_threads", 1L)))));

        assertThat(values.page().lines().filter(line -> !line.startsWith("#"))).hasSize(10);
        assertThat(counts.lostLines()).hasValue(5);
        assertThat(counts.sentLines()).hasValue(10);
    }

    @Test
    void aPageWithoutValuesIsEmpty() {
        assertThat(values.page()).isEmpty();
    }
}
