package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.standalone.probe.out.HostAndPort;
import io.weir.writer.testing.FreePorts;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MeterPageTest {
    private final ProbeLines lines = new ProbeLines("flp1", new TreeMap<>(), 1);

    @Test
    void aLineForEachMeterOfWeirWithItsLabelsAndTheExactValue() {
        MeterPage page = new MeterPage(Optional.of("gw1:9400"), () -> """
                # HELP weir_gateway_rejected_total Lines rejected, by reason
                # TYPE weir_gateway_rejected_total counter
                weir_gateway_rejected_total{input="udp",reason="a \\"b\\", {c}"} 3.0
                weir_writer_write_seconds_sum{target="main"} 0.001234567
                weir_gateway_lines_total 1.234567891E9
                """);

        assertThat(told(page)).isEqualTo("""
                weir,hostname=flp1,input=udp,instance=gw1:9400,meter=weir_gateway_rejected_total,reason=a\\ "b"\\,\\ {c} value=3.0 7
                weir,hostname=flp1,instance=gw1:9400,meter=weir_writer_write_seconds_sum,target=main value=0.001234567 7
                weir,hostname=flp1,instance=gw1:9400,meter=weir_gateway_lines_total value=1.234567891E9 7""");
    }

    @Test
    void bucketsMetersOfOthersAndWhatIsNoNumberAreLeftOut() {
        MeterPage page = new MeterPage(Optional.empty(), () -> """
                weir_writer_write_seconds_bucket{target="main",le="0.001"} 3.0
                jvm_threads_live_threads 20.0
                weir_gateway_spool_age_seconds NaN
                weir_gateway_spool_bytes +Inf
                weir_gateway_lines_total
                weir_gateway_lines_total many
                <html>weir_gateway_lines_total 3</html>
                """);

        assertThat(told(page)).isEmpty();
    }

    @Test
    void aProcessThatDoesNotAnswerFailsByItself() {
        List<MeterPage> pages = MeterPage.served(List.of(new HostAndPort("127.0.0.1", FreePorts.next())));

        assertThat(pages).hasSize(1);
        assertThatThrownBy(() -> told(pages.get(0))).isInstanceOf(IllegalStateException.class);
        assertThat(MeterPage.served(List.of())).isEmpty();
    }

    private String told(MeterPage page) {
        lines.startRound(7);
        page.collect(lines);
        return Lines.text(lines).stripTrailing();
    }
}
