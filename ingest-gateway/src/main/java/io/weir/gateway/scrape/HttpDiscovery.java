package io.weir.gateway.scrape;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.poll.Discovery;
import io.weir.gateway.poll.Job;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks a service for targets, again and again. Belongs to one thread. */
final class HttpDiscovery implements Runnable {
    private static final String URL = "__meta_url";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;

    private final HttpSource source;
    private final Discovery discovery;
    private final HttpClient client;
    private final Executor thread;
    private boolean isAsking;

    /**
     * Opens no connection.
     *
     * @param names threads that may wait for the address of the service
     * @param thread the only one that changes the job, and that {@link #run} is called in
     */
    HttpDiscovery(HttpSource source, Job<?> job, ExecutorService names, Executor thread) {
        this.source = source;
        this.discovery = new Discovery(job, URL);
        this.thread = thread;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(names)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER);
        source.tls().ifPresent(builder::sslContext);
        client = builder.build();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The last stage throws nothing.
    public void run() {
        if (isAsking) {
            return; // An older answer must not replace a newer one.
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(source.url())
                .header("Accept", "application/json")
                .header("User-Agent", "Weir")
                .header(
                        "X-Prometheus-Refresh-Interval-Seconds",
                        Double.toString(source.refresh().toMillis() / 1000.0));
        source.credentials().header().ifPresent(value -> request.header("Authorization", value));
        HeldBody body = new HeldBody(YamlSource.MAX_BYTES, new HeldBytes(YamlSource.MAX_BYTES));
        CompletableFuture<HttpResponse<HeldBody>> answer = client.sendAsync(request.build(), info -> body);
        CompletableFuture.runAsync(
                () -> answer.cancel(true),
                CompletableFuture.delayedExecutor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        isAsking = true;
        answer.whenCompleteAsync(this::take, thread);
    }

    private void take(@Nullable HttpResponse<HeldBody> response, @Nullable Throwable failure) {
        isAsking = false;
        String url = source.url().toString();
        if (response == null) {
            discovery.failed(url, failure == null ? "" : failure.toString());
        } else if (response.statusCode() != OK) {
            discovery.failed(url, "status " + response.statusCode());
        } else {
            HeldBody body = response.body();
            discovery.listed(url, Arrays.copyOf(body.bytes(), body.length()));
        }
    }
}
