package io.weir.writer.store.remotewrite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineReader;
import io.weir.writer.store.Connections;
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

/**
 * A receiver of remote write. A receiver without out-of-order support refuses samples that are not
 * newer than the last one of their series, also those that it already has.
 */
final class RemoteWrite implements Store {
    private static final byte[] NOTHING = {};

    private static final LineCheck.Rules RULES = new LineCheck.Rules() {
        @Override
        public @Nullable String line(LineReader line) {
            return RepeatedTags.refusal(line);
        }
    };

    private final RemoteWriteUrl url;
    private final Connections connections;
    private final HttpPosts posts;
    private final Headers headers;
    private final NumberLines numbers;
    private final LineCheck check = new LineCheck();
    private final WriteRequests requests;
    private final SnappyBlock snappy = new SnappyBlock();
    private final PartialWrite part = new PartialWrite();
    private boolean isOpen;

    /** Does not connect yet. */
    RemoteWrite(RemoteWriteUrl url, StoreOptions options) {
        this.url = url;
        this.connections = new Connections(options.timeout());
        this.requests = new WriteRequests(url.version());
        Headers standard = url.version().headers();
        this.headers = url.tenant()
                .map(tenant ->
                        standard.newBuilder().add("X-Scope-OrgID", tenant).build())
                .orElse(standard);
        this.numbers = new NumberLines(options.texts());
        this.posts = new HttpPosts(connections, url.http() + url.path(), url.user(), options.token());
    }

    @Override
    public String url() {
        return url.text();
    }

    /** Refuses lines that are too large, and lines without a meaning in this protocol, which Weir never writes. */
    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        if (!isOpen) {
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
        requests.encode(numbers.bytes(), numbers.from(), numbers.to());
        if (requests.samples() == 0) {
            return new Reply.Stored(numbers.skipped());
        }
        try {
            Receipt receipt = send();
            Reply reply = reply(receipt, bytes, from, to);
            part.add(bytes, from, to, receipt);
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
            requests.encode(NOTHING, 0, 0);
            Receipt receipt = send();
            if (isUnclear(receipt)) {
                byte[] probe =
                        ("weir_writer_probe alive=true " + System.currentTimeMillis() + "000000\n").getBytes(US_ASCII);
                requests.encode(probe, 0, probe.length);
                receipt = send();
            }
            Reply reply = reply(receipt, NOTHING, 0, 0);
            if (reply instanceof Reply.Refused && !receipt.isCounted()) {
                return wrongAddress(receipt.answer());
            }
            // A receiver that counts samples is the right one, even if it refuses this one.
            return reply instanceof Reply.Away ? reply : Reply.STORED;
        } catch (IOException e) {
            return new Reply.Away(HttpAnswer.message(e));
        }
    }

    /** Whether a request without series was refused, or had success without a count. */
    private boolean isUnclear(Receipt receipt) {
        Reply reply = reply(receipt, NOTHING, 0, 0);
        return reply instanceof Reply.Refused
                || (reply instanceof Reply.Away && receipt.answer().isSuccess());
    }

    /**
     * By the specification, 5xx and 429 may succeed later, and other 4xx are final. Of these, only 400, 409
     * and 422 are about samples. The others are about the address, the credentials or the receiver: the lines
     * wait until an operator corrects the cause.
     */
    private Reply reply(Receipt receipt, byte[] bytes, int from, int to) {
        HttpAnswer answer = receipt.answer();
        return switch (answer.code()) {
            case 400, 409, 422 -> receipt.isComplete() ? stored() : refused(receipt, bytes, from, to);
            case 404, 405 -> wrongAddress(answer);
            case 415 -> wrongVersion(answer.toString());
            default -> answer.isSuccess() ? success(receipt, bytes, from, to) : answer.toLines(posts.permission());
        };
    }

    /** A receiver of 1.0 that does not know 2.0 may answer with success, without a count, and store nothing. */
    private Reply success(Receipt receipt, byte[] bytes, int from, int to) {
        if (url.version() == RemoteWriteVersion.V1 || receipt.stored() >= receipt.sent()) {
            return stored();
        }
        return receipt.isCounted()
                ? refused(receipt, bytes, from, to)
                : wrongVersion("HTTP " + receipt.answer().code() + " without the header " + Receipt.HEADER);
    }

    private Reply stored() {
        return new Reply.Stored(numbers.skipped());
    }

    private Reply refused(Receipt receipt, byte[] bytes, int from, int to) {
        return new Reply.Refused(part.reason(bytes, from, to, receipt), 0);
    }

    private Reply.Away wrongAddress(HttpAnswer answer) {
        return new Reply.Away(answer + "; correct the store's URL: " + url.http() + url.path()
                + (url.version() == RemoteWriteVersion.V1
                        ? " accepts no remote write"
                        : " accepts no remote write 2.0; for 1.0, remove version=2"));
    }

    private Reply.Away wrongVersion(String answer) {
        return new Reply.Away(answer
                + (url.version() == RemoteWriteVersion.V1
                        ? "; the receiver may accept remote write 2.0 only: add ?version=2 to the store's URL"
                        : "; the receiver does not accept remote write 2.0: remove version=2 from the store's URL"));
    }

    private Receipt send() throws IOException {
        int length = snappy.compress(requests.bytes(), requests.length());
        HttpPosts.WithHeader answer = posts.post(headers, snappy.bytes(), 0, length, Receipt.HEADER);
        String count = url.version() == RemoteWriteVersion.V1 ? null : answer.header();
        return Receipt.of(answer.answer(), requests.samples(), count);
    }
}
