package io.weir.contract.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.contract.service.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpFailureTest {

    @Test
    void namesWhatIsWrongWithoutJava() throws IOException {
        InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocket silent = new ServerSocket();
                ServerSocket plain = new ServerSocket()) {
            silent.bind(local);
            plain.bind(local);
            DaemonThreads.named("plain").newThread(() -> refuse(plain)).start();
            ServerSocket closed = new ServerSocket(0);
            closed.close();

            assertThat(reason("http://127.0.0.1:" + closed.getLocalPort())).startsWith("nothing listens there:");
            assertThat(reason("http://no.such.host.invalid:1")).startsWith("no address is known for this name:");
            assertThat(reason("http://127.0.0.1:" + silent.getLocalPort(), Duration.ofSeconds(2)))
                    .isEqualTo("no answer in time");
            assertThat(reason("https://127.0.0.1:" + plain.getLocalPort())).startsWith("the server does not use TLS:");
        }
    }

    /** Answers bytes other than HTTP like a server without TLS. The JDK's own server waits for the end of a line. */
    private static void refuse(ServerSocket plain) {
        try (Socket client = plain.accept()) {
            client.getInputStream().read();
            client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            client.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFailureWithoutMessageHasAReason() {
        assertThat(HttpFailure.reason(new IOException())).isEqualTo("the connection failed");
    }

    /** The time is enough for a busy machine. */
    private static String reason(String url) {
        return reason(url, Duration.ofMinutes(1));
    }

    private static String reason(String url, Duration within) {
        HttpCalls calls = new HttpCalls(within, within);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpFailure.reason(catchThrowableOfType(IOException.class, () -> calls.send(request)));
    }
}
