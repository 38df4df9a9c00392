package io.weir.writer.store.opensearch;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.Connections;
import io.weir.writer.store.FieldConflict;
import io.weir.writer.store.Gzip;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import io.weir.writer.store.LineCheck;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.RefusedLines;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * OpenSearch or Elasticsearch. The id of a document is made of its series and time, so a line that is
 * written again replaces its document.
 */
final class OpenSearch implements Store {
    /** The answer names the items that failed by their place, and the server omits everything else. */
    private static final String BULK = "/_bulk?filter_path=errors,items.*.status,items.*.error.type"
            + ",items.*.error.reason,items.*.error.caused_by.reason";

    private static final Headers PLAIN = Headers.of("Content-Type", "application/x-ndjson");
    private static final Headers GZIP =
            PLAIN.newBuilder().add("Content-Encoding", "gzip").build();
    /** Hosted services accept 10 MB. */
    private static final int LARGEST_BODY = 8_000_000;

    private static final FieldConflict CONFLICT = new FieldConflict(
            Pattern.compile("failed to parse field \\[fields\\.(?<field>.+)\\] of type \\[(?<type>\\w+)\\]"));

    /** The server would create an index for the day before it refuses the document. */
    private static final LineCheck.Rules RULES = new LineCheck.Rules() {
        @Override
        public @Nullable String line(LineReader line) {
            return line.timestamp() < 0 ? "OpenSearch stores no times before the epoch in 1970" : null;
        }
    };

    private final OpenSearchUrl url;
    private final Connections connections;
    private final HttpPosts posts;
    private final IndexTemplate template;
    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private final LineCheck check = new LineCheck();
    private final BulkRequests request;
    private final RefusedLines refused = new RefusedLines();
    private final Gzip gzip = new Gzip();
    /** The lines of the request. */
    private int[] lineStarts = new int[1 << 10];

    private int[] lineEnds = new int[1 << 10];
    private int count;
    private boolean isCompressed;
    private boolean isOpen;

    /** Does not connect yet. */
    OpenSearch(OpenSearchUrl url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        this.posts = new HttpPosts(connections, url.http() + BULK, url.user(), options.token(), url.tokenScheme());
        this.template = new IndexTemplate(url, connections, options);
        this.request = new BulkRequests(url);
    }

    @Override
    public String url() {
        return url.text();
    }

    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        if (!isOpen) {
            isCompressed = !Connections.isThisHost(url.http());
            Reply created = template.create();
            if (!(created instanceof Reply.Stored)) {
                return created;
            }
            isOpen = true;
        }
        check.check(bytes, length, RULES, refusals);
        refused.report(bytes, length, refusals);
        return Reply.STORED;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        refused.clear();
        Reply reply = writeInParts(bytes, from, to);
        isOpen &= !(reply instanceof Reply.Away);
        return reply;
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

    private Reply writeInParts(byte[] bytes, int from, int to) {
        clear();
        line.wrap(bytes, from, to);
        for (int number = 1; line.next(); number++) {
            LineError error = line.error();
            if (error == LineError.NONE) {
                error = series.read(bytes, line.seriesStart(), line.seriesEnd());
            }
            if (error != LineError.NONE) {
                return new Reply.Refused(error.meaning(), number);
            }
            if (count == lineEnds.length) {
                lineStarts = Arrays.copyOf(lineStarts, 2 * count);
                lineEnds = Arrays.copyOf(lineEnds, 2 * count);
            }
            lineStarts[count] = line.lineStart();
            lineEnds[count++] = line.lineEnd();
            request.add(line, series);
            if (request.length() >= LARGEST_BODY) {
                Reply reply = send(bytes);
                if (!(reply instanceof Reply.Stored)) {
                    return reply;
                }
            }
        }
        Reply reply = send(bytes);
        boolean isRefused = reply instanceof Reply.Stored && !refused.isEmpty();
        return isRefused ? new Reply.Refused(refused.firstReason(), 0) : reply;
    }

    /** Sends the lines that were added, and clears the request. */
    private Reply send(byte[] bytes) {
        if (count == 0) {
            return Reply.STORED;
        }
        try {
            HttpAnswer answer = post();
            return answer.isSuccess()
                    ? ServerErrors.toItems(
                            answer, url, posts.permission(), (item, reason) -> refuse(bytes, item, reason))
                    : ServerErrors.toRequest(answer, url, posts.permission());
        } catch (IOException e) {
            return HttpAnswer.none(e);
        } finally {
            clear();
        }
    }

    private HttpAnswer post() throws IOException {
        if (!isCompressed) {
            return posts.exchange(PLAIN, request.bytes(), 0, request.length());
        }
        gzip.compress(request.bytes(), 0, request.length());
        return posts.exchange(GZIP, gzip.bytes(), 0, gzip.length());
    }

    private void clear() {
        request.clear();
        count = 0;
    }

    private void refuse(byte[] bytes, int item, String reason) {
        refused.add(
                bytes,
                lineStarts[item],
                lineEnds[item],
                CONFLICT.reason(bytes, lineStarts[item], lineEnds[item], reason));
    }
}
