package io.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpFailureTest {

    @Test
    void namesWhatIsWrongWithoutJava() throws IOException {
        InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer plain = HttpServer.create(local, 1);
        plain.start();
        try (ServerSocket silent = new ServerSocket()) {
            silent.bind(local);
            ServerSocket closed = new ServerSocket(0);
            closed.close();

            assertThat(reason("http://127.0.0.1:" + closed.getLocalPort())).startsWith("nothing listens there:");
            assertThat(reason("http://no.such.host.invalid:1")).startsWith("no address is known for this name:");
            assertThat(reason("http://127.0.0.1:" + silent.getLocalPort(), Duration.ofSeconds(2)))
                    .isEqualTo("no answer in time");
            assertThat(reason("https://127.0.0.1:" + plain.getAddress().getPort()))
                    .startsWith("the server does not use TLS:");
        } finally {
            plain.stop(0);
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
