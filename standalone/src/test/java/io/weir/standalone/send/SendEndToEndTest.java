package io.weir.standalone.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command with all services of {@code weir up}, and without any service. */
class SendEndToEndTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void allThatIsSentIsAccountedForDownToTheStore(@TempDir Path directory) throws Exception {
        UpInstallation weir = new UpInstallation(directory, "--store-port=" + FreePorts.next());
        try (WeirProcess process = weir.start()) {
            String to = "--to=127.0.0.1:" + weir.udpPort();
            String meters = "--meters=http://127.0.0.1:" + weir.metersPort();

            int generated = send(
                    to,
                    meters,
                    "--wait=3m",
                    "--rate=5000",
                    "--count=10003",
                    "--series=100",
                    "--sources=2000",
                    "--bad=2",
                    "--seed=5");

            assertThat(out.toString())
                    .contains(
                            "All sent lines are accounted for",
                            "sent                               10 003  lines, 1 001 dat");
            assertThat(row("of these invalid")).isBetween(150L, 250L).isEqualTo(row("rejected"));
            assertThat(row("processed")).isEqualTo(row("acknowledged by Kafka")).isEqualTo(10_003 - row("rejected"));
            assertThat(row("stored")).isEqualTo(row("written for storage")).isPositive();
            assertThat(generated).isZero();

            int replayed = send(
                    to,
                    meters,
                    "--wait=3m",
                    "--speed=max",
                    "--rate=5000",
                    "--now",
                    recording(directory).toString());

            assertThat(out.toString()).contains("All sent lines are accounted for");
            assertThat(row("sent")).isEqualTo(3_000);
            assertThat(row("acknowledged by Kafka")).isEqualTo(3_000);
            assertThat(replayed).isZero();

            try (DatagramSocket other = input()) {
                int wrong = send("--to=127.0.0.1:" + other.getLocalPort(), meters, "--count=10");

                assertThat(errors.toString()).contains("do not count the datagrams sent there");
                assertThat(wrong).isEqualTo(1);
            }
            process.terminate();
            process.awaitExit();
        }
    }

    @Test
    void sendsWithoutMetersAndReportsIt() throws Exception {
        try (DatagramSocket input = input()) {
            int exit = send("--to=127.0.0.1:" + input.getLocalPort(), "--meters=none", "--count=20");

            assertThat(row("sent")).isEqualTo(20);
            assertThat(out.toString()).contains("The outcome is unknown: --meters none switches the account off.");
            assertThat(exit).isZero();
        }
    }

    @Test
    void metersThatWereNamedMustBeThere() throws Exception {
        try (DatagramSocket input = input()) {
            String url = "http://127.0.0.1:" + FreePorts.next();
            int exit = send("--to=127.0.0.1:" + input.getLocalPort(), "--meters=" + url, "--count=20");

            assertThat(errors.toString())
                    .contains(url + ": nothing listens there", "; --meters none sends without them");
            assertThat(exit).isEqualTo(1);
        }
    }

    @Test
    void reportsTheSentLinesOnCtrlC(@TempDir Path directory) throws Exception {
        try (DatagramSocket input = input();
                WeirProcess process = WeirProcess.start(
                        directory,
                        Map.of(),
                        "send",
                        "--to=127.0.0.1:" + input.getLocalPort(),
                        "--meters=none",
                        "--rate=1000",
                        "--duration=10m")) {
            process.awaitOutput("sending: ");
            process.terminate();
            process.awaitExit();

            out.append(process.output());
            assertThat(row("sent")).isBetween(1L, 100_000L);
            assertThat(process.output()).contains("The outcome is unknown");
        }
    }

    @Test
    void reportsThatNoGatewayListens() throws Exception {
        int port;
        try (DatagramSocket input = input()) {
            port = input.getLocalPort();
        }
        int exit = send("--to=127.0.0.1:" + port, "--meters=none", "--count=20");

        assertThat(errors.toString()).contains("no gateway listens at 127.0.0.1:" + port + ": start Weir (./weir up)");
        assertThat(exit).isEqualTo(1);
    }

    @Test
    void saysThatThereIsNoSuchFile() {
        int exit = send("--to=127.0.0.1:9", "--meters=none", "no-such-recording.txt");

        assertThat(errors.toString()).contains("no-such-recording.txt does not exist; looked for ");
        assertThat(exit).isEqualTo(1);
    }

    private int send(String... arguments) {
        out.getBuffer().setLength(0);
        errors.getBuffer().setLength(0);
        return new CommandLine(new Send())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }

    /** The number in a row of the table. */
    private long row(String name) {
        String row = out.toString()
                .lines()
                .filter(line -> line.strip().startsWith(name))
                .findFirst()
                .orElseThrow();
        String number = row.substring(24, 41).replace(" ", "");
        return Long.parseLong(number);
    }

    private static Path recording(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            lines.add("replayed,host=h" + i % 10 + " value=" + i + " " + (1_700_000_000_000_000_000L + i));
        }
        return Files.write(directory.resolve("recording.txt"), lines);
    }

    /** A port with a listener that never reads. */
    private static DatagramSocket input() throws SocketException {
        return new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }
}
