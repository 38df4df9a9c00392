package io.weir.writer.store;

import static java.nio.charset.StandardCharsets.UTF_8;

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
 * Ready lines through the InfluxDB client, as a transport only: its batches, retries, logs and compression stay off. Used
 * by one thread, but for {@link #cancel}.
 */
final class LineClient implements AutoCloseable {
    private static final int CONNECT_SECONDS = 5;
    private static final int CALL_SECONDS = 30;

    private final String http;
    private final Optional<String> user;
    private final Optional<String> password;
    private final String database;
    private final LastStatus status = new LastStatus();
    private final OkHttpClient calls = new OkHttpClient.Builder()
            .socketFactory(new PromptSockets())
            .connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
            .writeTimeout(CALL_SECONDS, TimeUnit.SECONDS)
            .readTimeout(CALL_SECONDS, TimeUnit.SECONDS)
            .build();
    private @Nullable InfluxDB client;

    LineClient(String http, Optional<String> user, Optional<String> password, String database) {
        this.http = http;
        this.user = user;
        this.password = password;
        this.database = database;
    }

    /** Plain HTTP calls on the same connections. */
    OkHttpClient calls() {
        return calls;
    }

    /** Writes the lines at {@code [from, to)}. */
    Reply write(byte[] bytes, int from, int to) {
        String lines = new String(bytes, from, to - from, UTF_8);
        return call(client -> client.write(database, "", ConsistencyLevel.ONE, TimeUnit.NANOSECONDS, lines));
    }

    /**
     * Creates the database unless it exists. A user who may write but not create (403) is not held up: the write will
     * tell whether the database is there.
     */
    Reply createDatabase() {
        Reply reply = call(client -> client.query(new Query("CREATE DATABASE \"" + database + '"', null, true)));
        return status.code == 403 ? Reply.STORED : reply;
    }

    void cancel() {
        calls.dispatcher().cancelAll();
    }

    @Override
    public void close() {
        cancel();
        calls.connectionPool().evictAll();
        calls.dispatcher().executorService().shutdown();
    }

    private interface Call {
        void with(InfluxDB client);
    }

    private Reply call(Call call) {
        status.code = 0;
        try {
            call.with(client());
            return Reply.STORED;
        } catch (InfluxDBIOException e) {
            return new Reply.Away(said(e.getCause() == null ? e : e.getCause()));
        } catch (InfluxDBException e) {
            return refusedOrAway(status.code, said(e));
        }
    }

    /** Connects late, since the client looks up the host's name when it is made. */
    private InfluxDB client() {
        InfluxDB connected = client;
        if (connected == null) {
            OkHttpClient.Builder builder = calls.newBuilder().addInterceptor(status);
            connected = user.isPresent()
                    ? InfluxDBFactory.connect(http, user.get(), password.orElse(""), builder)
                    : InfluxDBFactory.connect(http, builder);
            connected.setLogLevel(LogLevel.NONE);
            client = connected;
        }
        return connected;
    }

    /** Only 400 and 413 are about the lines; a repeat of anything else may succeed. */
    private static Reply refusedOrAway(int code, String said) {
        return switch (code) {
            case 400, 413 -> new Reply.Refused(said, 0);
            case 401, 403 -> new Reply.Away("HTTP " + code + ", wrong user or WEIR_STORE_TOKEN: " + said);
            default -> new Reply.Away("HTTP " + code + ": " + said);
        };
    }

    private static String said(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.strip();
    }

    /** The client hides the status of an answer; this remembers it. Same thread as the call. */
    private static final class LastStatus implements Interceptor {
        private int code;

        @Override
        public Response intercept(Chain chain) throws IOException {
            Response response = chain.proceed(chain.request());
            code = response.code();
            return response;
        }
    }
}
