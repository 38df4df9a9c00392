package io.weir.dashboard.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.dashboard.http.Endpoint.Download;
import io.weir.dashboard.http.Endpoint.Once;
import io.weir.dashboard.http.Endpoint.Open;
import io.weir.dashboard.http.Endpoint.Query;
import io.weir.dashboard.http.Endpoint.Stream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.NetworkChannel;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the endpoints under {@code /api/}, by method and path. A stream occupies its thread: while
 * the browser does not read, writing blocks, and updates are not queued.
 */
final class ApiHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final String GZIP = "gzip";
    private static final int COMPRESSED_FROM = 1_024;
    private static final String EVENTS = "text/event-stream";
    private static final int ON_ITS_WAY_BYTES = 16 << 10;
    private static final byte[] BEAT = "0".getBytes(UTF_8);
    private static final long BEAT_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int LONGEST_BODY = 64 << 10;
    /** Interval of checks whether the user of a stream may still read. */
    private static final long READER_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, Endpoint> endpoints;
    private final Access access;
    private final Clock clock;
    private final Semaphore streams;
    private final LongAdder disconnected = new LongAdder();
    private final CountDownLatch ending = new CountDownLatch(1);

    /**
     * @param endpoints by {@code METHOD /path}; a {@code *} as the last segment but one matches every segment
     * @param clock for the sessions of users
     * @param mostStreams limit of concurrent streams
     */
    ApiHandler(Map<String, Endpoint> endpoints, Access access, Clock clock, int mostStreams) {
        this.endpoints = Map.copyOf(endpoints);
        this.access = access;
        this.clock = clock;
        this.streams = new Semaphore(mostStreams);
    }

    /** Makes streams end soon. */
    void end() {
        ending.countDown();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        try {
            ApiRequest apiRequest = apiRequest(request, path);
            if (!access.isForThisHost(apiRequest)) {
                throw new ApiException(421, "address this machine as localhost or 127.0.0.1");
            }
            if (!path.startsWith("/api/")) {
                return false;
            }
            String method = request.getMethod();
            Endpoint endpoint = endpoint(method.equals(HEAD) ? GET : method, path);
            if (endpoint instanceof Open && method.equals(HEAD)) {
                // An open endpoint may have effects, as the callback of a sign-in.
                response.getHeaders().put(HttpHeader.ALLOW, GET);
                throw new ApiException(405, "use GET");
            }
            if (!(endpoint instanceof Open)) {
                access.requireReader(apiRequest, clock.millis());
            }
            if (endpoint instanceof Query query) {
                answer(watched(query, apiRequest, request), request, response, callback);
            } else if (endpoint instanceof Once once) {
                // The server sends no body to HEAD.
                answer(once.answer(apiRequest), request, response, callback);
            } else if (endpoint instanceof Download download) {
                download(download, apiRequest, request, response);
                callback.succeeded();
            } else if (endpoint instanceof Stream && method.equals(HEAD)) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, EVENTS);
                callback.succeeded();
            } else if (endpoint instanceof Stream stream) {
                stream(stream.open(apiRequest), apiRequest, request, response, callback);
            } else {
                throw new ApiException(
                        404, "there is no " + request.getMethod() + " " + path + "; see docs/dashboard.md");
            }
        } catch (ApiException e) {
            if (e.retryAfterSeconds() > 0) {
                response.getHeaders().put(HttpHeader.RETRY_AFTER, e.retryAfterSeconds());
            }
            refuse(e.status(), String.valueOf(e.getMessage()), request, response, callback);
        } catch (IOException e) {
            callback.failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (RuntimeException e) {
            LOG.error("cannot answer {} {}", request.getMethod(), path, e);
            if (response.isCommitted()) {
                callback.failed(e);
            } else {
                refuse(500, "internal error; the log of the dashboard has the details", request, response, callback);
            }
        }
        return true;
    }

    private Answer watched(Query query, ApiRequest apiRequest, Request request)
            throws IOException, InterruptedException {
        ClientWatch watch = new ClientWatch(request, disconnected::increment);
        try {
            return query.answer(apiRequest);
        } finally {
            watch.close();
        }
    }

    private void download(Download download, ApiRequest apiRequest, Request request, Response response)
            throws IOException {
        ClientWatch watch = new ClientWatch(request, disconnected::increment);
        try {
            download.answer(apiRequest, (status, mediaType) -> {
                response.setStatus(status);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
                return Content.Sink.asOutputStream(response);
            });
        } finally {
            watch.close();
        }
    }

    /** Requests whose client disconnected before the answer. */
    long disconnected() {
        return disconnected.sum();
    }

    private @Nullable Endpoint endpoint(String method, String path) {
        Endpoint endpoint = endpoints.get(method + " " + path);
        int segment = path.lastIndexOf('/', path.lastIndexOf('/') - 1) + 1;
        return endpoint == null && segment > 0
                ? endpoints.get(method + " " + path.substring(0, segment) + "*" + path.substring(path.lastIndexOf('/')))
                : endpoint;
    }

    private static ApiRequest apiRequest(Request request, String path) throws IOException {
        Map<String, List<String>> query = new HashMap<>();
        try {
            for (Fields.Field field : Request.extractQueryParameters(request)) {
                query.put(field.getName(), List.copyOf(field.getValues()));
            }
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "the query is not UTF-8");
        }
        Map<String, String> headers = new HashMap<>();
        for (HttpField header : request.getHeaders()) {
            headers.merge(
                    header.getName().toLowerCase(Locale.ROOT),
                    header.getValue() == null ? "" : header.getValue(),
                    (one, other) -> one + "; " + other);
        }
        return new ApiRequest(request.getMethod(), path, source(request), query, headers, body(request));
    }

    private static String source(Request request) {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress from
                        && from.getAddress() != null
                ? WrongTokens.source(from.getAddress())
                : "unknown";
    }

    private static String body(Request request) throws IOException {
        if (request.getMethod().equals(GET) || request.getMethod().equals(HEAD)) {
            return "";
        }
        if (request.getLength() < 0 || request.getLength() > LONGEST_BODY) {
            throw new ApiException(413, "the request needs a Content-Length of at most " + LONGEST_BODY + " bytes");
        }
        return Content.Source.asString(request, UTF_8);
    }

    private static void answer(Answer answer, Request request, Response response, Callback callback) {
        HttpFields.Mutable headers = response.getHeaders();
        response.setStatus(answer.status());
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        answer.headers().forEach(headers::put);
        answer.cookies().forEach(cookie -> headers.add(HttpHeader.SET_COOKIE, cookie));
        byte[] body = answer.body();
        if (body.length >= COMPRESSED_FROM) {
            headers.add(HttpHeader.VARY, "Accept-Encoding");
            if (request.getHeaders().getCSV(HttpHeader.ACCEPT_ENCODING, false).contains(GZIP)) {
                headers.put(HttpHeader.CONTENT_ENCODING, GZIP);
                body = compressed(body);
            }
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static byte[] compressed(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private static void refuse(int status, String why, Request request, Response response, Callback callback) {
        answer(Answer.error(status, why), request, response, callback);
    }

    private void stream(
            Endpoint.Sending sending, ApiRequest apiRequest, Request request, Response response, Callback callback)
            throws IOException, InterruptedException {
        if (!streams.tryAcquire()) {
            throw new ApiException(503, "too many open streams: close a page, or raise dashboard.clients");
        }
        try {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, EVENTS);
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            // Otherwise nginx buffers events.
            response.getHeaders().put("X-Accel-Buffering", "no");
            keepLittleOnItsWay(request);
            OutputStream out = Content.Sink.asOutputStream(response);
            sending.send(new Sink(apiRequest, out));
            callback.succeeded();
        } finally {
            streams.release();
        }
    }

    /**
     * Limits the send buffer: if the browser is slow, buffered data becomes old and newer data
     * cannot replace it.
     */
    private static void keepLittleOnItsWay(Request request) throws IOException {
        Object transport =
                request.getConnectionMetaData().getConnection().getEndPoint().getTransport();
        if (transport instanceof NetworkChannel channel) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, ON_ITS_WAY_BYTES);
        }
    }

    private final class Sink implements EventSink {
        private final ApiRequest request;
        private final OutputStream out;
        private long sentNanos = System.nanoTime();
        private long permittedNanos = sentNanos;

        private Sink(ApiRequest request, OutputStream out) {
            this.request = request;
            this.out = out;
        }

        @Override
        public void send(String event, byte[] json) throws IOException {
            byte[] head = ("event: " + event + "\ndata: ").getBytes(UTF_8);
            byte[] all = new byte[head.length + json.length + 2];
            System.arraycopy(head, 0, all, 0, head.length);
            System.arraycopy(json, 0, all, head.length, json.length);
            all[all.length - 2] = '\n';
            all[all.length - 1] = '\n';
            out.write(all);
            out.flush();
            sentNanos = System.nanoTime();
        }

        @Override
        public boolean pause(long millis) throws IOException, InterruptedException {
            if (System.nanoTime() - sentNanos >= BEAT_AFTER_NANOS) {
                send("beat", BEAT);
            }
            return !ending.await(millis, TimeUnit.MILLISECONDS) && isPermitted();
        }

        /**
         * Every answer of an expired or ended session is refused, so its streams end, too. Not those of
         * a user who cannot be checked now.
         */
        private boolean isPermitted() {
            if (System.nanoTime() - permittedNanos < READER_EVERY_NANOS) {
                return true;
            }
            permittedNanos = System.nanoTime();
            try {
                access.requireReader(request, clock.millis());
                return true;
            } catch (ApiException e) {
                return e.status() != 401 && e.status() != 403;
            }
        }
    }
}
