package io.weir.writer.store.influxdb;

import com.google.gson.JsonParseException;
import com.google.gson.stream.MalformedJsonException;
import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.client.service.WriteService;
import io.weir.writer.store.Connections;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import retrofit2.Response;

/**
 * The {@code /api/v2/write} of InfluxDB 2.x, with the InfluxDB client as transport only. Uses its
 * lowest call, because the higher ones batch, retry, drop, or create an object for each point.
 */
final class BucketClient implements InfluxClient {
    private static final int EMPTY_REFUSED = 400;
    private static final int NOT_FOUND = 404;

    private final InfluxDb2Url url;
    private final Optional<String> token;
    private final Connections connections;
    private final ReadyBytes ready = new ReadyBytes();
    private @Nullable InfluxDBClient client;
    private @Nullable WriteService service;

    BucketClient(InfluxDb2Url url, Optional<String> token, Connections connections) {
        this.url = url;
        this.token = token.map(String::strip).filter(text -> !text.isEmpty());
        this.connections = connections;
    }

    /**
     * Writes an empty body, which is answered like a write of lines. This requires only permission
     * to write; a token with that permission alone cannot query the bucket.
     */
    @Override
    public Reply open() {
        if (!token.orElse("").chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return new Reply.Away("the token contains invalid characters; " + permission());
        }
        try {
            Response<Void> response = post("");
            if (response.isSuccessful() || response.code() == EMPTY_REFUSED) {
                return Reply.STORED;
            }
            HttpAnswer answer = HttpAnswer.of(response);
            return answer.code() == NOT_FOUND
                    ? new BucketCreation(client(), url).run(answer)
                    : answer.toLines(permission());
        } catch (MalformedJsonException | JsonParseException e) {
            return new Reply.Away("the server at " + url.http() + " is not an InfluxDB 2.x: correct the store's URL");
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        try {
            ready.set(bytes, from, to);
            Response<Void> response = post(ReadyBytes.TEXT);
            return response.isSuccessful()
                    ? Reply.STORED
                    : HttpAnswer.of(response).toLines(permission());
        } catch (IOException e) {
            return HttpAnswer.none(e);
        } finally {
            ready.clear();
        }
    }

    private Response<Void> post(String lines) throws IOException {
        WriteService writes = service;
        if (writes == null) {
            writes = client().getService(WriteService.class);
            service = writes;
        }
        return writes.postWrite(
                        url.org(),
                        url.bucket(),
                        lines,
                        null,
                        null,
                        "text/plain; charset=utf-8",
                        null,
                        "application/json",
                        null,
                        WritePrecision.NS,
                        null)
                .execute();
    }

    /**
     * Created on the first use, because the decision about compression needs a lookup of the host
     * name.
     */
    private InfluxDBClient client() {
        InfluxDBClient connected = client;
        if (connected == null) {
            InfluxDBClientOptions.Builder options = InfluxDBClientOptions.builder()
                    .url(url.http())
                    .okHttpClient(connections.calls().newBuilder().addInterceptor(ready));
            token.ifPresent(text -> options.authenticateToken(text.toCharArray()));
            connected = InfluxDBClientFactory.create(options.build());
            if (!Connections.isThisHost(url.http())) {
                connected.enableGzip();
            }
            client = connected;
        }
        return connected;
    }

    private String permission() {
        return token.isEmpty()
                ? "no token was given: put one that may write to " + url.place()
                        + " into WEIR_STORE_TOKEN or a token-file"
                : "give the token write permission on " + url.place()
                        + ", or put one that has it into WEIR_STORE_TOKEN or the token-file";
    }
}
