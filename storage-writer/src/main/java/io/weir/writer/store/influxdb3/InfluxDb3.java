package io.weir.writer.store.influxdb3;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineReader;
import io.weir.writer.store.Connections;
import io.weir.writer.store.FieldConflict;
import io.weir.writer.store.Gzip;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.RefusedLines;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.Headers;

/**
 * InfluxDB 3. Lines are written unmodified. A point with the same series and timestamp overwrites the fields of the
 * older one, so repetitions are harmless. The server creates a missing database, and names all lines that it refuses.
 */
final class InfluxDb3 implements Store {
    private static final Headers PLAIN = Headers.of();
    private static final Headers GZIP = Headers.of("Content-Encoding", "gzip");

    private static final FieldConflict CONFLICT = new FieldConflict(Pattern.compile(
            "column '(?<field>.+)', expected iox::column_type::field::(?<type>\\w+), got iox::column_type::field::"));

    private final InfluxDb3Url url;
    private final Connections connections;
    private final HttpPosts posts;
    private final LineReader line = new LineReader();
    private final RefusedLines refused = new RefusedLines();
    private final Gzip gzip = new Gzip();
    private boolean isCompressed;
    private boolean isOpen;

    /** Does not connect yet. */
    InfluxDb3(InfluxDb3Url url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        String write = url.http() + "/api/v3/write_lp?db=" + URLEncoder.encode(url.database(), UTF_8)
                + "&precision=nanosecond&accept_partial=true&no_sync=false";
        this.posts = new HttpPosts(connections, write, Optional.empty(), options.token());
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
        refused.report(bytes, length, refusals);
        return Reply.STORED;
    }

    private Reply open() {
        try {
            HttpAnswer answer = posts.get("/ping");
            if (answer.isSuccess()) {
                return Reply.STORED;
            }
            HttpAnswer words = WriteErrors.words(answer);
            return words.toLines(posts.permission()) instanceof Reply.Away away
                    ? away
                    : new Reply.Away(words + "; correct the store's URL: " + url.http() + " is no InfluxDB 3");
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        refused.clear();
        try {
            HttpAnswer answer = send(bytes, from, to);
            if (answer.isSuccess()) {
                return Reply.STORED;
            }
            Map<Integer, NamedLine> named = new LinkedHashMap<>();
            Reply reply = WriteErrors.toLines(
                    answer,
                    url,
                    posts.permission(),
                    (number, original, reason) -> named.put(number, new NamedLine(original, reason)));
            if (!(reply instanceof Reply.Stored)) {
                isOpen &= !(reply instanceof Reply.Away);
                return reply;
            }
            return refuse(bytes, from, to, named);
        } catch (IOException e) {
            isOpen = false;
            return HttpAnswer.none(e);
        }
    }

    /** A line that the server refused, as the server shows its beginning. */
    private record NamedLine(String original, String reason) {
        /**
         * Whether it may be the line at {@code [from, to)}. The server cuts lines, and writes texts without their
         * quotes, so the comparison ends at a quote or an escape.
         */
        boolean mayBe(byte[] bytes, int from, int to) {
            byte[] shown = original.getBytes(UTF_8);
            for (int i = 0; i < shown.length; i++) {
                if (from + i >= to) {
                    return false;
                }
                byte own = bytes[from + i];
                if (own == '"' || own == '\\' || shown[i] == '\\') {
                    return true;
                }
                if (own != shown[i]) {
                    return false;
                }
            }
            return shown.length > 0;
        }
    }

    /**
     * Keeps the named lines for {@link #prepare}. The server counts the lines that are not blank, as {@link LineReader}
     * does. If it shows others than it counts, none is believed, and the lines are isolated.
     */
    private Reply refuse(byte[] bytes, int from, int to, Map<Integer, NamedLine> named) {
        line.wrap(bytes, from, to);
        for (int number = 1; line.next(); number++) {
            NamedLine found = named.get(number);
            if (found == null) {
                continue;
            }
            if (!found.mayBe(bytes, line.lineStart(), line.lineEnd())) {
                refused.clear();
                break;
            }
            refused.add(
                    bytes,
                    line.lineStart(),
                    line.lineEnd(),
                    CONFLICT.reason(bytes, line.lineStart(), line.lineEnd(), found.reason()));
        }
        String first = named.values().iterator().next().reason();
        return new Reply.Refused(refused.isEmpty() ? first : refused.firstReason(), 0);
    }

    /** Whether the server named refused lines, which {@link #prepare} then reports. */
    @Override
    public boolean hasLearnt() {
        return !refused.isEmpty();
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }

    private HttpAnswer send(byte[] bytes, int from, int to) throws IOException {
        if (!isCompressed) {
            return posts.exchange(PLAIN, bytes, from, to);
        }
        gzip.compress(bytes, from, to);
        return posts.exchange(GZIP, gzip.bytes(), 0, gzip.length());
    }
}
