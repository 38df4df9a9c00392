package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The TCP input over TLS, with an authority for the certificates of its clients. */
class TcpTlsTest {
    private static final int ANSWER_WITHIN_MILLIS = 20_000;

    @Test
    void acceptsOnlyClientsWithASignedCertificate(@TempDir Path folder) throws Exception {
        Identity server = new Identity(folder, "server");
        Identity client = new Identity(folder, "client");
        String tls = "{certificate: %s, key: %s, client-ca: %s}"
                .formatted(server.certificate(), server.key(), client.certificate());
        try (OpenedInput input = OpenedInput.open("tcp: {enabled: true, host: 127.0.0.1, port: 0, tls: " + tls + "}")) {
            try (Socket socket = connect(input, client.trusting(server).getSocketFactory())) {
                socket.getOutputStream().write("cpu v=1 1\n".getBytes(UTF_8));
                input.await(1);
            }
            assertThat(isRefused(input, server.trusted().getSocketFactory(), "cpu v=2 2\n"))
                    .as("without a certificate")
                    .isTrue();
            assertThat(isRefused(input, server.trusting(server).getSocketFactory(), "cpu v=3 3\n"))
                    .as("with a certificate of another authority")
                    .isTrue();
            assertThat(isRefused(input, SocketFactory.getDefault(), "cpu v=4 4\n"))
                    .as("without TLS")
                    .isTrue();
            assertThat(input.lines()).containsExactly("cpu v=1 1");
        }
    }

    /** Whether the server ends the connection. It answers nothing to a client that it accepts. */
    private static boolean isRefused(OpenedInput input, SocketFactory sockets, String line) throws IOException {
        try (Socket socket = connect(input, sockets)) {
            socket.getOutputStream().write(line.getBytes(UTF_8));
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static Socket connect(OpenedInput input, SocketFactory sockets) throws IOException {
        Socket socket = sockets.createSocket("127.0.0.1", input.port());
        socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
        return socket;
    }
}
