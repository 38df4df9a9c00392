package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.service.BoundHost;
import io.weir.dashboard.history.QueryStores;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.dashboard.http.Embedders;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.WebServer;
import io.weir.query.api.PrometheusApi;
import io.weir.query.api.Turns;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.writer.testing.Awaited;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A query ends when its client disconnects, while rows of a real store arrive. */
@Tag("long")
@Timeout(240)
class QueryCancelTest {
    private static final String PATH = "/api/v1/query?time=1700010000&query=";
    private static final String QUERY = "sum(count_over_time(cpu[1d]))";

    private final HttpClient client = HttpClient.newHttpClient();

    private String answer(WebServer web, String query) {
        URI uri = URI.create("http://127.0.0.1:" + web.port() + PATH + query);
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Socket ask(WebServer web) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), web.port());
        socket.getOutputStream()
                .write(("GET " + PATH + QUERY + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(UTF_8));
        return socket;
    }

    private static WebServer web(String store) {
        StoreAddress address = new StoreAddress(Kind.QUESTDB, store, "", Optional.empty(), Optional.empty());
        Optional<PrometheusApi> queries = QueryStores.series(address, () -> StorageRules.NONE)
                .map(series -> new PrometheusApi(
                        series, unused -> Resolution.RAW, Limits.DEFAULT, new Turns(1), Clock.systemUTC()));
        LocalAccess access =
                new LocalAccess(Optional.empty(), Optional.empty(), BoundHost.of("127.0.0.1"), false, "otto");
        return new WebServer(
                new WebServer.Site("127.0.0.1", 0, Optional.empty(), Embedders.NONE),
                1,
                access,
                Clock.systemUTC(),
                new QueryApi(queries, Optional.empty()).endpoints(),
                "io/weir/dashboard/page/");
    }

    @Test
    void disconnectEndsTheQueryAndFreesItsPlace(@TempDir Path directory) throws Exception {
        try (EmbeddedQuestDb store = new EmbeddedQuestDb(directory).start();
                StallingProxy proxy = new StallingProxy(URI.create(store.url()).getPort());
                WebServer web = web(proxy.http())) {
            assertThat(store.exec("CREATE TABLE cpu AS (SELECT timestamp_sequence('2023-11-14T22:13:20', 1000)"
                                    + " timestamp, rnd_double() value FROM long_sequence(20000)) TIMESTAMP(timestamp)")
                            .has("error"))
                    .isFalse();
            web.start();
            List<Socket> clients = new ArrayList<>();
            clients.add(ask(web));
            proxy.awaitStalled();
            // Of one that runs and two that wait.
            clients.add(ask(web));
            clients.add(ask(web));
            for (Socket each : clients) {
                each.close();
            }
            proxy.awaitClosed();
            Awaited.until("all are cancelled", () -> web.queriesCancelled() == 3);
            // Needs a place, but not the store.
            Awaited.until("a place is free", () -> answer(web, "1").contains("\"result\":[1700010000,\"1\"]"));
            proxy.goOn();
            assertThat(answer(web, QUERY)).contains("\"result\":[{\"metric\":{},\"value\":[1700010000,\"20000\"]}]");
        }
    }
}
