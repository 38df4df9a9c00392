package io.weir.gateway.apmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.testing.InputPage;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Runs the example of the documentation page with the real client: {@code apmon} 2.17.21 of PyPI,
 * which requires Python 2 ({@code python2 -m pip install apmon}; another interpreter with
 * {@code -Dweir.test.apmon.python}). Skipped without it.
 */
class ApMonClientTest {
    private static final String PYTHON = System.getProperty("weir.test.apmon.python", "python2");

    @Test
    void whatTheExampleSendsArrivesAsThePageSays() throws Exception {
        assumeTrue(run("import apmon") == 0, PYTHON + " with the module apmon is not installed");
        InputPage page = new InputPage("apmon");
        List<String> expected = page.arrivesAs("python");
        Intake intake = new Intake();
        ApMonIntake apmon = new ApMonIntake(intake.lines, Optional.empty(), List.of());
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            socket.setSoTimeout(20_000);
            String script =
                    page.blocks("python").get(0).replace("weir.example.org:8884", "127.0.0.1:" + socket.getLocalPort());
            assertThat(run(script)).isZero();
            for (int i = 0; i < expected.size(); i++) {
                DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
                socket.receive(packet);
                apmon.datagram(packet.getData(), 0, packet.getLength(), packet.getSocketAddress(), Intake.NOW_NANOS);
                apmon.lines().flush();
            }
        }
        List<String> arrived = Intake.lineTexts(intake.queued());
        assertThat(arrived).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(arrived.get(i)).startsWith(expected.get(i));
        }
    }

    /** The exit code of a script; -1 if the interpreter is missing or does not end. */
    private static int run(String script) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(PYTHON, "-c", script));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(60, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            return -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
