package io.weir.writer.store.victoriametrics;

import io.weir.writer.store.Connections;
import io.weir.writer.store.Gzip;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import io.weir.writer.store.LineCheck;
import io.weir.writer.store.NumberLines;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import java.io.IOException;
import okhttp3.Headers;

/**
 * VictoriaMetrics. Each number becomes a sample of the series {@code measurement_field}. A sample
 * that is written again is kept twice, unless the server runs with
 * {@code -dedup.minScrapeInterval=1ms}.
 */
final class VictoriaMetrics implements Store {
    private static final byte[] NOTHING = {};
    private static final Headers PLAIN = Headers.of();
    private static final Headers GZIP = Headers.of("Content-Encoding", "gzip");

    private final VictoriaMetricsUrl url;
    private final Connections connections;
    private final HttpPosts posts;
    private final NumberLines numbers;
    private final LineCheck check = new LineCheck();
    private final Gzip gzip = new Gzip();
    private boolean isCompressed;
    private ServerLimits limits = ServerLimits.UNKNOWN;
    private boolean isOpen;

    /** Does not connect yet. */
    VictoriaMetrics(VictoriaMetricsUrl url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        this.numbers = new NumberLines(options.texts());
        this.posts = new HttpPosts(
                connections, url.http() + url.prefix() + "/write?precision=ns", url.user(), options.token());
    }

    @Override
    public String url() {
        return url.text();
    }

    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        if (!isOpen) {
            Reply opened = open();
            if (!(opened instanceof Reply.Stored)) {
                return opened;
            }
            isOpen = true;
        }
        check.check(bytes, length, new DropRules(limits, System.currentTimeMillis()), refusals);
        return Reply.STORED;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        numbers.read(bytes, from, to);
        if (numbers.from() == numbers.to()) {
            return new Reply.Stored(numbers.skipped());
        }
        try {
            HttpAnswer answer = send(numbers.bytes(), numbers.from(), numbers.to());
            Reply reply = answer.isSuccess() ? new Reply.Stored(numbers.skipped()) : answer.toLines(posts.permission());
            // A proxy may have lost the path meanwhile: then no line is at fault.
            Reply cause = reply instanceof Reply.Refused ? open() : reply;
            isOpen &= !(cause instanceof Reply.Away);
            return cause instanceof Reply.Away ? cause : reply;
        } catch (IOException e) {
            isOpen = false;
            return HttpAnswer.none(e);
        }
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }

    /** Writes nothing, which is answered like a write of lines, and reads the server's flags. */
    private Reply open() {
        isCompressed = !Connections.isThisHost(url.http());
        try {
            HttpAnswer answer = send(NOTHING, 0, 0);
            if (!answer.isSuccess()) {
                return answer.toLines(posts.permission()) instanceof Reply.Away away
                        ? away
                        : new Reply.Away(answer + "; correct the store's URL: " + url.http() + url.prefix()
                                + " is no VictoriaMetrics");
            }
            HttpAnswer metrics = posts.get("/metrics");
            limits = metrics.isSuccess() ? ServerLimits.of(metrics.message()) : ServerLimits.UNKNOWN;
            check.forget();
            return Reply.STORED;
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    private HttpAnswer send(byte[] bytes, int from, int to) throws IOException {
        if (!isCompressed) {
            return posts.post(PLAIN, bytes, from, to);
        }
        gzip.compress(bytes, from, to);
        return posts.post(GZIP, gzip.bytes(), 0, gzip.length());
    }
}
