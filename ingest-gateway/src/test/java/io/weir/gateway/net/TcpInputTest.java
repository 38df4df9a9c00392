package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.contract.service.PortMistake;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.stamp.StampUnit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The TCP input over real local connections. */
class TcpInputTest {
    private static final int MAX_LINE_BYTES = 1000;
    private static final Mapping.Factory LINES = lines -> new LineMapping(lines, StampUnit.NS);

    private final OneInput input = new OneInput("tcp");

    @ParameterizedTest
    @EnumSource(StreamTransport.class)
    void takesEveryLineOfManyConnections(StreamTransport transport) throws Exception {
        assumeTrue(transport == StreamTransport.NIO || StreamTransport.best() == StreamTransport.EPOLL, "not Linux");
        try (TcpInput tcp = TcpInput.open(settings(0, 100, Duration.ofHours(1)), transport, LINES, input)) {
            List<Socket> sockets = new ArrayList<>();
            for (int sender = 0; sender < 20; sender++) {
                sockets.add(connect(tcp));
            }
            for (int i = 0; i < 100; i++) {
                for (int sender = 0; sender < 20; sender++) {
                    send(sockets.get(sender), line(sender, i).substring(0, 7 + i % 10));
                    send(sockets.get(sender), line(sender, i).substring(7 + i % 10));
                }
            }
            input.await(2_000);
            close(sockets);
        }
        assertThat(input.lines()).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(input.counts().lines.sum()).isEqualTo(2_000);
        assertThat(input.counts().bytes.sum()).isEqualTo(2_000L * line(0, 0).length());
    }

    @Test
    void takesStringsThatGoOnOverLines() throws Exception {
        try (TcpInput tcp = open();
                Socket socket = connect(tcp)) {
            send(socket, "log text=\"one\ntwo\" 1\nlog text=\"three\" 2\n");
            input.await(2);
        }
        assertThat(input.lines()).containsExactly("log text=\"one\ntwo\" 1", "log text=\"three\" 2");
    }

    @Test
    void aLostQuoteHoldsItsNeighboursBackForAMoment() throws Exception {
        try (TcpInput tcp = open();
                Socket socket = connect(tcp)) {
            send(socket, "log text=\"one 1\ncpu v=2 2\n");
            input.await(2);
        }
        assertThat(input.lines()).containsExactly("cpu v=2 2");
        assertThat(input.refused()).containsExactly("unterminated-string: log text=\"one 1");
    }

    /**
     * A web page can make a browser post to this port. Without the check, the gateway would reject
     * the headers line by line and accept the body.
     */
    @Test
    void takesNothingOfARequestOverHttp() throws Exception {
        try (TcpInput tcp = open();
                Socket socket = connect(tcp)) {
            send(socket, "POST / HTTP/1.1\r\nHost: 127.0.0.1:8094\r\nContent-Length: 10\r\n\r\ncpu v=1 1\n");
            OneInput.await("the end", () -> input.counts().rejectedConnections.of("http") == 1);
        }
        assertThat(input.lines()).isEmpty();
        assertThat(input.refused()).isEmpty();
    }

    @Test
    void refusesALineThatIsTooLongAndTakesTheNext() throws Exception {
        try (TcpInput tcp = open();
                Socket socket = connect(tcp)) {
            send(socket, "cpu text=\"" + "x".repeat(300_000) + "\" 1\ncpu v=2 2\n");
            input.await(2);
        }
        assertThat(input.lines()).containsExactly("cpu v=2 2");
        assertThat(input.refused()).containsExactly("line-too-long: cpu text=\"" + "x".repeat(MAX_LINE_BYTES - 10));
    }

    @Test
    void takesALastLineWithoutANewline() throws Exception {
        try (TcpInput tcp = open()) {
            try (Socket socket = connect(tcp)) {
                send(socket, "cpu v=1 1\ncpu v=2 2");
            }
            input.await(2);
        }
        assertThat(input.lines()).containsExactly("cpu v=1 1", "cpu v=2 2");
    }

    @Test
    void refusesTheHalfLineOfAConnectionThatBreaks() throws Exception {
        try (TcpInput tcp = open()) {
            try (Socket socket = connect(tcp)) {
                send(socket, "cpu v=1 1\ncpu v=2");
                input.await(1);
                socket.setSoLinger(true, 0); // Closing resets the connection.
            }
            input.await(2);
        }
        assertThat(input.lines()).containsExactly("cpu v=1 1");
        assertThat(input.refused()).containsExactly("unfinished-line: cpu v=2");
    }

    @Test
    void acceptsDataInFlightAtTheEnd() throws Exception {
        TcpInput tcp = open();
        try (Socket socket = connect(tcp)) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                lines.append(line(0, i));
            }
            // Possibly the start of "cpu v=1234": the sender has not closed.
            send(socket, lines + "cpu v=1");
            tcp.close();
        }
        assertThat(input.lines()).hasSize(2_000);
        assertThat(input.counts().rejected.of("unfinished-line")).isEqualTo(1);
    }

    @Test
    void stopsReadingWhileThereIsNoRoomAndDropsNothing() throws Exception {
        OneInput narrow = new OneInput("tcp", 1 << 20);
        int lines = 60_000;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(line(0, i));
        }
        try (TcpInput tcp = TcpInput.open(settings(0, 10, Duration.ofSeconds(1)), LINES, narrow);
                Socket socket = connect(tcp)) {
            Thread sender = new Thread(() -> sendAll(socket, text.toString()));
            sender.start();
            OneInput.await("the room to be taken", () -> !narrow.queue().hasRoom());
            socket.setSoTimeout(2_000);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .as("a connection that waits for us is not idle")
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(narrow.counts().lines.sum()).isLessThan(lines);
            narrow.await(lines);
            sender.join();
        }
        assertThat(narrow.counts().dropped.total()).isZero();
        assertThat(new HashSet<>(narrow.lines())).hasSize(lines);
    }

    @Test
    void dropsNothingThoughManyConnectionsWaitForRoom() throws Exception {
        OneInput narrow = new OneInput("tcp", 1 << 20);
        List<Socket> sockets = new ArrayList<>();
        try (TcpInput tcp = TcpInput.open(settings(0, 100, Duration.ofHours(1)), LINES, narrow)) {
            for (int sender = 0; sender < 80; sender++) {
                sockets.add(connect(tcp));
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < 600; i++) {
                    text.append(line(sender, i));
                }
                send(sockets.get(sender), text.toString());
                sockets.get(sender).shutdownOutput();
            }
            OneInput.await("the room to be taken", () -> !narrow.queue().hasRoom());
            narrow.await(80 * 600);
        }
        close(sockets);
        assertThat(narrow.counts().dropped.total()).isZero();
        assertThat(new HashSet<>(narrow.lines())).hasSize(80 * 600);
    }

    @Test
    void closesConnectionsThatAreTooMany() throws Exception {
        try (TcpInput tcp = TcpInput.open(settings(0, 2, Duration.ZERO), LINES, input);
                Socket first = connect(tcp);
                Socket second = connect(tcp)) {
            send(first, "cpu v=1 1\n");
            send(second, "cpu v=2 2\n");
            input.await(2);
            try (Socket third = connect(tcp)) {
                assertThat(third.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(input.counts().rejectedConnections.of("too-many-connections"))
                    .isEqualTo(1);
            first.shutdownOutput();
            OneInput.await("a connection to be free", () -> takes(tcp, "cpu v=3 3\n"));
        }
        assertThat(input.lines()).contains("cpu v=3 3");
    }

    @Test
    void oneAddressCannotUseUpAllConnections() throws Exception {
        try (TcpInput tcp = TcpInput.open(settings(0, 10, 2, Duration.ZERO), LINES, input);
                Socket first = connect(tcp);
                Socket second = connect(tcp)) {
            send(first, "cpu v=1 1\n");
            send(second, "cpu v=2 2\n");
            input.await(2);
            try (Socket third = connect(tcp)) {
                assertThat(third.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(input.counts().rejectedConnections.of("too-many-connections-of-source"))
                    .isEqualTo(1);
            try (Socket other = new Socket()) {
                other.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), 0));
                other.connect(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), tcp.port().orElseThrow()));
                send(other, "cpu v=3 3\n");
                input.await(3);
            }
            first.shutdownOutput();
            OneInput.await("a connection to be free", () -> takes(tcp, "cpu v=4 4\n"));
        }
        assertThat(input.lines()).contains("cpu v=3 3", "cpu v=4 4");
    }

    @Test
    void closesConnectionsThatAreIdle() throws Exception {
        try (TcpInput tcp = TcpInput.open(settings(0, 10, Duration.ofSeconds(1)), LINES, input);
                Socket socket = connect(tcp)) {
            send(socket, "cpu v=1 1\n");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(input.lines()).containsExactly("cpu v=1 1");
        assertThat(input.counts().rejectedConnections.of("idle")).isEqualTo(1);
    }

    @Test
    void reportsATakenPort() {
        try (TcpInput first = open()) {
            assertThatThrownBy(() -> TcpInput.open(
                            settings(first.port().orElseThrow(), 10, Duration.ZERO), LINES, new OneInput("other")))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("tcp.port")
                    .hasMessageContaining("taken");
        }
    }

    private TcpInput open() {
        return TcpInput.open(settings(0, 100, Duration.ofHours(1)), LINES, input);
    }

    private static TcpSettings settings(int port, int connections, Duration idle) {
        return settings(port, connections, connections, idle);
    }

    private static TcpSettings settings(int port, int connections, int ofSource, Duration idle) {
        PortMistake mistake = new PortMistake("tcp", "line protocol", "tcp.port", "tcp.host");
        return new TcpSettings(
                new StreamSettings("127.0.0.1", port, 2, connections, ofSource, Optional.empty(), mistake),
                MAX_LINE_BYTES,
                idle,
                true);
    }

    private static Socket connect(TcpInput tcp) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), tcp.port().orElseThrow());
    }

    private boolean takes(TcpInput tcp, String line) {
        int before = input.lines().size();
        try (Socket socket = connect(tcp)) {
            send(socket, line);
            socket.shutdownOutput();
            socket.getInputStream().read();
        } catch (IOException e) {
            return false;
        }
        return input.lines().size() > before;
    }

    private static void sendAll(Socket socket, String text) {
        try {
            send(socket, text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String line(int sender, int i) {
        return String.format("cpu,host=h%04d value=%06d 1700000000000000000\n", sender, i);
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
