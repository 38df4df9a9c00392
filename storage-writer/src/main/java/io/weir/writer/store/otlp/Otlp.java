package io.weir.writer.store.otlp;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
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
import org.jspecify.annotations.Nullable;

/** A receiver of OTLP over HTTP. It stores numbers only. */
final class Otlp implements Store {
    private static final byte[] NOTHING = {};
    /** Collectors accept 20 MiB, unless configured otherwise. */
    private static final int LARGEST_BODY = 8_000_000;

    private static final LineCheck.Rules RULES = new LineCheck.Rules() {
        @Override
        public @Nullable String line(LineReader line) {
            if (line.timestamp() <= 0) {
                return "OTLP has no times before 1970-01-01T00:00:00.000000001Z";
            }
            for (int i = 0; i < line.fieldCount(); i++) {
                if (line.fieldType(i) == FieldType.UNSIGNED && line.longValue(i) < 0) {
                    return "field '" + line.fieldKey(i) + "' is 2^63 or more, for which OTLP has no type";
                }
            }
            return null;
        }
    };

    private final OtlpUrl url;
    private final Connections connections;
    private final HttpPosts posts;
    private final Headers plain;
    private final Headers compressed;
    private final NumberLines numbers;
    private final LineCheck check = new LineCheck();
    private final LineReader line = new LineReader();
    private final ExportRequests requests;
    private final Gzip gzip = new Gzip();
    private boolean isCompressed;
    private boolean isOpen;
    /** Points that the receiver refused in the current write, and its first words about them. */
    private long rejected;

    private String reason = "";

    /** Does not connect yet. */
    Otlp(OtlpUrl url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        this.requests = new ExportRequests(url.hostTag());
        Headers.Builder headers = new Headers.Builder()
                .add("Content-Type", "application/x-protobuf")
                .add("User-Agent", "weir");
        url.tenant().ifPresent(tenant -> headers.add("X-Scope-OrgID", tenant));
        this.plain = headers.build();
        this.compressed = headers.add("Content-Encoding", "gzip").build();
        this.numbers = new NumberLines(options.texts());
        this.posts = new HttpPosts(connections, url.http() + url.path(), url.user(), options.token());
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
        rejected = 0;
        reason = "";
        Reply reply = writeInParts();
        isOpen &= !(reply instanceof Reply.Away);
        return reply;
    }

    @Override
    public void cancel() {
        connections.cancel();
    }

    @Override
    public void close() {
        connections.close();
    }

    /** Sends a request without points, which receivers accept by the specification. */
    private Reply open() {
        try {
            requests.clear(NOTHING);
            ExportAnswer answer = send();
            if (answer.http().code() == 400) {
                // A server for TLS answers plain requests so. No line may be refused for it.
                return wrongAddress(answer);
            }
            return answer.http().isSuccess() && !answer.isPage() ? Reply.STORED : failure(answer);
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    private Reply writeInParts() {
        requests.clear(numbers.bytes());
        line.wrap(numbers.bytes(), numbers.from(), numbers.to());
        int parts = 0;
        int lines = 0;
        while (line.next()) {
            if (line.error() == LineError.NONE) {
                requests.add(line);
                lines++;
            }
            if (requests.estimate() >= LARGEST_BODY) {
                parts++;
                Reply reply = writePart();
                if (!(reply instanceof Reply.Stored)) {
                    return reply;
                }
                requests.clear(numbers.bytes());
            }
        }
        if (requests.estimate() > 0) {
            parts++;
            Reply reply = writePart();
            if (!(reply instanceof Reply.Stored)) {
                return reply;
            }
        }
        if (parts == 1 && rejected > 0 && rejected >= requests.points()) {
            // It has stored nothing, so each line is known to be refused.
            return new Reply.Refused(reason, 0, lines, false);
        }
        return new Reply.Stored(numbers.skipped(), rejected, reason);
    }

    /** Sends the points that were added. By the specification, a success in part is final. */
    private Reply writePart() {
        try {
            ExportAnswer answer = send();
            if (!answer.http().isSuccess() || answer.isPage()) {
                return failure(answer);
            }
            if (answer.rejected() > 0) {
                rejected += answer.rejected();
                if (reason.isEmpty()) {
                    reason = answer.rejected() + " of " + requests.points() + " values of a request: "
                            + answer.http().message();
                }
            }
            return Reply.STORED;
        } catch (IOException e) {
            return HttpAnswer.none(e);
        }
    }

    /** The specification repeats 429, 502, 503 and 504. Other answers, except about lines, need an operator. */
    private Reply failure(ExportAnswer answer) {
        HttpAnswer http = answer.http();
        return switch (http.code()) {
            case 404, 405 -> wrongAddress(answer);
            case 415 -> new Reply.Away(http + "; the receiver accepts no protobuf, or no gzip: enable them there");
            default -> http.isSuccess() ? wrongAddress(answer) : http.toLines(posts.permission());
        };
    }

    private Reply.Away wrongAddress(ExportAnswer answer) {
        return new Reply.Away((answer.isPage() ? "HTTP " + answer.http().code() + " with a page" : answer.http())
                + "; correct the store's URL: " + url.http() + url.path() + " accepts no OTLP over HTTP");
    }

    private ExportAnswer send() throws IOException {
        requests.encode();
        if (!isCompressed) {
            return ExportAnswer.of(posts.raw(plain, requests.bytes(), 0, requests.length()));
        }
        gzip.compress(requests.bytes(), 0, requests.length());
        return ExportAnswer.of(posts.raw(compressed, gzip.bytes(), 0, gzip.length()));
    }
}
