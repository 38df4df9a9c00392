package io.weir.writer.store;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** HTTP connections to one store, for any client. Used by one thread, except {@link #cancel}. */
public final class Connections implements AutoCloseable {
    private static final int CONNECT_SECONDS = 5;

    private final OkHttpClient calls;

    /**
     * Does not connect yet.
     *
     * @param timeout maximum time of a call without progress
     */
    public Connections(Duration timeout) {
        calls = new OkHttpClient.Builder()
                .socketFactory(new PromptSockets())
                .connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                .writeTimeout(timeout)
                .readTimeout(timeout)
                // The client would repeat a write as a request without lines.
                .followRedirects(false)
                .followSslRedirects(false)
                .build();
    }

    /** The client, for requests of the store. */
    public OkHttpClient calls() {
        return calls;
    }

    /**
     * Whether the store runs on this host, where compression costs more than it saves. Looks up the
     * host name.
     */
    public static boolean isThisHost(String http) {
        try {
            return InetAddress.getByName(HttpUrl.get(http).host()).isLoopbackAddress();
        } catch (IOException e) {
            return false;
        }
    }

    /** Cancels a running call. Any thread may call this. */
    public void cancel() {
        calls.dispatcher().cancelAll();
    }

    @Override
    public void close() {
        cancel();
        calls.connectionPool().evictAll();
        calls.dispatcher().executorService().shutdown();
    }
}
