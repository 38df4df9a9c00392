package io.weir.writer.store.remotewrite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.writer.store.Connections;
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
 * A receiver of remote write 1.0. A receiver without out-of-order support refuses samples that are
 * not newer than the last one of their series, also those that it already has.
 */
final class RemoteWrite implements Store {
    private static final Headers STANDARD = Headers.of(
            "Content-Encoding", "snappy",
            "Content-Type", "application/x-protobuf",
            "X-Prometheus-Remote-Write-Version", "0.1.0",
            "User-Agent", "weir");

    private final RemoteWriteUrl url;
    private final Connections connections;
    private final HttpPosts posts;
    private final Headers headers;
    private final NumberLines numbers;
    private final LineCheck check = new LineCheck();
    private final WriteRequests requests = new WriteRequests();
    private final SnappyBlock snappy = new SnappyBlock();
    private boolean isOpen;

    /** Does not connect yet. */
    RemoteWrite(RemoteWriteUrl url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        this.headers = url.tenant()
                .map(tenant ->
                        STANDARD.newBuilder().add("X-Scope-OrgID", tenant).build())
                .orElse(STANDARD);
        this.numbers = new NumberLines(options.texts());
        this.posts = new HttpPosts(connections, url.http() + url.path(), url.user(), options.token());
    }

    @Override
    public String url() {
        return url.text();
    }

    /** Refuses lines that have no meaning here; they do not come from Weir. */
    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        if (!isOpen) {
            Reply opened = open();
            if (!(opened instanceof Reply.Stored)) {
                return opened;
            }
            isOpen = true;
        }
        check.check(bytes, length, LineCheck.Rules.NONE, refusals);
        return Reply.STORED;
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        numbers.read(bytes, from, to);
        requests.encode(numbers.bytes(), numbers.from(), numbers.to());
        if (requests.length() == 0) {
            return new Reply.Stored(numbers.skipped());
        }
        try {
            HttpAnswer answer = send();
            Reply reply = answer.isSuccess() ? new Reply.Stored(numbers.skipped()) : reply(answer);
            isOpen &= !(reply instanceof Reply.Away);
            return reply;
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

    /**
     * Sends a request without series, and if the receiver refuses that, one sample of the present. If it
     * refuses both, the address is wrong: such as a server for TLS, which answers 400 to plain requests.
     */
    private Reply open() {
        try {
            requests.encode(new byte[0], 0, 0);
            HttpAnswer answer = send();
            if (!answer.isSuccess() && reply(answer) instanceof Reply.Refused) {
                byte[] probe =
                        ("weir_writer_probe alive=true " + System.currentTimeMillis() + "000000\n").getBytes(US_ASCII);
                requests.encode(probe, 0, probe.length);
                answer = send();
            }
            if (answer.isSuccess()) {
                return Reply.STORED;
            }
            return reply(answer) instanceof Reply.Away away ? away : wrongAddress(answer);
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    /**
     * By the specification, 5xx and 429 may succeed later, and other 4xx are final. Of these, only 400, 409
     * and 422 are about samples. The others are about the address, the credentials or the receiver: the lines
     * wait until somebody corrects that.
     */
    private Reply reply(HttpAnswer answer) {
        return switch (answer.code()) {
            case 400, 409, 422 ->
                new Reply.Refused(answer.message().isEmpty() ? answer.toString() : answer.message(), 0);
            case 404, 405 -> wrongAddress(answer);
            default -> answer.toLines(posts.permission());
        };
    }

    private Reply.Away wrongAddress(HttpAnswer answer) {
        return new Reply.Away(
                answer + "; correct the store's URL: " + url.http() + url.path() + " accepts no remote write");
    }

    private HttpAnswer send() throws IOException {
        int length = snappy.compress(requests.bytes(), requests.length());
        return posts.post(headers, snappy.bytes(), 0, length);
    }
}
