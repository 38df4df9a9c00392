package io.weir.writer.store.opentsdb;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
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
import java.util.concurrent.TimeUnit;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** OpenTSDB, or another server that accepts its data points as JSON. It stores numbers only. */
final class OpenTsdb implements Store {
    private static final Headers PLAIN = Headers.of("Content-Type", "application/json");
    private static final Headers GZIP =
            PLAIN.newBuilder().add("Content-Encoding", "gzip").build();
    private static final int LARGEST_BODY = 8_000_000;
    /** Servers read smaller numbers as seconds. */
    private static final long FIRST_MILLI = 1L << 32;

    private static final LineCheck.Rules RULES = new LineCheck.Rules() {
        @Override
        public @Nullable String line(LineReader line) {
            return line.timestamp() < TimeUnit.MILLISECONDS.toNanos(FIRST_MILLI)
                    ? "OpenTSDB has no times before 1970-02-19T17:02:47.296Z"
                    : null;
        }
    };

    private final OpenTsdbUrl url;
    private final Connections connections;
    private final HttpPosts posts;
    private final NumberLines numbers;
    private final LineCheck check = new LineCheck();
    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private final PutBody body = new PutBody();
    private final Gzip gzip = new Gzip();
    private boolean isCompressed;
    private boolean isOpen;

    /** Does not connect yet. */
    OpenTsdb(OpenTsdbUrl url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        this.numbers = new NumberLines(options.texts());
        this.posts = new HttpPosts(connections, url.http() + url.path() + "?details", url.user(), options.token());
    }

    @Override
    public String url() {
        return url.text();
    }

    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        if (!isOpen) {
            isCompressed = !Connections.isThisHost(url.http());
            Reply opened = open();
            if (!(opened instanceof Reply.Stored)) {
                return opened;
            }
            isOpen = true;
        }
        check.check(bytes, length, RULES, refusals);
        return Reply.STORED;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        numbers.read(bytes, from, to);
        Reply reply = writeInParts();
        isOpen &= !(reply instanceof Reply.Away);
        return reply instanceof Reply.Stored ? new Reply.Stored(numbers.skipped()) : reply;
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }

    /** Sends a request without points, which servers accept, or refuse in their own words. */
    private Reply open() {
        try {
            body.clear();
            HttpAnswer answer = post();
            return answer.isSuccess() || PutErrors.isOfNoPoints(answer)
                    ? Reply.STORED
                    : PutErrors.toProbe(answer, url, posts.permission());
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    private Reply writeInParts() {
        body.clear();
        line.wrap(numbers.bytes(), numbers.from(), numbers.to());
        while (line.next()) {
            boolean isReadable = line.error() == LineError.NONE
                    && series.read(line.bytes(), line.seriesStart(), line.seriesEnd()) == LineError.NONE;
            if (isReadable) {
                body.add(line, series);
            }
            if (body.length() >= LARGEST_BODY) {
                Reply reply = send();
                if (!(reply instanceof Reply.Stored)) {
                    return reply;
                }
            }
        }
        return body.isEmpty() ? Reply.STORED : send();
    }

    /** Sends the points that were added, and clears the body. */
    private Reply send() {
        try {
            HttpAnswer answer = post();
            return answer.isSuccess() ? Reply.STORED : PutErrors.toLines(answer, url, posts.permission());
        } catch (IOException e) {
            return HttpAnswer.none(e);
        } finally {
            body.clear();
        }
    }

    private HttpAnswer post() throws IOException {
        body.end();
        if (!isCompressed) {
            return posts.exchange(PLAIN, body.bytes(), 0, body.length());
        }
        gzip.compress(body.bytes(), 0, body.length());
        return posts.exchange(GZIP, gzip.bytes(), 0, gzip.length());
    }
}
