package io.weir.writer.store;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** HTTP connections to one store, for whichever client sits on them. Used by one thread, but for {@link #cancel}. */
final class Connections implements AutoCloseable {
    private static final int CONNECT_SECONDS = 5;

    private final OkHttpClient calls;

    /**
     * Connects nothing yet.
     *
     * @param timeout for how long a call may make no progress
     */
    Connections(Duration timeout) {
        calls = new OkHttpClient.Builder()
                .socketFactory(new PromptSockets())
                .connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                .writeTimeout(timeout)
                .readTimeout(timeout)
                .build();
    }

    OkHttpClient calls() {
        return calls;
    }

    /** Whether it is there where compressing costs more than it saves; looks up the host's name. */
    static boolean isThisHost(String http) {
        try {
            return InetAddress.getByName(HttpUrl.get(http).host()).isLoopbackAddress();
        } catch (IOException e) {
            return false;
        }
    }

    /** Breaks off a call under way; from any thread. */
    void cancel() {
        calls.dispatcher().cancelAll();
    }

    @Override
    public void close() {
        cancel();
        calls.connectionPool().evictAll();
        calls.dispatcher().executorService().shutdown();
    }
}
