package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cut {@link Link} holds bytes and connections, and delivers them once it is restored. Only Linux
 * has all addresses of the loopback interface.
 */
@EnabledOnOs(OS.LINUX)
class LinkTest {
    private static final String ADDRESS = "127.0.0.31";
    private static final int WITHIN_MILLIS = 30_000;
    private static final int SILENT_MILLIS = 100;

    private final Path directory;
    private final int port = FreePorts.next();
    private final int otherPort = FreePorts.next();
    private final ServerSocket server = listen(port);
    private final ServerSocket other = listen(otherPort);
    private final Link link;

    LinkTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        link = new Link(directory, 31, List.of(port, otherPort));
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
            socket.setSoTimeout(WITHIN_MILLIS);
            return socket;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        server.close();
        other.close();
    }

    @Test
    void deliversAfterACutWhatWasSentBeforeAndMeanwhile() throws IOException {
        try (Socket client = connect(port);
                Socket accepted = server.accept()) {
            send(client, "before");
            assertThat(read(accepted, 6)).isEqualTo("before");
            link.cut(List.of(port));
            send(client, "to");
            send(accepted, "fro");
            assertSilent(client);
            assertSilent(accepted);
            link.restore();
            assertThat(read(accepted, 2)).isEqualTo("to");
            assertThat(read(client, 3)).isEqualTo("fro");
        }
    }

    @Test
    void acceptsConnectionsDuringACutThatReachTheServerAfterIt() throws IOException {
        link.cut(List.of(port));
        try (Socket client = connect(port)) {
            send(client, "late");
            server.setSoTimeout(SILENT_MILLIS);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
            server.setSoTimeout(WITHIN_MILLIS);
            link.restore();
            try (Socket accepted = server.accept()) {
                assertThat(read(accepted, 4)).isEqualTo("late");
            }
        }
    }

    @Test
    void cutsTheGivenPortsOnly() throws IOException {
        link.cut(List.of(port));
        try (Socket client = connect(otherPort);
                Socket accepted = other.accept()) {
            send(client, "on");
            assertThat(read(accepted, 2)).isEqualTo("on");
        }
    }

    /** The bytes of a client that gave up during a cut arrive, and then its end. */
    @Test
    void deliversWhatAClientSentBeforeItGaveUp() throws IOException {
        try (Socket accepted = acceptedOfOneThatGaveUp()) {
            assertSilent(accepted);
            link.restore();
            assertThat(read(accepted, 4)).isEqualTo("gone");
            assertThat(accepted.getInputStream().read()).isEqualTo(-1);
        }
    }

    private Socket acceptedOfOneThatGaveUp() throws IOException {
        try (Socket client = connect(port)) {
            Socket accepted = server.accept();
            link.cut(List.of(port));
            send(client, "gone");
            return accepted;
        }
    }

    @Test
    void theProcessResolvesLocalhostToTheLink() throws IOException {
        String option = Objects.requireNonNull(link.environment().get("JDK_JAVA_OPTIONS"));
        assertThat(option).startsWith("-Djdk.net.hosts.file=" + directory);
        assertThat(Files.readString(Path.of(option.substring(option.indexOf('=') + 1))))
                .contains(ADDRESS + " localhost");
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(ADDRESS, port));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    private static String read(Socket socket, int bytes) throws IOException {
        socket.setSoTimeout(WITHIN_MILLIS);
        return new String(socket.getInputStream().readNBytes(bytes), UTF_8);
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(SILENT_MILLIS);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }
}
