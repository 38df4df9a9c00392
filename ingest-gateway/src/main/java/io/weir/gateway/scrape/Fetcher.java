package io.weir.gateway.scrape;

import io.weir.gateway.exposition.ExpositionFormat;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.poll.HostLookup;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Fetches the bodies of a job's targets. Thread-safe. */
final class Fetcher {
    static final String TIMEOUT = "scrape-timeout";
    static final String NO_CONNECTION = "scrape-no-connection";
    static final String TLS = "scrape-tls";
    static final String UNKNOWN_HOST = "scrape-unknown-host";
    static final String STATUS = "scrape-status";
    static final String TOO_LONG = "scrape-too-long";
    static final String BROKEN = "scrape-broken";

    private static final int OK = 200;

    private final JobSettings job;
    private final HttpClient client;
    private final HostLookup names;
    private final ScheduledExecutorService timer;
    private final HeldBytes held;

    /**
     * Opens no connection.
     *
     * @param http threads that never wait
     * @param timer ends requests that take too long
     */
    Fetcher(JobSettings job, Executor http, HostLookup names, ScheduledExecutorService timer, HeldBytes held) {
        this.job = job;
        this.names = names;
        this.timer = timer;
        this.held = held;
        // The JDK would send the credentials to wherever a target redirects.
        boolean follows = job.followRedirects() && job.credentials() == Credentials.NONE;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(http)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(job.timeout())
                .followRedirects(follows ? HttpClient.Redirect.NORMAL : HttpClient.Redirect.NEVER);
        job.tls().ifPresent(builder::sslContext);
        client = builder.build();
    }

    /** Fetches once. The result never fails, and is there soon after {@code deadlineNanos}. */
    CompletableFuture<Fetched> fetch(Target target, InetSocketAddress address, long deadlineNanos) {
        if (address.isUnresolved()) {
            return CompletableFuture.completedFuture(
                    new Fetched.Failure(UNKNOWN_HOST, "no address of " + address.getHostString() + " in time"));
        }
        HeldBody body = new HeldBody(job.bodyBytes(), held);
        CompletableFuture<HttpResponse<HeldBody>> answer = client.sendAsync(
                request(target), info -> info.statusCode() == OK ? body : BodySubscribers.replacing(body));
        Future<?> end =
                timer.schedule(() -> answer.cancel(true), deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        return answer.handle((response, failure) -> {
            end.cancel(false);
            if (failure == null) {
                return answer(response);
            }
            body.release();
            return failure(failure);
        });
    }

    private HttpRequest request(Target target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.uri())
                .header(
                        "Accept",
                        job.histograms() == JobSettings.Histograms.CLASSIC
                                ? ExpositionFormat.ACCEPT
                                : ExpositionFormat.ACCEPT_PROTOBUF)
                .header("Accept-Encoding", "gzip")
                .header("User-Agent", "Weir")
                .header(
                        "X-Prometheus-Scrape-Timeout-Seconds",
                        Double.toString(target.timeout().toMillis() / 1000.0));
        job.credentials().header().ifPresent(value -> request.header("Authorization", value));
        return request.build();
    }

    private static Fetched answer(HttpResponse<HeldBody> response) {
        if (response.statusCode() != OK) {
            return new Fetched.Failure(STATUS, "status " + response.statusCode());
        }
        String encoding = header(response, "Content-Encoding").toLowerCase(Locale.ROOT);
        boolean isComplete = response.headers().firstValue("Content-Length").isPresent()
                || header(response, "Transfer-Encoding")
                        .toLowerCase(Locale.ROOT)
                        .contains("chunked");
        return new Fetched.Answer(
                response.body(),
                encoding.equals("gzip"),
                ExpositionFormat.of(header(response, "Content-Type")),
                isComplete);
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static Fetched failure(Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (failure instanceof CancellationException || failure instanceof HttpTimeoutException) {
            return new Fetched.Failure(TIMEOUT, "no complete answer in time");
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HeldBody.TooLong) {
                return new Fetched.Failure(TOO_LONG, String.valueOf(cause.getMessage()));
            }
            if (cause instanceof SSLException) {
                return new Fetched.Failure(TLS, message);
            }
        }
        return new Fetched.Failure(failure instanceof ConnectException ? NO_CONNECTION : BROKEN, message);
    }

    /** The address of a target; unresolved if it is unknown, or not known before the target's timeout. */
    CompletableFuture<InetSocketAddress> address(Target target) {
        boolean isTls = target.uri().getScheme().equals("https");
        int port = target.uri().getPort() > 0 ? target.uri().getPort() : isTls ? 443 : 80;
        return names.address(target.uri().getHost(), port, target.timeout());
    }
}
