package io.weir.writer.store.influxdb;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the text that an InfluxDB client sends by bytes. The client accepts lines only as text;
 * converting bytes would scan and copy each of them twice. Used by the thread of the call only.
 */
final class ReadyBytes implements Interceptor {
    /** The placeholder that the client gets. */
    static final String TEXT = "";

    private byte @Nullable [] bytes;
    private int from;
    private int to;

    /** Sets the body of the next request, until {@link #clear}. */
    void set(byte[] lines, int itsFrom, int itsTo) {
        bytes = lines;
        from = itsFrom;
        to = itsTo;
    }

    /** Leaves further requests unmodified. */
    void clear() {
        bytes = null;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        byte[] lines = bytes;
        if (lines == null) {
            return chain.proceed(chain.request());
        }
        Request request = chain.request();
        RequestBody body =
                RequestBody.create(lines, requireNonNull(request.body()).contentType(), from, to - from);
        return chain.proceed(request.newBuilder().method(request.method(), body).build());
    }
}
