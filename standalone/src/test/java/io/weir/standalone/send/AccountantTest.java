package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The meters come from a server, and time passes only while the accountant waits. */
class AccountantTest {
    private final Page page = Page.ofAll();
    private final HttpServer server;

    AccountantTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void start() {
        server.createContext("/metrics", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] text = page.text().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Sends a datagram with ten lines, which then have come as far as the page shows, and does not wait. */
    private Account accountOf(Runnable arrival) throws IOException, InterruptedException {
        ManualTime time = new ManualTime();
        MetersClient client = new MetersClient(
                List.of("http://127.0.0.1:" + server.getAddress().getPort()));
        Accountant accountant = Accountant.begin(client, () -> page.with("gateway_datagrams", 1), time);
        page.received(2, 10);
        arrival.run();
        return accountant.end(new Sent(1, 10, 0, 0, 100, 1), 0, time, new Progress(System.out, false));
    }

    /** The end of a hop and the begin of the next one need an answer each. */
    @Test
    void theLastPollSeesLinesThatHaveArrived() throws Exception {
        Account account = accountOf(() -> page.with("processing_metrics", 10)
                .with("processing_storage_lines", 10)
                .with("writer_lines_stored", 10));
        assertThat(account.awaited()).isEmpty();
    }

    @Test
    void theLastPollNamesLinesThatAreUnderWay() throws Exception {
        Account account = accountOf(() -> page.with("processing_metrics", 7));
        assertThat(account.awaited()).contains("3 lines on their way through processing");
    }
}
