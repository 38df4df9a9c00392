package io.weir.standalone.probe;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.standalone.probe.out.Datagrams;
import io.weir.standalone.probe.out.HostAndPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The probe on the host that runs this test. */
class ProbeServiceTest {
    private static final String SETTINGS =
            "{interval: 500ms, hostname: flp1, tags: {rack: A1}, processes: [self, '*surefire*'], per-core: true}";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Set<String> measurements = new TreeSet<>();
    private final List<Lines.Read> lines = new ArrayList<>();

    @Test
    void tellsOfThisHostInLinesThatAGatewayTakesAndOutlivesAGatewayThatIsGone() throws IOException {
        InetSocketAddress address = freeAddress();
        try (ProbeService probe = probe(address.getPort())) {
            probe.start();
            try (DatagramSocket gateway = new DatagramSocket(address)) {
                eventually("it tells of its process", () -> receive(gateway).contains("procstat"));
            }
            assertThat(measurements).contains("cpu", "mem", "swap", "system", "procstat");
            assertThat(lines).allSatisfy(line -> assertThat(line.series().tags())
                    .containsEntry("hostname", "flp1")
                    .containsEntry("rack", "A1"));
            Map<String, Set<String>> documented = ProbePage.read().fields();
            assertThat(lines)
                    .allSatisfy(line -> assertThat(documented.get(line.series().measurement()))
                            .containsAll(line.fields()));
            assertThat(lines)
                    .anySatisfy(line -> assertThat(line.series().tags()).containsEntry("cpu", "cpu0"))
                    .anySatisfy(line -> assertThat(line.series().tags())
                            .containsEntry("pattern", "self")
                            .containsEntry(
                                    "pid", Long.toString(ProcessHandle.current().pid())));

            double lost = count("weir.probe.lost");
            eventually("what nobody takes is counted", () -> count("weir.probe.lost") > lost);
            measurements.clear();
            try (DatagramSocket again = new DatagramSocket(address)) {
                eventually("it goes on", () -> receive(again).contains("cpu"));
            }
            assertThat(probe.health().live()).isTrue();
            assertThat(count("weir.probe.lines")).isGreaterThanOrEqualTo(lines.size());
        }
    }

    @Test
    void isSilentIfItIsSwitchedOff() {
        ProbeConfig config = YamlSource.text("probe.yaml", "enabled: false").read(ProbeConfig::read);
        try (ProbeService probe = new ProbeService(config, () -> HostAndPort.GATEWAY, meters)) {
            probe.start();

            assertThat(probe.health().detail()).isEqualTo("off");
            assertThat(probe.health().ready()).isTrue();
        }
    }

    private static InetSocketAddress freeAddress() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
        }
    }

    private ProbeService probe(int port) {
        ProbeConfig config = YamlSource.text("probe.yaml", SETTINGS).read(ProbeConfig::read);
        return new ProbeService(config, () -> HostAndPort.listening("127.0.0.1", port), meters);
    }

    /** The measurements received so far. */
    private Set<String> receive(DatagramSocket gateway) {
        byte[] bytes = new byte[65_536];
        DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
        try {
            gateway.setSoTimeout(100);
            gateway.receive(packet);
        } catch (SocketTimeoutException e) {
            return measurements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(packet.getLength()).isLessThanOrEqualTo(Datagrams.MAX_BYTES);
        for (Lines.Read line : Lines.read(Arrays.copyOf(bytes, packet.getLength()))) {
            lines.add(line);
            measurements.add(line.series().measurement());
        }
        return measurements;
    }

    private double count(String meter) {
        return Objects.requireNonNull(meters.find(meter).counter()).count();
    }
}
