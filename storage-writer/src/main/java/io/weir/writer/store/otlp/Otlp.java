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
import io.weir.writer.store.RepeatedTags;
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
            return RepeatedTags.refusal(line);
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
        int lines = readLines();
        if (lines > 1 && requests.estimate() > LARGEST_BODY) {
            return new Reply.Refused("more than " + LARGEST_BODY + " bytes", 0, 0, true);
        }
        Reply reply = requests.estimate() == 0 ? new Reply.Stored(numbers.skipped()) : send(lines);
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
            ExportAnswer answer = post();
            Reply reply = answer.http().isSuccess() && !answer.isPage() ? Reply.STORED : failure(answer);
            // A server for TLS answers plain requests with 400. No line may be refused for it.
            return reply instanceof Reply.Refused ? wrongAddress(answer) : reply;
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    /** Returns the number of lines, as far as they fit into one request. */
    private int readLines() {
        requests.clear(numbers.bytes());
        line.wrap(numbers.bytes(), numbers.from(), numbers.to());
        int lines = 0;
        while (line.next() && (lines < 2 || requests.estimate() <= LARGEST_BODY)) {
            if (line.error() == LineError.NONE) {
                requests.add(line);
                lines++;
            }
        }
        return lines;
    }

    /** By the specification, a success in part is final. */
    private Reply send(int lines) {
        try {
            ExportAnswer answer = post();
            if (!answer.http().isSuccess() || answer.isPage()) {
                return failure(answer);
            }
            if (answer.rejected() == 0) {
                return new Reply.Stored(numbers.skipped());
            }
            String reason = answer.http().message() + " (" + answer.rejected() + " of " + requests.points()
                    + " values of a request)";
            // If it has stored nothing, each line is known to be refused.
            return answer.rejected() >= requests.points()
                    ? new Reply.Refused(reason, 0, lines, false)
                    : new Reply.Stored(numbers.skipped(), answer.rejected(), reason);
        } catch (IOException e) {
            return HttpAnswer.none(e);
        }
    }

    /** The specification repeats 429, 502, 503 and 504. Other answers, except about lines, need an operator. */
    private Reply failure(ExportAnswer answer) {
        HttpAnswer http = answer.http();
        if (answer.isPage() && http.code() != 413) {
            return wrongAddress(answer);
        }
        return switch (http.code()) {
            case 404, 405 -> wrongAddress(answer);
            case 415 -> new Reply.Away(http + "; the receiver accepts no protobuf, or no gzip: enable them there");
            default -> http.toLines(posts.permission());
        };
    }

    private Reply.Away wrongAddress(ExportAnswer answer) {
        return new Reply.Away((answer.isPage() ? "HTTP " + answer.http().code() + " with a page" : answer.http())
                + "; correct the store's URL: " + url.http() + url.path() + " accepts no OTLP over HTTP");
    }

    private ExportAnswer post() throws IOException {
        requests.encode();
        if (!isCompressed) {
            return ExportAnswer.of(posts.raw(plain, requests.bytes(), 0, requests.length()));
        }
        gzip.compress(requests.bytes(), 0, requests.length());
        return ExportAnswer.of(posts.raw(compressed, gzip.bytes(), 0, gzip.length()));
    }
}
