package io.weir.writer.store.influxdb;

import io.weir.contract.rule.storage.InfluxQl;
import io.weir.writer.store.Connections;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDB.ConsistencyLevel;
import org.influxdb.InfluxDB.LogLevel;
import org.influxdb.InfluxDBException;
import org.influxdb.InfluxDBFactory;
import org.influxdb.InfluxDBIOException;
import org.influxdb.dto.Query;
import org.jspecify.annotations.Nullable;

/**
 * The {@code /write} of InfluxDB 1.x, which QuestDB also has, with the InfluxDB client as transport
 * only. Its batches, retries and logs stay off.
 */
public final class LineClient implements InfluxClient {
    private static final int NOT_FOUND = 404;

    private final InfluxDb1Url url;
    private final Optional<String> password;
    private final Connections connections;
    private final LastAnswer last = new LastAnswer();
    private final ReadyBytes ready = new ReadyBytes();
    private @Nullable InfluxDB client;

    /** Does not connect yet. */
    public LineClient(InfluxDb1Url url, Optional<String> password, Connections connections) {
        this.url = url;
        this.password = password;
        this.connections = connections;
    }

    /**
     * Creates the database unless it exists. A user with write permission only (403) may continue:
     * the write will show whether the database exists.
     */
    @Override
    public Reply open() {
        Reply reply = call(
                client -> client.query(new Query("CREATE DATABASE " + InfluxQl.quoted(url.database()), null, true)));
        if (last.code == 403) {
            return Reply.STORED;
        }
        return reply instanceof Reply.Refused refused
                ? new Reply.Refused("cannot create database '" + url.database() + "': " + refused.reason(), 0)
                : reply;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        ready.set(bytes, from, to);
        try {
            return call(client -> client.write(
                    url.database(),
                    url.policy().orElse(""),
                    ConsistencyLevel.ONE,
                    TimeUnit.NANOSECONDS,
                    ReadyBytes.TEXT));
        } finally {
            ready.clear();
        }
    }

    private static boolean isPlaceMissing(HttpAnswer answer) {
        // InfluxDB 1.x answers 500 if a retention policy is missing.
        return answer.code() == NOT_FOUND || answer.message().startsWith("retention policy not found");
    }

    private Reply missing(HttpAnswer answer) {
        return new Reply.Away(answer + "; create it, or correct the store's URL and routes, or use a user with admin"
                + " privilege, who may create databases");
    }

    private String permission() {
        return url.user().isEmpty()
                ? "no user was given: name one in the store's URL (influxdb1://USER@HOST/DATABASE), the password in"
                        + " WEIR_STORE_TOKEN or a token-file"
                : "correct user '" + url.user().get() + "' and the password in WEIR_STORE_TOKEN or the token-file, or"
                        + " GRANT WRITE ON " + InfluxQl.quoted(url.database()) + " TO "
                        + InfluxQl.quoted(url.user().get());
    }

    private interface Call {
        void with(InfluxDB client);
    }

    private Reply call(Call call) {
        last.code = 0;
        try {
            call.with(client());
            return Reply.STORED;
        } catch (InfluxDBIOException e) {
            return HttpAnswer.none(e.getCause() == null ? e : e.getCause());
        } catch (InfluxDBException e) {
            HttpAnswer answer = new HttpAnswer(last.code, HttpAnswer.message(e), last.retryAfter);
            return isPlaceMissing(answer) ? missing(answer) : answer.toLines(permission());
        }
    }

    /** Created on the first use, because the client looks up the host name on creation. */
    private InfluxDB client() {
        InfluxDB connected = client;
        if (connected == null) {
            OkHttpClient.Builder builder =
                    connections.calls().newBuilder().addInterceptor(last).addInterceptor(ready);
            connected = url.user().isPresent()
                    ? InfluxDBFactory.connect(url.http(), url.user().get(), password.orElse(""), builder)
                    : InfluxDBFactory.connect(url.http(), builder);
            connected.setLogLevel(LogLevel.NONE);
            if (!Connections.isThisHost(url.http())) {
                connected.enableGzip();
            }
            client = connected;
        }
        return connected;
    }

    /**
     * Stores the status and headers of an answer, which the client hides. Runs in the thread of the
     * call.
     */
    private static final class LastAnswer implements Interceptor {
        private int code;
        private @Nullable String retryAfter;

        @Override
        public Response intercept(Chain chain) throws IOException {
            Response response = chain.proceed(chain.request());
            code = response.code();
            retryAfter = response.header("Retry-After");
            return response;
        }
    }
}
