package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private final ManualTime time = new ManualTime();
    private final WireTape wire = new WireTape(time);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Progress progress = new Progress(new PrintStream(said, true, UTF_8), false);

    @Test
    void sendsExactlyTheStatedNumberOfLines() throws Exception {
        Workload workload =
                new Workload(new WorkloadShape("cpu", 50, 10, ValuePattern.RANDOM, 1), (series, stamp) -> {});
        Load load = new Load(1_000, 10, 2_503, 0, Load.NO_LIMIT);

        Sent sent = Generator.run(workload, load, new Outlet(wire, time, progress, () -> false));

        assertThat(sent.lines()).isEqualTo(2_503).isEqualTo(count(wire));
        assertThat(sent.datagrams()).isEqualTo(251).isEqualTo(wire.left().size());
        assertThat(wire.left().get(250).text().lines()).hasSize(3);
        assertThat(sent.bad()).isEqualTo(workload.bad()).isBetween(200L, 300L);
        assertThat(sent.rate()).isBetween(990.0, 1_010.0);
        assertThat(said.toString(UTF_8).lines())
                .containsExactly(
                        "sending: 1 000 lines in 1 s, now 1 000/s", "sending: 2 000 lines in 2 s, now 1 000/s");
    }

    @Test
    void endsWhenAsked() throws Exception {
        Workload workload = new Workload(WorkloadShape.standard(1), (series, stamp) -> {});
        Load load = new Load(1_000, 10, Load.NO_LIMIT, 0, Load.NO_LIMIT);

        Sent sent = Generator.run(
                workload,
                load,
                new Outlet(wire, time, progress, () -> wire.left().size() >= 20));

        assertThat(sent.lines()).isEqualTo(200);
    }

    private static long count(WireTape wire) {
        LineCount count = new LineCount();
        long lines = 0;
        for (WireTape.Datagram datagram : wire.left()) {
            byte[] bytes = datagram.text().getBytes(UTF_8);
            count.read(bytes, bytes.length);
            lines += count.lines();
        }
        return lines;
    }
}
