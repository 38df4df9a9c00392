package io.weir.writer.store;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Puts bytes into the place of the text that an InfluxDB client sends: it takes lines as text only, which for bytes means to look at
 * each of them twice and to copy it twice. Used by one thread, that of the call.
 */
final class ReadyBytes implements Interceptor {
    /** What the client is given instead. */
    static final String TEXT = "";

    private byte @Nullable [] bytes;
    private int from;
    private int to;

    /** The body of the next request, until {@link #clear}. */
    void set(byte[] lines, int itsFrom, int itsTo) {
        bytes = lines;
        from = itsFrom;
        to = itsTo;
    }

    /** Further requests are as the client makes them. */
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
