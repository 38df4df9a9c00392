package io.weir.standalone.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.http.Authorization;
import io.weir.contract.http.HttpCalls;
import io.weir.contract.service.StartException;
import io.weir.writer.plugin.PluginUrl;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.clickhouse.ClickHouseUrl;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.store.influxdb.InfluxDb2Url;
import io.weir.writer.store.influxdb3.InfluxDb3Url;
import io.weir.writer.store.opensearch.OpenSearchUrl;
import io.weir.writer.store.opentsdb.OpenTsdbUrl;
import io.weir.writer.store.otlp.OtlpUrl;
import io.weir.writer.store.remotewrite.RemoteWriteUrl;
import io.weir.writer.store.victoriametrics.VictoriaMetricsUrl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * A store's answer to an empty write.
 *
 * @param text the store's own message
 * @param mayBeEmpty whether the protocol accepts an empty write; other stores answer 400
 */
record StoreFacts(int status, String text, boolean mayBeEmpty) {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    /**
     * Asks the store.
     *
     * @throws IOException if it does not answer
     * @throws StartException if no header can contain the token
     */
    static StoreFacts read(StoreUrl store, Optional<String> token) throws IOException {
        try {
            HttpCalls.Answer answer = new HttpCalls(ANSWER_WITHIN, ANSWER_WITHIN).send(request(store, token));
            return new StoreFacts(answer.status(), answer.start().strip(), store instanceof OtlpUrl);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /**
     * Connects to the address of a plugin's store, whose protocol only the plugin knows.
     *
     * @throws IOException if there is no connection
     */
    static void connect(PluginUrl store) throws IOException {
        URI address = URI.create(store.http());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), (int) ANSWER_WITHIN.toMillis());
        } catch (IllegalArgumentException e) {
            throw new IOException("the plugin " + store.plugin() + " names no address: " + store.http(), e);
        }
    }

    /** Whether the answer is a page for browsers, which no store sends: that of a proxy, or of another server. */
    boolean isPage() {
        return text.startsWith("<");
    }

    private static HttpRequest request(StoreUrl store, Optional<String> token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(store.http() + path(store)))
                .method(isRead(store) ? "GET" : "POST", HttpRequest.BodyPublishers.noBody());
        if (store instanceof OtlpUrl otlp) {
            request.header("Content-Type", "application/x-protobuf");
            otlp.tenant().ifPresent(tenant -> request.header("X-Scope-OrgID", tenant));
        } else if (store instanceof RemoteWriteUrl remote) {
            remote.tenant().ifPresent(tenant -> request.header("X-Scope-OrgID", tenant));
        }
        if (store instanceof InfluxDb2Url) {
            token.ifPresent(secret -> authorize(request, "Token", secret));
        } else if (user(store).isPresent()) {
            request.header("Authorization", Authorization.basic(user(store).get(), token.orElse("")));
        } else if (store instanceof VictoriaMetricsUrl
                || store instanceof RemoteWriteUrl
                || store instanceof OpenTsdbUrl
                || store instanceof InfluxDb3Url
                || store instanceof OtlpUrl) {
            token.ifPresent(secret -> authorize(request, "Bearer", secret.strip()));
        } else if (store instanceof OpenSearchUrl search) {
            token.ifPresent(secret -> authorize(request, search.tokenScheme(), secret.strip()));
        }
        return request.build();
    }

    /** Checked here, because the message of the JDK about a wrong header contains the token. */
    private static void authorize(HttpRequest.Builder request, String scheme, String token) {
        if (!token.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new StartException(
                    "the token of the store has several lines, or characters other than printable ASCII: write only the"
                            + " token into WEIR_WRITER_TOKEN_FILE or WEIR_STORE_TOKEN");
        }
        request.header("Authorization", scheme + " " + token);
    }

    /** Some stores have no empty write. */
    private static boolean isRead(StoreUrl store) {
        return store instanceof OpenSearchUrl || path(store).equals("/ping");
    }

    private static Optional<String> user(StoreUrl store) {
        if (store instanceof InfluxDb1Url influx) {
            return influx.user();
        }
        if (store instanceof VictoriaMetricsUrl victoria) {
            return victoria.user();
        }
        if (store instanceof ClickHouseUrl house) {
            return Optional.of(house.userOfPassword());
        }
        if (store instanceof OpenSearchUrl search) {
            return search.user();
        }
        if (store instanceof OpenTsdbUrl tsdb) {
            return tsdb.user();
        }
        if (store instanceof OtlpUrl otlp) {
            return otlp.user();
        }
        return store instanceof RemoteWriteUrl remote ? remote.user() : Optional.empty();
    }

    private static String path(StoreUrl store) {
        if (store instanceof InfluxDb2Url influx) {
            return "/api/v2/write?org=" + encoded(influx.org()) + "&bucket=" + encoded(influx.bucket());
        }
        if (store instanceof InfluxDb1Url influx) {
            return "/write?db=" + encoded(influx.database());
        }
        if (store instanceof VictoriaMetricsUrl victoria) {
            return victoria.prefix() + "/write";
        }
        if (store instanceof ClickHouseUrl) {
            return "/?query=SELECT+1";
        }
        if (store instanceof OpenSearchUrl) {
            return "/";
        }
        if (store instanceof OpenTsdbUrl tsdb) {
            return tsdb.path();
        }
        if (store instanceof OtlpUrl otlp) {
            return otlp.path();
        }
        return store instanceof RemoteWriteUrl remote ? remote.path() : "/ping";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
