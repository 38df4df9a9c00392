package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreRequestsTest {

    @ParameterizedTest
    @CsvSource({"408, true", "502, true", "504, true", "400, false", "500, false", "503, false"})
    void aProxyThatWaitsInVainAsksForLess(int status, boolean isTooLarge) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        try {
            StoreRequests requests =
                    new StoreRequests("http://127.0.0.1:" + server.getAddress().getPort(), Optional.empty());

            RefusedException refused = catchThrowableOfType(
                    RefusedException.class, () -> requests.send("POST", "/", "text/plain", "SELECT 1"));

            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.isTooLarge()).isEqualTo(isTooLarge);
            assertThat(ClickHouseRefusals.of(refused)).isSameAs(refused);
        } finally {
            server.stop(0);
        }
    }
}
